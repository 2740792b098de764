"""Products and linear algebra."""

from hybridc.dialects.torch.reductions import with_numpy_names

LINES = with_numpy_names("""
    torch.matmul(input, other)                                 -> jnp.matmul(input, other)          : dtype=promote number
    torch.mm(input, mat2)                                      -> jnp.matmul(input, mat2)           : dtype=promote shape=2
    torch.bmm(input, mat2)                                     -> jnp.matmul(input, mat2)           : dtype=promote
    torch.mv(input, vec)                                       -> jnp.matmul(input, vec)            : dtype=promote shape=1
    torch.dot(input, tensor)                                   -> jnp.dot(input, tensor)            : dtype=promote shape=scalar
    torch.vdot(input, other)                                   -> jnp.vdot(input, other)            : dtype=promote shape=scalar
    torch.inner(input, other)                                  -> jnp.inner(input, other)           : dtype=promote number
    torch.outer(input, vec2)                                   -> jnp.outer(input, vec2)            : dtype=promote shape=2
    torch.ger(input, vec2)                                     -> jnp.outer(input, vec2)            : dtype=promote shape=2
    torch.addmm(input, mat1, mat2, *, beta=1, alpha=1)         -> tensors.addmm(...)                : dtype=? shape=2 statics=beta,alpha
    torch.addmv(input, mat, vec, *, beta=1, alpha=1)           -> tensors.addmv(...)                : dtype=? shape=1 statics=beta,alpha
    torch.addr(input, vec1, vec2, *, beta=1, alpha=1)          -> tensors.addr(...)                 : dtype=? shape=2 statics=beta,alpha
    torch.baddbmm(input, batch1, batch2, *, beta=1, alpha=1)   -> tensors.baddbmm(...)              : dtype=? statics=beta,alpha
    torch.addbmm(input, batch1, batch2, *, beta=1, alpha=1)    -> tensors.addbmm(...)               : dtype=? shape=2 statics=beta,alpha
    torch.chain_matmul(*matrices)                              -> tensors.chain_matmul(...)         : dtype=? view
    torch.tensordot(a, b, dims=2)                              -> jnp.tensordot(a, b, axes=dims)    : dtype=promote statics=dims number
    torch.einsum(equation, a, b, /)                            -> jnp.einsum(...)                   : dtype=? statics=equation number
    torch.einsum(equation, a, b, c, /)                         -> jnp.einsum(...)                   : dtype=? statics=equation number
    torch.einsum(equation, operands, /)                        -> tensors.einsum(...)               : dtype=? statics=equation view number
    torch.einsum(equation, *operands)                          -> jnp.einsum(...)                   : dtype=? statics=equation view number lists
    torch.kron(input, other)                                   -> jnp.kron(input, other)            : dtype=promote
    torch.cross(input, other, dim=None)                        -> tensors.cross(...)                : dtype=promote statics=dim
    torch.trace(input)                                         -> tensors.trace(input)              : dtype=sum shape=scalar

    torch.det(input)                                           -> jnp.linalg.det(input)             : dtype=? number
    torch.logdet(input)                                        -> tensors.linalg.logdet(input)      : dtype=? number
    torch.slogdet(input)                                       -> jnp.linalg.slogdet(input)         : dtype=? items=array,array
    torch.inverse(input)                                       -> jnp.linalg.inv(input)             : dtype=?
    torch.pinverse(input, rcond)                               -> jnp.linalg.pinv(input, rtol=rcond) : dtype=?
    torch.pinverse(input)                                      -> jnp.linalg.pinv(input, rtol=1e-15) : dtype=?
    torch.matrix_power(input, n)                               -> jnp.linalg.matrix_power(input, n) : dtype=?
    torch.matrix_exp(input)                                    -> jax.scipy.linalg.expm(input)      : dtype=?
    torch.cholesky(input, upper=False)                         -> numpy_like.cholesky(...)               : dtype=?
    torch.cholesky_solve(input, input2, upper=False)           -> tensors.linalg.cholesky_solve(input, input2, upper) : dtype=?
    torch.cholesky_inverse(input, upper=False)                 -> tensors.linalg.cholesky_inverse(input, upper) : dtype=?
    torch.triangular_solve(input, A, upper=True, transpose=False, unitriangular=False) -> tensors.linalg.triangular_solve(input, A, upper=upper, transpose=transpose, unitriangular=unitriangular) : dtype=? statics=transpose,unitriangular
    torch.svd(input, some=True, compute_uv=True)               -> tensors.linalg.svd(input, some=some, compute_uv=compute_uv) : dtype=? statics=some
    torch.qr(input)                                            -> jnp.linalg.qr(input)              : dtype=? items=array,array
    torch.qr(input, some)                                      -> jnp.linalg.qr(input, mode='reduced' if some else 'complete') : dtype=? items=array,array statics=some
    torch.orgqr(input, input2)                                 -> tensors.linalg.householder_product(input, input2) : dtype=?
    torch.lu_solve(input, LU_data, LU_pivots)                  -> tensors.linalg.lu_solve(LU_data, LU_pivots, input) : dtype=?

    torch.linalg.matmul(input, other)                          -> jnp.matmul(input, other)          : dtype=promote number
    torch.linalg.multi_dot(tensors)                            -> jnp.linalg.multi_dot(tensors)     : dtype=? number lists
    torch.linalg.vecdot(x, y, *, dim=-1)                       -> jnp.linalg.vecdot(x, y, axis=dim) : dtype=promote statics=dim number
    torch.linalg.cross(input, other, *, dim=-1)                -> jnp.cross(input, other, axis=dim) : dtype=promote statics=dim
    torch.linalg.diagonal(A, *, offset=0)                      -> jnp.linalg.diagonal(A, offset=offset) : dtype=same view
    torch.linalg.diagonal(A, *, offset=0, dim1, dim2)          -> jnp.diagonal(A, offset=offset, axis1=dim1, axis2=dim2) : dtype=same view statics=dim1,dim2
    torch.linalg.norm(input, ord=None, dim=None, keepdim=False, *, dtype=None)            -> tensors.linalg.norm(...)        : dtype=? statics=dim,keepdim number
    torch.linalg.vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None)            -> tensors.linalg.vector_norm(...) : dtype=? statics=dim,keepdim number
    torch.linalg.matrix_norm(input, ord='fro', dim=(-2, -1), keepdim=False, *, dtype=None)    -> tensors.linalg.matrix_norm(...) : dtype=? statics=dim,keepdim number
    torch.linalg.det(A)                                        -> jnp.linalg.det(A)                 : dtype=? number
    torch.linalg.slogdet(A)                                    -> jnp.linalg.slogdet(A)             : dtype=? items=array,array
    torch.linalg.cond(input, p=None)                               -> tensors.linalg.cond(...)          : dtype=? statics=p number
    torch.linalg.matrix_rank(input, *, atol=None, rtol=None, hermitian=False) -> tensors.linalg.matrix_rank(...) : dtype=int statics=hermitian number
    torch.linalg.inv(A)                                        -> jnp.linalg.inv(A)                 : dtype=?
    torch.linalg.pinv(input, *, atol=None, rtol=None, hermitian=False) -> tensors.linalg.pinv(...)      : dtype=? statics=hermitian
    torch.linalg.solve(A, B, *, left=True)                     -> tensors.linalg.solve(...)         : dtype=? statics=left
    torch.linalg.solve_triangular(input, B, *, upper, left=True, unitriangular=False) -> tensors.linalg.solve_triangular(...) : dtype=? statics=left,unitriangular
    torch.linalg.cholesky(input, *, upper=False)                   -> numpy_like.cholesky(...)           : dtype=?
    torch.linalg.qr(A)                                         -> jnp.linalg.qr(A)                  : dtype=? items=array,array
    torch.linalg.qr(A, mode)                                   -> tensors.linalg.qr(...)            : dtype=?
    torch.linalg.svd(A, full_matrices=True, *, driver=None)    -> jnp.linalg.svd(A, full_matrices=full_matrices) : dtype=?
    torch.linalg.svdvals(A, *, driver=None)                    -> jnp.linalg.svdvals(A)             : dtype=?
    torch.linalg.eigh(input, UPLO='L')                             -> numpy_like.eigh(...)               : dtype=? items=array,array
    torch.linalg.eigvalsh(input, UPLO='L')                         -> numpy_like.eigvalsh(...)           : dtype=?
    torch.linalg.lu(A, *, pivot=True)                          -> tensors.linalg.lu(...)            : dtype=? statics=pivot
    torch.linalg.lu_factor(A, *, pivot=True)                   -> tensors.linalg.lu_factor(...)     : dtype=? items=array,array statics=pivot
    torch.linalg.lu_solve(LU, pivots, B)                       -> tensors.linalg.lu_solve(LU, pivots, B) : dtype=?
    torch.linalg.matrix_power(input, n)                            -> jnp.linalg.matrix_power(input, n)     : dtype=?
    torch.linalg.matrix_exp(input)                                 -> jax.scipy.linalg.expm(input)          : dtype=?
    torch.linalg.tensorinv(input, ind=2)                           -> jnp.linalg.tensorinv(input, ind=ind)  : dtype=?
    torch.linalg.tensorsolve(input, other, dims=None)          -> jnp.linalg.tensorsolve(input, other, axes=dims) : dtype=? statics=dims
    torch.linalg.vander(x, *, N=None)                          -> tensors.linalg.vander(...)        : dtype=?
    torch.linalg.householder_product(input, tau)                   -> tensors.linalg.householder_product(input, tau) : dtype=?

    torch.linalg.eig(*args)            -> ! HYB402 JAX computes general eigenvalues on CPU only: use `eigh` for symmetric matrices
    torch.linalg.eigvals(*args)        -> ! HYB402 JAX computes general eigenvalues on CPU only: use `eigvalsh` for symmetric matrices
    torch.linalg.lstsq(*args)          -> ! HYB402 JAX has other residuals for matrices that lack rank: write `torch.linalg.pinv(A) @ B`
    torch.linalg.cholesky_ex(*args)    -> ! HYB402 JAX does not tell where it failed: use `torch.linalg.cholesky`, which gives NaN there
    torch.linalg.inv_ex(*args)         -> ! HYB402 JAX does not tell where it failed: use `torch.linalg.inv`
    torch.linalg.solve_ex(*args)       -> ! HYB402 JAX does not tell where it failed: use `torch.linalg.solve`
    torch.linalg.lu_factor_ex(*args)   -> ! HYB402 JAX does not tell where it failed: use `torch.linalg.lu_factor`
    torch.linalg.ldl_factor(*args)     -> ! HYB402 JAX has no such decomposition: use `torch.linalg.cholesky`
    torch.linalg.ldl_factor_ex(*args)  -> ! HYB402 JAX has no such decomposition: use `torch.linalg.cholesky`
    torch.linalg.ldl_solve(*args)      -> ! HYB402 JAX has no such decomposition: use `torch.linalg.solve`
    torch.linalg.LinAlgError(*args)    -> ! HYB402 compiled code raises no exceptions
    torch.eig(*args)                   -> ! HYB402 it is no longer in PyTorch: use `torch.linalg.eigh` for symmetric matrices
    torch.symeig(*args)                -> ! HYB402 it is no longer in PyTorch: use `torch.linalg.eigh`
    torch.matrix_rank(*args)           -> ! HYB402 it is no longer in PyTorch: use `torch.linalg.matrix_rank`
    torch.solve(*args)                 -> ! HYB402 it is no longer in PyTorch: use `torch.linalg.solve`
    torch.lstsq(*args)                 -> ! HYB402 it is no longer in PyTorch: write `torch.linalg.pinv(A) @ B`
    torch.lu(*args)                    -> ! HYB402 use `torch.linalg.lu_factor`
    torch.lu_unpack(*args)             -> ! HYB402 use `torch.linalg.lu`
    torch.geqrf(*args)                 -> ! HYB402 use `torch.linalg.qr`
    torch.ormqr(*args)                 -> ! HYB402 use `torch.linalg.qr` and a product
    torch.lobpcg(*args)                -> ! HYB402 use `torch.linalg.eigh`
    torch.svd_lowrank(*args)           -> ! HYB402 it draws at random: use `torch.linalg.svd` and cut it off
    torch.pca_lowrank(*args)           -> ! HYB402 it draws at random: subtract the mean, use `torch.linalg.svd` and cut it off
    torch.spmm(*args)                  -> ! HYB402 JAX's arrays are dense: use `torch.mm`
    torch.smm(*args)                   -> ! HYB402 JAX's arrays are dense: use `torch.mm`
    torch.dsmm(*args)                  -> ! HYB402 JAX's arrays are dense: use `torch.mm`
    torch.hsmm(*args)                  -> ! HYB402 JAX's arrays are dense: use `torch.mm`
    torch.hspmm(*args)                 -> ! HYB402 JAX's arrays are dense: use `torch.mm`
    torch.saddmm(*args)                -> ! HYB402 JAX's arrays are dense: use `torch.addmm`
    torch.sspaddmm(*args)              -> ! HYB402 JAX's arrays are dense: use `torch.addmm`
""")
