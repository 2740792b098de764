"""`paddle.linalg`, as far as it is that of JAX."""

LINES = """
    paddle.linalg.inv(x, name=None)                       -> jnp.linalg.inv(x) : dtype=same shape=same
    paddle.inverse(x, name=None)                          -> jnp.linalg.inv(x) : dtype=same shape=same
    Tensor.inverse(self, name=None)                       -> jnp.linalg.inv(self) : dtype=same shape=same
    paddle.linalg.det(x, name=None)                       -> jnp.linalg.det(x) : dtype=same
    paddle.linalg.pinv(x, *, hermitian=False, name=None) -> jnp.linalg.pinv(x, rtol=1e-15, hermitian=hermitian) : dtype=?
    paddle.linalg.pinv(x, rcond, hermitian=False, name=None) -> jnp.linalg.pinv(x, rtol=rcond, hermitian=hermitian) : dtype=same statics=hermitian
    paddle.linalg.solve(x, y, name=None)                  -> tensors.solve(x, y) : dtype=same
    paddle.linalg.cholesky(x, upper=False, name=None)     -> numpy_like.cholesky(x, upper=upper) : dtype=same shape=same statics=upper
    paddle.linalg.eigh(x, UPLO='L', name=None)            -> numpy_like.eigh(x, UPLO=UPLO) : dtype=? items=array,array
    paddle.linalg.eigvalsh(x, UPLO='L', name=None)        -> numpy_like.eigvalsh(x, UPLO=UPLO) : dtype=?
    paddle.linalg.svd(x, *, name=None)                    -> jnp.linalg.svd(x, full_matrices=False) : dtype=? items=array,array,array
    paddle.linalg.svd(x, full_matrices, name=None)        -> jnp.linalg.svd(x, full_matrices=full_matrices) : dtype=? items=array,array,array
    paddle.linalg.svdvals(x, name=None)                   -> jnp.linalg.svdvals(x) : dtype=?
    paddle.linalg.qr(x)                                   -> jnp.linalg.qr(x) : dtype=? items=array,array
    paddle.linalg.slogdet(x, name=None)                   -> jnp.stack(jnp.linalg.slogdet(x)) : dtype=same
    paddle.linalg.matrix_power(x, n, name=None)           -> jnp.linalg.matrix_power(x, n) : dtype=same shape=same statics=n
    paddle.linalg.multi_dot(x, name=None)                 -> jnp.linalg.multi_dot(x) : dtype=? lists
    paddle.linalg.matmul(x, y, transpose_x=False, transpose_y=False, name=None) -> tensors.matmul(x, y, transpose_x=transpose_x, transpose_y=transpose_y) : dtype=promote statics=transpose_x,transpose_y
    paddle.baddbmm(input, x, y, beta=1.0, alpha=1.0, name=None) -> tensors.addmm(input, x, y, beta=beta, alpha=alpha) : dtype=promote
    paddle.tensordot(x, y, axes=2, name=None)             -> tensors.tensordot(x, y, axes) : dtype=promote statics=axes
    paddle.inner(x, y, name=None)                         -> jnp.inner(x, y) : dtype=promote
    paddle.cross(x, y, axis=9, name=None)                 -> tensors.cross(x, y, axis) : dtype=promote statics=axis
    paddle.cdist(x, y, p=2.0, compute_mode=None, name=None) -> tensors.cdist(x, y, p) : dtype=promote statics=p
    paddle.dist(x, y, p=2, name=None)                     -> tensors.norm(x - y, p=p) : dtype=promote statics=p
    Tensor.inner(self, y, name=None)                      -> jnp.inner(self, y) : dtype=promote
    Tensor.outer(self, y, name=None)                      -> jnp.outer(self, y) : dtype=promote shape=2
    Tensor.trace(self, offset=0, axis1=0, axis2=1, name=None) -> jnp.trace(self, offset=offset, axis1=axis1, axis2=axis2) : dtype=same
"""
