"""NumPy's functions under other names, of tables and handed over: they keep NumPy's dtypes where small integers may come."""

import jax
import numpy as np
import pytest

from closeness import assert_close
from differential import converted, load

X = np.array([100.0, 90.0, 3.0])
TABLE = """T = {"sum": np.sum, "mean": np.mean, "std": np.std, "cumsum": np.cumsum, "median": np.median, "sqrt": np.sqrt, "floor": np.floor}
U = {"add": np.add, "divide": np.divide, "hypot": np.hypot, "maximum": np.maximum, "mod": np.mod, "outer": np.outer, "less": np.less}


def of(x, name):
    return T[name](x)


def both(x, y, name):
    return U[name](x, y)


def reduced(f, x):  # hybridc: graph
    return f(x, axis=0)


def scaled(x, f=np.mean):  # hybridc: graph
    return np.sin(f(x))


"""
BODIES = {
    "a table": "return [of(a, n) for n in ('sum', 'mean', 'std', 'cumsum', 'median', 'sqrt', 'floor')], of(a > 90, 'mean')",
    "of two": "return [[both(a, o, n) for o in (a, x, x.astype(np.float32), a.astype(np.int32), 2, 0.5)] for n in ('add', 'divide', 'hypot', 'maximum', 'mod', 'outer')]",
    "compared": "return both(a, 300, 'less'), both(a, a, 'less'), both(a, 99.5, 'less')",
    "a name": "s, t, u = np.cumsum, np.mean, np.sum\n    return s(a), t(a), u(a), t(a > 90)",
    "handed over": "return reduced(np.sum, a), reduced(np.mean, a), reduced(np.cumsum, a), reduced(np.var, a > 90)",
    "of Python": "return list(map(np.sqrt, [a, a])), np.apply_along_axis(np.mean, 0, a)",
    "host code": "print(a)\n    return reduced(np.mean, a), reduced(np.cumsum, a), reduced(lambda v, axis: np.std(v), a), scaled(a)",
}


def agree(text):
    code = converted(text)
    with np.errstate(all="ignore"):
        expected, found = (load(each).f(X.copy()) for each in (text, code))
    ours, theirs = jax.tree_util.tree_leaves(found), jax.tree_util.tree_leaves(expected)
    for one, other in zip(ours, theirs, strict=True):
        assert one.dtype == other.dtype and np.shape(one) == np.shape(other)
        eps = float(np.finfo(other.dtype).eps) if other.dtype.kind == "f" else 0
        assert_close(np.asarray(one, float), np.asarray(other, float), rtol=100 * eps)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "float32"])
@pytest.mark.parametrize("body", BODIES)
def test_they_give_numpys_dtypes(body, dtype, capsys):
    mark = "host" if body == "host code" else "graph"
    text = f"import numpy as np\n\n\n{TABLE}def f(x):  # hybridc: {mark}\n    a = x.astype(np.{dtype})\n    {BODIES[body]}\n"
    agree(text)


def test_where_no_text_tells_of_small_ones_they_are_jaxs():
    text = (
        f"import numpy as np\n\n\n{TABLE}def f(x):  # hybridc: graph\n    return reduced(np.mean, x) + of(x, 'sqrt')\n"
    )
    assert "reduced(jnp.mean, x)" in converted(text) and '"sqrt": jnp.sqrt' in converted(text)
    assert "reduced(numpy_like.of_floats(jnp.mean), x)" in converted(text, any_dtype=True)


def test_those_that_host_code_hands_over_look_as_well_where_any_dtype_may_come(capsys):
    host = "def f(x):  # hybridc: host\n    print(x)\n    return reduced(np.mean, x), reduced(lambda v, axis: np.var(v), x)\n"
    code = converted(f"import numpy as np\n\n\n{TABLE}{host}", any_dtype=True)
    assert "reduced(numpy_like.of_floats(jnp.mean), x)" in code and "jnp.var(numpy_like.floats(v))" in code
