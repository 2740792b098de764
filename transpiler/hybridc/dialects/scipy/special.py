"""scipy.special: functions of each element, and what sums their exponentials."""

_FLOATS = "dtype=float shape=elementwise makes=float64"
# Of one array, and of two, that JAX has by the same name.
_UNARY = "erf erfc erfcx erfinv expit logit gamma gammaln loggamma gammasgn i0 i0e i1 i1e entr dawsn"
_BINARY = {
    "xlogy": "x, y",
    "xlog1py": "x, y",
    "kl_div": "x, y",
    "rel_entr": "x, y",
    "boxcox": "x, lmbda",
    "boxcox1p": "x, lmbda",
    "gammainc": "a, x",
    "gammaincc": "a, x",
    "zeta": "x, q",
    "polygamma": "n, x",
    "betainc": "a, b, x",
}
_SAME = [f"scipy.special.{n}(x, /) -> jax.scipy.special.{n}(x) : {_FLOATS}" for n in _UNARY.split()] + [
    f"scipy.special.{n}({given}, /) -> jax.scipy.special.{n}({given}) : {_FLOATS} traced=n"
    for n, given in _BINARY.items()
]

LINES = (
    "\n".join(_SAME)
    + f"""
    scipy.special.psi(x, /)                  -> scipy_like.digamma(x)      : {_FLOATS}
    scipy.special.digamma(x, /)              -> scipy_like.digamma(x)      : {_FLOATS}
    scipy.special.ndtr(x, /)                 -> scipy_like.ndtr(x)         : {_FLOATS}
    scipy.special.ndtri(y, /)                -> scipy_like.ndtri(y)        : {_FLOATS}
    scipy.special.log_ndtr(x, /)             -> scipy_like.log_ndtr(x)     : {_FLOATS}
    scipy.special.spence(z, /)               -> scipy_like.spence(z)       : {_FLOATS}
    scipy.special.exprel(x, /)               -> scipy_like.exprel(x)       : {_FLOATS}
    scipy.special.expm1(x, /)                -> jnp.expm1(x)               : {_FLOATS}
    scipy.special.log1p(x, /)                -> jnp.log1p(x)               : {_FLOATS}
    scipy.special.cbrt(x, /)                 -> numpy_like.cbrt(x)         : {_FLOATS}
    scipy.special.exp2(x, /)                 -> numpy_like.exp2(x)         : {_FLOATS}
    scipy.special.sici(x, /)                 -> jax.scipy.special.sici(x)    : makes=float64 items=array,array
    scipy.special.fresnel(z, /)              -> jax.scipy.special.fresnel(z) : makes=float64 items=array,array
    scipy.special.log_expit(x, /)            -> jax.nn.log_sigmoid(x)      : {_FLOATS}
    scipy.special.logsumexp(a, axis=None, b=None, keepdims=False) -> jax.scipy.special.logsumexp(...) : dtype=float shape=reduce makes=float64
    scipy.special.softmax(x, axis=None)      -> jax.scipy.special.softmax(...) : dtype=float shape=same makes=width
    scipy.special.log_softmax(x, axis=None)  -> jax.scipy.special.log_softmax(...) : dtype=float shape=same makes=width
    scipy.special.multigammaln(a, d)         -> jax.scipy.special.multigammaln(a, d) : dtype=float shape=same makes=float64 statics=d
    scipy.special.beta                       -> ! HYB402 JAX's has six digits: write `np.exp(gammaln(a) + gammaln(b) - gammaln(a + b))`
    scipy.special.betaln                     -> ! HYB402 JAX's has six digits: write `gammaln(a) + gammaln(b) - gammaln(a + b)`
    scipy.special.poch                       -> ! HYB402 JAX has it above 0 alone: write `np.exp(gammaln(z + m) - gammaln(z))`
    scipy.special.exp1                       -> ! HYB402 JAX's does not end for infinity and NaN: call it in host code
    scipy.special.expi                       -> ! HYB402 JAX's does not end for infinity and NaN: call it in host code
    scipy.special.expn                       -> ! HYB402 JAX's does not end for infinity and NaN: call it in host code
    scipy.special.j0                         -> ! HYB402 JAX has no Bessel functions of the first kind but by recursion: call it in host code
    scipy.special.j1                         -> ! HYB402 JAX has no Bessel functions of the first kind but by recursion: call it in host code
    scipy.special.jv                         -> ! HYB402 JAX has no Bessel functions of the first kind but by recursion: call it in host code
    scipy.special.factorial                  -> ! HYB402 write `gamma(n + 1)`
"""
)
