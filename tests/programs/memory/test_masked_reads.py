"""Sums and the like of what a mask chooses are computed of whole arrays."""

import jax
import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import assert_agree, converted, graph_function, load

V = np.array([1.0, -2.0, 3.0, 0.0])
W = np.array([2.0, 5.0, np.nan, 1.0])
NONE = np.array([-1.0, -2.0, -3.0, -4.0])
M = np.array([[1.0, -2.0], [4.0, 5.0], [-6.0, 7.0]])
BYTES = np.array([100, 100, -3], np.int8)
LABELS = np.array([0, 1, 1])


def exactly(expected, actual):
    """Dtypes as well."""
    for one, other in zip(jax.tree_util.tree_leaves(expected), jax.tree_util.tree_leaves(actual), strict=True):
        assert np.asarray(one).dtype == np.asarray(other).dtype
        assert_close(one, other, rtol=1e-12)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(
    ("parameters", "body", "cases"),
    [
        ("x", "return x[x > 0].sum(), np.prod(x[x > 0]), x[x > 0].mean()", [(V,), (NONE,), (M,), (LABELS,)]),
        ("x", "return np.any(x[x > 0]), x[x > 0].all(), np.sum(x[x > 0], 0)", [(V,), (NONE,), (M,), (BYTES,)]),
        ("x", "return x[x > 0].std(), np.var(x[x > 0], ddof=1)", [(V,), (NONE,), (LABELS,)]),
        ("x", "return x[x > 0].max(), np.min(x[x > 0]), np.max(x[x > 0], axis=0)", [(V,), (M,), (BYTES,)]),
        ("x", "return np.max(x[x != 1]), np.min(x[x == x])", [(W,), (V,)]),
        ("x, y", "return np.mean(y[x > 0]), y[x > 0].max()", [(V, W), (np.array([1.0, -1.0, 1.0]), M)]),
        ("x", "return x[x > 0].size, len(x[x > 0]), x[x > 0].shape[0]", [(V,), (NONE,), (M,)]),
        ("x", "return x * len(x[x > 0]), np.float32(3) / x[x > 0].size", [(BYTES,), (V.astype(np.float32),)]),
        ("x", "return np.count_nonzero(x[x < 1]), np.count_nonzero(x[x < 1] > -2)", [(V,), (NONE,), (M,)]),
        ("x, t", "return (x[x > t] > 2).sum(), (x[x > t] > 2).mean()", [(V, 0.5), (V, np.array([2.0]))]),
        ("x, w", "ok = ~np.isnan(w)\nreturn np.sqrt(np.mean((x[ok] - w[ok]) ** 2))", [(V, W)]),
        ("x, c", "return (x[x > 0] - c).sum()", [(V, 2.0), (V, np.array([2.0]))]),
        ("x", "return np.log(x[x > 0]).sum() + (1 / x[x > 0]).mean()", [(V,), (M,)]),
        ("x, y", "return x[y == 1].sum(axis=0), x[y == 1].mean(), len(x[y == 1]), x[y == 1].size", [(M, LABELS)]),
        (
            "x, y",
            "a = x[y == 1]\nmu = a.mean(axis=0)\nreturn ((a - mu) ** 2).sum(axis=0), a.shape[0], a.size",
            [(M, LABELS), (M, LABELS * 0)],
        ),
        ("x, mask", "return x[mask].sum(), np.sqrt(np.mean(x[~mask] ** 2))", [(V, V > 0), (M, LABELS == 0), (M, M > 0)]),
        ("x", "pos = x[x > 0]\nreturn pos.sum(), pos.mean(), len(pos)", [(V,), (NONE,), (M,)]),
        ("x", "x = x[x > 1]\nd = x - x.mean()\nreturn (d * d).sum() / len(d)", [(V,), (M,)]),
        ("x", "pos = x[x > 0]\npos = pos - pos.mean()\npos = pos.max()\nreturn pos", [(V,), (M,)]),
        ("x, w", "m = x > 0\nd = x[m] * w[m]\nreturn d.sum(), d.mean()", [(V, V + 1)]),
        (
            "x, w",
            "ok = np.isfinite(x) & np.isfinite(w)\na = x[ok]\nb = w[ok]\na = a - a.mean()\n"
            "b = b - b.mean()\nreturn (a * b).sum() / np.sqrt((a**2).sum() * (b**2).sum())",
            [(V, W)],
        ),
        ("x", "p = x[x > 0]\nq = x[x > p.mean()]\nreturn q.sum(), len(q), x[x > p.min()].std()", [(V,), (M,)]),
        ("x", "return (x - x[x > 0].mean())[x > 0].max(), x[x > x[x > 0].mean()].sum()", [(V,), (M,)]),
        ("x", "m = np.invert(x > 1)\nreturn x[m].sum(), len(x[np.bitwise_and(x < 3, m)])", [(V,), (M,)]),
        ("x", "pos = x[x > 0]\nif pos.size == 0:\n    return 0.0\nreturn pos.max()", [(V,), (NONE,)]),
        ("x", "return x[x > 0].max() if np.any(x > 0) else -1.0", [(V,), (NONE,)]),
        ("x", "pos = x[x > 0]\nt = 1.0\nwhile pos.sum() * t < 100:\n    t *= 2\nreturn t", [(V,)]),
        (
            "x, y",
            "c = np.zeros((2, x.shape[1]))\nfor k in range(2):\n    own = x[y == k]\n    if len(own) > 0:\n"
            "        c[k] = own.mean(axis=0)\nreturn c",
            [(M, LABELS), (M, LABELS * 0)],
        ),
        (
            "x",
            "s = np.zeros(len(x))\nfor i in range(len(x)):\n    row = x[i]\n    s[i] = row[row > 0].sum()\nreturn s",
            [(M,)],
        ),
        (
            "x",
            "keep = np.ones(x.shape, dtype=bool)\nfor _ in range(3):\n    mu = x[keep].mean()\n"
            "    keep = np.abs(x - mu) < 1.2 * x[keep].std()\nreturn mu",
            [(V,), (M,)],
        ),
        ("x", "y = x.copy()\nm = x > 0\ny[m] = y[m] - y[m].mean()\nreturn y", [(V,), (NONE,)]),
        (
            "x",
            "def of(v):\n    pos = v[v > 0]\n    return pos.sum() / len(pos)\nreturn of(x) + x[x > 0].sum()",
            [(V,)],
        ),
    ],
)  # fmt: skip
def test_what_a_mask_chooses_is_reduced(parameters, body, cases):
    assert_agree(graph_function(parameters, body), "f", cases, exactly)


@pytest.mark.parametrize(
    "body",
    [
        "x = x.copy()\npos = x[x > 0]\nx[0] = 100.0\nreturn pos.sum(), x.sum()",
        "x = x.copy()\ny = x[1:]\npos = x[x > 0]\ny[:] = 100.0\nreturn pos.sum(), x.sum()",
        "m = x > 0\npos = x[m]\nm[0] = False\nreturn pos.sum(), x[m].sum()",
        "m = x > 0\npos = x[m]\nm = x < 0\nneg = x[m]\nreturn pos.sum(), neg.sum()",
        "pos = x[x > 0]\nx = x * 2\nreturn pos.sum(), x.sum()",
    ],
)
def test_what_was_chosen_stays_what_it_was(body):
    assert_agree(graph_function("x", body), "f", [(V,)], exactly)


@pytest.mark.parametrize(
    "body",
    [
        "pos = x[x > 0]\nreturn pos.sum(), pos",
        "def of():\n    return pos.sum()\npos = x[x > 0]\nreturn of()",
        "pos = x[x > 0]\ndef of(pos):\n    return pos.sum()\nreturn of(x) + pos.sum()",
        "m = x[:, 0] > 2\nreturn x[m].sum(axis=1)",
        "s = 0.0\nfor i in range(3):\n    s = s + pos.sum() if i else 0.0\n    pos = x[x > i]\nreturn s",
        "return np.sort(x[x > 0]).sum()",
        "p = x[x > 0]\nreturn p[p > 1].sum()",
        "p = x[x > 0]\nq = p[p > p.mean()]\nreturn len(q)",
        "m = x > 0\np = x[m]\nk = np.abs(p - 1) < 1\nreturn p[k].sum()",
    ],
)
def test_what_goes_elsewhere_is_refused(body):
    codes = {d.code for d in hybridc.check(graph_function("x", body)).diagnostics}
    assert "HYB403" in codes


def test_what_is_not_chosen_has_no_derivative():
    code = converted(graph_function("x, w", "ok = ~np.isnan(w)\nreturn np.log(x[x > 0]).sum() + (w[ok] ** 2).sum()"))
    gradients = jax.grad(load(code).f, argnums=(0, 1))(V, W)
    assert_close(gradients[0], [1.0, 0.0, 1 / 3, 0.0])
    assert_close(gradients[1], [4.0, 10.0, 0.0, 2.0])


def test_extremes_of_nothing_are_warned_of():
    source = graph_function("x", "return np.max(x[x > 0])")
    assert [d.code for d in hybridc.check(source).diagnostics] == ["HYB515"]
    generated = load(converted(source)).f
    assert np.isnan(generated(NONE))
    assert generated(-BYTES[:2]) == np.iinfo(np.int8).min


def test_an_array_of_truths_that_does_not_fit_raises_as_in_numpy():
    generated = load(converted(graph_function("x, y", "return np.sum(x[y > 0])"))).f
    with pytest.raises(IndexError, match="boolean index did not match"):
        generated(M, V)
    with pytest.raises(TypeError, match="an array of truth values was expected"):
        load(converted(graph_function("x, mask", "return np.sum(x[mask])"))).f(V, LABELS)
    with pytest.raises(TypeError, match="a number was expected beside"):
        load(converted(graph_function("x, c", "return (x[x > 0] - c).sum()"))).f(V, V)


def test_names_and_comments_stay():
    source = graph_function("x", "# the positive ones\npos = x[x > 0]  # of x\nreturn pos.mean(), pos.sum()")
    code = converted(source)
    assert "    # the positive ones\n    pos = x > 0  # of x\n" in code
    assert "return x.mean(where=pos), x.sum(where=pos)" in code
