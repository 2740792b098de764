"""Checks of compiled code: the first that fails is raised, in the order of time, and nothing hangs."""

import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import checkify

from hybridc.runtime import checks

pytestmark = pytest.mark.wide

X = np.arange(4.0)


def fails(function, *arguments):
    """The text of the check that fails; None where none does."""
    try:
        checks.jit(function)(*arguments)
    except checks.Thrown as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("index", "text"),
    [
        (lambda x, i: (i,), None),
        (lambda x, i: (i + 2,), "a:1: index 3 is out of bounds for axis 0 with size 2"),
        (lambda x, i: (-i - 2,), "a:1: index -3 is out of bounds for axis 0 with size 2"),
        (lambda x, i: (slice(9), i + 2), "a:1: index 3 is out of bounds for axis 1 with size 3"),
        (lambda x, i: (..., i + 2), "a:1: index 3 is out of bounds for axis 2 with size 3"),
        (lambda x, i: (i, None, ..., None, i * 3), "a:1: index 3 is out of bounds for axis 2 with size 3"),
        (lambda x, i: (jnp.array([[0, 1], [1, 0]]), i), None),
        (lambda x, i: (jnp.array([0, 2, 3]) * i,), "a:1: index 2 is out of bounds for axis 0 with size 2"),
        (lambda x, i: (jnp.array([], int),), None),
        (lambda x, i: (2,), "a:1: index 2 is out of bounds for axis 0 with size 2"),
        (lambda x, i: (-2, 0, -3), None),
        (lambda x, i: (jnp.uint8(200),), "a:1: index 200 is out of bounds for axis 0 with size 2"),
        (lambda x, i: (np.ones((2, 3), bool), i + 2), "a:1: index 3 is out of bounds for axis 2 with size 3"),
    ],
)
def test_an_index_is_looked_at_with_its_axis(index, text):
    def read(x, i):
        return checks.of(x, "a:1")[index(x, i)]

    def write(x, i):
        return x.at[checks.index(x, "a:1")[index(x, i)]].set(0.0)

    x = jnp.zeros((2, 3, 3))
    assert fails(read, x, 1) == text
    assert fails(write, x, 1) == text


def test_an_index_of_a_tuple_is_pythons():
    assert checks.jit(lambda x: checks.of((x, x + 1), "a:1")[1])(2) == 3


@pytest.mark.parametrize(("order", "line"), [((1, 2), 1), ((2, 1), 2), ((0, 2), 2), ((0, 0), None)])
def test_the_first_check_in_time_is_raised(order, line):
    """In a loop the second check of an early turn comes before the first of a late one."""

    def run(xs):
        def step(total, x):
            checks.check(x != 1, "a:1: AssertionError: {x}", x=x)
            checks.check(x != 2, "a:2: AssertionError")
            return total + x, None

        return checks.scan(step, 0, xs)[0]

    text = fails(run, jnp.array([0, *order]))
    assert text is None if line is None else text.startswith(f"a:{line}:")


def test_a_loop_ends_where_a_check_has_failed_before_it():
    def run(n):
        checks.raise_if(n <= 0, "a:1: ValueError: {n}", n=n)
        return checks.while_loop(lambda n: n != 0, lambda n: n - 1, n)

    assert fails(run, 3) is None
    assert fails(run, -3) == "a:1: ValueError: -3"


def test_a_loop_ends_where_its_condition_fails():
    def run(x):
        return checks.while_loop(lambda i: checks.of(x, "a:1")[i] < 3, lambda i: i + 1, 0)

    assert fails(run, X) is None
    assert fails(run, X * 0) == "a:1: index 4 is out of bounds for axis 0 with size 4"


@pytest.mark.parametrize(("pred", "text"), [(True, "a:1: AssertionError"), (False, None)])
@pytest.mark.parametrize("is_known", [True, False])
def test_a_check_in_a_branch_counts_if_it_is_taken(pred, text, is_known):
    def run(x, pred):
        def branch(x):
            checks.check(x > 1, "a:1: AssertionError")
            return x * 2

        return checks.cond(pred, branch, lambda x: x, x)

    assert fails((lambda x: run(x, pred)) if is_known else (lambda x: run(x, jnp.asarray(pred))), 1.0) == text


def test_fori_loops_and_nested_loops_hand_the_failure_on():
    def run(x, n):
        def row(i, total):
            return checks.fori_loop(0, i, lambda j, t: t + checks.of(x, "a:1")[i + j], total)

        total = checks.fori_loop(0, n, row, 0.0)
        checks.check(total < 0, "a:2: AssertionError")
        return total

    assert fails(run, X, 2).startswith("a:2:")
    assert fails(run, X, 5) == "a:1: index 4 is out of bounds for axis 0 with size 4"


def test_vmap_of_rows_is_in_order():
    def run(xs):
        return checks.vmap(lambda x: checks.of(jnp.asarray(X), "a:1")[x])(xs)

    np.testing.assert_array_equal(checks.jit(run)(jnp.array([2, 0])), [2.0, 0.0])
    assert fails(run, jnp.array([0, 7, 9])) == "a:1: index 7 is out of bounds for axis 0 with size 4"


def test_loops_on_known_numbers_stay_pythons():
    def run(x):
        n = checks.while_loop(lambda n: n > 2, lambda n: n - 1, 7)
        return jnp.zeros(n) + x

    assert checks.jit(run)(1.0).shape == (2,)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (1.5, "1.5"), (jnp.float32(0.25), "0.25"), (7, "7"), (jnp.int8(-7), "-7"), (True, "True"), ("text", "text"),
        ((2, 3), "(2, 3)"), (jnp.array([1.5, -2.0]), "[ 1.5 -2. ]"), (jnp.array([1, 2, 3]), "[1 2 3]"),
        (jnp.zeros((5, 2)), "an array of shape (5, 2)"), (1e300, "1e+300"), (jnp.nan, "nan"), (-(2**62), f"{-(2**62)}"),
    ],
)  # fmt: skip
def test_values_in_a_message_are_shown_as_python_shows_them(value, shown):
    def run(x):
        checks.check(x > 0, "a:1: AssertionError: <{value}>", value=value)
        return x

    assert fails(run, -1.0) == f"a:1: AssertionError: <{shown}>"


def test_formats_and_braces():
    def run(x, v):
        checks.check(x > 0, "a:1: AssertionError: {{{x:.2f}}} {v:.2f}", x=x, v=v)
        return x

    assert fails(run, -1 / 3, jnp.array([1.0, 2.0])) == "a:1: AssertionError: {-0.33} [1. 2.]"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("my file.py:3: index 4 is out of bounds for axis 0 with size 4", IndexError),
        ("a.py:3: division by zero", ZeroDivisionError),
        ("a.py:3: NaN from operands that have none", FloatingPointError),
        ("a.py:3: AssertionError", AssertionError),
        ("a.py:3: KeyError: key", KeyError),
        ("a.py:3: RuntimeError: no: index", RuntimeError),
    ],
)
def test_the_error_is_of_the_kind_of_the_original(text, kind):
    def run(x):
        checks.check(x > 0, text)
        return x

    with pytest.raises(kind) as caught:
        checks.jit(run)(-1.0)
    assert str(caught.value) == text
    assert isinstance(caught.value, checks.Thrown) and isinstance(caught.value, checkify.JaxRuntimeError)


@pytest.mark.parametrize("kind", ["errors.Mine", "print", "UnicodeDecodeError", "Unknown"])
def test_other_kinds_are_named(kind):
    assert fails(lambda x: checks.check(x > 0, f"a:1: {kind}: text"), -1.0) == f"a:1: {kind}: text"


def test_a_compiled_function_called_by_another_raises_once():
    inner = checks.jit(lambda x, i: checks.of(x, "a:1")[i])
    outer = checks.jit(lambda x, i: inner(x, i) + inner(x, 0))
    assert outer(X, 3) == 3.0
    with pytest.raises(IndexError, match=r"^a:1: index 4 "):
        outer(X, 4)
    error, _ = outer.checked(X, 4)
    assert error.get().count("a:1") == 1


def test_static_arguments_stay_pythons():
    @checks.jit
    def plain(x, n):
        return x * n

    def power(x, n, flip=False):
        assert isinstance(n, int) and isinstance(flip, bool)
        checks.check(x > 0, "a:1: AssertionError")
        return plain(x**n, -1 if flip else 1)

    compiled = checks.jit(power, static_argnames=("n", "flip"))
    assert [compiled(2.0, 3), compiled(2.0, n=2, flip=True)] == [8.0, -4.0]
    assert checks.jit(lambda x: compiled(x, 3))(2.0) == 8.0


@pytest.mark.parametrize(("divisor", "holds"), [(2, True), (0, False), (0.0, False), (jnp.array([1, 0]), False)])
def test_divisors(divisor, holds):
    assert (fails(lambda x: x / checks.divisor(divisor, "a:1"), 1.0) is None) is holds
    assert (fails(lambda x, d: x / checks.divisor(d, "a:1"), 1.0, divisor) is None) is holds


NAN = jnp.array([1.0, jnp.nan])


@pytest.mark.parametrize(
    ("value", "operands", "holds"),
    [(NAN, (X,), False), (NAN, (NAN,), True), (NAN, (X, {"a": NAN}), True), (X, (X,), True), (NAN, (), False),
     ((X, NAN), (X,), False), (jnp.array([1, 2]), (NAN,), True), (NAN * 1j, (X,), False)],
)  # fmt: skip
def test_nan_that_no_operand_excuses(value, operands, holds):
    assert (fails(lambda v, o: checks.defined(v, "a:1", *o), value, operands) is None) is holds
