"""The drop-ins settle types as Python would have them, and give JAX's values."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.runtime import control

pytestmark = pytest.mark.wide


@pytest.mark.parametrize("jitted", [True, False])
@pytest.mark.parametrize(
    ("start", "expected"), [(np.int32(3), 51.2578125), (3, 51.2578125), (2.5, 64.072265625), (True, 57.6650390625)]
)
def test_while_loop_promotes_its_carry(start, expected, jitted):
    def run(x):
        return control.while_loop(lambda s: s < 50, lambda s: s * 1.5, x)

    assert_close((jax.jit(run) if jitted else run)(start), expected)


def test_while_loop_without_turns_gives_the_start():
    assert jax.jit(lambda x: control.while_loop(lambda s: s < 0, lambda s: s * 1.5, x))(np.int64(3)) == 3


@pytest.mark.parametrize("n", [0, 1, 3])
def test_fori_loop_promotes_and_broadcasts(n):
    xs = np.arange(3.0)
    total = jax.jit(lambda x: control.fori_loop(0, n, lambda i, s: s + x, 0))(xs)
    np.testing.assert_array_equal(total, sum([xs] * n))
    assert np.shape(total) == np.shape(sum([xs] * n))


def test_fori_loop_with_a_traced_bound():
    run = jax.jit(lambda x, n: control.fori_loop(0, n, lambda i, s: s - 0.5 * s, x))
    np.testing.assert_array_equal(run(np.arange(3), 2), [0, 0.25, 0.5])
    np.testing.assert_array_equal(run(np.arange(3), 0), [0, 1, 2])


def test_scan_promotes_its_carry_and_stacks():
    total, seen = jax.jit(lambda xs: control.scan(lambda s, x: (s + x, s), 0, xs))(np.array([0.5, 1.0]))
    assert total == 1.5
    np.testing.assert_array_equal(seen, [0.0, 0.5])


def test_a_carry_of_several_parts():
    def body(carry):
        n, x = carry["n"], carry["x"]
        return {"n": n + 1, "x": x * 2.5}

    out = jax.jit(lambda x: control.while_loop(lambda c: c["n"] < 3, body, {"n": 0, "x": x}))(2)
    assert out == {"n": 3, "x": 31.25}
    assert out["n"].dtype == int


def test_cond_promotes_and_broadcasts():
    run = jax.jit(lambda x: control.cond(x > 0, lambda: (1, jnp.ones(3)), lambda: (2.5, 0)))
    for x, first, second in ((1.0, 1.0, np.ones(3)), (-1.0, 2.5, np.zeros(3))):
        one, other = run(x)
        assert one == first
        np.testing.assert_array_equal(other, second)


def test_cond_decides_known_predicates_in_python():
    assert control.cond(True, lambda: "yes", lambda: None) == "yes"
    assert control.cond(np.bool_(False), lambda x: x, lambda x: -x, 2) == -2


def test_branches_of_different_structure_are_an_error():
    with pytest.raises(TypeError, match="structure"):
        jax.jit(lambda x: control.cond(x > 0, lambda: None, lambda: 1.0))(1.0)


def test_shapes_that_grow_are_unrolled_where_the_bound_is_known():
    double = lambda i, s: jnp.concatenate([s, s])  # noqa: E731
    assert jax.jit(lambda x: control.fori_loop(0, 3, double, x))(np.ones(2)).shape == (16,)
    with pytest.raises(TypeError, match="shape"):
        jax.jit(lambda x, n: control.fori_loop(0, n, double, x))(np.ones(2), 3)


def test_a_body_that_needs_python_numbers():
    layers = [jnp.sin, jnp.cos, jnp.tanh]
    run = jax.jit(lambda x: control.fori_loop(0, 3, lambda i, s: layers[i](s), x))
    assert_close(run(0.5), np.tanh(np.cos(np.sin(0.5))))


def test_numbers_that_no_turn_changes_stay_in_python():
    def body(carry):
        x, size, name = carry
        return x + jnp.ones(size), size, name

    run = lambda x: control.while_loop(lambda c: c[0].sum() < 10, body, (x, 3, "a"))  # noqa: E731
    x, size, name = jax.jit(lambda x: jnp.zeros(run(x)[1]))(np.zeros(3)), 3, "a"
    assert (x.shape, size, name) == ((3,), 3, "a")


@pytest.mark.parametrize("x", [-1.0, 1.0])
def test_the_first_turn_sees_the_value_as_it_is(x):
    def sizes(x):
        return control.while_loop(lambda s: jnp.sum(s) < 2 * x, lambda s: s + jnp.ones(3) * jnp.size(s), 0.0)

    expected = np.zeros(3)
    if x > 0:
        expected = expected + 1  # `size` is 1 at the first turn, and the sum is then 3
    np.testing.assert_array_equal(jax.jit(sizes)(x), expected if x > 0 else 0.0 * expected)


def test_gradients_and_batches():
    cube = lambda x: control.fori_loop(0, 3, lambda i, s: s * x, 1)  # noqa: E731
    assert jax.grad(cube)(2.0) == 12.0
    np.testing.assert_array_equal(jax.vmap(cube)(np.array([1.0, 2.0])), [1.0, 8.0])


@pytest.mark.parametrize("xs", [[1, 2.5, 3], (1, 2.5, 3), np.array([1, 2.5, 3])])
def test_rows_of_lists_and_arrays(xs):
    np.testing.assert_array_equal(jax.jit(control.rows)(xs), [1, 2.5, 3])


def test_rows_of_what_has_none():
    assert control.rows([]).shape == (0,)
    assert [row.shape for row in control.rows([np.ones(2), np.ones(3)])] == [(2,), (3,)]
    assert len(control.rows(((np.ones((2, 3)), np.ones(3)),))[0]) == 2
    with pytest.raises(TypeError, match="0-d"):
        control.rows(1.0)


def test_in_place_operators_keep_the_dtype_of_arrays_only():
    assert control.keep_dtype(np.ones(3), np.ones(3, np.float32)).dtype == np.float32
    assert control.keep_dtype(1.5, 1) == 1.5
    with pytest.raises(TypeError, match="cannot cast"):
        control.keep_dtype(np.ones(3), np.ones(3, int))
    with pytest.raises(ValueError, match="shape"):
        control.keep_dtype(np.ones((2, 3)), np.ones(3))


@pytest.mark.parametrize("test", [True, False])
def test_the_array_that_was_chosen(test):
    one, other = np.ones(3), np.zeros(3)
    assert (jax.jit(control.chosen)(test, one, other) == (one if test else other)).all()
    for unlike in (np.zeros(3, np.float32), np.zeros((1, 3)), 0.0):
        with pytest.raises(TypeError, match="different types: float64"):
            control.chosen(test, one, unlike)


@pytest.mark.parametrize("n", [1, 2, 4])
def test_scan_takes_the_first_turn_from_none_by_itself(n):
    def run(xs):
        def step(best, v):
            best = v if best is None else jnp.maximum(best, v)
            return best, best

        return control.scan(step, None, xs)

    xs = np.array([2.0, -1.0, 7.0, 5.0])[:n]
    best, seen = jax.jit(run)(xs)
    assert best == max(xs)
    np.testing.assert_array_equal(seen, np.maximum.accumulate(xs))


def test_a_place_that_holds_none_settles_among_others():
    def run(xs):
        return control.fori_loop(
            0,
            3,
            lambda i, c: (c[0] + 1, {"last": xs[i] if c[1]["last"] is None else c[1]["last"] * 2}),
            (0, {"last": None}),
        )

    count, rest = jax.jit(run)(np.array([2.5, 1.0, 0.0]))
    assert (count, rest["last"]) == (3, 10.0)


def test_no_turn_leaves_none_as_it_is():
    assert control.scan(lambda c, v: (v, None), None, np.zeros(0))[0] is None


@pytest.mark.parametrize("n", [1, 2, 3])
def test_none_may_come_back(n):
    def run(xs):
        return control.fori_loop(0, n, lambda i, c: xs[i] if c is None else None, None)

    assert jax.jit(run)(np.array([1.0, 2.0, 3.0])) == [1.0, None, 3.0][n - 1]


def test_what_no_turn_fills():
    xs = jnp.zeros((0, 3))
    carry, rows = control.scan(lambda c, x: (c + 1, x * 2), 1.0, xs)
    assert (float(carry), rows.shape) == (1.0, (0, 3))
    carry, (rows, counts) = control.scan_lists(lambda c, x: (c + 1, (x * 2, 1)), 1.0, xs)
    assert (float(carry), rows.shape, counts.shape, counts.dtype) == (1.0, (0,), (0,), rows.dtype)
    assert control.scan_lists(lambda c, x: (c, x), 1.0, jnp.ones((2, 3)))[1].shape == (2, 3)
