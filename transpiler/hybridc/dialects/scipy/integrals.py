"""scipy.integrate, of what is known at points, and distances of scipy.spatial."""

_SIMPSON = "*, x=None, dx=1.0, axis=-1"
_DISTANCES = ("euclidean", "sqeuclidean", "cityblock", "chebyshev", "cosine")
_METRIC = "only=metric:{} dtype=float64"

LINES = (
    f"""
    scipy.integrate.trapezoid(y, x=None, dx=1.0, axis=-1) -> jnp.trapezoid(...) : dtype=? shape=? number numbers makes=float64
    scipy.integrate.trapz(y, x=None, dx=1.0, axis=-1)     -> jnp.trapezoid(...) : dtype=? shape=? number numbers makes=float64
    scipy.integrate.simpson(y, {_SIMPSON})                -> scipy_like.simpson(...) : dtype=? shape=? number
    scipy.integrate.simpson(y, x, *, dx=1.0, axis=-1)     -> scipy_like.simpson(...) : dtype=? shape=? number
    scipy.integrate.cumulative_trapezoid(y, x=None, dx=1.0, axis=-1, initial=None) -> scipy_like.cumulative_trapezoid(...) : dtype=? shape=?
    scipy.integrate.cumtrapz(y, x=None, dx=1.0, axis=-1, initial=None) -> scipy_like.cumulative_trapezoid(...) : dtype=? shape=?
    scipy.integrate.simps -> ! HYB402 older versions average two ways of an even number of points: use `simpson`
    scipy.spatial.distance.minkowski(u, v, p=2)        -> scipy_like.minkowski(...) : dtype=? shape=? number
    scipy.spatial.distance.squareform(X)               -> scipy_like.squareform(X)  : dtype=same shape=?
"""
    + "\n".join(
        line
        for name in _DISTANCES
        for line in (
            f"    scipy.spatial.distance.{name}(u, v)                          -> scipy_like.{name}(u, v) : dtype=? shape=? number",
            f"    scipy.spatial.distance.cdist(XA, XB, metric)                -> scipy_like.cdist(...)   : {_METRIC.format(name)} shape=2",
            f"    scipy.spatial.distance.pdist(X, metric)                     -> scipy_like.pdist(...)   : {_METRIC.format(name)} shape=1",
        )
    )
    + """
    scipy.spatial.distance.cdist(XA, XB) -> scipy_like.cdist(XA, XB) : dtype=float64 shape=2
    scipy.spatial.distance.pdist(X)      -> scipy_like.pdist(X)      : dtype=float64 shape=1
    scipy.spatial.distance.cdist(XA, XB, metric) -> ! HYB402 euclidean, sqeuclidean, cityblock, chebyshev and cosine are compiled: write another by hand, of `XA[:, None]` and `XB[None]`
    scipy.spatial.distance.pdist(X, metric)      -> ! HYB402 euclidean, sqeuclidean, cityblock, chebyshev and cosine are compiled: write another by hand, of `X[:, None]` and `X[None]`
"""
)
