"""Records what small Gluon programs compute in MXNet 1.9.1, before and after `hybridize()` where both work.

.venv-mxnet/bin/python tests/recordings/record_mxnet_programs.py        writes tests/recordings/mxnet/programs.npz

By program: `name/weights/0.weight`, and `name/0/0`, the first output of the first call; `name/record/...` is the same
under `autograd.record()`, `name/gradients/...` the gradients of the outputs times `cos(0), cos(1), ...`, and
`name/slopes/...` those of its inputs, and `name/after/...` the parameters that training changed.
"""

import contextlib
import io
from pathlib import Path

import mxnet as mx
import numpy as np
from mxnet_arrays import write_npz
from mxnet_programs import PROGRAMS

FOLDER = Path(__file__).parent / "mxnet"


def record(folder):
    arrays = {}
    for name, program in PROGRAMS.items():
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                found = recorded(program)
        finally:
            mx.npx.reset_np()
        arrays.update({f"{name}/{key}": array for key, array in found.items()})
    write_npz(folder / "programs.npz", arrays)
    print(f"programs.npz: {len(PROGRAMS)} programs, {(folder / 'programs.npz').stat().st_size} bytes")


def recorded(program):
    scope = {"__name__": "program"}
    exec(compile(program.text, "program.py", "exec"), scope)
    net = eval(program.make, scope)
    net.initialize()
    net(*given(program.inputs[0]))
    found = {f"weights/{key}": array for key, array in weighted(net).items()}
    for number, inputs in enumerate(program.inputs):
        found.update(named(number, outputs(net(*given(inputs)))))
        if program.trains:
            found.update(trained(net, inputs, number, program))
            restore(net, found)
        elif not program.loops:
            found.update(sloped(net, inputs, number, program))
    return found


def given(inputs):
    make = mx.np.array if mx.util.is_np_array() else mx.nd.array
    return [make(array, dtype=array.dtype) for array in inputs]


def weighted(net):
    """Gives all parameters values of their own, by their places; those that are positive stay so."""
    found = {}
    random = np.random.RandomState(3)
    for key, parameter in sorted(net._collect_params_with_prefix().items()):
        values = random.uniform(-0.7, 0.7, parameter.shape).astype(np.float32)
        if type(parameter).__name__ == "Constant":
            values = parameter.data().asnumpy()
        elif key.endswith(("gamma", "var")):
            values = abs(values) + np.float32(0.5)
        parameter.set_data(given([values])[0])
        found[key] = values
    return found


def restore(net, found):
    for key, parameter in net._collect_params_with_prefix().items():
        parameter.set_data(given([found[f"weights/{key}"]])[0])


def trained(net, inputs, number, program):
    """What the program computes under `autograd.record()`, with gradients, and what it leaves behind."""
    parameters = net._collect_params_with_prefix()
    arrays = given(inputs)
    results = differentiated(net, arrays, program)
    found = named(f"record/{number}", results)
    for key, parameter in parameters.items():
        if parameter.grad_req == "null":
            found[f"after/{number}/{key}"] = parameter.data().asnumpy()
        elif not program.loops:
            found[f"gradients/{number}/{key}"] = parameter.grad().asnumpy()
    return found if program.loops else {**found, **slopes(arrays, number, program)}


def sloped(net, inputs, number, program):
    """The gradients of inputs in prediction; none where MXNet has none, as after writing in place."""
    arrays = given(inputs)
    try:
        results = differentiated(net, arrays, program)
        return slopes(arrays, number, program) if any(map(is_float, results)) else {}
    except mx.MXNetError:
        return {}


def differentiated(net, arrays, program):
    """The outputs, after going back from them."""
    for index in floats(arrays, program):
        arrays[index].attach_grad()
    with mx.autograd.record(train_mode=program.trains):
        results = outputs(net(*arrays))
        total = sum((r.astype("float32") * head(r)).sum() for r in results if is_float(r))
    if any(map(is_float, results)):
        total.backward()
    return results


def is_float(array):
    return np.dtype(array.dtype).kind == "f"


def floats(arrays, program):
    return [i for i, a in enumerate(arrays) if is_float(a) and i not in program.flat]


def slopes(arrays, number, program):
    return {f"slopes/{number}/{i}": arrays[i].grad.asnumpy() for i in floats(arrays, program)}


def head(result):
    return given([np.cos(np.arange(result.size)).reshape(result.shape).astype(np.float32)])[0]


def outputs(result):
    return list(result) if isinstance(result, (list, tuple)) else [result]


def named(place, results):
    return {f"{place}/{index}": np.asarray(r.asnumpy()) for index, r in enumerate(results)}


if __name__ == "__main__":
    record(FOLDER)
