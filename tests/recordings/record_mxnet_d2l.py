"""Records what models and functions of `d2l/mxnet.py`, from PyPI's d2l 1.0.3, give under MXNet 1.9.1: `d2l.npz`.

sh tests/recordings/mxnet_environment.sh
.venv-mxnet/bin/python tests/recordings/record_mxnet_d2l.py [d2l/mxnet.py]     by default the one in .venv

What the file imports besides MXNet, and no model uses, is empty here. `cases` in the file is JSON: by names of cases
their outputs, as text where they are no arrays, else as ["array", dtype, shape], the elements one after the other in
`values`.
"""

import importlib.util
import json
import operator
import sys
from pathlib import Path

import mxnet as mx
import numpy as np
from mxnet_d2l_cases import CASES, drawn, drawn_weight, head, scope, summary
from record_mxnet_layers import FOLDER, flat, write_npz

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "models" / "libraries"))
from absent_packages import stand_ins  # noqa: E402


def main(path):
    mx.npx.set_np()
    d2l = imported(path)
    rows, values = {}, []
    for case in CASES:
        try:
            rows[case.name] = recorded(case, d2l, values)
        except Exception as error:
            error.add_note(f"in {case.name}: {case.call}")
            raise
    said = np.frombuffer(json.dumps(rows).encode(), np.uint8)
    write_npz(FOLDER / "d2l.npz", {"cases": said, "values": np.concatenate(values)})
    print(f"{len(rows)} cases, {(FOLDER / 'd2l.npz').stat().st_size} bytes")


def imported(path):
    spec = importlib.util.spec_from_file_location("d2l_mxnet", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["d2l_mxnet"] = module
    with stand_ins():
        spec.loader.exec_module(module)
    return module


def recorded(case, d2l, values):
    """What the case gives in prediction, in training, and what is left of its states: three structures."""
    names = scope(d2l, d2l.gluon.loss)
    inputs = {n: drawn(spec, f"{case.name} {n}") for n, spec in case.inputs.items()}
    given = {n: mx.np.array(a, dtype=a.dtype) for n, a in inputs.items()}
    if not case.make:
        return [described(eval(case.call, names | given), values)]
    net = names["net"] = eval(case.make, names)
    net.initialize()
    eval(case.settle or case.call, names | given)
    weights = net._collect_params_with_prefix()
    if not all(mx.gluon.utils.shape_is_known(p.shape) for p in weights.values()):
        weights = {}  # the call reads none
    for name, parameter in weights.items():
        parameter.set_data(mx.np.array(drawn_weight(case.name, name, parameter.shape)))
    for path in case.scratch:
        owner, _, name = path.rpartition(".")
        owner = operator.attrgetter(owner)(net) if owner else net
        setattr(owner, name, mx.np.array(drawn_weight(case.name, path, getattr(owner, name).shape)))
    found = []
    for training in (False, True):
        with mx.autograd.record(train_mode=True) if training else mx.autograd.pause():
            outputs = eval(case.call, names | given)
        found.append(described(outputs, values))
        found.append(described([operator.attrgetter(name)(net) for name in case.writes], values))
    slopes = {} if case.host else gradients(outputs, weights)
    states = {n: p.data() for n, p in sorted(weights.items()) if "running_" in n}
    return [*found, sorted(weights), sorted(states), described(list(states.values()), values), slopes]


def gradients(outputs, weights):
    """Of parameters, by name, what `summary` says of them. MXNet moves statistics in the backward pass, too."""
    arrays = [a for a in flat(outputs) if isinstance(a, mx.nd.NDArray) and a.dtype == np.float32]
    learned = {n: p for n, p in weights.items() if p.grad_req != "null"}
    if not arrays or not learned:
        return {}
    mx.autograd.backward(arrays, [mx.np.array(head(a.shape)) for a in arrays])
    return {n: summary(p.grad().asnumpy()) for n, p in learned.items()}


def described(value, values):
    """The structure of a value; elements of its arrays go to `values`."""
    if isinstance(value, mx.nd.NDArray):
        array = value.asnumpy()
        values.append(array.astype(np.float32).ravel())
        assert np.array_equal(values[-1], array.ravel(), equal_nan=True), "float32 does not hold it"
        return ["array", array.dtype.name, list(array.shape)]
    if isinstance(value, (list, tuple)):
        return [described(v, values) for v in value]
    return repr(value)


if __name__ == "__main__":
    main(sys.argv[1] if sys.argv[1:] else ROOT / ".venv/lib/python3.11/site-packages/d2l/mxnet.py")
