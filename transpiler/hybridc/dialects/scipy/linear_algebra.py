"""scipy.linalg: matrices that are known while a program runs. NaN and infinity raise there, and go on in JAX."""

_MADE = "dtype=? shape=? makes=float64"

LINES = f"""
    scipy.linalg.solve(a, b, *, lower=False, check_finite=True, assume_a) -> jnp.linalg.solve(a, b) : {_MADE} only=assume_a:gen
    scipy.linalg.solve(a, b, lower=False, *, check_finite=True, assume_a) -> jax.scipy.linalg.solve(a, b, lower=lower, assume_a=assume_a) : {_MADE} only=assume_a:pos statics=lower,assume_a
    scipy.linalg.solve(a, b, *, check_finite=True)           -> jax.scipy.linalg.solve(a, b)   : {_MADE}
    scipy.linalg.inv(a, *, check_finite=True)                -> jnp.linalg.inv(a)              : {_MADE}
    scipy.linalg.det(a, *, check_finite=True)                -> jnp.linalg.det(a)              : dtype=? shape=? makes=wide number
    scipy.linalg.pinv(a, *, check_finite=True)               -> scipy_like.pinv(a)             : {_MADE}
    scipy.linalg.norm(a, ord=None, axis=None, keepdims=False) -> jnp.linalg.norm(...)          : dtype=? shape=reduce makes=float64
    scipy.linalg.cholesky(a, lower=False, *, check_finite=True) -> jax.scipy.linalg.cholesky(a, lower=lower) : {_MADE} statics=lower
    scipy.linalg.cho_factor(a, lower=False, *, check_finite=True) -> jax.scipy.linalg.cho_factor(a, lower=lower) : makes=float64 items=array,static statics=lower
    scipy.linalg.cho_solve(c_and_lower, b, *, check_finite=True) -> jax.scipy.linalg.cho_solve(c_and_lower, b) : dtype=? shape=? lists
    scipy.linalg.lu(a, *, check_finite=True)                 -> scipy_like.lu(a)               : makes=float64 items=array,array,array
    scipy.linalg.lu_factor(a, *, check_finite=True)          -> jax.scipy.linalg.lu_factor(a)  : makes=float64 items=array,array
    scipy.linalg.lu_solve(lu_and_piv, b, trans=0, *, check_finite=True) -> jax.scipy.linalg.lu_solve(lu_and_piv, b, trans=trans) : dtype=? shape=? lists statics=trans
    scipy.linalg.qr(a, *, mode='full', check_finite=True)    -> jax.scipy.linalg.qr(a, mode=mode) : makes=float64 items=array,array
    scipy.linalg.svd(a, full_matrices=True, *, check_finite=True) -> jax.scipy.linalg.svd(a, full_matrices=full_matrices) : makes=float64 items=array,array,array
    scipy.linalg.svdvals(a, *, check_finite=True)            -> scipy_like.svdvals(a)          : {_MADE}
    scipy.linalg.eigh(a, *, eigvals_only, check_finite=True) -> jnp.linalg.eigvalsh(a, symmetrize_input=False) : {_MADE} only=eigvals_only:True
    scipy.linalg.eigh(a, *, lower, eigvals_only, check_finite=True) -> numpy_like.eigvalsh(a, 'L' if lower else 'U') : {_MADE} only=eigvals_only:True statics=lower
    scipy.linalg.eigh(a, *, check_finite=True)               -> jnp.linalg.eigh(a, symmetrize_input=False) : makes=float64 items=array,array
    scipy.linalg.eigh(a, *, lower, check_finite=True)        -> numpy_like.eigh(a, 'L' if lower else 'U') : makes=float64 items=array,array statics=lower
    scipy.linalg.eigvalsh(a, *, check_finite=True)           -> jnp.linalg.eigvalsh(a, symmetrize_input=False) : {_MADE}
    scipy.linalg.eigvalsh(a, *, lower, check_finite=True)    -> numpy_like.eigvalsh(a, 'L' if lower else 'U') : {_MADE} statics=lower
    scipy.linalg.expm(A)                                     -> jax.scipy.linalg.expm(A)       : {_MADE}
    scipy.linalg.solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, *, check_finite=True) -> jax.scipy.linalg.solve_triangular(a, b, trans=trans, lower=lower, unit_diagonal=unit_diagonal) : {_MADE} statics=trans,lower,unit_diagonal
    scipy.linalg.solve_banded(l_and_u, ab, b, *, check_finite=True) -> scipy_like.solve_banded(l_and_u, ab, b) : {_MADE} statics=l_and_u
    scipy.linalg.block_diag(*arrs)                           -> jax.scipy.linalg.block_diag(...) : dtype=? shape=2
    scipy.linalg.toeplitz(c)                                 -> jax.scipy.linalg.toeplitz(c)   : dtype=same shape=2
    scipy.linalg.toeplitz(c, r)                              -> jax.scipy.linalg.toeplitz(c, jnp.asarray(r)) : dtype=? shape=2
    scipy.linalg.circulant(c)                                -> jax.scipy.linalg.circulant(c)  : dtype=same shape=2
    scipy.linalg.hilbert(n)                                  -> jax.scipy.linalg.hilbert(n)    : dtype=float64 shape=2
    scipy.linalg.hadamard(n)                                 -> jax.scipy.linalg.hadamard(n)   : dtype=int shape=2
    scipy.linalg.eig                                         -> ! HYB402 JAX has it on CPUs alone: use `eigh` for symmetric matrices
    scipy.linalg.eigvals                                     -> ! HYB402 JAX has it on CPUs alone: use `eigvalsh` for symmetric matrices
    scipy.linalg.lstsq                                       -> ! HYB402 write `np.linalg.pinv(a) @ b`
    scipy.linalg.null_space                                  -> ! HYB403 its width depends on the rank
    scipy.linalg.orth                                        -> ! HYB403 its width depends on the rank
    scipy.linalg.LinAlgError                                 -> ! HYB402 compiled code raises no exceptions
"""
