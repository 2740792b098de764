"""Every optional parameter of every line, by keyword and by position, compiled: what is not static is traced."""

import ast
import numbers

import jax
import numpy as np
import pytest
from numpy_lines import F1, F2, as_jax, as_numpy, cases, entries

from closeness import assert_close

pytestmark = pytest.mark.sampled(10)

jax.config.update("jax_enable_x64", True)

FIRST = np.array([0.0, 1.0, 3.0, 4.0])
VALUES = {
    "axis": [0, -1, None],
    "dtype": [np.float32, complex],
    "keepdims": [True],
    "ddof": [1],
    "method": ["lower", "higher", "nearest", "midpoint", "inverted_cdf"],
    "kind": ["stable", "mergesort"],
    "side": ["right"],
    "initial": [0.5],
    "where": [np.array([True, False, True, True])],
    "n": [2, 0],
    "prepend": [0.5],
    "append": [0.5],
    "to_end": [9.0],
    "to_begin": [9.0],
    "edge_order": [2],
    "x": [FIRST],
    "dx": [0.5],
    "mode": ["same", "valid", "edge", "reflect", "symmetric", "wrap", "linear_ramp", "mean", "complete", "r"],
    "left": [-7.0],
    "right": [-7.0],
    "period": [3.0],
    "y": [F1, F2],
    "fweights": [np.array([1, 2, 1, 3])],
    "aweights": [FIRST + 1],
    "m": [2],
    "M": [4],
    "N": [3],
    "k": [1, -1],
    "num": [5, 1],
    "base": [2.0],
    "indexing": ["ij"],
    "offset": [1],
    "axis1": [1, -2],
    "axis2": [0, -1],
    "axisa": [0],
    "axisb": [0],
    "axisc": [0],
    "start": [1],
    "axes": [1, (1, 0), (0,)],
    "constant_values": [3.0],
    "default": [5.0],
    "ndim": [3],
    "ord": [1, -2, np.inf, "fro", "nuc", 3],
    "p": [1, -2, np.inf, "fro"],
    "ind": [1],
    "norm": ["ortho", "forward", "backward"],
    "s": [(2, 3), (2,)],
    "d": [0.5],
    "decimals": [1],
    "discont": [4.0],
    "nan": [2.0],
    "posinf": [5.0],
    "neginf": [-5.0],
    "rtol": [0.1],
    "atol": [0.1],
    "bins": [3],
    "bitorder": ["little"],
    "count": [5],
    "order": ["F", "C"],
    "ndmin": [2, 4],
    "copy": [True],
}
FLAGS = {"True": False, "False": True}
ONLY = {  # elsewhere the values above mean nothing, or an error that JAX reports too
    "numpy.transpose": {"axes": [(1, 0)]},
    "numpy.permute_dims": {"axes": [(1, 0), (-1, 0)]},
    "numpy.array": {"dtype": [np.float32]},
    "numpy.tensordot": {"axes": [0, 1, ((-1,), (0,)), ([0], [0])]},
    "numpy.std": {"dtype": [np.float32]},
    "numpy.nanstd": {"dtype": [np.float32]},
    "numpy.histogram": {"range": [(0.0, 1.0)], "density": [True], "weights": [FIRST]},
    "numpy.average": {"weights": [np.arange(1.0, 13.0).reshape(3, 4), np.array([1.0, 2.0, 0.5])]},
}
ONLY |= dict.fromkeys([f"numpy.fft.{i}{r}fft2" for i in ("", "i") for r in ("", "r")], {"axes": [(1, 0), (0, 1)]})


def values(entry, parameter):
    if parameter.name in ONLY.get(entry.name, {}):
        return ONLY[entry.name][parameter.name]
    if parameter.default in FLAGS:
        return [FLAGS[parameter.default]]
    return VALUES.get(parameter.name, [])


def may_be_traced(value):
    if isinstance(value, list | tuple):
        return bool(value) and all(map(may_be_traced, value))
    return isinstance(value, np.ndarray | numbers.Number)


def compiled(entry, arguments, keywords):
    """The right side under `jax.jit`, with everything traced that the line does not call static."""
    places, _ = entry.bind(len(arguments), keywords)
    known = entry.static_parameters
    numbered = {
        i: a for i, (p, a) in enumerate(zip(places, arguments, strict=True)) if p not in known and may_be_traced(a)
    }
    named = {k: v for k, v in keywords.items() if k not in known and may_be_traced(v)}

    def right_side(numbered, named):
        given = [numbered.get(i, a) for i, a in enumerate(arguments)]
        return as_jax(entry, given, {**keywords, **named}, places)

    return jax.jit(right_side)(numbered, named)


def calls(entry):
    required = [p for p in entry.parameters if p.default is None]
    optional = [p for p in entry.parameters if p.default is not None]
    for arguments, keywords, _ in cases(entry)[:2]:
        if keywords or len(arguments) != len(required):
            continue
        has_initial = any(p.name == "initial" for p in optional)
        for parameter in optional:
            beside = {"initial": 0.5} if parameter.name == "where" and has_initial else {}  # of no elements
            for value in values(entry, parameter):
                yield [*arguments], {parameter.name: value, **beside}
        padded = [*arguments]
        for parameter in optional:
            if parameter.keyword_only or parameter.default in ("float", "int"):
                break
            padded = [*padded, ast.literal_eval(parameter.default)]
            yield padded, {}


def is_valid(entry, arguments, keywords):
    """NumPy takes the call: a value above does not suit every function that has a parameter of its name."""
    try:
        as_numpy(entry, arguments, keywords)
    except (ValueError, TypeError, IndexError):
        return False
    return True


CALLS = [
    pytest.param(entry, arguments, keywords, id=f"{entry.name}-{'-'.join(keywords) or len(arguments)}-{i}")
    for entry in entries()
    if not entry.is_static and not any(p.variadic for p in entry.parameters)
    for i, (arguments, keywords) in enumerate(calls(entry))
    if is_valid(entry, arguments, keywords)
]


@pytest.mark.parametrize(("entry", "arguments", "keywords"), CALLS)
def test_a_call_compiles_to_what_numpy_gives(entry, arguments, keywords):
    expected = as_numpy(entry, arguments, keywords)
    ours = compiled(entry, arguments, keywords)
    expected, ours = (list(r) if isinstance(r, tuple | list) else [r] for r in (expected, ours))
    assert len(ours) == len(expected)
    for one, other in zip(map(np.asarray, ours), map(np.asarray, expected), strict=True):
        narrow = other.dtype in (np.float32, np.complex64)
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        assert_close(one, other, rtol=1e-3 if narrow else 1e-7, atol=1e-3 if narrow else 1e-9)


def test_every_optional_parameter_is_varied():
    varied = {(call.values[0], name) for call in CALLS for name in call.values[2]}
    missing = {
        f"{entry.name}-{parameter.name}"
        for entry in {call.values[0] for call in CALLS}
        for parameter in entry.parameters
        if parameter.default is not None and (entry, parameter.name) not in varied
    }
    assert missing == set()
