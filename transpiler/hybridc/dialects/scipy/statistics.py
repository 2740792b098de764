"""scipy.stats: densities and probabilities where JAX has them to the same digits, moments and means."""

_FLOATS = "dtype=float64 shape=elementwise makes=wide"
_SIDES = "pdf logpdf cdf logcdf sf logsf"
# The parameters of each distribution, and what JAX has of it.
_DISTRIBUTIONS = {
    "norm": ("", f"{_SIDES} ppf isf"),
    "expon": ("", _SIDES),
    "uniform": ("", "pdf logpdf cdf"),
    "laplace": ("", "pdf logpdf cdf"),
    "logistic": ("", "pdf logpdf cdf sf"),
    "cauchy": ("", _SIDES),
    "gamma": ("a", _SIDES),
    "chi2": ("df", _SIDES),
    "t": ("df", "pdf logpdf"),
    "pareto": ("b", _SIDES),
    "gumbel_r": ("", _SIDES),
    "gumbel_l": ("", _SIDES),
    "beta": ("a, b", "cdf logcdf sf logsf"),
    "truncnorm": ("a, b", _SIDES),
}
_COUNTS = {"poisson": ("mu", "pmf logpmf cdf"), "bernoulli": ("p", "pmf logpmf"), "geom": ("p", "pmf logpmf"), "binom": ("n, p", "pmf logpmf"), "nbinom": ("n, p", "pmf logpmf")}  # fmt: skip


def _line(name: str, method: str, parameters: str, others: str) -> str:
    first = {"ppf": "q", "isf": "q", "pmf": "k", "logpmf": "k"}.get(method, "k" if others == "loc" else "x")
    shapes = f"{parameters}, " if parameters else ""
    options = ", ".join(f"{n}={0 if n == 'loc' else 1}" for n in others.split())
    given = ", ".join([first, *filter(None, parameters.split(", ")), *(f"{n}={n}" for n in others.split())])
    function = f"jax.scipy.stats.{name}.{method}"
    if others == "loc":
        filled = {"pmf": "0.0", "logpmf": "-jnp.inf"}.get(method, "None")
        target = f"scipy_like.mass({function}, {filled})({given})"
    else:
        target = f"scipy_like.density({function})({given})"
    plain = (
        ""
        if parameters or others == "loc" or name == "uniform" or method in ("ppf", "isf")
        else (f"    scipy.stats.{name}.{method}({first}, loc=0) -> {function}({first}, loc) : {_FLOATS}\n")
    )
    return f"{plain}    scipy.stats.{name}.{method}({first}, {shapes}{options}) -> {target} : {_FLOATS} traced=k,n"


LINES = (
    "\n".join(
        [_line(n, m, given, "loc scale") for n, (given, methods) in _DISTRIBUTIONS.items() for m in methods.split()]
        + [_line(n, m, given, "loc") for n, (given, methods) in _COUNTS.items() for m in methods.split()]
    )
    + """
    scipy.stats.multivariate_normal.pdf(x, mean, cov)     -> jax.scipy.stats.multivariate_normal.pdf(x, mean, cov)    : dtype=? shape=? number makes=float64
    scipy.stats.multivariate_normal.logpdf(x, mean, cov)  -> jax.scipy.stats.multivariate_normal.logpdf(x, mean, cov) : dtype=? shape=? number makes=float64
    scipy.stats.zscore(a, axis=0, ddof=0)                 -> scipy_like.zscore(...)   : dtype=? shape=same
    scipy.stats.gmean(a, axis=0)                          -> scipy_like.gmean(...)    : dtype=? shape=? number
    scipy.stats.hmean(a, axis=0)                          -> scipy_like.hmean(...)    : dtype=? shape=? number
    scipy.stats.skew(a, axis=0, bias=True)                -> scipy_like.skew(...)     : dtype=? shape=? number statics=bias
    scipy.stats.kurtosis(a, axis=0, fisher=True, bias=True) -> scipy_like.kurtosis(...) : dtype=? shape=? number statics=fisher,bias
    scipy.stats.entropy(pk, qk=None, base=None, axis=0)   -> scipy_like.entropy(...)  : dtype=? shape=? number
    scipy.stats.sem(a, axis=0, ddof=1)                    -> jax.scipy.stats.sem(a, axis=axis, ddof=ddof) : dtype=? shape=? number makes=float64
    scipy.stats.pearsonr                                  -> ! HYB402 it gives a probability as well: use `np.corrcoef(x, y)[0, 1]`
    scipy.stats.linregress                                -> ! HYB402 it gives probabilities as well: use `np.polyfit(x, y, 1)`
    scipy.stats.iqr                                       -> ! HYB402 write `np.percentile(x, 75) - np.percentile(x, 25)`
    scipy.stats.beta.pdf                                  -> ! HYB402 JAX's has six digits: write it by `gammaln`
    scipy.stats.beta.logpdf                               -> ! HYB402 JAX's has six digits: write it by `gammaln`
"""
    + "\n".join(
        f"    scipy.stats.{n}(*args, **options) -> ! HYB402 write `{n}.{m.split()[0]}(x, ...)` with its parameters: an object of the distribution stays in host code"
        for n, (_, m) in {**_DISTRIBUTIONS, **_COUNTS}.items()
    )
    + "\n"
    + "\n".join(
        f"    scipy.stats.{n}.rvs -> ! HYB404 draw in host code and pass the numbers in"
        for n in {**_DISTRIBUTIONS, **_COUNTS}
    )
)
