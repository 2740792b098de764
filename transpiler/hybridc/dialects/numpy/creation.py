"""Functions that make arrays."""

LINES = """
    numpy.zeros(shape, dtype=None)                             -> jnp.zeros(...)               : dtype=given shape=given contiguous
    numpy.ones(shape, dtype=None)                              -> jnp.ones(...)                : dtype=given shape=given contiguous
    numpy.empty(shape, dtype=None)                             -> jnp.empty(...)               : dtype=given shape=given contiguous
    numpy.full(shape, fill_value, dtype=None)                  -> jnp.full(...)                : dtype=? shape=given contiguous
    numpy.zeros(shape, dtype=None, order='C') -> jnp.zeros(shape, dtype=dtype) : dtype=given shape=given
    numpy.ones(shape, dtype=None, order='C') -> jnp.ones(shape, dtype=dtype) : dtype=given shape=given
    numpy.ndarray(shape, dtype=None)                           -> jnp.empty(...)               : dtype=given shape=given contiguous
    numpy.empty(shape, dtype=None, order='C') -> jnp.empty(shape, dtype=dtype) : dtype=given shape=given
    numpy.full(shape, fill_value, dtype=None, order='C') -> jnp.full(shape, fill_value, dtype=dtype) : dtype=? shape=given
    numpy.zeros_like(a)                                        -> jnp.zeros_like(...)          : dtype=same shape=same
    numpy.zeros_like(a, dtype)                                 -> jnp.zeros_like(...)          : dtype=given shape=same
    numpy.ones_like(a)                                         -> jnp.ones_like(...)           : dtype=same shape=same
    numpy.ones_like(a, dtype)                                  -> jnp.ones_like(...)           : dtype=given shape=same
    numpy.empty_like(prototype, /)                             -> jnp.empty_like(...)          : dtype=same shape=same
    numpy.empty_like(prototype, /, dtype)                      -> jnp.empty_like(...)          : dtype=given shape=same
    numpy.full_like(a, fill_value)                             -> jnp.full_like(...)           : dtype=same shape=same
    numpy.full_like(a, fill_value, dtype)                      -> jnp.full_like(...)           : dtype=given shape=same
    numpy.zeros_like(a, *, order='K', subok=True) -> jnp.zeros_like(a) : dtype=same shape=same
    numpy.zeros_like(a, dtype, order='K', subok=True) -> jnp.zeros_like(a, dtype=dtype) : dtype=given shape=same
    numpy.ones_like(a, *, order='K', subok=True) -> jnp.ones_like(a) : dtype=same shape=same
    numpy.ones_like(a, dtype, order='K', subok=True) -> jnp.ones_like(a, dtype=dtype) : dtype=given shape=same
    numpy.empty_like(prototype, /, *, order='K', subok=True) -> jnp.empty_like(prototype) : dtype=same shape=same
    numpy.empty_like(prototype, /, dtype, order='K', subok=True) -> jnp.empty_like(prototype, dtype=dtype) : dtype=given shape=same
    numpy.full_like(a, fill_value, *, order='K', subok=True) -> jnp.full_like(a, fill_value) : dtype=same shape=same
    numpy.full_like(a, fill_value, dtype, order='K', subok=True) -> jnp.full_like(a, fill_value, dtype=dtype) : dtype=given shape=same
    numpy.arange(stop, /, *, dtype=None)                          -> jnp.arange(stop, dtype=dtype) : dtype=made shape=1 statics=stop contiguous
    numpy.arange(start, stop, /, *, dtype=None)                   -> jnp.arange(start, stop, dtype=dtype) : dtype=made shape=1 statics=start,stop contiguous
    numpy.arange(start, stop, step, /, *, dtype=None)             -> jnp.arange(start, stop, step, dtype=dtype) : dtype=made shape=1 statics=start,stop,step contiguous
    numpy.linspace(start, stop, num=50, endpoint=True, *, dtype=None) -> jnp.linspace(...)            : dtype=? shape=? contiguous makes=float64
    numpy.logspace(start, stop, num=50, endpoint=True, base=10.0) -> jnp.logspace(...)           : dtype=? shape=?
    numpy.geomspace(start, stop, num=50, endpoint=True)        -> jnp.geomspace(...)           : dtype=? shape=? makes=wide
    numpy.eye(N, M=None, k=0, dtype=float)                     -> jnp.eye(...)                 : dtype=? shape=2 contiguous
    numpy.identity(n, dtype=None)                              -> jnp.identity(...)            : dtype=? shape=2 contiguous
    numpy.tri(N, M=None, k=0) -> jnp.tri(N, M=M, k=k, dtype=float) : dtype=float64 shape=2
    numpy.vander(x, N=None, increasing=False)                  -> jnp.vander(...)              : dtype=? shape=2 statics=increasing unproven=numpy_like.vander(x,N=N,increasing=increasing)
    numpy.array(object, dtype=None)                            -> jnp.array(...)               : dtype=? shape=? lists ordered casts=dtype
    numpy.array(object, dtype=None, *, copy) -> jnp.array(object, dtype=dtype) : dtype=? shape=? lists ordered casts=dtype only=copy:True
    numpy.array(object, dtype=None, *, copy=True) -> jnp.array(object, dtype=dtype) : dtype=? shape=? view lists ordered casts=dtype
    numpy.array(object, dtype=None, *, order='K', subok=False, ndmin=0) -> jnp.array(object, dtype=dtype, ndmin=ndmin) : dtype=? shape=? lists casts=dtype
    numpy.array(object, dtype=None, *, copy, order='K', subok=False, ndmin=0) -> jnp.array(object, dtype=dtype, ndmin=ndmin) : dtype=? shape=? lists casts=dtype only=copy:True
    numpy.array(object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0) -> jnp.array(object, dtype=dtype, ndmin=ndmin) : dtype=? shape=? view lists casts=dtype
    numpy.asarray(a)                                           -> jnp.asarray(...)             : dtype=? shape=? lists back=new
    numpy.asarray(a, dtype)                                    -> jnp.asarray(...)             : dtype=? shape=? view lists casts=dtype
    numpy.asarray(a, dtype=None, order=None, *, copy) -> jnp.asarray(a, dtype=dtype) : dtype=? shape=? lists casts=dtype only=copy:True
    numpy.asarray(a, dtype=None, order=None, *, copy=None) -> jnp.asarray(a, dtype=dtype) : dtype=? shape=? view lists casts=dtype
    numpy.ascontiguousarray(a)                                 -> jnp.atleast_1d(jnp.asarray(a)) : dtype=same shape=? view lists
    numpy.asanyarray(a)                                        -> jnp.asarray(...)             : dtype=same shape=? lists back=new
    numpy.asfortranarray(a)                                    -> jnp.atleast_1d(jnp.asarray(a)) : dtype=same shape=? view lists
    numpy.copy(a)                                              -> jnp.array(a)                 : dtype=same shape=same lists
    numpy.copy(a, order='K', subok=False) -> jnp.array(a) : dtype=same shape=same lists
    numpy.meshgrid(*xi, indexing='xy', sparse=False)           -> tuple(jnp.meshgrid(*xi, indexing=indexing, sparse=sparse)) : dtype=? shape=? statics=sparse list elements=jnp.meshgrid(*xi,indexing=indexing,sparse=sparse)
    numpy.indices(dimensions, dtype=int, sparse=False)         -> jnp.indices(...)             : dtype=? shape=? statics=dimensions,sparse
    numpy.diag(v, k=0)                                         -> jnp.diag(...)                : dtype=same shape=? view
    numpy.diagflat(v, k=0)                                     -> jnp.diagflat(...)            : dtype=same shape=2
    numpy.tril(m, k=0)                                         -> jnp.tril(...)                : dtype=same shape=same
    numpy.triu(m, k=0)                                         -> jnp.triu(...)                : dtype=same shape=same
    numpy.tril_indices(n, k=0, m=None)                         -> jnp.tril_indices(...)        : dtype=? shape=? statics=m
    numpy.triu_indices(n, k=0, m=None)                         -> jnp.triu_indices(...)        : dtype=? shape=? statics=m
    numpy.hanning(M)                                           -> jnp.hanning(...)             : dtype=? shape=1
    numpy.hamming(M)                                           -> jnp.hamming(...)             : dtype=? shape=1
    numpy.blackman(M)                                          -> jnp.blackman(...)            : dtype=? shape=1
    numpy.bartlett(M)                                          -> jnp.bartlett(...)            : dtype=? shape=1
    numpy.kaiser(M, beta)                                      -> jnp.kaiser(...)              : dtype=? shape=1
"""
