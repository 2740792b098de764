"""Functions of NumPy whose results JAX gives in another dtype, in another container, or not at all."""

import jax
import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import load

X = np.array([3.0, 15.0, -27.0, 5.0, 25.0, -4.0])
METHODS = [
    "linear", "lower", "higher", "nearest", "midpoint", "inverted_cdf", "averaged_inverted_cdf", "hazen", "weibull",
    "median_unbiased", "normal_unbiased", "interpolated_inverted_cdf",
]  # fmt: skip
EXPRESSIONS = {
    "powers of ten": "np.round(x, -1), np.around(k, -1), k.round(-2), x.round(-1), np.round(u, -1), np.round([15, 25], -1), np.round(k)",
    "polynomials": "np.poly(m), np.poly(x), np.poly(m.astype(int))",
    "interpolated": "np.interp(2.0, [0, 1, 2, 2], [1, 2, 3, 7]), np.interp(x, [1.0, 1.0], [3.0, 4.0]), np.interp(x, x[:2], x[:2], left=-1.0, right=9.0)",
    "narrow interpolated": "np.interp(s, s[:2], s[:2]), np.interp(1.5, k[:2], s[:2]), np.interp(x, [3.0, 5.0], [0.0, 1.0], period=4)",
    "covariances": "np.cov(s), np.corrcoef(s, x), np.cov(np.stack([x, x * x]).astype(np.float32)), np.cov(k)",
    "ranges": "np.linspace(k[0], k[1], 5), np.linspace(k[:2], 5, 3), np.linspace(s[0], s[1], 3), np.geomspace(np.float32(1), np.float32(100), 3)",
    "whole ranges": "np.linspace(k[0], 10, 4, dtype=int) + k[:4], np.linspace(0, 1, 3)",
    "nested lists": "np.array([[s[0], 1.5], [2, 3]]), np.array([[k[0], 1], [2, 3]]), np.array([s, [1, 2, 3, 4, 5, 6]]), np.max([[u[0], 300]]), np.mean([[s[0], 1], [2, 3]])",
    "made of places": "np.fromfunction(lambda i, j: i * x[0] + j, (3, 4)), np.fromfunction(lambda i: i * 2, (5,), dtype=int)",
    "windows": "np.lib.stride_tricks.sliding_window_view(x, 3).mean(axis=1), np.lib.stride_tricks.sliding_window_view(m, (2, 1))[0]",
    "gradients": "np.gradient(x), np.gradient(x, 2.0), np.gradient(m, axis=0), np.gradient(k)",
}


def both(text, x):
    code = hybridc.convert(text).code
    return [jax.tree.map(np.asarray, load(each).f(x.copy())) for each in (text, code)]


def same(expected, found):
    assert jax.tree.structure(found) == jax.tree.structure(expected)
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        assert one.dtype == other.dtype
        assert_close(one, other, rtol=1e-6 if one.dtype == np.float32 else 1e-10)


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_values_and_dtypes_are_numpys(name):
    arrays = (
        "s, k, u, m = x.astype(np.float32), x.astype(np.int32), (x * x).astype(np.uint8), np.stack([x[:2], x[2:4]])"
    )
    same(
        *both(f"import numpy as np\n\n\ndef f(x):  # hybridc: graph\n    {arrays}\n    return {EXPRESSIONS[name]}\n", X)
    )


@pytest.mark.parametrize("method", METHODS)
def test_quantiles_by_all_methods(method):
    calls = [
        f"np.percentile(x, 40, method='{method}')", f"np.quantile(m, [0.0, 0.3, 1.0], axis=1, method='{method}')",
        f"np.nanpercentile(m, 70, axis=0, keepdims=True, method='{method}')", f"np.nanquantile(n, 0.35, axis=0, method='{method}')",
        f"np.quantile(n, 0.35, axis=0, method='{method}')", f"np.percentile(x.astype(np.float32), 40, method='{method}')",
    ]  # fmt: skip
    made = "m = x.reshape(2, 3)\n    n = np.where(x.reshape(3, 2) < -10, np.nan, x.reshape(3, 2))"
    text = f"import numpy as np\n\n\ndef f(x):  # hybridc: graph\n    {made}\n    return {', '.join(calls)}\n"
    same(*both(text, X))
    same(*both(text, X.astype(int)))


def test_a_method_of_which_versions_differ_is_refused():
    text = "import numpy as np\n\n\ndef f(x):  # hybridc: graph\n    return np.quantile(x, 0.5, method='closest_observation')\n"
    assert [d.code for d in hybridc.convert(text).refusals] == ["HYB402"]


def test_an_array_made_of_its_shape_is_filled():
    text = "import numpy as np\n\n\ndef f(x):  # hybridc: graph\n    out = np.ndarray((3, len(x)), dtype=np.float64)\n    for i in range(3):\n        out[i] = x * i\n    return out\n"
    same(*both(text, X))


def test_slopes_along_several_axes_are_a_tuple():
    text = "import numpy as np\n\n\ndef f(x):  # hybridc: graph\n    return np.gradient(x.reshape(2, 3)), np.gradient(x.reshape(2, 3), 1.0, 2.0)\n"
    same(*both(text, X))
