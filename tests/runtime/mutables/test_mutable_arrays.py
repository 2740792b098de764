"""Arrays that are written in place, views of them, and what others see: as NumPy's do."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.runtime.control import mutable, value, view

M = np.arange(12.0).reshape(3, 4)
V = np.arange(4.0)
NUMPYS = {
    "np": np,
    "mutable": np.array,
    "value": lambda x: x,
    "view": lambda name, x, *rest, **more: getattr(np, name)(x, *rest, **more),
}
OURS = {"np": jnp, "mutable": mutable, "value": value, "view": view}

# What is done to `y`, an array of its own, and what is looked at afterwards.
BODIES = {
    "another_name": ("z = y\ny += 1", "y, z", (M, V)),
    "views": ("z = y[1:]\nz[0] = 9\ny[2] *= 2\nr = y[0]\nr += 5", "y, z, r", (M, V)),
    "transposed": ("z = y.T\nz[0] = 9\ny.reshape(-1)[3] = 7\nw = y.T.reshape(-1)\nw[0] = 100", "y, z, w", (M,)),
    "backwards": ("z = y[::-1, ::2]\nz += 1\ny[::-1][0] = 5", "y, z", (M,)),
    "masks": ("m = y > 4\ny[m] *= 2\ny[y > 6] = 1", "y, m", (M, V)),
    "several_rows": ("z = y[[0, 1]]\ny[[0, 1]] = y[[1, 0]]", "y, z", (M, V)),
    "rows_that_change_places": ("y[0], y[1] = y[1], y[0]", "y", (M, V)),
    "rows_in_turn": ("for r in y:\n    r[0] = 1\nfor r in y:\n    r += 2", "y", (M,)),
    "elements_in_turn": ("s = 0\nfor r in y:\n    r += 2\n    s = s + r", "y, s", (M, V)),
    "parts_that_overlap": ("y[1:] = y[:-1]\ny[1:] += y[:-1]\ny[:] = y[::-1]", "y", (M, V)),
    "other_dtypes": ("y = mutable(y.astype(int))\ny[0] = 2.7\ny[1:] = x[1:] + 0.5\ny //= 2", "y", (M, V)),
    "functions": (
        "z = view('flip', y, 1)\nz[0] = 5\nw = view('moveaxis', y, 0, -1)\nw[1] = 3\n"
        "p, q = view('split', y, 2, axis=1)\np += 1\nq[0] = 8",
        "y, z, w, p, q",
        (M,),
    ),
    "broadcasting": ("y[:, 0] = np.ones((1, 3))\ny[0, ...] = 2", "y", (M,)),
    "operators": (
        "z = mutable(x)",
        "y + z, 2 * y, y @ z.T, y > z, -y, x - y, x == y, abs(y), y.sum(), y ** 2, 2 ** y, x @ z.T",
        (M, V),
    ),
    "traced_places": ("i = (x[0] * 0).astype(int).sum() + 1\nr = y[i]\nr[0] = 5\ny[i, 1] = 3\ny[i][2] += 1", "y, r", (M,)),
    "complex_numbers": ("y = mutable(x + 1j)\ny.real[0] = 5\ny.imag = 2\nr = y.real\ny[1] = 9", "y, r", (M, V)),
    "flat": ("y.flat[3] = 7\ny.flat[1:3] = 1", "y", (M, V)),
    "a_copy": ("z = y.copy()\nz[0] = 5\ny[1] = 7", "y, z", (M, V)),
    "methods": ("y.sort()\ny[:2].fill(3)", "y, y.max(), len(y), y.shape", (-M, -V)),
}  # fmt: skip
CASES = [pytest.param(*BODIES[name][:2], x, id=f"{name}-{x.ndim}") for name in BODIES for x in BODIES[name][2]]


@pytest.mark.parametrize(("body", "result", "x"), CASES)
def test_they_are_as_numpys(body, result, x):
    lines = "\n".join(f"    {line}" for line in ["y = mutable(x)", *body.split("\n"), f"return {result}"])
    theirs, ours = dict(NUMPYS), dict(OURS)
    exec(f"def f(x):\n{lines}\n", theirs)
    exec(f"def f(x):\n{lines}\n", ours)
    expected = jax.tree_util.tree_leaves(theirs["f"](x.copy()))
    found = jax.tree_util.tree_leaves(jax.jit(lambda x: value(ours["f"](x)))(x))
    for one, other in zip(found, expected, strict=True):
        assert np.shape(one) == np.shape(other)
        assert_close(np.asarray(one), np.asarray(other))


def test_nothing_is_left_of_lists_and_tuples_but_what_is_in_them():
    held = [jnp.zeros(3), 1.0]
    assert mutable(held) is held
    numbers = (1.0, 2)
    assert mutable(numbers) is numbers
    assert mutable(held[0]) is held[0]


@pytest.mark.parametrize("name", ["put", "resize", "partition", "itemset"])
def test_what_writes_otherwise_is_no_attribute(name):
    with pytest.raises(AttributeError, match=name):
        getattr(mutable(jnp.zeros(3)), name)
