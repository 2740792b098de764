"""Masks that callers give, beside numbers and by calls that stand twice, and arrays that give the bounds of slices."""

from __future__ import annotations

import warnings
from typing import Any

import jax
import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import assert_same, converted, graph_function, load

BESIDE = ("y[p, 0] = 1", "y[p, 0] += 1", "y[0, p] = 2", "y[..., p] = v", "y[p, -1] = x[p, -1] * 2", "y[p, k] *= 2.5")
BY_CALLS = (
    "y[np.isnan(x)] = z[np.isnan(x)]",
    "y[~np.isnan(x)] = z[~np.isnan(x)] * 2",
    "y[np.isnan(y)] = z[np.isnan(y)]",
    "y[np.abs(z) > 10] += z[np.abs(z) > 10]",
    "y[np.isfinite(x)] /= x[np.isfinite(x)]",
    "y[np.logical_and(z > 3, z < 40)] = np.sqrt(z[np.logical_and(z > 3, z < 40)])",
    "y[np.isnan(x[:, 0]), 0] = 5.0",
    "z[z < 10] *= -1.0; y[y < 3] *= -1.0; y[z > 50] *= 3.0",
)


@pytest.mark.parametrize("write", BESIDE)
def test_what_may_be_a_mask_stands_beside_numbers(write: str) -> None:
    source = f"import numpy as np\n\n\ndef f(y, p, x, v=2.0, k=1):  # hybridc: graph\n    {write}\n    return y\n"
    original, generated = load(source).f, load(converted(source)).f
    for p in (np.array([True, False, True]), 1, np.array([0, 2])):
        y = np.arange(9.0).reshape(3, 3)
        assert_same(original(y.copy(), p, y * 10), generated(y, p, y * 10))


@pytest.mark.parametrize("writes", BY_CALLS)
def test_masks_by_calls_stand_twice(writes: str) -> None:
    source = f"import numpy as np\n\n\ndef f(y, x, z):  # hybridc: graph\n    {writes}\n    return y, z\n"
    y = np.arange(1.0, 10.0).reshape(3, 3)
    x = y.copy()
    x[0, 1] = x[2, 0] = np.nan
    expected = load(source).f(y.copy(), x, y * 10)
    assert_same(expected, load(converted(source)).f(y, x, y * 10))


def with_rows(body: str) -> str:
    head = "import numpy as np\n\n\ndef f(x, rows, n):  # hybridc: graph\n    y = np.zeros(5)\n"
    return f"{head}    {body}\n    return y\n"


@pytest.mark.parametrize(
    "body",
    [
        "for i in range(n):\n        y[i] = np.sum(x[rows[i]:rows[i + 1]])",
        "y[0] = np.sum(x[rows[n]:rows[n] + 3])",
        "for i in range(rows.size - 1):\n        y[i] = x[rows[i]:rows[i + 1]].sum()",
    ],
)
def test_arrays_bound_slices(body: str) -> None:
    source = with_rows(body)
    there, here = load(source), load(converted(source), "generated")
    for rows, n in ((np.array([0, 2, 2, 5]), 3), (np.array([1, -2, 5]), 1)):
        assert_same(there.f(np.arange(5.0), rows, n), here.f(np.arange(5.0), rows, n))


@pytest.mark.parametrize("body", ["y = np.cumsum(x[rows[n]:])", "y = np.sort(x[rows[n]:])"])
def test_arrays_that_bound_slices_are_refused_and_not_made_static(body: str) -> None:
    refused = hybridc.check(with_rows(body)).refusals
    assert {d.code for d in refused} == {"HYB220"} and all("rows[" in d.message for d in refused)


def test_tuples_that_bound_slices_are_known_while_tracing() -> None:
    body = "return [np.sum(x[rows[i]:rows[i + 1]]) for i in range(len(rows) - 1)]"
    source = f"import numpy as np\n\n\ndef f(x, rows: tuple[int, ...]):  # hybridc: graph\n    {body}\n"
    x, rows = np.arange(5.0), (0, 2, 5)
    assert_same(load(source).f(x, rows), load(converted(source)).f(x, rows))


X = np.array([1.0, -2.0, 3.0, 4.5])
KEEP = np.array([True, False, True, True])
ALONE = {
    "chosen": "return np.sqrt(np.abs(x[keep]))",
    "summed": "return np.sum(x[keep]) / np.std(x[keep])",
    "of two": "d = x[keep] - np.exp(x)[keep]\n    return np.sqrt(np.mean(d ** 2)), d",
    "counted": "return np.sqrt(len(x[keep])), x[keep].size",
    "under its own name": "x = x[keep]\n    return np.sum(x) / x.size",
    "if given": "if keep is not None:\n        x = x[keep]\n    return np.sort(x)",
    "or made": "if keep is None:\n        keep = np.arange(2)\n    return np.cumsum(x[keep])",
    "handed on": "return np.sum(chosen(x, keep))",
}


@pytest.mark.parametrize("way", ALONE)
@pytest.mark.parametrize("name", ["keep", "mask"])
def test_what_is_an_index_alone_may_be_a_mask_or_a_list(way: str, name: str) -> None:
    chosen = "def chosen(v, sel):\n    return np.exp(v[sel])\n"
    body = ALONE[way].replace("keep", name)
    source = f"import numpy as np\n\n\n{chosen}\n\ndef f(x, {name}=None):  # hybridc: graph\n    {body}\n"
    original, generated = load(source).f, load(converted(source)).f
    places = (KEEP, np.array([True] * 4), np.array([2, 0]), [0, 3, 3], [True, False, False, True], [])
    for place in places if name == "keep" or way != "summed" else places[:2]:
        if way != "summed" or np.size(place):  # the deviation of nothing
            assert_same(original(X, place), generated(X, place))
            assert_same(original(x=X, **{name: place}), generated(x=X, **{name: place}))


def test_masks_of_several_dimensions_choose_as_they_do() -> None:
    source = "import numpy as np\n\n\ndef f(image, roi):\n    return np.mean(image[roi]), np.exp(image[roi])\n"
    image = np.arange(12.0).reshape(2, 3, 2)
    for roi in (image > 3, image[..., 0] > 3, image[:, 0, 0] > 3, np.array([1, 0]), 1):
        assert_same(load(source).f(image, roi), load(converted(source)).f(image, roi))


ROWS = {
    "read": "return np.sqrt(np.abs(F[cells, :]))",
    "written back": "b = F[cells, :]\n    b = b[..., [0, 2, 1]]\n    F = F * 0.5\n    F[cells, :] = b\n    return F",
    "set and read": "F = F + 1\n    F[cells, 0] = F[cells, 2]\n    return F",
    "changed": "F = F + 1\n    F[cells, 1:] *= F[cells, 1:]\n    return F",
    "behind an ellipsis": "F = F + 1\n    F[cells, ...] -= F[cells, ...] ** 2\n    return F",
    "in a loop": "F = F + 1\n    for k in range(3):\n        F[cells, k] = F[cells, 2 - k] * 2\n    return F",
    "handed on": "F = F + 1\n    F[cells, :] = turned(F, cells)\n    return F",
}


@pytest.mark.parametrize("way", ROWS)
def test_rows_beside_slices_may_be_chosen_by_masks(way: str) -> None:
    turned = "def turned(F, cells):\n    return F[cells, ::-1]\n"
    source = f"import numpy as np\n\n\n{turned}\n\ndef f(F, cells):  # hybridc: graph\n    {ROWS[way]}\n"
    original, generated = load(source).f, load(converted(source)).f
    lines = np.arange(12.0).reshape(4, 3)
    for cells in (KEEP, ~KEEP, np.array([2, 0]), [0, 3], 1):
        assert_same(original(lines.copy(), cells), generated(lines, cells))
    planes = np.arange(12.0).reshape(2, 2, 3)
    assert_same(original(planes.copy(), KEEP.reshape(2, 2)), generated(planes, KEEP.reshape(2, 2)))


@pytest.mark.parametrize("body", ["f[opposite][:, solid]", "f[:, solid]", "f[::-1, ::-1][:, solid] + 1"])
def test_columns_may_be_chosen_by_masks(body: str) -> None:
    source = graph_function("f, solid", f"opposite = [0, 2, 1]\ng = {body}\nf = f * 0.5\nf[:, solid] = g\nreturn f")
    original, generated = load(source).f, load(converted(source)).f
    f = np.arange(36.0).reshape(3, 4, 3)
    for solid in (KEEP, f[0] % 5 > 2, np.array([1, 2])):
        assert_same(original(f.copy(), solid), generated(f, solid))


TOLD = {
    "a test": "return avg(x, x > t) - avg(x, x <= t)",
    "a name": "good = (x > t) & np.isfinite(x)\n    return avg(x, good)",
    "a function": "return avg(x, np.isfinite(x))",
    "a chain": "return on(x, x > t)",
    "an opposite": "return outside(x, x > t)",
    "a count": "return share(x, x > t)",
}
CHOOSING = (
    "def avg(x, sel):\n    return np.mean(x[sel])\n\n\ndef on(x, w):\n    return avg(x, w) * 2\n\n\n"
    "def outside(x, bad):\n    return np.sum(x[~bad])\n\n\ndef share(x, sel):\n    return np.sum(x[sel]) / np.sum(sel)\n"
)


@pytest.mark.parametrize("way", TOLD)
def test_masks_that_compiled_code_gives_are_computed_of_whole_arrays(way: str) -> None:
    source = f"import numpy as np\n\n\n{CHOOSING}\n\ndef f(x, t):  # hybridc: graph\n    {TOLD[way]}\n"
    x = np.array([1.0, 2.0, np.nan, 3.0]) if "isfinite" in TOLD[way] else X
    for t in (0.0, 2.0):
        assert_same(load(source).f(x, t), load(converted(source)).f(x, t))


def test_methods_choose_by_masks_as_functions_do() -> None:
    source = (
        "import numpy as np\n\n\nclass Series:\n    def __init__(self, x):\n        self.x = x\n        self.good = x > 0\n\n"
        "    def mean(self):\n        return np.mean(self.x[self.good])\n\n    def pick(self, x, sel):\n        return np.abs(x[sel])\n\n"
        "    def total(self, x, sel):\n        return np.sum(x[sel])\n\n    def run(self, x):\n        return self.total(x, x > 1.5) * 2\n"
    )
    original, generated = load(source).Series(X), load(converted(source)).Series(X)
    assert_same(original.mean(), generated.mean())
    assert_same(original.pick(X, KEEP), generated.pick(X, KEEP))
    assert_same(original.run(X), generated.run(X))


@pytest.mark.parametrize(
    "text",
    [
        "def pick(x, sel):\n    return np.log(x[sel])\n\n\ndef f(x, t):\n    return np.sum(pick(x, x > t))\n",
        "def pick(x, sel):\n    return np.mean(x[sel])\n\n\ndef f(x, t):\n    return pick(x, x > t) + pick(x, np.array([0, 1]))\n",
        "def f(x, t):\n    def pick(v, sel):\n        return np.sum(v[sel])\n\n    return pick(x, x > t)\n",
        "def f(x, t):\n    pick = lambda v, sel: np.exp(v[sel])\n    return pick(x, x > t)\n",
    ],
)
def test_what_such_masks_choose_is_refused_where_it_is_wanted(text: str) -> None:
    source = f"import numpy as np\n\n\n{text}".replace("def f(x, t):", "def f(x, t):  # hybridc: graph")
    refused = hybridc.check(source).refusals
    assert {d.code for d in refused} == {"HYB403"} and all("[sel]" in d.message for d in refused)


def test_a_mask_that_only_the_running_program_knows_is_told_of() -> None:
    source = "import numpy as np\n\n\ndef f(x, keep):\n    return np.sum(x[keep])\n"
    generated = load(converted(source)).f
    with pytest.raises(TypeError, match="`f` chooses by `keep`, a mask of which only the running program knows"):
        jax.jit(lambda x: generated(x, x > 0))(X)
    assert_same(generated(X, np.array([1, 3])), jax.jit(generated)(X, np.array([1, 3])))


def test_numbers_by_the_names_of_counters_are_not_looked_at() -> None:
    assert "takes_masks" not in converted("import numpy as np\n\n\ndef f(x, i):\n    return np.sin(x[i])\n")


@pytest.mark.parametrize("mask", ["c[:, :, 0] > 0", "c[..., 1] > 0"])
def test_rows_that_masks_of_several_dimensions_choose_are_reduced(mask: str) -> None:
    body = f"m = {mask}\n    return np.sum(c[m], axis=0), c[m].mean(axis=0), c[{mask}].max(axis=0), np.std(c[{mask}], axis=0)"
    source = f"import numpy as np\n\n\ndef f(c):  # hybridc: graph\n    {body}\n"
    c = np.random.default_rng(0).normal(size=(4, 3, 2))
    assert_same(load(source).f(c), load(converted(source)).f(c))


NUMBERS = {
    "joined bits": ("x, m", "return x[3 ^ m], x[1 | m] + x[m & 3] + np.sum(x)", (2,)),
    "bits of both": ("x, a, b", "return np.exp(x[a & b]), x[a ^ b]", (3, 1)),
    "summed": ("x, ids", "return x[ids].sum() / ids.sum(), np.sum(ids)", (np.array([1, 2]),)),
    "not read by": (
        "x, mode=None, w=None",
        "if mode is None:\n    x = x * 2\nreturn np.sum(x), w is None",
        ([[1], [2, 3]],),
    ),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_nothing_shows_these_to_be_masks(name):
    parameters, body, given = NUMBERS[name]
    text = graph_function(parameters, body)
    code = converted(text)
    assert "masks(" not in code.replace('takes_masks("ids")', "")
    for one, other in zip(load(code).f(np.arange(8.0), *given), load(text).f(np.arange(8.0), *given), strict=True):
        assert_close(one, other, rtol=1e-12)


CHOSEN = (  # what is read by an index, and written by it in between
    "return np.max(x[sel]) - np.min(x[sel])",
    "return np.sum(x[sel] * y[sel])",
    "z = x[sel]\n    return (z - np.mean(z)) / (1 + np.std(z))",
    "for i in range(3):\n        x[sel] += 1\n    return np.sum(x[sel])",
    "old = x[sel].copy()\n    x[sel] = 0\n    return np.sum(old)",
    "old = x[sel]\n    x[sel] = 0\n    return np.sum(old)",
    "t = x[sel]\n    x[sel] = s\n    return np.mean(t), x",
    "t = x[sel]\n    t = t * 2\n    x[sel] = t\n    return np.sum(x)",
    "t = x[sel]\n    x[sel] = y[sel]\n    y[sel] = t\n    return np.sum(x)",
    "t = np.sum(x[sel])\n    x[sel] /= t\n    return x",
    "t, u = x[sel], x[1:]\n    x[sel] = 0\n    u += 1\n    return np.sum(t), u",
)
INDICES = {
    "mask": (np.arange(1.0, 6), np.array([True, False, True, True, False])),
    "nothing": (np.arange(1.0, 6), np.zeros(5, bool)),
    "places": (np.arange(1.0, 6), np.array([0, 3])),
    "number": (np.arange(1.0, 6), 2),
    "list": (np.arange(1.0, 6), [1, 4]),
    "rows": (np.arange(1.0, 11).reshape(5, 2), np.array([True, False, True, True, False])),
    "elements": (np.arange(1.0, 11).reshape(5, 2), np.arange(10).reshape(5, 2) % 3 == 0),
}
TOGETHER = "import numpy as np\n" + "".join(
    f"\n\ndef f{number}(x, y, sel, s=1.5):  # hybridc: graph\n    {body}\n" for number, body in enumerate(CHOSEN)
)


@pytest.fixture(scope="module")
def together() -> tuple[Any, Any]:
    """In one file: what is found of one function is looked at again where others want arrays that are mutable."""
    return load(TOGETHER), load(converted(TOGETHER), "generated")


@pytest.mark.parametrize("kind", [k for k in INDICES if k != "nothing"])
@pytest.mark.parametrize("number", range(len(CHOSEN)))
def test_indices_of_any_kind_choose(number: int, kind: str, together: tuple[Any, Any]) -> None:
    values, chosen = INDICES[kind]
    results = []
    for module in together:
        x, y = values.copy(), values * 10
        results.append([getattr(module, f"f{number}")(x, y, chosen), x, y])
    assert_same(*results)


@pytest.mark.parametrize("number", range(1, len(CHOSEN)))
def test_masks_that_choose_nothing(number: int, together: tuple[Any, Any]) -> None:
    values, chosen = INDICES["nothing"]
    results = []
    for module in together:
        x, y = values.copy(), values * 10
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results.append([getattr(module, f"f{number}")(x, y, chosen), x, y])
    assert_same(*results)
