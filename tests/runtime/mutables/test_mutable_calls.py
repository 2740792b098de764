"""Functions that write into their arguments, called from outside: arrays, lists and dicts change, and results show them."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.runtime.control import cond, fori_loop, in_place, mutable, value, writes_back

M = np.arange(12.0).reshape(3, 4)
V = np.arange(4.0)


def rows(x):
    y = x[1:]
    y *= 2
    x[0] = 7
    return y, x.sum(), x


def two(x, y):
    x[1:] = y[:-1] * 2
    y += 1
    return y[0], x


def row(x, i):
    r = x[i]
    r += 1
    return r


def flattened(x):
    x += 1
    return x.reshape(-1)


def made(x):
    z = mutable(jnp.zeros(4)) if not isinstance(x, np.ndarray) else np.zeros(4)
    return z, z[1:]


def held(d, n):
    d["a"][0] = n
    d["b"] += d["a"][1]
    return [d["a"], d["b"][1:]]


def filled(xs, x):
    xs[0] = x[0]
    xs[1][0] += 1
    xs.append(x)
    return xs, n_of(xs)


def n_of(xs):
    return len(xs)


def at_keys(d, x):
    d["z"] = x[1:]
    d["a"][0] = x[0]
    del d["m"]
    return list(d)


def as_it_is(x, n, names):
    return names, n, x


def same_twice():
    m = M.copy()
    return [m, m]


def overlapping():
    m = np.arange(6.0)
    return [m[:4], m[2:]]


def overlapping_otherwise():
    m = M.copy()
    return [m.T[1:], m[::-1].T[:3]]


def of_columns():
    m = np.asfortranarray(M)
    return [m, m[:, ::-1]]


def one_array_at_two_keys():
    a = V.copy()
    return [{"a": a, "b": a}, 2]


CASES = {
    "a_matrix": (rows, lambda: [M.copy()]),
    "a_vector": (rows, lambda: [V.copy()]),
    "one_array_twice": (two, same_twice),
    "parts_that_overlap": (two, overlapping),
    "parts_that_overlap_otherwise": (two, overlapping_otherwise),
    "by_columns": (two, of_columns),
    "a_row": (row, lambda: [M.copy(), 1]),
    "an_element": (row, lambda: [V.copy(), 1]),
    "new_arrays": (made, lambda: [M.copy()]),
    "a_dict": (held, lambda: [{"b": V.copy(), "a": V.copy()}, 2]),
    "a_dict_of_one_array": (held, one_array_at_two_keys),
    "columns_flattened": (flattened, lambda: [np.asfortranarray(M)]),
    "every_other": (flattened, lambda: [np.zeros((6, 8))[::2, ::2]]),
    "flattened": (flattened, lambda: [M.copy()]),
    "transposed": (flattened, lambda: [M.copy().T]),
    "backwards": (flattened, lambda: [M.copy()[::-1]]),
    "three_axes": (flattened, lambda: [np.zeros((2, 3, 4)).transpose(2, 0, 1)]),
    "a_list": (filled, lambda: [[1.0, [2.0, 3.0], V.copy()], V.copy()]),
    "keys_in_their_order": (at_keys, lambda: [{"z": 1.0, "m": 2.0, "a": [0.0]}, V.copy()]),
    "what_is_handed_back": (as_it_is, lambda: [V.copy(), 3, ["a", None, (1, 2.5)]]),
}


def same(ours, theirs):
    assert jax.tree_util.tree_structure(ours) == jax.tree_util.tree_structure(theirs)
    for one, other in zip(*map(jax.tree_util.tree_leaves, (ours, theirs)), strict=True):
        assert np.shape(one) == np.shape(other)
        if not isinstance(one, str):
            assert_close(np.asarray(one), np.asarray(other))


@pytest.mark.parametrize("name", CASES)
def test_callers_see_what_they_do_of_python(name):
    function, arguments = CASES[name]
    ours, theirs = arguments(), arguments()
    compiled = in_place("x", static_argnames=())(function)
    for _ in range(2):  # compiled, and compiled before
        found, expected = compiled(*ours), function(*theirs)
        same(found, expected)
        same(ours, theirs)
        for number, (one, other) in enumerate(zip(*map(jax.tree_util.tree_leaves, (found, expected)), strict=True)):
            if isinstance(other, np.ndarray):
                one += number
                other += number
        same(ours, theirs)
        ours, theirs = (arguments() for _ in range(2)) if isinstance(expected, list) else (ours, theirs)


def test_lists_are_the_callers_own():
    xs = [V.copy(), 1.0]
    found = in_place()(lambda xs: (xs, xs))(xs)
    assert found[0] is xs
    assert found[1] is xs


def test_one_list_twice_is_one():
    inner = [1.0]

    @in_place()
    def f(a, b, x):
        a[0] = x[0] + 5
        return b[0]

    assert f(inner, inner, V) == 5
    assert inner == [5.0]


def test_a_list_may_not_change_where_running_tells():
    @in_place()
    def f(xs, x):
        def change():
            xs[0] = 2.0

        cond(x[0] > 0, change, lambda: None)
        return x

    xs = [1.0]
    with pytest.raises(TypeError, match="a list or dict that a caller has is changed in a branch"):
        f(xs, V)
    assert xs == [1.0]


def test_a_list_changes_in_turns_that_are_counted():
    @in_place()
    def f(xs, x):
        def body(i, _):
            xs[0] = xs[0] + x[i]

        fori_loop(0, 4, body, None)

    xs = [1.0]
    f(xs, V)
    assert xs == [7.0]


def test_jaxs_arrays_are_taken_where_nothing_is_written():
    @in_place("b")
    def f(u, b):
        r = b[0]
        if r.ndim:
            r += u[0]
        return r, u[1:], b

    v, m = jnp.arange(3.0), jnp.ones((2, 3))
    same(f(v, v), (v[0], v[1:], v))
    for call in (f, jax.jit(f)):
        with pytest.raises(TypeError, match=r"`f` writes into its argument `b`.*f\.pure"):
            call(v, m)
    found, changed = f.pure(v, m)
    same((found[0], changed[0]), (m[0], m[0]))
    same(jax.vmap(f)(m, m), (m[:, 0], m[:, 1:], m))


def test_a_part_of_another_one():
    @in_place("x")
    def inner(x):
        x += 1
        return x[:1]

    @in_place("x")
    def outer(x):
        y = inner(x[1:])
        y *= 2
        return jnp.sum(x[...])

    x = V.copy()
    assert outer(x) == 1 * 0 + 4 + 3 + 4
    same(x, np.array([0.0, 4.0, 3.0, 4.0]))


def test_functions_among_the_arguments_are_part_of_it():
    @in_place(static_argnames=("g",))
    def apply(g, v):
        return g(v)

    @in_place("x")
    def f(x):
        def bump(v):
            x[0] = v
            return x

        return apply(bump, 5.0)

    x = V.copy()
    assert f(x) is x
    assert x[0] == 5


def test_true_is_not_one():
    f = in_place(static_argnames=("flag",))(lambda x, flag: x + 1 if flag is True else x)
    same(f(V.copy(), 1), V)
    same(f(V.copy(), True), V + 1)


def test_what_is_in_no_array_is_told_of():
    raw = np.zeros(40, np.int8)
    one, other = raw[:32].view(float), raw[8:].view(float)
    with pytest.raises(ValueError, match="no parts of one array"):
        in_place("x")(two)(one, other)


def test_values_of_what_is_nested():
    x = mutable(jnp.zeros(2))
    x[0] = 1
    same(value({"a": [x, (x, 2)]}), {"a": [np.array([1.0, 0.0]), (np.array([1.0, 0.0]), 2)]})


def turned(x, y, k=1):
    a, b = (x, y) if k else (y, x)
    a[0] = b[1]
    b *= 2
    return a[1:]


@pytest.mark.parametrize("k", [0, 1])
@pytest.mark.parametrize("share", [lambda b: (b[:4], b[1:]), lambda b: (b[:4], b[:4]), lambda b: (b[1:], V.copy())])
def test_what_is_written_is_returned_and_callers_arrays_stay(share, k):
    given, theirs = np.arange(5.0), np.arange(5.0)
    x, y = share(given)
    their_x, their_y = share(theirs)
    ours, new_x, new_y = in_place("x", "y", static_argnames=("k",), returns=True)(turned)(x, y, k=k)
    expected = turned(their_x, their_y, k)
    assert_close(ours, expected)
    assert_close(new_x, their_x)
    assert_close(new_y, their_y)
    assert_close(given, np.arange(5.0))
    ours[:] = 100
    assert_close(given, np.arange(5.0))


def test_it_returns_what_is_written_while_jax_traces_as_well():
    def f(x, n):
        x[1:] += n

    given = in_place("x", returns=True)(f)
    assert_close(jax.jit(given)(V, 2.0), [0, 3, 4, 5])
    assert_close(jax.jit(lambda n: given(V, n))(2.0), [0, 3, 4, 5])
    assert_close(jax.grad(lambda v: given(v, 2.0).sum())(jnp.asarray(V)), np.ones(4))


@pytest.mark.parametrize(
    "decorate", [in_place("x"), lambda f: writes_back("x")(jax.jit(added))], ids=["in place", "back"]
)
def test_numpys_arrays_are_not_written_while_jax_traces(decorate):
    def f(x, n):
        x[1:] += n

    given = V.copy()
    with pytest.raises(TypeError, match="writes into its argument `x`, of NumPy, while JAX traces"):
        jax.jit(lambda n: decorate(f)(given, n))(2.0)
    assert_close(given, V)


def added(x, n):
    return x.at[1:].add(n)
