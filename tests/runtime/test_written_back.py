"""`control.writes_back`: compiled functions that change NumPy arrays as the originals do."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from hybridc.runtime import control


@control.writes_back("u", result=True)
@jax.jit
def total(u, v=2.0):
    u = u.at[0].set(v)
    return jnp.sum(u), u


@control.writes_back("a", "b")
@jax.jit
def swap(a, b):
    return b, a


@control.writes_back(result="u")
@jax.jit
def clamp(u):
    return jnp.maximum(u, 0.0)


@control.writes_back("u", result=(lambda u: u[1:], None))
@jax.jit
def parts(u):
    u = u.at[1].set(7.0)
    return (u[1:], jnp.sin(u)), u


def test_arguments_change_and_the_result_is_numpys():
    u = np.ones(3)
    view = u[:2]
    result = total(v=5.0, u=u)
    assert isinstance(result, np.floating)
    assert result == 7.0
    np.testing.assert_array_equal(view, [5.0, 1.0])


def test_what_has_no_result_returns_none():
    a, b = np.zeros(2), np.ones(2)
    assert swap(a, b) is None
    np.testing.assert_array_equal([a, b], [[1, 1], [0, 0]])


def test_a_result_that_is_an_argument_is_the_object():
    u = np.array([-1.0, 2.0])
    assert clamp(u) is u
    np.testing.assert_array_equal(u, [0, 2])


def test_a_result_that_is_a_view_of_an_argument_is_one_and_others_may_be_written():
    u = np.zeros(3)
    tail, other = parts(u)
    assert np.shares_memory(tail, u)
    tail[1] = 9.0
    other[0] = 1.0
    np.testing.assert_array_equal(u, [0, 7, 9])


def test_the_pure_function_takes_and_gives_arrays_of_jax():
    result, u = jax.jit(total.pure)(jnp.ones(3))
    assert float(result) == 4.0
    np.testing.assert_array_equal(u, [2, 1, 1])


def test_a_number_is_nobodys_array():
    assert clamp(-2.0) == 0.0
    assert clamp(np.float64(3.0)) == 3.0


@pytest.mark.parametrize("value", [jnp.ones(3), [1.0, 2.0, 3.0]])
def test_what_does_not_change_is_refused(value):
    with pytest.raises(TypeError, match="`total` writes into its argument `u`"):
        total(value)


def test_arrays_of_jax_are_told_of_the_pure_function():
    with pytest.raises(TypeError, match=r"call `total\.pure`"):
        jax.jit(total)(jnp.ones(3))


@pytest.mark.parametrize("others", [lambda u: (u, u), lambda u: (u[1:], u[:-1])])
def test_two_arguments_of_one_array_are_refused(others):
    with pytest.raises(ValueError, match="shares memory with another argument"):
        swap(*others(np.zeros(3)))


def test_parts_of_an_array_beside_each_other_are_two_arrays():
    u = np.arange(4.0)
    swap(u[:2], u[2:])
    np.testing.assert_array_equal(u, [2, 3, 0, 1])


def test_results_that_may_be_written():
    made = control.gives_numpy()(jax.jit(lambda n: jnp.zeros(3) + n))(2.0)
    made += 1.0
    np.testing.assert_array_equal(made, [3, 3, 3])
