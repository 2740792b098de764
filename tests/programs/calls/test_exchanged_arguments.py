"""Arrays of callers that change places, `u, w = w, u`: each gets what became of it, whichever name holds it in the end."""

import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import load
from hybridc import Options

STEP = "w[1:-1] = 0.5 * np.sin(u[2:] + u[:-2])"
BODIES = {
    "in_a_loop": f"for _ in range(n):\n    {STEP}\n    u, w = w, u",
    "as_a_list": f"for _ in range(n):\n    {STEP}\n    [w, u] = [u, w]",
    "by_a_third_name": f"for _ in range(n):\n    {STEP}\n    t = u\n    u = w\n    w = t",
    "in_a_loop_that_measures": (
        f"change, k = 9.0, 0\nwhile change > 0.1 and k < n:\n    {STEP}\n    change = np.abs(w - u).max()\n    u, w = w, u\n    k += 1\nreturn change"
    ),
    "in_a_branch": f"for i in range(n):\n    {STEP}\n    if i % 3 != 1:\n        u, w = w, u",
    "in_both_branches": f"for i in range(n):\n    {STEP}\n    if u[1] > 0:\n        u, q = q, u\n    else:\n        u, w = w, u",
    "unless_it_leaves": f"for i in range(n):\n    {STEP}\n    if w[1] > 0.4:\n        return i\n    u, w = w, u\nreturn -1",
    "unless_it_breaks": f"for i in range(n):\n    {STEP}\n    if w[1] > 0.4:\n        break\n    u, w = w, u\nu[0] = 7.0",
    "in_a_loop_in_a_loop": f"for _ in range(n):\n    for _ in range(2):\n        {STEP}\n        u, w = w, u\n    u[0] += 1.0\n    u, q = q, u",
    "three_in_turn": "for _ in range(n):\n    q[1:-1] = np.sin(w[2:] + w[:-2]) - u[1:-1]\n    u, w, q = w, q, u",
    "once": f"{STEP}\nu, w = w, u\nw[0] = 3.0\nu[1] = 4.0",
    "with_an_array_of_its_own": f"q = np.zeros_like(u)\nfor _ in range(n):\n    {STEP.replace('w', 'q')}\n    u, q = q, u",
    "with_a_local_array": f"new = np.zeros_like(u)\nfor _ in range(n):\n    {STEP.replace('w', 'new')}\n    u, new = new, u",
    "with_a_copy": f"v = u.copy()\nfor _ in range(n):\n    {STEP.replace('w', 'v', 1)}\n    u, v = v, u\nreturn np.sum(v)",
    "by_a_static_loop": f"for _ in range(3):\n    {STEP}\n    u, w = w, u",
    "before_other_writes": f"for _ in range(n):\n    {STEP}\n    u, w = w, u\nu[0] = 2.0\nw *= 3.0\nreturn np.sum(u)",
    "under_another_name": f"for _ in range(n):\n    {STEP}\n    u, w = w, u\nv = u[1:]\nv[0] = 5.0",
    "not_written": "for _ in range(n):\n    u, w = w, u\nq[0] = np.sin(u[1])",
}  # fmt: skip
GIVEN = [
    np.array([0.3, -1.0, 2.0, 0.5, 0.9]),
    np.array([1.5, 0.25, -2.0, 3.0, 0.1]),
    np.array([0.7, 0.2, 1.0, 4.0, 2.0]),
]


def program(body):
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    main = "def main(u, w, q, n):  # hybridc: host\n    return f(u, w, q, n)\n"
    return f"import numpy as np\n\n\ndef f(u, w, q, n):  # hybridc: graph\n{lines}\n\n\n{main}"


def ran(function, n):
    arrays = [array.copy() for array in GIVEN]
    return function(*arrays, n), arrays


def assert_like(function, original):
    for n in (0, 1, 2, 5):
        result, arrays = ran(function, n)
        expected, wanted = ran(original, n)
        assert (result is None) == (expected is None)
        if expected is not None:
            assert_close(result, expected)
        for array, one in zip(arrays, wanted, strict=True):
            assert_close(array, one)


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("partial", [False, True])
def test_callers_that_stay_python_get_what_their_arrays_became(name, partial):
    source = program(BODIES[name])
    result = hybridc.convert(source, options=Options(partial=partial))
    assert result.code is not None, [d.message for d in result.refusals]
    assert_like(load(result.code, "generated").main, load(source).main)


@pytest.mark.parametrize("name", BODIES)
def test_return_mutated_gives_each_argument_its_own(name):
    source = program(BODIES[name]).partition("\n\n\ndef main")[0]
    result = hybridc.convert(source, options=Options(return_mutated=True))
    assert result.code is not None, [d.message for d in result.refusals]
    names = result.functions[0].returned_mutated
    pure = load(result.code, "generated").f

    def taking_back(*given):
        own, new = None, pure(*given)
        new = new if len(names) > 1 or "return" in source else (new,)
        if "return" in source:
            own, *new = new
        for name, array in zip(names, new, strict=True):
            given["uwq".index(name)][...] = array
        return own

    assert_like(taking_back, load(source).f)


def test_what_changes_places_is_not_copied_for_the_caller():
    source = program(BODIES["in_a_loop"]).partition("\n\n\ndef main")[0]
    code = hybridc.convert(source, options=Options(return_mutated=True)).code
    assert "body, (u, w, False))" in code.replace("control.fori_loop(0, n, ", "").replace("lax.fori_loop(0, n, ", "")


def test_compiled_callers_take_each_back():
    source = program(BODIES["in_a_loop"]) + (
        "\n\ndef g(u, n):  # hybridc: graph\n    w = np.sin(u)\n    q = np.cos(u)\n    f(u * 1.0, w, q, n)\n"
        "    f(w, q, u * 2.0, n)\n    return w - q\n"
    )
    code = hybridc.convert(source).code
    for n in (1, 2, 3):
        assert_close(load(code, "generated").g(GIVEN[0], n), load(source).g(GIVEN[0].copy(), n))


def test_a_callers_array_that_becomes_the_functions_own_is_told_of():
    source = program(BODIES["with_an_array_of_its_own"] + "\nreturn u").partition("\n\n\ndef main")[0]
    found = [d.message for d in hybridc.convert(source).diagnostics if d.code == "HYB304"]
    assert any("`u`" in message for message in found)


@pytest.mark.parametrize("body", ["w = w + 1.0", "w = np.zeros_like(u)", ""])
@pytest.mark.parametrize("result", ["u", "w", "(u, w)", "w[1:]"])
def test_a_result_that_is_one_of_them_is_the_callers_array_or_refused(body, result):
    source = program(f"{body or 'q[0] = 1.0'}\nfor _ in range(n):\n    {STEP}\n    u, w = w, u\nreturn {result}")
    source += "\n\ndef both(u, w, q, n):\n    r = main(u, w, q, n)\n    r = r[0] if isinstance(r, tuple) else r\n    r[0] = 9.0\n"
    converted = hybridc.convert(source, options=Options(partial=True))
    assert converted.code is not None
    assert_like(load(converted.code, "generated").both, load(source).both)


@pytest.mark.parametrize("name", ["in_a_loop", "by_a_third_name", "three_in_turn", "with_a_local_array"])
@pytest.mark.parametrize(("one", "other"), [("f8", "i8"), ("i8", "f8"), ("f4", "f8"), ("i4", "i4")])
def test_arrays_of_different_dtypes_that_change_places_are_not_taken_for_one_another(name, one, other):
    source = program(BODIES[name]).replace("np.zeros_like(u)", f"np.zeros(5, '{other}')")
    code = hybridc.convert(source).code
    arrays = [[a.astype(dtype) for a, dtype in zip(GIVEN, (one, other, one), strict=True)] for _ in range(2)]
    load(source).main(*arrays[0], 3)
    if one != other:
        with pytest.raises(TypeError, match="arrays that change places"):
            load(code, "generated").main(*arrays[1], 3)
        return
    load(code, "generated").main(*arrays[1], 3)
    for array, wanted in zip(*arrays, strict=True):
        assert_close(array, wanted)


def test_exchanged_arrays_that_another_name_holds_are_not_taken_apart():
    source = program(f"v = u\nfor _ in range(n):\n    {STEP}\n    u, w = w, u\nv[0] = 3.0\nreturn np.sum(u)")
    result = hybridc.convert(source)
    if result.code is not None:
        assert_like(load(result.code, "generated").main, load(source).main)
