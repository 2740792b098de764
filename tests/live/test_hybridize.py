"""`@hybridc.hybridize`: the decorated function returns what the original returns."""

import copy
import inspect
import pickle

import jax
import numpy as np
import pytest

import hybridc
from differential import assert_same, fresh
from hybridc import ConversionError

V = np.array([3.0, -1.0, 4.0, 0.5])
M = np.arange(12.0).reshape(3, 4)
SCALE = 2.0
TABLE = np.array([1.0, 10.0])


def clipped(v, top=1.5):
    if v > top:
        return top
    return v * SCALE


@hybridc.hybridize
def total_until(xs, limit=3.0):
    total = 0.0
    for x in xs:
        if total > limit:
            break
        total += x
    else:
        total = -total
    return total


@hybridc.hybridize
def damped(v, cap):
    """Early return, and a write into a copy."""
    norm = np.sqrt(np.sum(v * v))
    if norm <= cap:
        return v
    v = v * (cap / norm)
    v[0] = 0.0
    return v


@hybridc.hybridize
def steps(n):
    count = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


@hybridc.hybridize
def with_helpers(xs, *, shift: float = 1.0):
    return sum_clipped(xs) + shift


def sum_clipped(xs):
    total = 0.0
    for x in xs:
        total = total + clipped(x)
    return total


@hybridc.hybridize
def plain_sum(x, y):
    return x + y


@hybridc.hybridize(static="n")
def power(x, n):
    result = np.ones(x.shape)
    for _ in range(n):
        result = result * x
    return result


@hybridc.hybridize
def power_by_recursion(x, n):
    if n == 0:
        return 1.0
    return x * power_by_recursion(x, n - 1)


@hybridc.hybridize
def tabled(x, table=TABLE, names=("a", "b"), by=SCALE):
    return x[:2] * table * len(names) * by


@hybridc.hybridize
def counted(x):
    return x * len(x)


@hybridc.hybridize
@hybridc.hybridize
def twice(x):
    return x @ x if x.sum() > 0 else 0.0


CASES = {
    "break": (total_until, [(V,), (V, 100.0), (V * 0,), (V[:1],)]),
    "early_return": (damped, [(V, 10.0), (V, 1.0)]),
    "while": (steps, [(6,), (1,), (27,)]),
    "helpers_defined_later": (with_helpers, [(V,), (-V,)]),
    "nothing_to_compile": (plain_sum, [(V, 1.0), (1, 2)]),
    "static": (power, [(V, 3), (V, 0)]),
    "static_recursion": (power_by_recursion, [(V, 3), (V, 0)]),
    "defaults": (tabled, [(V,), (V, np.array([2.0, 3.0]))]),
    "decorated_twice": (twice, [(V,), (-V,)]),
}
EACH_CASE = [
    pytest.param(function, case, id=f"{name}-{index}")
    for name, (function, cases) in CASES.items()
    for index, case in enumerate(cases)
]


@pytest.mark.parametrize(("function", "case"), EACH_CASE)
def test_returns_what_the_original_returns(function, case):
    assert_same(function.__wrapped__(*fresh(case)), function(*fresh(case)))


def test_keywords_reach_their_parameters():
    assert_same(total_until.__wrapped__(limit=0.5, xs=V), total_until(limit=0.5, xs=V))
    assert_same(with_helpers.__wrapped__(V, shift=5.0), with_helpers(V, shift=5.0))


def test_has_the_name_documentation_and_signature_of_the_original():
    assert damped.__name__ == "damped"
    assert damped.__doc__ == "Early return, and a write into a copy."
    assert str(inspect.signature(with_helpers)) == "(xs, *, shift: float = 1.0)"
    assert repr(damped).startswith("<hybridized <function damped at ")


def test_numbers_have_64_bits():
    assert plain_sum(np.float64(1.0), 1e-12).dtype == np.float64


def test_shows_the_generated_source_and_what_was_found():
    assert "lax.while_loop" in steps.source
    assert {d.code for d in steps.diagnostics} >= {"HYB202"}


def halves_first(x, k):
    if x.sum() > k:
        x = x * 0.5
    return x


def test_lists_what_is_assumed_by_the_lines_of_the_original():
    found = hybridc.hybridize(halves_first).assumptions
    line = halves_first.__code__.co_firstlineno + 1
    assert {(a.kind, a.function, a.line) for a in found} == {
        ("one-type", "halves_first", line),
        ("dtype", "halves_first", line),
    }


def test_is_pickled_and_copied_by_name():
    assert pickle.loads(pickle.dumps(steps)) is steps
    assert copy.deepcopy(steps) is steps


def test_warns_at_the_place_in_the_original():
    def larger(x):
        return max(x, 2.0)

    with pytest.warns(hybridc.ConversionWarning, match="HYB505") as caught:
        hybridc.hybridize(larger)
    assert (caught[0].filename, caught[0].lineno) == (__file__, inspect.getsourcelines(larger)[1] + 1)


def test_decorating_twice_converts_once():
    assert hybridc.hybridize(twice) is twice


# Under JAX's own transformations.


def test_under_jit():
    assert_same(damped.__wrapped__(V.copy(), 1.0), jax.jit(damped)(V, 1.0))
    assert_same(power.__wrapped__(V, 3), jax.jit(power, static_argnames="n")(V, n=3))


def test_under_vmap():
    assert_same([steps.__wrapped__(n) for n in (6, 1, 27)], list(jax.vmap(steps)(np.array([6, 1, 27]))))


def test_under_grad():
    slope = jax.grad(lambda v: with_helpers(v))(V)
    assert_same([0.0, 2.0, 0.0, 2.0], list(slope))


def test_converted_within_a_trace():
    @hybridc.hybridize
    def weighted(x):
        return x * weights

    weights = np.ones(4)
    assert_same(V, jax.jit(weighted)(V))
    assert_same(V, weighted(V))


def test_called_by_another_converted_function():
    @hybridc.hybridize
    def outer(x):
        return plain_sum(x, 1.0) * 2

    assert_same((V + 1.0) * 2, outer(V))


def test_what_is_static_stays_so_when_another_converted_function_calls_it():
    @hybridc.hybridize(static="up")
    def signed(x, up):
        return x * 2 if up else -x

    @hybridc.hybridize
    def outer(x):
        return signed(x, True) + signed(x, False)

    assert "if up" in outer.source
    assert_same(V, outer(V))


# What is read from outside is never stale.


def test_a_global_that_is_rebound_is_read_anew(monkeypatch):
    before = with_helpers(V)
    monkeypatch.setitem(globals(), "SCALE", 7.0)
    after = with_helpers(V)
    assert_same(with_helpers.__wrapped__(V), after)
    assert before != after


def test_a_helper_that_is_rebound_is_called_anew():
    def helper(v):
        return v * 2

    @hybridc.hybridize
    def calling(x):
        return helper(x)

    assert_same(V * 2, calling(V))

    def helper(v):  # noqa: F811
        return v * 3

    assert_same(V * 3, calling(V))


def test_a_name_of_python_that_a_global_hides_later_is_read_anew(monkeypatch):
    before = counted(V)
    monkeypatch.setitem(globals(), "len", 7)
    with pytest.raises(TypeError):
        counted.__wrapped__(V)
    with pytest.raises(ConversionError):
        counted(V)
    monkeypatch.undo()
    assert_same(before, counted(V))


def test_an_array_that_is_written_into_is_read_anew():
    weights = np.ones(4)

    @hybridc.hybridize
    def weighted(x):
        return np.sum(x * weights)

    assert weighted(V) == 6.5
    weights[0] = 0.0
    assert weighted(V) == 3.5


def test_a_closure_over_a_name_that_changes_is_read_anew():
    offset = 1.0

    @hybridc.hybridize
    def shifted(x):
        def one(v):
            return v + offset

        return one(x)

    assert shifted(1) == 2.0
    offset = 2
    assert shifted(1) == 3
    assert shifted(1).dtype == np.int64


def test_lists_and_dicts_that_change_in_place_are_read_anew():
    settings = {"gain": 2.0, "shifts": [1.0]}

    @hybridc.hybridize
    def tuned(x):
        for shift in settings["shifts"]:
            x = x * settings["gain"] + shift
        return x

    assert_same(V * 2.0 + 1.0, tuned(V))
    settings["shifts"].append(3.0)
    settings["gain"] = 1.0
    assert_same(V + 4.0, tuned(V))


def test_defaults_are_those_of_the_definition():
    size = 2.0

    @hybridc.hybridize
    def sized(x, by=size):
        return x * by

    size = 5.0
    assert_same(V * 2.0, sized(V))


# Refusals.


def refusal(function, **options):
    with pytest.raises(ConversionError) as caught:
        hybridc.hybridize(function, **options)
    return caught.value


def test_a_refusal_shows_what_check_shows():
    def masked(x):
        y = np.sin(x)
        return y[y > 0]

    error = refusal(masked)
    line = inspect.getsourcelines(masked)[1] + 2
    assert [(d.code, d.location.line, d.location.column) for d in error.diagnostics] == [("HYB403", line, 16)]
    assert str(error).startswith("`masked` cannot be converted\n\nHYB403 [error] ")
    assert f"  --> {__file__}:{line}:16\n" in str(error)
    assert f"\n{line} |         return y[y > 0]\n" in str(error)


def test_a_defect_is_a_refusal(monkeypatch):
    def doubled(x):
        return x * 2

    monkeypatch.setattr("hybridc.pipeline.prepare", lambda source, options, known: 1 / 0)
    assert [d.code for d in refusal(doubled).diagnostics] == ["HYB906"]


def test_what_is_marked_as_host_code_is_refused():
    def doubled(x):  # hybridc: host
        return x * 2

    assert str(refusal(doubled)) == "`doubled` is marked `# hybridc: host`"


def test_traced_recursion_is_refused():
    def halved(x):
        if np.sum(x) < 1.0:
            return x
        return halved(x / 2)

    assert [d.code for d in refusal(halved).diagnostics] == ["HYB221"]


def test_a_lambda_is_refused():
    assert "only functions defined with `def`" in str(refusal(lambda x: x * 2))


@pytest.mark.parametrize("value", [np.sin, len, jax.jit(clipped), int])
def test_what_is_no_function_of_python_is_refused(value):
    assert "takes a function defined with `def`" in str(refusal(value))


def test_a_static_parameter_must_exist():
    assert "`total_until` has no parameter `n`" in str(refusal(total_until, static=["n"]))


@pytest.mark.parametrize("helper", [clipped, lambda v: v, twice], ids=["renamed", "lambda", "hybridized"])
def test_a_function_under_another_name_is_refused(helper):
    def calling(x):
        return helper(x)

    assert "`calling` reads `helper`, which is not simply what a `def helper` of" in str(refusal(calling))


def test_one_name_for_two_things_is_refused():
    SCALE = 3.0

    def calling(x):
        return clipped(x) * SCALE

    assert "`SCALE` is not what another function of the program calls `SCALE`" in str(refusal(calling))


def test_a_plain_object_that_is_read_is_refused():
    class Settings:
        gain = 2.0

    settings = Settings()

    def tuned(x):
        return x * settings.gain

    assert "reads `settings`, of type `Settings`, which can change without notice" in str(refusal(tuned))


def test_a_name_of_a_closure_that_is_written_is_refused():
    count = 0

    def counted(x):
        nonlocal count
        count += 1
        return x

    assert "`count`" in str(refusal(counted))


def test_a_name_that_is_never_bound_is_reported_at_the_call():
    @hybridc.hybridize
    def unbound(x):
        return x * nowhere  # noqa: F821

    with pytest.raises(ConversionError, match="`unbound` reads `nowhere`, which is not defined"):
        unbound(V)


def moved(source, target, by=2.0):
    target[1:] = source[:-1] * by


def moves_within(x):
    y = np.sin(x)
    moved(y, y)
    moved(y[2:], y[:-2])
    moved(y, target=y, by=0.5)
    return y


def test_a_helper_that_is_given_one_array_twice():
    assert_same(moves_within(V), hybridc.hybridize(moves_within)(V.copy()))
