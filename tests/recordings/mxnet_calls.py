"""Records what calls of MXNet give: `calls.npz` of `mxnet.nd`, `calls_np.npz` of `mxnet.np`.

Each file has the inputs by name, `cases`, a JSON list of what is below, and `values`, all other arrays one after the
other. A case has its text, whether it is in training mode, its outputs as [dtype, shape], what it gives that is no array as text, and the
inputs that have gradients, for the output's weights `cos(0), cos(1), ...`.

    .venv-mxnet/bin/python tests/recordings/mxnet_calls.py          writes tests/recordings/mxnet/
"""

import json
import re
import sys
from pathlib import Path

import mxnet as mx
import mxnet_call_cases
import numpy as np
from mxnet.base import MXNetError

FOLDER = Path(__file__).parent / "mxnet"


def record(folder):
    write(folder / "calls.npz", mxnet_call_cases.ND, mx.nd)
    if hasattr(mxnet_call_cases, "NP"):
        mx.npx.set_np()
        write(folder / "calls_np.npz", mxnet_call_cases.NP, mx.np)
        mx.npx.reset_np()


def write(path, text, framework):
    cases, values = [], []
    for line in dict.fromkeys(filter(None, map(str.strip, text.splitlines()))):
        try:
            case, arrays = recorded(line, framework)
        except Exception as error:
            print(f"{line}: {type(error).__name__}: {str(error).strip().splitlines()[-1][:200]}", file=sys.stderr)
            continue
        cases.append(case)
        values += [np.asarray(a, np.float64).ravel() for a in arrays]
    used = {name for case in cases for name in case["inputs"]}
    inputs = {name: array for name, array in mxnet_call_cases.INPUTS.items() if name in used}
    said = np.frombuffer(json.dumps(cases).encode(), np.uint8)
    flat = np.concatenate(values)
    np.savez_compressed(path, cases=said, values=flat.astype(np.float32) if fits(flat) else flat, **inputs)
    print(f"{path.name}: {len(cases)} cases, {path.stat().st_size} bytes")


def fits(values):
    with np.errstate(over="ignore"):
        return np.array_equal(values.astype(np.float32).astype(np.float64), values, equal_nan=True)


def recorded(line, framework):
    """A case, and the arrays that belong to it: outputs, then gradients."""
    training = line.startswith("train ")
    text = line.removeprefix("train ")
    names = [n for n in mxnet_call_cases.INPUTS if re.search(rf"\b{n}\b", text)]
    given = {n: framework.array(mxnet_call_cases.INPUTS[n], dtype=mxnet_call_cases.INPUTS[n].dtype) for n in names}
    scope = {"mx": mx, "nd": mx.nd, "np": np, "mnp": mx.np, "npx": mx.npx, **given}
    for n in names:
        if given[n].dtype == np.float32:
            given[n].attach_grad()
    try:
        with mx.autograd.record(train_mode=training):
            result = eval(text, scope)
    except MXNetError:  # it cannot be recorded
        result = eval(text, scope)
    outputs = list(result) if isinstance(result, (list, tuple)) else [result]
    if not all(isinstance(o, mx.nd.NDArray) for o in outputs):
        return {"text": text, "training": training, "inputs": names, "said": repr(result)}, []
    arrays = [o.asnumpy() for o in outputs]
    gradients = slopes(outputs, {n: given[n] for n in names if given[n].grad is not None}, training)
    case = {
        "text": text,
        "training": training,
        "inputs": names,
        "outputs": [[a.dtype.name, list(a.shape)] for a in arrays],
        "is_list": isinstance(result, (list, tuple)),
        "gradients": list(gradients),
    }
    return case, [*arrays, *gradients.values()]


def slopes(outputs, given, training):
    """The gradients with respect to the inputs; none where MXNet has none, or the outputs are of integers."""
    floats = [o for o in outputs if o.dtype == np.float32]
    if not floats or len(floats) < len(outputs) or not given:
        return {}
    try:
        heads = [weights(o) for o in floats]
        mx.autograd.backward(floats, heads, train_mode=training)
        return {n: a.grad.asnumpy() for n, a in given.items()}
    except (MXNetError, ValueError):
        return {}


def weights(output):
    values = np.cos(np.arange(output.size)).reshape(output.shape).astype(np.float32)
    return mx.np.array(values) if mx.util.is_np_array() else mx.nd.array(values)


if __name__ == "__main__":
    record(FOLDER)
