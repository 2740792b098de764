"""Special functions: `torch.special`."""

from hybridc.dialects.torch.reductions import with_numpy_names

LINES = with_numpy_names("""
    torch.special.exp2(input)                    -> numpy_like.exp2(input)                        : dtype=float shape=elementwise
    torch.special.expm1(input)                   -> jnp.expm1(input)                              : dtype=float shape=elementwise
    torch.special.log1p(input)                   -> jnp.log1p(input)                              : dtype=float shape=elementwise
    torch.special.sinc(input)                    -> jnp.sinc(input)                               : dtype=float shape=elementwise
    torch.special.round(input)                   -> jnp.round(input)                              : dtype=same shape=same
    torch.special.round(input, *, decimals)      -> numpy_like.rounded(input, decimals)           : dtype=same shape=same statics=decimals
    torch.special.expit(input)                   -> jax.scipy.special.expit(input)                : dtype=float shape=elementwise
    torch.special.logit(input, eps=None)         -> tensors.logit(...)                            : dtype=float shape=same
    torch.special.erf(input)                     -> jax.scipy.special.erf(input)                  : dtype=float shape=elementwise
    torch.special.erfc(input)                    -> jax.scipy.special.erfc(input)                 : dtype=float shape=elementwise
    torch.special.erfinv(input)                  -> jax.scipy.special.erfinv(input)               : dtype=float shape=elementwise
    torch.special.gammaln(input)                 -> jax.scipy.special.gammaln(input)              : dtype=float shape=elementwise
    torch.special.digamma(input)                 -> tensors.special.digamma(input)                : dtype=float shape=elementwise
    torch.special.psi(input)                     -> tensors.special.digamma(input)                : dtype=float shape=elementwise
    torch.special.polygamma(n, input)            -> tensors.special.polygamma(n, input)           : dtype=?
    torch.special.multigammaln(input, p)         -> jax.scipy.special.multigammaln(input, p)      : dtype=float shape=? statics=p
    torch.special.gammainc(input, other)         -> jax.scipy.special.gammainc(input, other)      : dtype=float shape=elementwise
    torch.special.gammaincc(input, other)        -> jax.scipy.special.gammaincc(input, other)     : dtype=float shape=elementwise
    torch.special.zeta(input, other)             -> tensors.special.zeta(input, other)            : dtype=float shape=elementwise
    torch.special.ndtr(input)                    -> jax.scipy.special.ndtr(input)                 : dtype=float shape=elementwise
    torch.special.ndtri(input)                   -> jax.scipy.special.ndtri(input)                : dtype=float shape=elementwise
    torch.special.log_ndtr(input)                -> jax.scipy.special.log_ndtr(input)             : dtype=float shape=elementwise
    torch.special.entr(input)                    -> jax.scipy.special.entr(input)                 : dtype=float shape=elementwise
    torch.special.xlogy(input, other)            -> jax.scipy.special.xlogy(input, other)         : dtype=float shape=elementwise
    torch.special.xlog1py(input, other)          -> jax.scipy.special.xlog1py(input, other)       : dtype=float shape=elementwise
    torch.special.i0(input)                      -> jax.scipy.special.i0(input)                   : dtype=float shape=elementwise
    torch.special.i0e(input)                     -> jax.scipy.special.i0e(input)                  : dtype=float shape=elementwise
    torch.special.i1(input)                      -> jax.scipy.special.i1(input)                   : dtype=float shape=elementwise
    torch.special.i1e(input)                     -> jax.scipy.special.i1e(input)                  : dtype=float shape=elementwise
    torch.special.modified_bessel_i0(input)      -> jax.scipy.special.i0(input)                   : dtype=float shape=elementwise
    torch.special.modified_bessel_i1(input)      -> jax.scipy.special.i1(input)                   : dtype=float shape=elementwise
    torch.special.spherical_bessel_j0(x)         -> jnp.sinc(x / jnp.pi)                      : dtype=float shape=elementwise
    torch.special.logsumexp(input, dim, keepdim=False) -> tensors.logsumexp(...)                  : dtype=? statics=dim,keepdim
    torch.special.softmax(input, dim, *, dtype=None) -> F.softmax(input, dim, dtype=dtype)        : dtype=? shape=same statics=dim
    torch.special.log_softmax(input, dim, *, dtype=None) -> F.log_softmax(input, dim, dtype=dtype) : dtype=? shape=same statics=dim
    torch.special.chebyshev_polynomial_t(x, n)         -> tensors.special.chebyshev_polynomial_t(...)         : dtype=float shape=same
    torch.special.chebyshev_polynomial_u(x, n)         -> tensors.special.chebyshev_polynomial_u(...)         : dtype=float shape=same
    torch.special.chebyshev_polynomial_v(x, n)         -> tensors.special.chebyshev_polynomial_v(...)         : dtype=float shape=same
    torch.special.chebyshev_polynomial_w(x, n)         -> tensors.special.chebyshev_polynomial_w(...)         : dtype=float shape=same
    torch.special.shifted_chebyshev_polynomial_t(x, n) -> tensors.special.shifted_chebyshev_polynomial_t(...) : dtype=float shape=same
    torch.special.shifted_chebyshev_polynomial_u(x, n) -> tensors.special.shifted_chebyshev_polynomial_u(...) : dtype=float shape=same
    torch.special.shifted_chebyshev_polynomial_v(x, n) -> tensors.special.shifted_chebyshev_polynomial_v(...) : dtype=float shape=same
    torch.special.shifted_chebyshev_polynomial_w(x, n) -> tensors.special.shifted_chebyshev_polynomial_w(...) : dtype=float shape=same
    torch.special.hermite_polynomial_h(x, n)           -> tensors.special.hermite_polynomial_h(...)           : dtype=float shape=same
    torch.special.hermite_polynomial_he(x, n)          -> tensors.special.hermite_polynomial_he(...)          : dtype=float shape=same
    torch.special.laguerre_polynomial_l(x, n)          -> tensors.special.laguerre_polynomial_l(...)          : dtype=float shape=same
    torch.special.legendre_polynomial_p(x, n)          -> tensors.special.legendre_polynomial_p(...)          : dtype=float shape=same
    torch.special.airy_ai(*args)                   -> ! HYB402 JAX has no such function
    torch.special.bessel_j0(*args)                 -> ! HYB402 JAX has no such function
    torch.special.bessel_j1(*args)                 -> ! HYB402 JAX has no such function
    torch.special.bessel_y0(*args)                 -> ! HYB402 JAX has no such function
    torch.special.bessel_y1(*args)                 -> ! HYB402 JAX has no such function
    torch.special.modified_bessel_k0(*args)        -> ! HYB402 JAX has no such function
    torch.special.modified_bessel_k1(*args)        -> ! HYB402 JAX has no such function
    torch.special.scaled_modified_bessel_k0(*args) -> ! HYB402 JAX has no such function
    torch.special.scaled_modified_bessel_k1(*args) -> ! HYB402 JAX has no such function
    torch.special.erfcx(*args)                     -> ! HYB402 JAX has no such function: `exp(x * x) * erfc(x)` overflows for large x
""")
