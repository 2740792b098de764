"""Every method and attribute of arrays in the tables, against NumPy's own."""

import ast

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.dialects.numpy import NUMPY
from hybridc.runtime import numpy_like

jax.config.update("jax_enable_x64", True)

F2 = np.random.default_rng(0).uniform(-1, 1, size=(3, 4))
I1 = np.array([3, 1, 2, 5])
CASES = {
    "astype": [(int,), (np.float32,)],
    "clip": [(-0.5, 0.5), (None, 0.2)],
    "cumsum": [(), (0,)],
    "cumprod": [(), (1,)],
    "diagonal": [(), (1,)],
    "dot": [(F2.T,)],
    "repeat": [(2,), (2, 1)],
    "reshape": [(4, 3), ((2, 6),), (-1,)],
    "round": [(), (1,), (-1,)],
    "searchsorted": [(0.3,)],
    "swapaxes": [(0, 1)],
    "take": [(2,), (np.array([0, 1]), 1)],
    "transpose": [(), (1, 0), ((1, 0),)],
    "squeeze": [()],
}
REDUCTIONS = [(), (0,), (-1,)]
RECEIVERS = {"searchsorted": [np.sort(F2[0])], "squeeze": [F2[:1]], "trace": [F2], "diagonal": [F2], "mT": [F2]}


def lines():
    for name in NUMPY.names:
        if name.startswith("ndarray."):
            for entry in NUMPY.lookup(name):
                needs_keyword = any(p.keyword_only and p.default is None for p in entry.parameters or ())
                if entry.target is not None and not entry.writes and not needs_keyword:
                    yield entry


def calls(entry):
    name = entry.name.removeprefix("ndarray.")
    for receiver in RECEIVERS.get(name, [F2, I1]):
        usual = CASES.get(name, REDUCTIONS if entry.shape == "reduce" else [()])
        for arguments in usual:
            if entry.parameters is not None and entry.bind(1 + len(arguments), {}) is None:
                continue
            if not (
                (receiver is I1 and name in ("swapaxes", "dot", "reshape", "transpose"))
                or (receiver is I1 and 1 in arguments[-1:])
            ):
                yield receiver, arguments


PAIRS = [pytest.param(e, r, a, id=f"{e.name}-{i}") for e in lines() for i, (r, a) in enumerate(calls(e))]


@pytest.mark.parametrize(("entry", "receiver", "arguments"), PAIRS)
def test_a_method_agrees_with_numpy(entry, receiver, arguments):
    expected = getattr(receiver, entry.name.removeprefix("ndarray."))
    if entry.parameters is not None:
        expected = expected(*arguments)
    target = entry.target
    names = {"self": jnp.asarray(receiver), "jnp": jnp, "numpy_like": numpy_like}
    if entry.parameters is not None and not entry.passes_on:
        names |= {p.name: ast.literal_eval(p.default) for p in entry.parameters if p.default is not None}
        names |= dict(zip([p.name for p in entry.parameters[1:]], arguments, strict=False))
    value = eval(compile(ast.parse(target, mode="eval"), "line", "eval"), names)
    ours = value(*arguments) if entry.passes_on else value
    if entry.is_static:
        assert ours == expected
        return
    assert_close(np.asarray(ours), np.asarray(expected), rtol=1e-7)
    assert np.shape(ours) == np.shape(expected)
    assert np.asarray(ours).dtype == np.asarray(expected).dtype


@pytest.mark.parametrize(("entry", "receiver", "arguments"), PAIRS)
def test_a_method_that_shares_memory_is_called_a_view(entry, receiver, arguments):
    result = getattr(receiver, entry.name.removeprefix("ndarray."))
    if entry.parameters is not None:
        result = result(*arguments)
    if isinstance(result, np.ndarray) and np.shares_memory(result, receiver):
        assert entry.is_view
