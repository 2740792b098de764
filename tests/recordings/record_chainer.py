"""Records what Chainer 7.8.1 computes: `calls.npz`, `links.npz`, and programs with their files of weights.

sh tests/recordings/chainer_environment.sh
.venv-chainer/bin/python -W ignore tests/recordings/record_chainer.py
"""

import io
import zipfile
from pathlib import Path

import chainer
import chainer.distributions as D
import chainer.functions as F
import chainer.links as L
import numpy
import numpy as np
from chainer_cases import ARRAYS, CALLS, INPUTS, LINKS, PREDICTING
from chainer_programs import PROGRAMS
from numpy.lib import format as npy

FOLDER = Path(__file__).parent / "chainer"
SPACE = {"F": F, "L": L, "D_": D, "chainer": chainer, "numpy": numpy, "v": chainer.as_variable}


def flat(value):
    return [each for part in value for each in flat(part)] if isinstance(value, (list, tuple)) else [value]


def array_of(value):
    return value.array if isinstance(value, chainer.Variable) else np.asarray(value)


def toward(number, shape):
    """What outputs are multiplied by before they are added up, for gradients."""
    return np.random.RandomState(100 + number).uniform(-1, 1, shape).astype(np.float32)


def is_float(value):
    return isinstance(value, chainer.Variable) and value.dtype.kind == "f"


def total(outputs):
    parts = [F.sum(F.cast(o, "f") * toward(n, o.shape)) for n, o in enumerate(outputs) if is_float(o) and o.creator]
    return sum(parts[1:], parts[0]) if parts else None


def variables(arrays):
    return {n: chainer.Variable(a.copy()) if a.dtype.kind == "f" and n not in ARRAYS else a for n, a in arrays.items()}


def of_call(number, text):
    """What the call gives, and the gradients of its inputs."""
    used = {name: array for name, array in INPUTS.items() if name in names_in(text)}
    given = variables(used)
    with chainer.using_config("train", not text.startswith(PREDICTING)):
        outputs = flat(eval(text, dict(SPACE), given))
    found = {f"{number}/out/{n}": array_of(o) for n, o in enumerate(outputs)}
    loss = total(outputs)
    if loss is not None:
        loss.backward()
        slopes = {n: g.grad for n, g in given.items() if isinstance(g, chainer.Variable) and g.grad is not None}
        found.update({f"{number}/slope/{name}": slope for name, slope in slopes.items()})
    return found


def names_in(text):
    code = compile(text, "call", "eval")
    return set(code.co_names)


def of_link(name, case):
    """The first weights, what calls give in prediction and in training, the state after that, and gradients."""
    link = eval(case.make, dict(SPACE))
    with chainer.using_config("train", False):
        eval(case.call, {**SPACE, "link": link}, dict(case.inputs))  # settles shapes
    random = np.random.RandomState(len(name))
    for _, parameter in sorted(link.namedparams()):
        parameter.array[...] = random.uniform(-0.7, 0.7, parameter.shape)
    for each in link.links():
        if isinstance(each, L.BatchNormalization):
            each.N = 0
            each.avg_mean[...] = random.uniform(-0.5, 0.5, each.avg_mean.shape)
            each.avg_var[...] = random.uniform(0.5, 1.5, each.avg_var.shape)
        if hasattr(each, "reset_state"):
            each.reset_state()
    found = {f"{name}/weight/{key}": np.asarray(value).copy() for key, value in weights(link).items()}
    with chainer.using_config("train", False):
        outputs = flat(eval(case.call, {**SPACE, "link": link}, dict(case.inputs)))
    found.update({f"{name}/predicted/{n}": array_of(o) for n, o in enumerate(outputs)})
    for each in link.links():
        if hasattr(each, "reset_state"):
            each.reset_state()
    given = variables(case.inputs)
    link.cleargrads()
    with chainer.using_config("train", not case.draws):
        outputs = flat(eval(case.call, {**SPACE, "link": link}, given))
        loss = total(outputs)
        loss.backward()
    found.update({f"{name}/trained/{n}": array_of(o) for n, o in enumerate(outputs)})
    found.update({f"{name}/state/{key}": np.asarray(value) for key, value in weights(link).items()})
    slopes = {n: g.grad for n, g in given.items() if isinstance(g, chainer.Variable) and g.grad is not None}
    found.update({f"{name}/slope/{key}": slope for key, slope in slopes.items()})
    learned = {key.lstrip("/"): p.grad for key, p in link.namedparams() if p.grad is not None}
    found.update({f"{name}/gradient/{key}": slope for key, slope in learned.items()})
    return found


def weights(link):
    serializer = chainer.serializers.DictionarySerializer()
    link.serialize(serializer)
    return serializer.target


def of_program(name, program):
    """The file of weights that Chainer writes, and what calls give in prediction, with gradients of parameters."""
    space = {"__name__": name}
    exec(program.text, space)
    np.random.seed(len(name))
    net = eval(program.make, {**space, **SPACE})
    found = {}
    with chainer.using_config("train", False):
        for call in program.calls:
            eval(call, {**space, **SPACE, "net": net}, dict(program.inputs))  # settles shapes
        for number, call in enumerate(program.calls):
            net.cleargrads()
            outputs = flat(eval(call, {**space, **SPACE, "net": net}, dict(program.inputs)))
            found.update({f"{name}/{number}/out/{n}": array_of(o) for n, o in enumerate(outputs)})
            loss = total(outputs)
            if loss is not None:
                loss.backward()
                slopes = {key.lstrip("/"): p.grad for key, p in net.namedparams() if p.grad is not None}
                found.update({f"{name}/{number}/gradient/{key}": slope for key, slope in slopes.items()})
    chainer.serializers.save_npz(str(FOLDER / f"{name}.npz"), net)
    return found


def write_npz(path, arrays):
    """As `numpy.savez_compressed`, without the time of day."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            stream = io.BytesIO()
            npy.write_array(stream, np.asarray(array, order="C"), allow_pickle=False)
            moment = zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0))
            archive.writestr(moment, stream.getvalue(), zipfile.ZIP_DEFLATED)


def main():
    FOLDER.mkdir(exist_ok=True)
    kinds = {
        "calls": [of_call(number, text) for number, text in enumerate(CALLS)],
        "links": [of_link(name, case) for name, case in LINKS.items()],
        "programs": [of_program(name, program) for name, program in PROGRAMS.items()],
    }
    for kind, parts in kinds.items():
        write_npz(FOLDER / f"{kind}.npz", {name: array for part in parts for name, array in part.items()})
    written = list(FOLDER.glob("*.npz"))
    print(f"{len(written)} files, {sum(file.stat().st_size for file in written)} bytes")


if __name__ == "__main__":
    main()
