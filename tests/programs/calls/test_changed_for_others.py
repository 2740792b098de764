"""Functions that only other files call, and that change arrays which they do not return: those arrays change."""

import jax
import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import converted, graph_function, load

V = np.array([3.0, -1.0, 4.0, 0.5])
M = np.arange(12.0).reshape(3, 4) - 5

# Parameters, body, and arguments.
BODIES = {
    "nothing_is_returned": ("u", "u[1:] = np.sin(u[:-1])", [(V,), (M,)]),
    "a_number_is_returned": ("u", "u[0] = 0.0\nreturn np.sum(u)", [(V,), (M,)]),
    "a_new_array_is_returned": ("u", "u *= 2.0\nu[0] = 1.0\nreturn u + 1.0", [(V,), (M,)]),
    "a_view_is_returned": ("u", "u[0] = 1.0\nreturn u[1:], np.max(u)", [(V,), (M,)]),
    "one_of_two_is_returned": ("u, w", "u[0] = w[0] = 1.0\nreturn u", [(V, -V), (M, -M)]),
    "two_and_none": ("u, w", "u[0], w[0] = w[1], u[1]", [(V, -V)]),
    "in_a_branch": ("u", "if np.sum(u) > 0:\n    u[0] = 9.0\nelse:\n    u[1:] *= 2.0", [(V,), (-V,), (M,), (-M,)]),
    "in_a_loop": ("u, n", "for k in range(n):\n    u[1:-1] = 0.5 * (u[2:] + u[:-2])\nreturn n", [(V, 3), (V, 0), (M, 1)]),
    "an_early_return": ("u", "if u[0] > 0:\n    u[0] = 0.0\n    return 1.0\nu[1] = 0.0\nreturn 2.0", [(V,), (-V,)]),
    "a_number_beside_it": ("u, s", "u[:] = s\ns += 1.0\nreturn np.exp(s)", [(V, 2.0), (M, 0.5)]),
    "dtypes_stay": ("u, k", "u += 1.0\nu[0] = 2.75\nk[1:] //= 2\nreturn u.sum()", [(V.astype(np.float32), np.arange(4))]),
    "views_of_it": ("u", "inner = u[1:-1]\ninner += 1.0\nrow = u[0]\nu[-1] = np.sum(row)", [(V,), (M[:, 0],)]),
    "a_default": ("u, by=2.0, out=None", "u[0] *= by\nif out is not None:\n    out[...] = u", [(V,), (V, 3.0), (V, 3.0, np.ones(4))]),
    "through_a_list": ("u", "held = [u]\nheld[0] += 1\nreturn np.sum(u)", [(V,), (M,)]),
    "through_a_dict": ("u, w", "held = {'u': u, 'w': w}\nheld['w'][1:] = held['u'][0]", [(V, -V)]),
    "keywords": ("*, u, w", "u[0] = np.sum(w)", [(V, V + 1)]),
}  # fmt: skip


def called(function, arguments, names=()):
    """The result, and what the arguments are afterwards, among them those that are shown by the result."""
    given = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    result = function(**dict(zip(names, given, strict=True))) if names else function(*given)
    shared = [[isinstance(r, np.ndarray) and np.shares_memory(r, a) for a in given] for r in results(result)]
    return result, given, shared


def results(result):
    return result if isinstance(result, tuple) else (result,)


@pytest.mark.parametrize("name", BODIES)
def test_the_arguments_change_as_they_do(name):
    parameters, body, cases = BODIES[name]
    source = graph_function(parameters, body)
    text = converted(source)
    assert "@control.writes_back(" in text or "@control.in_place(" in text
    names = parameters.removeprefix("*, ").split(", ") if parameters.startswith("*") else ()
    for arguments in cases:
        expected, after, shown = called(load(source).f, arguments, names)
        result, changed, shared = called(load(text, "generated").f, arguments, names)
        assert shared == shown
        for now, was in zip([*results(result), *changed], [*results(expected), *after], strict=True):
            assert isinstance(now, np.ndarray) == isinstance(was, np.ndarray) and (now is None) == (was is None)
            if was is not None:
                assert np.asarray(now).dtype == np.asarray(was).dtype
                assert_close(now, was)


def test_the_pure_form_is_for_compiled_callers():
    f = load(converted(graph_function("u", "u[0] = 0.0\nreturn np.sum(u)")), "generated").f
    with pytest.raises(TypeError, match=r"`f\.pure`"):
        f(jax.numpy.ones(3))
    total, u = jax.jit(f.pure)(jax.numpy.ones(3))
    assert total == 2.0 and u[0] == 0.0


def test_an_array_that_is_given_twice_is_told_of():
    f = load(converted(graph_function("u, w", "u[1:] = w[:-1]\nreturn np.sum(w)")), "generated").f
    with pytest.raises(ValueError, match="shares memory"):
        f(u := V.copy(), u)


@pytest.mark.parametrize("options", [{}, {"partial": True}, {"checked": frozenset(hybridc.Check)}])
def test_nothing_is_said_of_the_caller_s_array(options):
    result = hybridc.convert(graph_function("u", "u[0] = 0.0"), options=hybridc.Options(**options))
    assert "writes_back" in result.code and not {"HYB304", "HYB308"} & {d.code for d in result.diagnostics}
    assert result.functions[0].returned_mutated == ()


def test_the_pure_form_alone_is_given_if_asked():
    result = hybridc.convert(graph_function("u", "u[0] = 0.0"), options=hybridc.Options(return_mutated=True))
    assert "writes_back" not in result.code and result.functions[0].returned_mutated == ("u",)


def test_hybridize_does_the_same():
    def relax(u):
        u[1:-1] = 0.5 * (u[2:] + u[:-2])
        return np.abs(u).max()

    compiled = hybridc.hybridize(relax)
    for _ in range(2):
        u, w = V.copy(), V.copy()
        assert compiled(u) == relax(w)
        assert_close(u, w)


METHODS = """import numpy as np


class Solver:
    def __init__(self, k):
        self.k = k
        self.heat = np.ones(4)

    def smooth(self, u):
        u[1:-1] += self.k * np.sin(u[2:])

    def total(self, u, out=None):
        u[0] = self.k * np.pi
        if out is not None:
            out[:] = np.cos(u)
        return np.sum(u)

    def warm(self):
        self.heat[1:] *= np.sqrt(2.0)

    def step(self, u):
        u[0] = np.pi
        self.heat[1:] += np.sin(u[1:])
        return np.sum(u)
"""


def test_methods_change_their_arguments_too():
    text = converted(METHODS)
    assert text.count("@control.writes_back(") == 4
    seen = []
    for module in (load(METHODS), load(text, "generated")):
        solver, u, out = module.Solver(2.0), V.copy(), np.zeros(4)
        for _ in range(2):
            solver.smooth(u)
            total, other = solver.total(u), solver.total(u, out)
            solver.warm()
            seen.append([solver.step(u), u.copy(), out.copy(), total, other, np.array(solver.heat)])
    for k in range(2):
        for now, was in zip(seen[k + 2], seen[k], strict=True):
            assert_close(now, was)


def test_a_method_that_returns_its_attribute_and_changes_its_argument_stays_as_it_is():
    source = METHODS.removesuffix("np.sum(u)\n") + "self.heat\n"
    assert "_solver_step" not in hybridc.convert(source).code
