"""Histograms, counts and what brackets join: values and dtypes as NumPy's."""

import numpy as np
import pytest
from test_masked_reads import exactly

import hybridc
from differential import assert_agree, graph_function

V = np.array([1.0, 2.0, 2.0, 3.5, 5.0])
I = np.array([0, 1, 1, 3, 9])
B = np.array([100, 100, -3], np.int8)


@pytest.mark.parametrize(
    ("parameters", "body", "cases"),
    [
        ("x", "return np.histogram(x)", [(V,), (I,), (V[:0],), (V[:1],), (B,), (V.astype(np.float32),)]),
        (
            "x",
            "h, e = np.histogram(x, bins=4, range=(0.0, 6.0))\nreturn h / h.sum(), (e[1:] + e[:-1]) / 2",
            [(V,), (I,)],
        ),
        ("x", "return np.histogram(x, np.linspace(0, 10, 6), density=True)", [(V,), (I,)]),
        ("x, w", "return np.histogram(x, bins=3, weights=w)", [(V, V), (I, I), (V, I)]),
        ("x", "e = np.linspace(0, 4, 5) * x[0]\nh, g = np.histogram(x, e)\nreturn h, e, g", [(V,)]),
        ("x, bins=4", "return np.histogram(x, bins)[0]", [(V,), (V, 3)]),
        ("x", "return np.bincount(x % 4, minlength=4), np.bincount(x, minlength=3)[:3]", [(I,), (I[:0],)]),
        ("x, w", "return np.bincount(x, weights=w, minlength=4)[:4], np.bincount(x, w, 4)[:4]", [(I, V), (I, I)]),
        ("x, a", "return np.r_[0, x, a], np.r_[x, 1:4], np.r_[x]", [(V, 3.0), (I, 2), (B, 1)]),
        ("x", "return np.c_[x, x * 2], np.c_[np.ones(len(x)), x].T @ x", [(V,), (I,)]),
        ("x, n", "i, j = np.mgrid[0:n, -n : n + 1]\nreturn i * x[0] + j, i, np.mgrid[0:n].sum()", [(V, 3), (I, 2)]),
        (
            "x",
            "y, z = np.ogrid[0 : len(x), 0:2:0.5]\nreturn y * x[:, None] <= z, z, np.mgrid[0:1:5j] * x",
            [(V,), (I,)],
        ),
        (
            "x",
            "g = np.ogrid[0:2, 0:3]\nreturn np.stack([x, x])[:, :3][g] + g[0] + sum(g), len(g), g[1] * 0.5",
            [(V,), (I,)],
        ),
        ("x", "g = np.mgrid[: len(x), 1:4]\nreturn g.shape, g[0] * x[:, None], np.ogrid[:4]", [(V,)]),
    ],
)
def test_counts_and_brackets(parameters, body, cases):
    assert_agree(graph_function(parameters, body), "f", cases, exactly)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("return np.bincount(x, minlength=4)", "HYB403"),
        ("return np.bincount(x, minlength=4)[:5]", "HYB403"),
        ("return np.bincount(x % 5, minlength=4)", "HYB403"),
        ("return np.bincount(x)", "HYB403"),
        ("return np.r_['0', x, x]", "HYB402"),
        ("return np.histogram(x, bins='auto')", "HYB222"),
        ("e = np.sort(x)\nh, g = np.histogram(x, e)\ng[0] = -5.0\nreturn h, e", "HYB303"),
    ],
)
def test_what_only_values_tell_is_refused(body, code):
    assert code in {d.code for d in hybridc.check(graph_function("x", body)).diagnostics}
