"""`keras.ops`: its functions of arrays are jax.numpy's, with few exceptions."""

_F = "dtype=float shape=elementwise"
_SAME = "dtype=same shape=same"
_BOOL = "dtype=bool shape=elementwise"

LINES = f"""
    keras.ops.abs(x)                             -> ops.abs(x) : dtype=? shape=same
    keras.ops.absolute(x)                        -> ops.abs(x) : dtype=? shape=same
    keras.ops.add(x1, x2)                        -> jnp.add(x1, x2) : shape=elementwise
    keras.ops.all(x, axis=None, keepdims=False)  -> jnp.all(...) : dtype=bool shape=reduce
    keras.ops.amax(x, axis=None, keepdims=False) -> jnp.max(...) : dtype=same shape=reduce
    keras.ops.amin(x, axis=None, keepdims=False) -> jnp.min(...) : dtype=same shape=reduce
    keras.ops.any(x, axis=None, keepdims=False)  -> jnp.any(...) : dtype=bool shape=reduce
    keras.ops.append(x1, x2, axis=None)          -> jnp.append(x1, x2, axis=axis)
    keras.ops.arange(start, stop=None, step=1, dtype=None) -> ops.arange(...) : dtype=? shape=1 statics=start,stop,step
    keras.ops.arccos(x)                          -> jnp.arccos(x) : {_F}
    keras.ops.arccosh(x)                         -> jnp.arccosh(x) : {_F}
    keras.ops.arcsin(x)                          -> jnp.arcsin(x) : {_F}
    keras.ops.arcsinh(x)                         -> jnp.arcsinh(x) : {_F}
    keras.ops.arctan(x)                          -> jnp.arctan(x) : {_F}
    keras.ops.arctan2(x1, x2)                    -> jnp.arctan2(x1, x2) : {_F}
    keras.ops.arctanh(x)                         -> jnp.arctanh(x) : {_F}
    keras.ops.argmax(x, axis=None, keepdims=False) -> jnp.argmax(...) : dtype=int shape=reduce
    keras.ops.argmin(x, axis=None, keepdims=False) -> jnp.argmin(...) : dtype=int shape=reduce
    keras.ops.argsort(x, axis=-1)                -> jnp.argsort(x, axis=axis) : dtype=int
    keras.ops.array(x, dtype=None)               -> jnp.array(x, dtype=dtype) : dtype=?
    keras.ops.average(x, axis=None, weights=None) -> jnp.average(x, axis=axis, weights=weights) : dtype=float shape=reduce
    keras.ops.broadcast_to(x, shape)             -> jnp.broadcast_to(x, shape) : dtype=same shape=given
    keras.ops.cast(x, dtype)                     -> ops.cast(x, dtype) : dtype=? shape=same statics=dtype
    keras.ops.ceil(x)                            -> jnp.ceil(x) : {_F}
    keras.ops.clip(x, x_min, x_max)              -> ops.clip(x, x_min, x_max) : dtype=? shape=elementwise
    keras.ops.concatenate(xs, axis=0)            -> jnp.concatenate(xs, axis=axis) : lists
    keras.ops.conj(x)                            -> jnp.conj(x) : {_SAME}
    keras.ops.convert_to_tensor(x, dtype=None, sparse=None) -> ops.convert_to_tensor(x, dtype=dtype) : dtype=? shape=same
    keras.ops.copy(x)                            -> jnp.array(x) : {_SAME}
    keras.ops.cos(x)                             -> jnp.cos(x) : {_F}
    keras.ops.cosh(x)                            -> jnp.cosh(x) : {_F}
    keras.ops.count_nonzero(x, axis=None)        -> jnp.count_nonzero(x, axis=axis) : dtype=int shape=reduce
    keras.ops.cross(x1, x2, axisa=-1, axisb=-1, axisc=-1, axis=None) -> jnp.cross(...)
    keras.ops.cumprod(x, axis=None, dtype=None)  -> jnp.cumprod(...) : dtype=?
    keras.ops.cumsum(x, axis=None, dtype=None)   -> jnp.cumsum(...) : dtype=?
    keras.ops.diag(x, k=0)                       -> jnp.diag(x, k=k) : dtype=same
    keras.ops.diagonal(x, offset=0, axis1=0, axis2=1) -> jnp.diagonal(x, offset=offset, axis1=axis1, axis2=axis2) : dtype=same
    keras.ops.diff(a, n=1, axis=-1)              -> jnp.diff(a, n=n, axis=axis) : dtype=same
    keras.ops.divide(x1, x2)                     -> jnp.divide(x1, x2) : {_F}
    keras.ops.divide_no_nan(x1, x2)              -> ops.divide_no_nan(x1, x2) : {_F}
    keras.ops.dtype(x)                           -> keras.standardize_dtype(x.dtype) : static
    keras.ops.dot(x1, x2)                        -> jnp.dot(x1, x2)
    keras.ops.einsum(subscripts, *operands)      -> jnp.einsum(subscripts, *operands) : statics=subscripts
    keras.ops.empty(shape, dtype='float32')      -> jnp.zeros(shape, dtype=dtype) : dtype=given shape=given
    keras.ops.equal(x1, x2)                      -> jnp.equal(x1, x2) : {_BOOL}
    keras.ops.exp(x)                             -> jnp.exp(x) : {_F}
    keras.ops.expand_dims(x, axis)               -> jnp.expand_dims(x, axis) : dtype=same
    keras.ops.expm1(x)                           -> jnp.expm1(x) : {_F}
    keras.ops.eye(N, M=None, k=0, dtype='float32') -> jnp.eye(N, M, k=k, dtype=dtype) : dtype=given shape=2
    keras.ops.flip(x, axis=None)                 -> jnp.flip(x, axis=axis) : {_SAME}
    keras.ops.floor(x)                           -> jnp.floor(x) : {_F}
    keras.ops.floor_divide(x1, x2)               -> jnp.floor_divide(x1, x2) : shape=elementwise
    keras.ops.full(shape, fill_value, dtype='float32') -> ops.full(shape, fill_value, dtype=dtype) : dtype=given shape=given
    keras.ops.full_like(x, fill_value, dtype=None) -> jnp.full_like(x, fill_value, dtype=dtype) : dtype=? shape=same
    keras.ops.greater(x1, x2)                    -> jnp.greater(x1, x2) : {_BOOL}
    keras.ops.greater_equal(x1, x2)              -> jnp.greater_equal(x1, x2) : {_BOOL}
    keras.ops.hstack(xs)                         -> jnp.hstack(xs) : lists
    keras.ops.identity(n, dtype='float32')       -> jnp.identity(n, dtype=dtype) : dtype=given shape=2
    keras.ops.imag(x)                            -> jnp.imag(x) : dtype=? shape=same
    keras.ops.isclose(x1, x2, rtol=1e-5, atol=1e-8, equal_nan=False) -> jnp.isclose(x1, x2, rtol=rtol, atol=atol, equal_nan=equal_nan) : {_BOOL}
    keras.ops.isfinite(x)                        -> jnp.isfinite(x) : {_BOOL}
    keras.ops.isinf(x)                           -> jnp.isinf(x) : {_BOOL}
    keras.ops.isnan(x)                           -> jnp.isnan(x) : {_BOOL}
    keras.ops.less(x1, x2)                       -> jnp.less(x1, x2) : {_BOOL}
    keras.ops.less_equal(x1, x2)                 -> jnp.less_equal(x1, x2) : {_BOOL}
    keras.ops.linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0) -> jnp.linspace(...) : dtype=? shape=?
    keras.ops.log(x)                             -> jnp.log(x) : {_F}
    keras.ops.log10(x)                           -> numpy_like.log10(x) : {_F}
    keras.ops.log1p(x)                           -> jnp.log1p(x) : {_F}
    keras.ops.log2(x)                            -> numpy_like.log2(x) : {_F}
    keras.ops.logaddexp(x1, x2)                  -> jnp.logaddexp(x1, x2) : {_F}
    keras.ops.logical_and(x1, x2)                -> jnp.logical_and(x1, x2) : {_BOOL}
    keras.ops.logical_not(x)                     -> jnp.logical_not(x) : {_BOOL}
    keras.ops.logical_or(x1, x2)                 -> jnp.logical_or(x1, x2) : {_BOOL}
    keras.ops.logical_xor(x1, x2)                -> jnp.logical_xor(x1, x2) : {_BOOL}
    keras.ops.logsumexp(x, axis=None, keepdims=False) -> jax.scipy.special.logsumexp(x, axis=axis, keepdims=keepdims) : dtype=float shape=reduce
    keras.ops.matmul(x1, x2)                     -> jnp.matmul(x1, x2)
    keras.ops.max(x, axis=None, keepdims=False, initial=None) -> jnp.max(...) : dtype=same shape=reduce
    keras.ops.maximum(x1, x2)                    -> ops.maximum(x1, x2) : shape=elementwise
    keras.ops.mean(x, axis=None, keepdims=False) -> jnp.mean(...) : dtype=float shape=reduce
    keras.ops.median(x, axis=None, keepdims=False) -> jnp.median(x, axis=axis, keepdims=keepdims) : dtype=float shape=reduce
    keras.ops.meshgrid(*x, indexing='xy')        -> jnp.meshgrid(*x, indexing=indexing) : list dtype=?
    keras.ops.min(x, axis=None, keepdims=False, initial=None) -> jnp.min(...) : dtype=same shape=reduce
    keras.ops.minimum(x1, x2)                    -> ops.minimum(x1, x2) : shape=elementwise
    keras.ops.mod(x1, x2)                        -> jnp.mod(x1, x2) : shape=elementwise
    keras.ops.moveaxis(x, source, destination)   -> jnp.moveaxis(x, source, destination) : dtype=same
    keras.ops.multiply(x1, x2)                   -> jnp.multiply(x1, x2) : shape=elementwise
    keras.ops.nan_to_num(x, nan=0.0, posinf=None, neginf=None) -> jnp.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf) : {_SAME}
    keras.ops.ndim(x)                            -> x.ndim : static
    keras.ops.negative(x)                        -> jnp.negative(x) : {_SAME}
    keras.ops.nonzero(x)                         -> ! HYB403 how many there are is known only at run time
    keras.ops.norm(x, ord=None, axis=None, keepdims=False) -> jnp.linalg.norm(x, ord=ord, axis=axis, keepdims=keepdims) : dtype=float shape=reduce
    keras.ops.not_equal(x1, x2)                  -> jnp.not_equal(x1, x2) : {_BOOL}
    keras.ops.ones(shape, dtype='float32')       -> jnp.ones(shape, dtype=dtype) : dtype=given shape=given
    keras.ops.ones_like(x, dtype=None)           -> jnp.ones_like(x, dtype=dtype) : dtype=? shape=same
    keras.ops.outer(x1, x2)                      -> jnp.outer(x1, x2) : shape=2
    keras.ops.pad(x, pad_width, mode='constant', constant_values=0) -> jnp.pad(x, pad_width, mode=mode, constant_values=constant_values) : dtype=same
    keras.ops.power(x1, x2)                      -> jnp.power(x1, x2) : shape=elementwise
    keras.ops.prod(x, axis=None, keepdims=False, dtype=None) -> jnp.prod(...) : dtype=? shape=reduce
    keras.ops.ravel(x)                           -> jnp.ravel(x) : dtype=same shape=1
    keras.ops.real(x)                            -> jnp.real(x) : dtype=? shape=same
    keras.ops.reciprocal(x)                      -> jnp.reciprocal(x) : {_F}
    keras.ops.repeat(x, repeats, axis=None)      -> jnp.repeat(x, repeats, axis=axis) : dtype=same
    keras.ops.reshape(x, newshape)               -> jnp.reshape(x, newshape) : dtype=same
    keras.ops.roll(x, shift, axis=None)          -> jnp.roll(x, shift, axis=axis) : {_SAME}
    keras.ops.round(x)                           -> jnp.round(x) : {_SAME}
    keras.ops.round(x, decimals)                 -> numpy_like.rounded(x, decimals) : {_SAME}
    keras.ops.rsqrt(x)                           -> lax.rsqrt(x) : {_F}
    keras.ops.shape(x)                           -> x.shape : static
    keras.ops.sign(x)                            -> jnp.sign(x) : {_SAME}
    keras.ops.sin(x)                             -> jnp.sin(x) : {_F}
    keras.ops.sinh(x)                            -> jnp.sinh(x) : {_F}
    keras.ops.size(x)                            -> x.size : static
    keras.ops.sort(x, axis=-1)                   -> jnp.sort(x, axis=axis) : {_SAME}
    keras.ops.split(x, indices_or_sections, axis=0) -> jnp.split(x, indices_or_sections, axis=axis) : dtype=same list
    keras.ops.sqrt(x)                            -> jnp.sqrt(x) : {_F}
    keras.ops.square(x)                          -> jnp.square(x) : {_SAME}
    keras.ops.squeeze(x, axis=None)              -> jnp.squeeze(x, axis=axis) : dtype=same
    keras.ops.stack(x, axis=0)                   -> jnp.stack(x, axis=axis) : lists
    keras.ops.std(x, axis=None, keepdims=False)  -> jnp.std(...) : dtype=float shape=reduce
    keras.ops.stop_gradient(variable)            -> lax.stop_gradient(variable) : {_SAME}
    keras.ops.subtract(x1, x2)                   -> jnp.subtract(x1, x2) : shape=elementwise
    keras.ops.sum(x, axis=None, keepdims=False)  -> jnp.sum(...) : dtype=? shape=reduce
    keras.ops.swapaxes(x, axis1, axis2)          -> jnp.swapaxes(x, axis1, axis2) : dtype=same
    keras.ops.take(x, indices, axis=None)        -> jnp.take(x, jnp.asarray(indices), axis=axis) : dtype=same places=indices checked=ops.take(x,indices,axis=axis)
    keras.ops.take_along_axis(x, indices)        -> jnp.take_along_axis(x, indices, axis=None) : dtype=same places=indices checked=ops.take_along_axis(x,indices)
    keras.ops.take_along_axis(x, indices, axis) -> jnp.take_along_axis(x, indices, axis=axis) : dtype=same places=indices checked=ops.take_along_axis(x,indices,axis=axis)
    keras.ops.tan(x)                             -> jnp.tan(x) : {_F}
    keras.ops.tanh(x)                            -> jnp.tanh(x) : {_F}
    keras.ops.tensordot(x1, x2, axes=2)          -> jnp.tensordot(x1, x2, axes=axes)
    keras.ops.tile(x, repeats)                   -> jnp.tile(x, repeats) : dtype=same
    keras.ops.trace(x, offset=0, axis1=0, axis2=1) -> jnp.trace(x, offset=offset, axis1=axis1, axis2=axis2) : dtype=?
    keras.ops.transpose(x, axes=None)            -> jnp.transpose(x, axes) : dtype=same
    keras.ops.tri(N, M=None, k=0, dtype='float32') -> jnp.tri(N, M, k=k, dtype=dtype) : dtype=given shape=2
    keras.ops.tril(x, k=0)                       -> jnp.tril(x, k=k) : {_SAME}
    keras.ops.triu(x, k=0)                       -> jnp.triu(x, k=k) : {_SAME}
    keras.ops.true_divide(x1, x2)                -> jnp.true_divide(x1, x2) : {_F}
    keras.ops.unstack(x, num=None, axis=0)       -> ops.unstack(x, axis=axis) : dtype=same list
    keras.ops.var(x, axis=None, keepdims=False)  -> jnp.var(...) : dtype=float shape=reduce
    keras.ops.vdot(x1, x2)                       -> jnp.vdot(x1, x2) : shape=scalar
    keras.ops.vstack(xs)                         -> jnp.vstack(xs) : lists
    keras.ops.where(condition)                   -> ! HYB403 how many there are is known only at run time
    keras.ops.where(condition, x1, x2)           -> jnp.where(condition, x1, x2) : dtype=? shape=elementwise
    keras.ops.zeros(shape, dtype='float32')      -> jnp.zeros(shape, dtype=dtype) : dtype=given shape=given
    keras.ops.zeros_like(x, dtype=None)          -> jnp.zeros_like(x, dtype=dtype) : dtype=? shape=same
    keras.ops.convert_to_numpy(x)                -> ! HYB101 keep it an array
    Host.tensorflow.keras.ops.convert_to_numpy(x) -> np.asarray(x) : outside
    keras.ops.is_tensor(x)                       -> isinstance(x, jax.Array) : static
    keras.ops.slice(inputs, start_indices, shape) -> lax.dynamic_slice(inputs, start_indices, shape) : dtype=same
    keras.ops.slice_update(inputs, start_indices, updates) -> lax.dynamic_update_slice(inputs, updates, start_indices) : {_SAME}
    keras.ops.scatter(indices, values, shape)    -> ops.scatter(indices, values, shape) : dtype=? shape=given places=indices
    keras.ops.scatter_update(inputs, indices, updates) -> ops.scatter_update(inputs, indices, updates) : {_SAME} places=indices
    keras.ops.cond(pred, true_fn, false_fn)      -> ops.cond(pred, true_fn, false_fn) : dtype=?
    keras.ops.while_loop(cond, body, loop_vars, maximum_iterations=None) -> ops.while_loop(cond, body, loop_vars, maximum_iterations=maximum_iterations) : dtype=?
    keras.ops.fori_loop(lower, upper, body_fun, init_val) -> lax.fori_loop(lower, upper, body_fun, init_val) : dtype=?
    keras.ops.map(f, xs)                         -> lax.map(f, xs) : dtype=?
    keras.ops.vectorized_map(function, elements) -> jax.vmap(function)(elements) : dtype=?
    keras.ops.erf(x)                             -> jax.scipy.special.erf(x) : {_F}
    keras.ops.erfinv(x)                          -> jax.scipy.special.erfinv(x) : {_F}
    keras.ops.segment_sum(data, segment_ids, num_segments, sorted=False) -> jax.ops.segment_sum(data, segment_ids, num_segments) : dtype=same statics=num_segments places=segment_ids checked=ops.segment_sum(data,segment_ids,num_segments)
    keras.ops.segment_max(data, segment_ids, num_segments, sorted=False) -> jax.ops.segment_max(data, segment_ids, num_segments) : dtype=same statics=num_segments places=segment_ids checked=ops.segment_max(data,segment_ids,num_segments)
    keras.ops.top_k(x, k, sorted=True)           -> lax.top_k(x, k) : dtype=? items=array,array statics=k
    keras.ops.image.resize(images, size, interpolation='bilinear', antialias=False, *, data_format=None) -> ops.image_resize(images, size, interpolation=interpolation, antialias=antialias, data_format=data_format) : dtype=? statics=size,interpolation,antialias,data_format
"""
