"""Lines of calls that write in place, and of views that are written through, against what NumPy's arrays become."""

import ast

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.dialects.numpy import NUMPY
from hybridc.runtime import control

jax.config.update("jax_enable_x64", True)

F1 = np.array([0.5, -1.25, 2.0, 0.75])
F2 = np.random.default_rng(0).uniform(-1, 1, size=(3, 4))
I1 = np.array([3, 1, 2, 5])
C1 = np.array([1 + 2j, 3 - 1j, 0.5j])
K = np.array([0, 2, 2, -1])
AT = [(F1, K, F1[::-1]), (F2, (np.array([0, 0]), np.array([1, 1])), 2.0), (I1, K, 3)]

# The array, and the other arguments of a call that writes into it.
WRITES = {
    "ndarray.fill": [(F2, 1.5), (I1, 2)],
    "ndarray.sort": [(F2,), (F2, 0), (I1,)],
    "ndarray.put": [(F1, K, 5.0), (F2, np.array([0, -1]), F1[:2]), (F1, np.array([0, 1, 2]), np.array([1.0, 2.0]))],
    "ndarray.resize": [(F1, (2, 3)), (I1, 2)],
    "numpy.copyto": [(F2, F2[0]), (F1, 2.0), (F1, I1)],
    "numpy.fill_diagonal": [(F2, 0.5), (F2[:, :3], F1[:3])],
    "numpy.place": [(F1, F1 > 0, F1[:2]), (F2, F2 > 0, np.array([1.0, 2.0, 3.0]))],
    "numpy.put": [(F1, K, 5.0), (F2, np.array([0, 5]), F1[:2])],
    "numpy.put_along_axis": [(F2, np.argmax(F2, axis=1)[:, None], 0.0, 1)],
    "numpy.putmask": [(F1, F1 > 0, F1[::-1]), (F2, F2 > 0, F1[:3]), (F2, F2 > 0, 9.0)],
    **dict.fromkeys([f"numpy.{name}.at" for name in ("add", "subtract", "multiply", "maximum", "minimum")], AT),
    "numpy.divide.at": AT[:2],
}
# The array, and the other arguments of a view of it.
VIEWS = {
    "ndarray.mT": [(F2,)],
    "ndarray.real": [(F2,), (C1,)],
    "ndarray.imag": [(C1,)],
    "ndarray.reshape": [(F2, 4, 3), (F2, (2, -1)), (F1, -1)],
    "ndarray.swapaxes": [(F2, 0, 1)],
    "ndarray.squeeze": [(F2[:1],)],
    "numpy.reshape": [(F2, (4, 3)), (F2, -1)],
    "numpy.swapaxes": [(F2, 0, -1)],
    "numpy.moveaxis": [(F2, 0, 1), (np.zeros((2, 3, 4)), 2, 0)],
    "numpy.squeeze": [(F2[:1],), (F2[:1], 0)],
    "numpy.expand_dims": [(F2, 1)],
    **dict.fromkeys(["numpy.matrix_transpose", "numpy.fliplr"], [(F2,)]),
    "numpy.flip": [(F2,), (F2, 1), (F1,)],
}


def lines(has):
    return [e for name in NUMPY.names for e in NUMPY.lookup(name) if has(e)]


def named(entry, arguments, keywords=()):
    """The arguments by the names of the line's parameters."""
    if entry.parameters is None:
        return {"self": arguments[0]}
    bound, _ = entry.bind(len(arguments), keywords)
    return dict(zip(bound, arguments, strict=True))


def evaluated(expression, entry, names):
    """An expression of a line, without what is not given."""
    tree = ast.parse(expression, mode="eval")
    missing = {p.name for p in entry.parameters or ()} - names.keys()
    for call in [n for n in ast.walk(tree) if isinstance(n, ast.Call)]:
        call.args = [a for a in call.args if not (isinstance(a, ast.Name) and a.id in missing)]
        call.keywords = [k for k in call.keywords if not (isinstance(k.value, ast.Name) and k.value.id in missing)]
    scope = {"jnp": jnp, "control": control, **names}
    return eval(compile(ast.fix_missing_locations(tree), "<line>", "eval"), scope)


def called(entry, array, arguments, keywords):
    kind, _, name = entry.name.partition(".")
    if kind == "ndarray":
        found = getattr(array, name)
        return found(*arguments, **keywords) if entry.parameters is not None else found
    function = np
    for part in name.split("."):
        function = getattr(function, part)
    return function(array, *arguments, **keywords)


WRITING = lines(lambda e: e.writes)
VIEWING = lines(lambda e: e.back is not None)


@pytest.mark.parametrize("entry", WRITING, ids=lambda e: e.name)
def test_the_right_side_is_what_the_array_becomes(entry):
    where = {"where": F1 > 0} if any(p.name == "where" for p in entry.parameters) else {}
    given = [c for c in WRITES[entry.name] if entry.bind(len(c), where) and (not where or c[0] is F1)]
    assert given
    for array, *arguments in given:
        expected = array.copy()
        unshared = {"refcheck": False} if entry.name == "ndarray.resize" else {}
        called(entry, expected, arguments, where | unshared)
        names = named(entry, [array, *arguments], where) | where
        ours = evaluated(
            entry.target, entry, {n: jnp.asarray(v) if isinstance(v, np.ndarray) else v for n, v in names.items()}
        )
        assert ours.shape == expected.shape and ours.dtype == expected.dtype
        assert_close(ours, expected)


@pytest.mark.parametrize("entry", VIEWING, ids=lambda e: e.name)
def test_a_view_is_one_and_the_array_comes_back_from_it(entry):
    cases = VIEWS.get(entry.name, [(F2,), (F1,)])
    given = [c for c in cases if entry.parameters is None or entry.bind(len(c), ())]
    assert given
    for array, *arguments in given:
        changed = array.copy()
        view = called(entry, changed, arguments, {})
        new = np.arange(np.size(view), dtype=np.asarray(view).dtype).reshape(np.shape(view)) + 1
        view[...] = new
        names = {
            n: jnp.asarray(v) if isinstance(v, np.ndarray) else v for n, v in named(entry, [array, *arguments]).items()
        }
        ours = evaluated(entry.back, entry, names | {"new": jnp.asarray(new)})
        assert not np.array_equal(changed, array)
        np.testing.assert_array_equal(ours, changed)
