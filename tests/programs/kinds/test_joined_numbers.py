"""Python's numbers put beside arrays whose dtype the text tells; lists of numbers where NumPy makes arrays of them."""

import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import load

X = np.array([0.0, 1.0, 2.0, 100.0])
SMALL = {
    "append": "np.append(a, 300), np.append(a, -1), np.append(a, 100) + 100",
    "diff": "np.diff(a, prepend=0), np.diff(a, append=0)",
    "stacked": "np.hstack([a, 100]), np.block([a, 100]), np.stack([a[0], 7])",
    "an array": "np.array([a[0], 300]), np.array([a[0], a[1], -1]), np.array([a[0], a[1]])",
    "the largest": "np.max([a[0], 300]), np.min([a[1], -5])",
    "a polynomial": "np.polyval(a, 2), np.polyval(x.astype(np.int32), 2)",
    "their own dtype": "np.insert(a, 0, 3), np.where(a > 1, a, 100), np.append(a, a)",
    "without signs": "np.sqrt(np.abs(a)), np.log(abs(x.astype(np.int32)) + 1), np.abs(x * 1j)",
    "a mean": "np.mean([v > 1 for v in x]), np.mean([a[0], a[1]])",
}
NARROW = {
    "append": "np.append(a, 0.1), np.append(a, 2)",
    "whole numbers": "np.hstack([a, 1]), np.array([a[0], 300]), np.array((a[0], 1))",
    "an array": "np.array([a[0], 0.1]), np.block([a, 0.1])",
    "diff": "np.diff(a, prepend=0.1)",
}
LISTS = {
    "convolved": "np.convolve([1, 2, 3], [1, 1]) * i, np.correlate((1, 2), [1]) * i, np.convolve([1.0, 2.0], [1, 2]) * i",
    "convolved elements": "np.convolve([i, i + 1], [1, 2]), np.convolve([q * 2 for q in x.astype(int)], [1, 1])",
    "repeated": "np.repeat(x, [1, 2, 0, 1]), np.repeat(x, repeats=(2, 2, 2, 2), axis=0), np.repeat([1, 2], 3)",
    "deleted": "np.delete(x, [0, 2]), np.delete(x, (1,)), np.delete(x, [True, False, False, True])",
    "inserted": "np.insert(x, [1, 2], [5, 6]), np.insert(x, 1, [5.0, 6.0])",
    "differences": "np.ediff1d(x, to_end=[1.0, 2.0], to_begin=0.5), np.gradient(x, [0.0, 1.0, 3.0, 4.0])",
    "polynomials": "np.polysub(x, [1, 2]), np.polyadd([1, 2], [x[0], x[1]])",
    "einsum": "np.einsum('i,i', [x[0], x[1]], [1.0, 2.0]), np.cov(np.stack([x, x * x]), fweights=[1, 2, 1, 3])",
    "rows": "np.apply_along_axis(np.sum, 0, [x, x * 2])",
}
MASKED = {
    "functions": "np.mean(x, where=x > 0), np.sum(x, where=x > 1), np.max(x, initial=-1.0, where=x < 2), np.std(x, where=x > 0)",
    "methods": "x.sum(where=x > 0), x.mean(where=x > 0), x.max(initial=0.0, where=x > 3), x.min(initial=-9.0)",
    "questions": "np.any(x > 1, where=x > 0), np.all(x > 0, where=[False, True, True, True])",
    "a first number": "np.sum(x, initial=5.0), np.prod(x, initial=2.0), np.sum(x.astype(int), initial=5)",
    "in order": "x.argsort(kind='stable'), np.argsort(-x, kind='mergesort')",
}
TUPLES = {
    "grids": "np.meshgrid(x, x[:2])",
    "shapes": "np.broadcast_arrays(x, x[:1])",
    "axes": "np.atleast_1d(x, i)",
}


def agree(expression, first=""):
    text = f"import numpy as np\n\n\ndef f(x):  # hybridc: graph\n    i = x[1].astype(int)\n    {first}\n    return {expression}\n"
    code = hybridc.convert(text).code
    expected, found = (load(each).f(X.copy()) for each in (text, code))
    assert type(found) is type(expected)
    for one, other in zip(found, expected, strict=True):
        assert np.asarray(one).dtype == np.asarray(other).dtype and np.shape(one) == np.shape(other)
        assert_close(one, other)


@pytest.mark.parametrize("dtype", ["uint8", "int8"])
@pytest.mark.parametrize("name", SMALL)
def test_small_integers_get_room(name, dtype):
    agree(f"({SMALL[name]},)", f"a = x.astype(np.{dtype})")


@pytest.mark.parametrize("name", NARROW)
def test_narrow_fractions_get_digits(name):
    agree(f"({NARROW[name]},)", "a = x.astype(np.float32)")


@pytest.mark.parametrize("name", LISTS)
def test_lists_are_arrays(name):
    agree(f"({LISTS[name]},)")


@pytest.mark.parametrize("name", MASKED)
def test_reductions_of_some_elements(name):
    agree(f"({MASKED[name]},)")


@pytest.mark.parametrize("name", TUPLES)
def test_several_arrays_are_a_tuple(name):
    agree(TUPLES[name])


def test_both_parts_of_complex_numbers_are_looked_at():
    text = "import numpy as np\n\n\ndef f(z):  # hybridc: graph\n    return np.all(z), np.any(z), z.any(axis=0), (z * 1j).all()\n"
    for z in (np.array([1j, 2j]), np.array([0j, 0]), np.array([1, 0]), np.array([True, False])):
        expected, found = (load(each).f(z) for each in (text, hybridc.convert(text).code))
        assert [bool(one) for one in found] == [bool(other) for other in expected]


@pytest.mark.parametrize(
    "expression", ["np.trapezoid(x > 1)", "np.where(x > 0, 'a', 'b')", "np.gradient(x, edge_order=2)"]
)
def test_what_has_no_counterpart_is_refused(expression):
    text = f"import numpy as np\n\n\ndef f(x):  # hybridc: graph\n    return {expression}\n"
    assert hybridc.convert(text).refusals


JOINED = ["np.append(a, 300)", "np.array([a[0], 300])", "np.diff(a, prepend=0)", "np.polyval(a, 2)", "np.mean(a)"]
HELPER = "def helper(a):\n    return {}\n\n\n"
INNER = "def inner(a):\n        return {}\n    "
HANDED = {
    "a call": ("helper(x.astype(np.uint8))", "", HELPER),
    "a name": ("helper(a=b)", "b = x.astype('uint8')", HELPER),
    "a spread tuple": ("helper(*b)", "b = (x.astype(np.uint8),)", HELPER),
    "two calls": (
        "second(x.astype(np.uint8))",
        "",
        HELPER + "def second(b):\n    return helper(b[::-1].reshape(-1))\n\n\n",
    ),
    "a result": ("helper(small(x))", "", HELPER + "def small(x):\n    return x.astype(np.uint8)\n\n\n"),
    "a mask": ("helper(x > 1)", "", HELPER),
    "a global": ("helper(BYTES)", "", "BYTES = np.array([1, 2, 3], np.uint8)\n\n\n" + HELPER),
    "a default": ("helper()", "", HELPER.replace("(a)", "(a=np.array([1, 2], np.int8))")),
    "a function": ("apply(helper, x.astype(np.uint8))", "", HELPER + "def apply(g, v):\n    return g(v)\n\n\n"),
    "a lambda": ("g(x.astype(np.uint8))", "g = lambda a: {}", ""),
    "a lambda's default": ("g()", "g = lambda a=x.astype(np.uint8): {}", ""),
    "a nested function": ("inner(x.astype(np.uint8))", INNER, ""),
    "a comprehension": ("[{} for a in [x.astype(np.uint8), x.astype(np.int8)]][0]", "", ""),
    "map": ("list(map(lambda a: {}, [x.astype(np.uint8)]))[0]", "", ""),
    "rows": ("[helper(row) for row in b][1]", "b = np.stack([x, x]).astype(np.uint8)", HELPER),
    "the name of a dtype": ("helper(x.astype(kind))", "kind = np.uint8", HELPER),
}


@pytest.mark.parametrize("joined", JOINED)
@pytest.mark.parametrize("way", HANDED)
def test_small_integers_are_told_wherever_they_go(way, joined):
    expression, first, helpers = (part.replace("{}", joined) for part in HANDED[way])
    text = f"import numpy as np\n\n\n{helpers}def f(x):  # hybridc: graph\n    {first}\n    return {expression}\n"
    expected, found = (np.asarray(load(each).f(X.copy())) for each in (text, hybridc.convert(text).code))
    assert found.dtype == expected.dtype
    assert_close(found, expected, rtol=1e-12)


GIVEN = {
    "a parameter": ("", "np.append(a, b), np.array([a[0], b])"),
    "a default": ("", "np.append(a, c), np.append(a, -c)"),
    "a lambda": ("    g = lambda a, b: np.append(a, b)\n", "g(a, b), g(b, a)"),
    "a table": ("", "TABLE[k](a, b), a"),
}


@pytest.mark.parametrize("way", GIVEN)
def test_numbers_that_are_given_have_room_beside_small_ones(way):
    first, results = GIVEN[way]
    table = "TABLE = {'join': lambda a, b: np.append(a, b)}\n\n\n"
    text = f"import numpy as np\n\n\n{table}def f(x, b, k='join', c=300):  # hybridc: graph\n    a = x.astype(np.uint8)\n{first}    return {results}\n"
    for number in (300, np.array(200, np.uint8)):
        given = [load(each).f(X.copy(), number) for each in (text, hybridc.convert(text).code)]
        for expected, found in zip(*given, strict=True):
            assert found.dtype == expected.dtype
            assert_close(found, expected, rtol=1e-12)


COUNTED = {
    "enumerate": "for i, v in enumerate(a):\n        s.append(v + i)",
    "a range": "for i in range(len(x)):\n        s.append(a[i] + i * i)",
    "enumerate in a comprehension": "s += [np.array([v, i]) for i, v in enumerate(a)]",
    "enumerate of a list": "for i, v in enumerate([a[0], a[1]]):\n        s.append(np.array([v, i]))",
    "comparisons": "for i in range(len(x)):\n        s.append(a[i] < 400 * i)",
}


@pytest.mark.parametrize("dtype", ["uint8", "int16"])
@pytest.mark.parametrize("name", COUNTED)
def test_what_loops_count_is_a_number_of_pythons(name, dtype):
    agree("s", f"a, s = x.astype(np.{dtype}), []\n    {COUNTED[name]}")
