"""Every line of SciPy's tables is run against SciPy, compiled: values, shapes and dtypes."""

import functools
import re
from pathlib import Path

import jax
import numpy as np
import pytest
import scipy.constants
from scipy_cases import CASES, OLDER, SETTING

import hybridc
from differential import assert_same, load
from hybridc.dialects.scipy import SCIPY
from hybridc.rules import RULES

pytestmark = pytest.mark.wide
IMPORTS = """import numpy as np
from scipy import fft, fftpack, integrate, linalg, ndimage, signal, special, stats
from scipy.spatial import distance
"""
COMPUTING = {n for n in SCIPY.names if any(e.target is not None for e in SCIPY.lookup(n))}
NAMES = sorted(n.removeprefix("scipy.") for n in COMPUTING if not n.startswith("scipy.constants."))
CALLS = [pytest.param(n, i, id=f"{n}-{i}") for n in NAMES if n not in OLDER for i in range(len(CASES.get(n, [])))]
EXAMPLE = re.compile(r"```python\n# before\n(.*?)\n\n\n# after\n(.*?)\n```", re.S)
X = np.array([0.31, -0.72, 0.93, 0.15, -0.24, 0.61, 0.44, 0.05])


@functools.cache
def modules(name):
    functions = [
        f"def f{i}(x):  # hybridc: graph\n{SETTING}\n    return {call}\n" for i, call in enumerate(CASES[name])
    ]
    text = "\n\n".join([IMPORTS, *functions])
    result = hybridc.convert(text)
    assert not result.refusals, [d.message for d in result.refusals]
    return load(text), load(result.code, "generated")


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("name", "index"), CALLS)
def test_a_line_agrees_with_scipy(name, index):
    there, here = (getattr(module, f"f{index}") for module in modules(name))
    with np.errstate(all="ignore"):
        expected = there(X.copy())
    found = here(X.copy())
    narrow = re.search(r"\bs\b|float32", CASES[name][index]) is not None
    assert_same(expected, found, rtol=1e-5 if narrow else 1e-9)
    theirs, ours = jax.tree_util.tree_leaves(expected), jax.tree_util.tree_leaves(found)
    assert [np.asarray(v).dtype for v in ours] == [np.asarray(v).dtype for v in theirs]


def test_the_example_of_the_page_is_what_convert_writes():
    ((before, after),) = EXAMPLE.findall((Path(__file__).parents[2] / "docs" / "scipy.md").read_text())
    code = hybridc.convert(f"{before}\n").code
    assert code.split('jax.config.update("jax_enable_x64", True)\n')[1].strip() == after
    there, here = load(before), load(code, "generated")
    grid, image = np.linspace(-3, 3, 50), np.outer(np.sin(np.arange(9.0)), X)
    assert_same(there.profile(grid, 0.3), here.profile(grid, 0.3))
    assert_same(there.edges(image, 1.5), here.edges(image, 1.5))
    assert_same(there.path(0.5, X[:2], np.sort(X)), here.path(0.5, X[:2], np.sort(X)))


def test_every_line_that_computes_is_run():
    names = {n for n in CASES if f"scipy.{n}" in COMPUTING}
    assert {*NAMES} - names == {*OLDER}
    unknown = {n for n in CASES if n not in names and not n.startswith("stats.")}
    assert not unknown


def test_constants_are_scipys():
    names = [n for n in SCIPY.names if n.startswith("scipy.constants.")]
    assert len(names) > 100
    assert all(isinstance(getattr(scipy.constants, n.rpartition(".")[2]), int | float) for n in names)


def test_every_refusal_names_a_rule():
    refused = {e.refusal for n in SCIPY.names for e in SCIPY.lookup(n)} - {None}
    assert refused == {"HYB402", "HYB403", "HYB404", "HYB414", "HYB701"} and refused <= RULES.keys()


@pytest.mark.parametrize(
    ("call", "library"),
    {
        "integrate.odeint(np.sin, x, np.arange(3.0))": "diffrax",
        "integrate.solve_ivp(np.sin, (0, 1), x)": "diffrax",
        "optimize.minimize(np.sum, x)": "optimistix",
        "optimize.differential_evolution(np.sum, x)": "optimistix",
        "sparse.csr_matrix(x)": "jax.experimental.sparse",
        "sparse.linalg.spsolve(x, x)": "lineax",
        "interpolate.CubicSpline(x, x)": "interpax",
        "cluster.hierarchy.linkage(x)": "host code",
    }.items(),
)
def test_what_has_no_counterpart_names_the_library_that_does_it(call, library):
    text = f"import numpy as np\nfrom scipy import cluster, integrate, interpolate, optimize, sparse\n\n\ndef f(x):{{}}\n    return np.sin(x), {call}\n"
    (refusal,) = hybridc.convert(text.format("  # hybridc: graph")).refusals
    assert refusal.code == "HYB414" and library in refusal.message
    stays = hybridc.convert(text.format(""))
    assert not stays.refusals
    (note,) = [d for d in stays.diagnostics if d.code == "HYB605"]
    assert library in note.message


OUTSIDE = {
    "scales": "stats.norm.pdf(x, 0.0, x), stats.expon.cdf(x, 0.0, scale=x), stats.norm.ppf(np.abs(x), 0.1, x)",
    "shapes": "stats.gamma.pdf(np.abs(x), x), stats.chi2.cdf(np.abs(x), x), stats.t.logpdf(x, x, 0.1), stats.truncnorm.pdf(x, -0.5, x)",
    "what lies between counts": "stats.poisson.pmf(x * 4 + 3, 2.5), stats.binom.logpmf(x * 4 + 3, 10, 0.3), stats.poisson.cdf(x * 4 + 3, 2.5)",
    "probabilities": "stats.bernoulli.pmf(np.round(np.abs(x)), x), stats.binom.pmf(np.round(x * 4 + 3), 10, x), stats.poisson.pmf(2, x)",
}  # fmt: skip


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_no_distribution_has_is_scipys(name):
    text = f"{IMPORTS}\n\ndef f(x):  # hybridc: graph\n    return {OUTSIDE[name]}\n\n\ndef g(y):\n    return f(y)\n"
    there, here = load(text), load(hybridc.convert(text).code, "generated")
    with np.errstate(all="ignore"):
        assert_same(there.f(X), here.f(X))
        assert_same(there.g(X), here.g(X))
