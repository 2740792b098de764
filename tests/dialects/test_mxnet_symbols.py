"""Operators of symbols are run against what MXNet gave for the same operators of arrays."""

import re

import jax.numpy as jnp
import numpy as np
import pytest
from mxnet_lines import in_mode, recordings

from closeness import assert_close
from hybridc.runtime.gluon import sym
from hybridc.runtime.gluon.sym.evaluation import computed
from hybridc.runtime.gluon.sym.operators import operator, public_names

NARROW = {"int64": "int32", "float64": "float32"}
# Arrays and symbols take other arguments, or only one of them is there.
_OTHERWISE = {"split_v2", "power", "maximum", "minimum", "hypot", "concatenate", "shuffle"}
_CALL = re.compile(r"nd\.([\w.]+)\(")


def of_symbols(recording):
    names = [name for name in _CALL.findall(recording.text) if name != "array"]
    is_known = bool(names) and all(name in public_names() or name in ("zeros", "ones", "full") for name in names)
    is_of_arrays = "mx." in recording.text or ("_like" in recording.text and "dtype" in recording.text)
    return is_known and not is_of_arrays and recording.said is None and not _OTHERWISE.intersection(names)


class _Namespace:
    """`nd` of a call, with symbols for arrays. `values`: what it makes arrays of."""

    def __init__(self):
        self.values = {}

    def array(self, values, dtype="float32"):
        name = f"array{len(self.values)}"
        self.values[name] = jnp.asarray(values, dtype)
        return sym.Variable(name)

    def __getattr__(self, name):
        return getattr(sym, name)


CALLS = [recording for recording in recordings("calls") if of_symbols(recording)]
FUNCTIONS = list(dict.fromkeys(_CALL.search(recording.text)[1] for recording in CALLS))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_an_operator_of_symbols_agrees_with_mxnet(function):
    for recording in CALLS:
        if _CALL.search(recording.text)[1] != function:
            continue
        try:
            agree(recording)
        except Exception as error:
            error.add_note(recording.text)
            raise


def agree(recording):
    variables = {name: sym.Variable(name) for name in recording.inputs}
    namespace = _Namespace()
    made = eval(recording.text, {"nd": namespace, "np": np, **variables})
    symbol = made if isinstance(made, sym.Symbol) else sym.Group(made)
    values = {name: jnp.asarray(array) for name, array in recording.inputs.items()} | namespace.values
    found = in_mode(recording.training, lambda: computed(symbol, values))
    assert len(found) == len(recording.outputs) == len(symbol.list_outputs())
    for ours, theirs in zip(found, recording.outputs, strict=True):
        assert ours.shape == theirs.shape
        assert ours.dtype == NARROW.get(theirs.dtype.name, theirs.dtype.name)
        close = 2e-3 if theirs.dtype == np.float16 else 1e-5
        assert_close(np.asarray(ours, np.float64), theirs.astype(np.float64), rtol=close, atol=close / 5)


def test_every_operator_is_among_them():
    compared = {operator(name).compute for name in FUNCTIONS if operator(name) is not None}
    names = [name for name in public_names() if not name.startswith("_")]
    left = {name for name in names if operator(name).compute not in compared}
    assert {name for name in left if not re.search("random|sample_|normal|uniform|shuffle", name)} == set()
