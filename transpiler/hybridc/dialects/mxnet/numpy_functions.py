"""Functions of `mxnet.np`: NumPy's names, float32 by default, integers as floating point numbers give them, cut off."""

from hybridc.dialects.mxnet.namespaces import in_namespace, words

# For files that give them other names: `zeros = np.zeros`.
_NAMED = words("zeros ones full array arange linspace eye random.uniform random.normal random.rand random.randn")
_CUT = words(
    "exp expm1 log log2 log10 log1p sqrt cbrt reciprocal sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh degrees radians floor ceil trunc fix rint"
)
_TRUTHS = words("isnan isinf isfinite logical_not")
_COMPARED = words("equal not_equal greater greater_equal less less_equal")
_REDUCED = "axis=None, dtype=None, *, keepdims=False"
_SAME = "dtype=same shape=same"

LINES = "\n".join(
    [
        in_namespace(
            "mxnet.np",
            f"""
    nd.array(object, dtype=None, ctx=None)                -> ops.np.array(object, dtype=dtype) : dtype=floats lists ordered
    nd.zeros(shape, dtype=None, order='C', ctx=None)      -> jnp.zeros(shape, dtype=dtype) : dtype=floats
    nd.ones(shape, dtype='float32', order='C', ctx=None)  -> jnp.ones(shape, dtype=dtype) : dtype=floats
    nd.empty(shape, dtype='float32', order='C', ctx=None) -> jnp.zeros(shape, dtype=dtype) : dtype=floats
    nd.full(shape, fill_value, dtype=None, order='C', ctx=None) -> ops.np.full(shape, fill_value, dtype=dtype) : dtype=floats
    nd.zeros_like(a)                                      -> jnp.zeros_like(a)                 : {_SAME}
    nd.zeros_like(a, dtype)                               -> jnp.zeros_like(a, dtype=dtype)    : dtype=? shape=same
    nd.ones_like(a)                                       -> jnp.ones_like(a)                  : {_SAME}
    nd.ones_like(a, dtype)                                -> jnp.ones_like(a, dtype=dtype)     : dtype=? shape=same
    nd.full_like(a, fill_value)                           -> jnp.full_like(a, fill_value)      : {_SAME}
    nd.arange(start, stop=None, step=1, dtype=None, ctx=None) -> ops.np.arange(start, stop, step=step, dtype=dtype) : dtype=floats shape=1
    nd.linspace(start, stop, num=50, endpoint=True, *, dtype=None, ctx=None) -> jnp.linspace(start, stop, num=num, endpoint=endpoint, dtype=dtype) : dtype=floats shape=1
    nd.eye(N, M=None, k=0)                                -> ops.eye(N, M=M, k=k) : dtype=floats shape=2
    nd.identity(n)                                        -> ops.eye(n) : dtype=floats shape=2
    nd.sum(a, axis=None, *, keepdims=False)               -> ops.np.sum(...)                   : dtype=sum
    nd.sum(a, {_REDUCED})                                 -> ops.np.sum(...)                   : dtype=?
    nd.mean(a, {_REDUCED})                                -> ops.np.mean(...) : dtype=floats
    nd.prod(a, axis=None, *, keepdims=False)              -> ops.np.prod(...)                  : dtype=sum
    nd.prod(a, {_REDUCED})                                -> ops.np.prod(...)                  : dtype=?
    nd.max(a, axis=None, keepdims=False)                  -> ops.np.max(...)
    nd.min(a, axis=None, keepdims=False)                  -> ops.np.min(...)
    nd.std(a, axis=None, *, ddof=0, keepdims=False)       -> ops.np.std(...)
    nd.var(a, axis=None, *, ddof=0, keepdims=False)       -> ops.np.var(...)
    nd.any(a, axis=None, *, keepdims=False)               -> jnp.any(...)                      : dtype=bool
    nd.all(a, axis=None, *, keepdims=False)               -> jnp.all(...)                      : dtype=bool
    nd.argmax(a, axis=None)                               -> jnp.argmax(...)                   : dtype=int
    nd.argmin(a, axis=None)                               -> jnp.argmin(...)                   : dtype=int
    nd.argsort(a, axis=-1)                                -> jnp.argsort(...)                  : dtype=int shape=same
    nd.sort(a, axis=-1)                                   -> jnp.sort(...)                     : {_SAME}
    nd.cumsum(a, axis=None)                               -> ops.np.cumsum(...)                : dtype=sum
    nd.average(a, axis=None)                              -> ops.np.average(...)
    nd.abs(a)                                             -> ops.abs(a)                        : {_SAME}
    nd.absolute(a)                                        -> ops.abs(a)                        : {_SAME}
    nd.square(a)                                          -> jnp.square(a)                     : {_SAME}
    nd.sign(a)                                            -> jnp.sign(a)                       : {_SAME}
    nd.negative(a)                                        -> jnp.negative(a)                   : {_SAME}
    nd.around(a)                                          -> jnp.round(...)                    : {_SAME}
    nd.around(a, decimals)                                -> numpy_like.rounded(a, decimals)   : {_SAME}
    nd.round(a)                                           -> jnp.round(...)                    : {_SAME}
    nd.round(a, decimals)                                 -> numpy_like.rounded(a, decimals)   : {_SAME}
    nd.clip(a, a_min, a_max)                              -> ops.np.clip(a, a_min, a_max)      : {_SAME}
    nd.add(lhs, rhs)                                      -> ops.np.add(lhs, rhs)              : dtype=? shape=elementwise
    nd.subtract(lhs, rhs)                                 -> ops.np.subtract(lhs, rhs)         : dtype=? shape=elementwise
    nd.multiply(lhs, rhs)                                 -> ops.np.multiply(lhs, rhs)         : dtype=? shape=elementwise
    nd.divide(lhs, rhs)                                   -> ops.np.divide(lhs, rhs) : dtype=floats shape=elementwise
    nd.true_divide(lhs, rhs)                              -> ops.np.divide(lhs, rhs) : dtype=floats shape=elementwise
    nd.mod(lhs, rhs)                                      -> ops.np.modulo(lhs, rhs)           : dtype=? shape=elementwise
    nd.remainder(lhs, rhs)                                -> ops.np.modulo(lhs, rhs)           : dtype=? shape=elementwise
    nd.power(lhs, rhs)                                    -> ops.np.power(lhs, rhs)            : dtype=? shape=elementwise
    nd.maximum(lhs, rhs)                                  -> ops.maximum(lhs, rhs)             : dtype=same shape=elementwise
    nd.minimum(lhs, rhs)                                  -> ops.minimum(lhs, rhs)             : dtype=same shape=elementwise
    nd.hypot(lhs, rhs)                                    -> ops.np.hypot(lhs, rhs)            : dtype=same shape=elementwise
    nd.arctan2(lhs, rhs)                                  -> ops.np.arctan2(lhs, rhs)          : dtype=same shape=elementwise
    nd.where(condition, x, y)                             -> ops.np.where(condition, x, y)     : dtype=? shape=elementwise
    nd.expand_dims(a, axis)                               -> jnp.expand_dims(a, axis)
    nd.squeeze(a, axis=None)                              -> jnp.squeeze(...)
    nd.reshape(a, newshape)                               -> jnp.reshape(a, newshape)
    nd.ravel(a)                                           -> jnp.ravel(a)                      : dtype=same shape=1
    nd.transpose(a, axes=None)                            -> jnp.transpose(...)
    nd.swapaxes(a, axis1, axis2)                          -> jnp.swapaxes(...)
    nd.moveaxis(a, source, destination)                   -> jnp.moveaxis(a, source, destination)
    nd.concatenate(arrays, axis=0)                        -> jnp.concatenate(...)              : dtype=? lists
    nd.stack(arrays, axis=0)                              -> jnp.stack(...)                    : dtype=? lists
    nd.vstack(arrays)                                     -> jnp.vstack(arrays)                : dtype=? lists
    nd.hstack(arrays)                                     -> jnp.hstack(arrays)                : dtype=? lists
    nd.split(ary, indices_or_sections, axis=0)            -> jnp.split(...)                    : dtype=? list
    nd.array_split(ary, indices_or_sections, axis=0)      -> jnp.array_split(...)              : dtype=? list
    nd.tile(A, reps)                                      -> jnp.tile(A, reps)
    nd.repeat(a, repeats, axis=None)                      -> jnp.repeat(...)
    nd.broadcast_to(a, shape)                             -> jnp.broadcast_to(a, shape)
    nd.flip(a, axis=None)                                 -> jnp.flip(...)                     : {_SAME}
    nd.roll(a, shift, axis=None)                          -> jnp.roll(...)                     : {_SAME}
    nd.pad(x, pad_width, mode='constant')                 -> jnp.pad(...)
    nd.tril(a, k=0)                                       -> jnp.tril(...)                     : {_SAME}
    nd.diag(a, k=0)                                       -> jnp.diag(...)
    nd.copy(a)                                            -> a.copy()                          : {_SAME}
    nd.take(a, indices, axis=None, *, mode)               -> ops.np.take(a, indices, axis=axis, mode=mode) : dtype=same places=indices places_if=mode:raise
    nd.take(a, indices, axis=None)                        -> ops.np.take(a, indices, axis=axis) : dtype=same places=indices
    nd.dot(a, b)                                          -> jnp.dot(a, b) : dtype=floats
    nd.matmul(a, b)                                       -> jnp.matmul(a, b) : dtype=floats
    nd.inner(a, b)                                        -> jnp.inner(a, b) : dtype=floats
    nd.outer(a, b)                                        -> jnp.outer(a, b) : dtype=floats shape=2
    nd.tensordot(a, b, axes=2)                            -> jnp.tensordot(...) : dtype=floats
    nd.einsum(subscripts, *args)                          -> jnp.einsum(subscripts, *args)     : dtype=?
    nd.meshgrid(*args, indexing='xy')                     -> jnp.meshgrid(*args, indexing=indexing) : dtype=? list
    nd.trace(a)                                           -> ops.np.trace(a)
    nd.linalg.norm(x, ord=None, axis=None, keepdims=False) -> ops.np.norm(...)
    nd.linalg.det(a)                                      -> jnp.linalg.det(a) : dtype=floats
    nd.linalg.inv(a)                                      -> jnp.linalg.inv(a) : dtype=floats
    nd.random.uniform(low=0.0, high=1.0, size=None, dtype=None, ctx=None) -> ops.np.uniform(low=low, high=high, size=size, dtype=dtype) : dtype=floats
    nd.random.normal(loc=0.0, scale=1.0, size=None, dtype=None, ctx=None) -> ops.np.normal(loc=loc, scale=scale, size=size, dtype=dtype) : dtype=floats
    nd.random.randint(low, high=None, size=None, dtype=None, ctx=None) -> ops.np.randint(low, high, size=size, dtype=dtype) : dtype=?
    nd.random.randn(*size)                                -> ops.np.normal(size=size) : dtype=floats
    nd.random.rand(*size)                                 -> ops.np.uniform(size=size) : dtype=floats
    nd.unique(a)                                          -> ! HYB403 keep the full length and mask it
    nd.nonzero(a)                                         -> ! HYB403 keep the full length and mask it
    nd.array_equal(a, b)                                  -> ! HYB101 keep it an array: `(a == b).all()`
""",
        ),
        in_namespace("mxnet.np", "\n".join(f"nd.{n}(x) -> ops.{n}(x) : {_SAME}" for n in _CUT)),
        in_namespace("mxnet.np", "\n".join(f"nd.{n}(x) -> jnp.{n}(x) : dtype=bool shape=same" for n in _TRUTHS)),
        in_namespace(
            "mxnet.np",
            "\n".join(f"nd.{n}(lhs, rhs) -> ops.np.{n}(lhs, rhs) : dtype=bool shape=elementwise" for n in _COMPARED),
        ),
        *(f"mxnet.np.{n} -> ops.aliases.{n.removeprefix('random.')}" for n in _NAMED),
        *(f"mxnet.np.{n} -> jnp.{n} : static" for n in ("pi", "e", "inf", "nan", "newaxis")),
        *(f"mxnet.np.{n} -> jnp.{n} : static" for n in ("float16", "float32", "int8", "int32", "uint8", "bool_")),
        "mxnet.np.int64 -> jnp.int32 : static narrows",
        "mxnet.np.float64 -> jnp.float32 : static narrows",
        "mxnet.np.bool -> bool : static",
    ]
)
