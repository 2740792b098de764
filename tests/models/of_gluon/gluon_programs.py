"""Small Gluon programs, converted, beside what MXNet computed with them."""

import ast
import sys
from functools import cache
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from converted_models import loaded

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

RECORDINGS = Path(__file__).parents[2] / "recordings"
sys.path.append(str(RECORDINGS))
from mxnet_programs import DOUBTFUL, GET_NET, ND, NP, PROGRAMS, Program, block  # noqa: E402

from closeness import assert_close  # noqa: E402

__all__ = [
    "DOUBTFUL",
    "GET_NET",
    "ND",
    "NP",
    "PROGRAMS",
    "Program",
    "agree",
    "block",
    "close",
    "converted",
    "given",
    "head",
    "model",
    "recorded",
]


@cache
def recordings():
    with np.load(RECORDINGS / "mxnet" / "programs.npz") as file:
        return {name: file[name] for name in file.files}


def recorded(name, place):
    """What was recorded of a program under a place: by what remains of the names, in order."""
    prefix = f"{name}/{place}/"
    return {key.removeprefix(prefix): array for key, array in recordings().items() if key.startswith(prefix)}


def converted(text, name="model.py"):
    """The generated module of a program, loaded, and the conversion. MXNet is not needed."""
    result = convert(Source(name, text, ast.parse(text)), Options(format=False))
    assert result.code is not None, "\n".join(f"{d.location.line}: {d.code} {d.message}" for d in result.refusals)
    assert "mxnet" not in result.code.replace("model_mxnet", "")
    return loaded(result.code), result


def model(name, tmp_path):
    """The converted model of a program with the recorded weights, before its first call has settled any shape."""
    program = PROGRAMS[name]
    module, _ = converted(program.text)
    net = eval(program.make, vars(module))
    net.initialize()
    weights = recorded(name, "weights")
    if weights:
        np.savez(tmp_path / "weights.npz", **weights)
        net.load_parameters(tmp_path / "weights.npz")
    return net


def given(inputs):
    return [jnp.asarray(array) for array in inputs]


def head(result):
    return jnp.cos(jnp.arange(result.size)).reshape(result.shape)


def outputs(result):
    return list(result) if isinstance(result, list | tuple) else [result]


def agree(found, expected):
    """The same shapes, dtypes and values. JAX has 32 bits where MXNet counts in 64."""
    found = outputs(found)
    assert len(found) == len(expected)
    for one, other in zip(found, expected.values(), strict=True):
        narrow = {"int64": "int32", "float64": "float32"}.get(other.dtype.name, other.dtype.name)
        assert (one.shape, one.dtype.name) == (other.shape, narrow)
        close(one, other)


def close(one, other):
    rough = 2e-3 if other.dtype == np.float16 else 1e-5
    scale = max(1.0, float(np.abs(other.astype(np.float64)).max(initial=0)))
    assert_close(np.asarray(one, np.float64), other.astype(np.float64), rtol=rough, atol=rough * scale)


def called(net, name, number):
    return net(*given(PROGRAMS[name].inputs[number]))


def jitted(net, name, number):
    return jax.jit(net.freeze())(*given(PROGRAMS[name].inputs[number]))
