"""Products, linear algebra and Fourier transforms."""

LINES = """
    numpy.dot(a, b)                                            -> jnp.dot(...)                 : dtype=promote shape=? number makes=promote
    numpy.vdot(a, b, /)                                        -> jnp.vdot(...)                : dtype=promote shape=scalar number makes=promote
    numpy.inner(a, b, /)                                       -> jnp.inner(...)               : dtype=promote shape=? number makes=promote
    numpy.outer(a, b)                                          -> jnp.outer(...)               : dtype=promote shape=2 makes=promote
    numpy.matmul(x1, x2, /)                                    -> jnp.matmul(...)              : dtype=promote shape=? number makes=promote
    numpy.tensordot(a, b, axes=2)                              -> jnp.tensordot(...)           : dtype=promote shape=? number makes=promote
    numpy.einsum(subscripts, *operands)                        -> jnp.einsum(...)              : dtype=? shape=? view number
    numpy.einsum(subscripts, *operands, optimize)              -> jnp.einsum(subscripts, *operands) : dtype=? shape=? view number only=optimize:*
    numpy.kron(a, b)                                           -> jnp.kron(...)                : dtype=promote shape=? makes=promote
    numpy.cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None) -> jnp.cross(...)               : dtype=promote shape=? makes=promote
    numpy.vecdot(x1, x2, /)                                    -> jnp.vecdot(...)              : dtype=promote shape=? number
    numpy.matvec(x1, x2, /)                                    -> jnp.matvec(...)              : dtype=promote shape=?
    numpy.vecmat(x1, x2, /)                                    -> jnp.vecmat(...)              : dtype=promote shape=?
    numpy.linalg.inv(a)                                        -> jnp.linalg.inv(...)          : dtype=? shape=? makes=float64
    numpy.linalg.det(a)                                        -> jnp.linalg.det(...)          : dtype=? shape=? number makes=float64
    numpy.linalg.slogdet(a)                                    -> jnp.linalg.slogdet(...)      : dtype=? shape=? number makes=float64
    numpy.linalg.cholesky(a, /)                                -> jnp.linalg.cholesky(a, symmetrize_input=False) : dtype=? shape=? makes=float64
    numpy.linalg.cholesky(a, /, *, upper)                      -> numpy_like.cholesky(a, upper) : dtype=? shape=? makes=float64
    numpy.linalg.solve(a, b)                                   -> jnp.linalg.solve(...)        : dtype=? shape=? makes=float64
    numpy.linalg.qr(a, mode='reduced')                         -> jnp.linalg.qr(...)           : dtype=? shape=? makes=float64
    numpy.linalg.svd(a, full_matrices=True, compute_uv=True)   -> jnp.linalg.svd(...)          : dtype=? shape=? makes=float64
    numpy.linalg.svdvals(x, /)                                 -> jnp.linalg.svdvals(...)      : dtype=? shape=? makes=float64
    numpy.linalg.eigh(a)                                       -> jnp.linalg.eigh(a, symmetrize_input=False) : dtype=? shape=? makes=float64
    numpy.linalg.eigh(a, UPLO)                                 -> numpy_like.eigh(a, UPLO) : dtype=? shape=? makes=float64 statics=UPLO
    numpy.linalg.eigvalsh(a)                                   -> jnp.linalg.eigvalsh(a, symmetrize_input=False) : dtype=? shape=? makes=float64
    numpy.linalg.eigvalsh(a, UPLO)                             -> numpy_like.eigvalsh(a, UPLO) : dtype=? shape=? makes=float64 statics=UPLO
    numpy.linalg.norm(x, ord=None, axis=None, keepdims=False)  -> jnp.linalg.norm(...)         : dtype=? shape=? number makes=float64
    numpy.linalg.matrix_norm(x, /, *, keepdims=False, ord='fro') -> jnp.linalg.matrix_norm(...)  : dtype=? shape=? number makes=float64
    numpy.linalg.vector_norm(x, /, *, axis=None, keepdims=False, ord=2) -> jnp.linalg.vector_norm(...)  : dtype=? shape=? number makes=float64 unproven=jnp.linalg.vector_norm(1.0*x,axis=axis,keepdims=keepdims,ord=ord)
    numpy.linalg.matrix_power(a, n)                            -> jnp.linalg.matrix_power(...) : dtype=? shape=?
    numpy.linalg.pinv(a)                                       -> jnp.linalg.pinv(a, rtol=1e-15) : dtype=? shape=? makes=float64
    numpy.linalg.cond(x, p=None)                               -> jnp.linalg.cond(...)         : dtype=? shape=? statics=p number makes=float64
    numpy.linalg.multi_dot(arrays)                             -> jnp.linalg.multi_dot(...)    : dtype=? shape=? number lists joins=arrays
    numpy.linalg.tensorsolve(a, b)                             -> jnp.linalg.tensorsolve(...)  : dtype=? shape=? makes=float64
    numpy.linalg.tensorinv(a, ind=2)                           -> jnp.linalg.tensorinv(...)    : dtype=? shape=? makes=float64
    numpy.linalg.cross(x1, x2, /, *, axis=-1)                  -> jnp.linalg.cross(...)        : dtype=? shape=?
    numpy.linalg.outer(x1, x2, /)                              -> jnp.linalg.outer(...)        : dtype=? shape=?
    numpy.linalg.matmul(x1, x2, /)                             -> jnp.linalg.matmul(...)       : dtype=? shape=? number
    numpy.linalg.vecdot(x1, x2, /, *, axis=-1)                 -> jnp.linalg.vecdot(...)       : dtype=? shape=? number
    numpy.linalg.tensordot(x1, x2, /, *, axes=2)               -> jnp.linalg.tensordot(...)    : dtype=? shape=? number
    numpy.linalg.diagonal(x, /, *, offset=0)                   -> jnp.linalg.diagonal(...)     : dtype=? shape=? view
    numpy.linalg.trace(x, /, *, offset=0, dtype=None)          -> jnp.linalg.trace(...)        : dtype=? shape=? number
    numpy.linalg.matrix_transpose(x, /)                        -> jnp.linalg.matrix_transpose(...) : dtype=? shape=? view
    numpy.linalg.lstsq(*args)                                  -> ! HYB402 the residuals of a rank-deficient system have another shape in JAX: write `np.linalg.pinv(a) @ b`
    numpy.fft.fft(a, n=None, axis=-1, norm=None)               -> jnp.fft.fft(...)             : dtype=? shape=? makes=float64
    numpy.fft.ifft(a, n=None, axis=-1, norm=None)              -> jnp.fft.ifft(...)            : dtype=? shape=? makes=float64
    numpy.fft.rfft(a, n=None, axis=-1, norm=None)              -> jnp.fft.rfft(...)            : dtype=? shape=? makes=float64
    numpy.fft.irfft(a, n=None, axis=-1, norm=None)             -> jnp.fft.irfft(...)           : dtype=? shape=? makes=float64
    numpy.fft.hfft(a, n=None, axis=-1, norm=None)              -> jnp.fft.hfft(...)            : dtype=? shape=? makes=float64
    numpy.fft.ihfft(a, n=None, axis=-1, norm=None)             -> jnp.fft.ihfft(...)           : dtype=? shape=? makes=float64
    numpy.fft.fft2(a, s=None, axes=(-2, -1), norm=None)        -> jnp.fft.fft2(...)            : dtype=? shape=? makes=float64
    numpy.fft.ifft2(a, s=None, axes=(-2, -1), norm=None)       -> jnp.fft.ifft2(...)           : dtype=? shape=? makes=float64
    numpy.fft.rfft2(a, s=None, axes=(-2, -1), norm=None)       -> jnp.fft.rfft2(...)           : dtype=? shape=? makes=float64
    numpy.fft.irfft2(a, s=None, axes=(-2, -1), norm=None)      -> jnp.fft.irfft2(...)          : dtype=? shape=? makes=float64
    numpy.fft.fftn(a, s=None, axes=None, norm=None)            -> jnp.fft.fftn(...)            : dtype=? shape=? makes=float64
    numpy.fft.ifftn(a, s=None, axes=None, norm=None)           -> jnp.fft.ifftn(...)           : dtype=? shape=? makes=float64
    numpy.fft.rfftn(a, s=None, axes=None, norm=None)           -> jnp.fft.rfftn(...)           : dtype=? shape=? makes=float64
    numpy.fft.irfftn(a, s=None, axes=None, norm=None)          -> jnp.fft.irfftn(...)          : dtype=? shape=? makes=float64
    numpy.fft.fftshift(x, axes=None)                           -> jnp.fft.fftshift(...)        : dtype=? shape=?
    numpy.fft.ifftshift(x, axes=None)                          -> jnp.fft.ifftshift(...)       : dtype=? shape=?
    numpy.fft.fftfreq(n, d=1.0)                                -> jnp.fft.fftfreq(...)         : dtype=? shape=?
    numpy.fft.rfftfreq(n, d=1.0)                               -> jnp.fft.rfftfreq(...)        : dtype=? shape=?
    numpy.linalg.matrix_rank(A)                                -> jnp.linalg.matrix_rank(A).astype(int) : dtype=int shape=? number
    numpy.linalg.eig(a)                                        -> ! HYB402 JAX computes general eigenvalues on CPU only: use `eigh` for symmetric matrices
    numpy.linalg.eigvals(a)                                    -> ! HYB402 JAX computes general eigenvalues on CPU only: use `eigvalsh` for symmetric matrices
    numpy.linalg.LinAlgError(*args)                            -> ! HYB402 compiled code raises no exceptions
"""
