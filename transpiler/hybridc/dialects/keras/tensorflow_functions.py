"""TensorFlow's functions of tensors. Where `tf.math` or `tf.linalg` has one as well, one line serves both names."""

_F = "dtype=float shape=elementwise"
_SAME = "dtype=same shape=same"
_BOOL = "dtype=bool shape=elementwise"
_SHAPED = "dtype=same"

# In `tf` and in `tf.math`.
_BOTH = f"""
    abs(x, name=None)                            -> ops.abs(x) : dtype=? shape=same
    acos(x, name=None)                           -> jnp.arccos(x) : {_F}
    acosh(x, name=None)                          -> jnp.arccosh(x) : {_F}
    add(x, y, name=None)                         -> x + y : shape=elementwise
    add_n(inputs, name=None)                     -> ops.add_n(inputs) : dtype=? lists
    argmax(input, *, output_type=None, name=None) -> jnp.argmax(input, axis=0) : dtype=int
    argmax(input, axis, output_type=None, name=None) -> jnp.argmax(input, axis=axis) : dtype=int
    argmin(input, *, output_type=None, name=None) -> jnp.argmin(input, axis=0) : dtype=int
    argmin(input, axis, output_type=None, name=None) -> jnp.argmin(input, axis=axis) : dtype=int
    asin(x, name=None)                           -> jnp.arcsin(x) : {_F}
    asinh(x, name=None)                          -> jnp.arcsinh(x) : {_F}
    atan(x, name=None)                           -> jnp.arctan(x) : {_F}
    atan2(y, x, name=None)                       -> jnp.arctan2(y, x) : {_F}
    atanh(x, name=None)                          -> jnp.arctanh(x) : {_F}
    cos(x, name=None)                            -> jnp.cos(x) : {_F}
    cosh(x, name=None)                           -> jnp.cosh(x) : {_F}
    cumsum(x, *, name=None)                      -> jnp.cumsum(x, axis=0) : {_SAME}
    cumsum(x, axis, *, name=None)                -> jnp.cumsum(x, axis=axis) : {_SAME}
    cumsum(x, axis=0, exclusive=False, reverse=False, name=None) -> ops.cumsum(x, axis=axis, exclusive=exclusive, reverse=reverse) : {_SAME} statics=exclusive,reverse
    divide(x, y, name=None)                      -> x / y : {_F}
    equal(x, y, name=None)                       -> jnp.equal(x, y) : {_BOOL}
    exp(x, name=None)                            -> jnp.exp(x) : {_F}
    floor(x, name=None)                          -> jnp.floor(x) : {_F}
    greater(x, y, name=None)                     -> jnp.greater(x, y) : {_BOOL}
    greater_equal(x, y, name=None)               -> jnp.greater_equal(x, y) : {_BOOL}
    less(x, y, name=None)                        -> jnp.less(x, y) : {_BOOL}
    less_equal(x, y, name=None)                  -> jnp.less_equal(x, y) : {_BOOL}
    logical_and(x, y, name=None)                 -> jnp.logical_and(x, y) : {_BOOL}
    logical_not(x, name=None)                    -> jnp.logical_not(x) : {_BOOL}
    logical_or(x, y, name=None)                  -> jnp.logical_or(x, y) : {_BOOL}
    maximum(x, y, name=None)                     -> ops.maximum(x, y) : shape=elementwise
    minimum(x, y, name=None)                     -> ops.minimum(x, y) : shape=elementwise
    multiply(x, y, name=None)                    -> x * y : shape=elementwise
    negative(x, name=None)                       -> -x : {_SAME}
    not_equal(x, y, name=None)                   -> jnp.not_equal(x, y) : {_BOOL}
    pow(x, y, name=None)                         -> jnp.power(x, y) : shape=elementwise
    reduce_all(input_tensor, axis=None, keepdims=False, name=None) -> jnp.all(input_tensor, axis=axis, keepdims=keepdims) : dtype=bool shape=reduce
    reduce_any(input_tensor, axis=None, keepdims=False, name=None) -> jnp.any(input_tensor, axis=axis, keepdims=keepdims) : dtype=bool shape=reduce
    reduce_max(input_tensor, axis=None, keepdims=False, name=None) -> jnp.max(input_tensor, axis=axis, keepdims=keepdims) : dtype=same shape=reduce
    reduce_min(input_tensor, axis=None, keepdims=False, name=None) -> jnp.min(input_tensor, axis=axis, keepdims=keepdims) : dtype=same shape=reduce
    reduce_logsumexp(input_tensor, axis=None, keepdims=False, name=None) -> jax.scipy.special.logsumexp(input_tensor, axis=axis, keepdims=keepdims) : dtype=same shape=reduce
    reduce_mean(input_tensor, axis=None, keepdims=False, name=None) -> ops.reduce_mean(input_tensor, axis=axis, keepdims=keepdims) : dtype=same shape=reduce
    reduce_prod(input_tensor, axis=None, keepdims=False, name=None) -> ops.reduce_prod(input_tensor, axis=axis, keepdims=keepdims) : dtype=same shape=reduce
    reduce_sum(input_tensor, axis=None, keepdims=False, name=None) -> ops.reduce_sum(input_tensor, axis=axis, keepdims=keepdims) : dtype=same shape=reduce
    round(x, name=None)                          -> jnp.round(x) : {_SAME}
    scalar_mul(scalar, x, name=None)             -> scalar * x : dtype=same
    sigmoid(x, name=None)                        -> jax.nn.sigmoid(x) : {_F}
    sign(x, name=None)                           -> jnp.sign(x) : {_SAME}
    sin(x, name=None)                            -> jnp.sin(x) : {_F}
    sinh(x, name=None)                           -> jnp.sinh(x) : {_F}
    sqrt(x, name=None)                           -> jnp.sqrt(x) : {_F}
    square(x, name=None)                         -> jnp.square(x) : {_SAME}
    subtract(x, y, name=None)                    -> x - y : shape=elementwise
    tan(x, name=None)                            -> jnp.tan(x) : {_F}
    tanh(x, name=None)                           -> jnp.tanh(x) : {_F}
    truediv(x, y, name=None)                     -> x / y : {_F}
"""
_OF_MATH = f"""
    ceil(x, name=None)                           -> jnp.ceil(x) : {_F}
    cumprod(x, *, name=None)                     -> jnp.cumprod(x, axis=0) : {_SAME}
    cumprod(x, axis, *, name=None)               -> jnp.cumprod(x, axis=axis) : {_SAME}
    cumprod(x, axis=0, exclusive=False, reverse=False, name=None) -> ops.cumprod(x, axis=axis, exclusive=exclusive, reverse=reverse) : {_SAME} statics=axis,exclusive,reverse
    count_nonzero(input, axis=None, keepdims=None, dtype=None, name=None) -> jnp.count_nonzero(input, axis=axis, keepdims=keepdims) : dtype=int shape=reduce
    divide_no_nan(x, y, name=None)               -> ops.divide_no_nan(x, y) : {_F}
    multiply_no_nan(x, y, name=None)             -> jnp.where(y == 0, 0.0, x * y) : {_F}
    erf(x, name=None)                            -> jax.scipy.special.erf(x) : {_F}
    expm1(x, name=None)                          -> jnp.expm1(x) : {_F}
    floordiv(x, y, name=None)                    -> x // y : shape=elementwise
    floormod(x, y, name=None)                    -> x % y : shape=elementwise
    mod(x, y, name=None)                         -> x % y : shape=elementwise
    in_top_k(targets, predictions, k, name=None) -> ! HYB402 compare with what `tf.math.top_k` gives
    is_finite(x, name=None)                      -> jnp.isfinite(x) : {_BOOL}
    is_inf(x, name=None)                         -> jnp.isinf(x) : {_BOOL}
    is_nan(x, name=None)                         -> jnp.isnan(x) : {_BOOL}
    l2_normalize(x, axis=None, epsilon=1e-12, name=None) -> ops.l2_normalize(x, axis=axis, epsilon=epsilon) : {_SAME}
    lgamma(x, name=None)                         -> jax.scipy.special.gammaln(x) : {_F}
    log(x, name=None)                            -> jnp.log(x) : {_F}
    log1p(x, name=None)                          -> jnp.log1p(x) : {_F}
    log_sigmoid(x, name=None)                    -> jax.nn.log_sigmoid(x) : {_F}
    log_softmax(logits, axis=-1, name=None)      -> jax.nn.log_softmax(logits, axis=axis) : {_SAME}
    logical_xor(x, y, name=None)                 -> jnp.logical_xor(x, y) : {_BOOL}
    reciprocal(x, name=None)                     -> jnp.reciprocal(x) : {_F}
    reduce_std(input_tensor, axis=None, keepdims=False, name=None) -> jnp.std(input_tensor, axis=axis, keepdims=keepdims) : dtype=float shape=reduce
    reduce_variance(input_tensor, axis=None, keepdims=False, name=None) -> jnp.var(input_tensor, axis=axis, keepdims=keepdims) : dtype=float shape=reduce
    rsqrt(x, name=None)                          -> lax.rsqrt(x) : {_F}
    softmax(logits, axis=-1, name=None)          -> jax.nn.softmax(logits, axis=axis) : {_SAME}
    softplus(features, name=None)                -> jax.nn.softplus(features) : {_F}
    squared_difference(x, y, name=None)          -> jnp.square(x - y) : shape=elementwise
    unsorted_segment_max(data, segment_ids, num_segments, name=None) -> ops.segment_max(data, segment_ids, num_segments) : dtype=same statics=num_segments places=segment_ids
    unsorted_segment_mean(data, segment_ids, num_segments, name=None) -> ops.segment_mean(data, segment_ids, num_segments) : dtype=same statics=num_segments places=segment_ids
    unsorted_segment_sum(data, segment_ids, num_segments, name=None) -> ops.segment_sum(data, segment_ids, num_segments) : dtype=same statics=num_segments places=segment_ids
    xlogy(x, y, name=None)                       -> jax.scipy.special.xlogy(x, y) : {_F}
    real(input, name=None)                       -> jnp.real(input) : dtype=? shape=same
    imag(input, name=None)                       -> jnp.imag(input) : dtype=? shape=same
"""
_OWN = f"""
    tensorflow.truncatediv(x, y, name=None)      -> ops.truncatediv(x, y) : shape=elementwise
    tensorflow.bitwise.bitwise_and(x, y, name=None) -> x & y : shape=elementwise
    tensorflow.bitwise.bitwise_or(x, y, name=None) -> x | y : shape=elementwise
    tensorflow.bitwise.bitwise_xor(x, y, name=None) -> x ^ y : shape=elementwise
    tensorflow.bitwise.invert(x, name=None)      -> ~x : {_SAME}
    tensorflow.bitwise.left_shift(x, y, name=None) -> x << y : shape=elementwise
    tensorflow.bitwise.right_shift(x, y, name=None) -> x >> y : shape=elementwise
    tensorflow.image.resize(images, size, method='bilinear', *, antialias=False, name=None) -> ops.image_resize(images, size, interpolation=method, antialias=antialias) : dtype=? statics=size,method,antialias
    tensorflow.image.ResizeMethod.BILINEAR       -> "bilinear" : static
    tensorflow.image.ResizeMethod.NEAREST_NEIGHBOR -> "nearest" : static
    tensorflow.image.ResizeMethod.BICUBIC        -> "bicubic" : static
    tensorflow.image.extract_patches(images, sizes, strides, rates, padding, name=None) -> ops.extract_patches(images, sizes, strides, rates, padding) : dtype=same statics=sizes,strides,rates,padding
    tensorflow.image.flip_left_right(image)      -> jnp.flip(image, -2) : dtype=same shape=same
    tensorflow.image.flip_up_down(image)         -> jnp.flip(image, -3) : dtype=same shape=same
    tensorflow.image.rgb_to_grayscale(images, name=None) -> ops.rgb_to_grayscale(images) : dtype=same
    tensorflow.nest.flatten(structure)           -> jax.tree.leaves(structure) : list lists dtype=?
    tensorflow.nest.map_structure(func, *structure) -> jax.tree.map(func, *structure) : dtype=?
    tensorflow.linalg.set_diag(input, diagonal, name=None) -> ops.set_diag(input, diagonal) : dtype=same shape=same
    tensorflow.math.bincount(*args)              -> ! HYB403 how many there are is known only at run time
    tensorflow.boolean_mask(*args)               -> ! HYB403 how many there are is known only at run time
    tensorflow.broadcast_to(input, shape, name=None) -> jnp.broadcast_to(input, shape) : dtype=same shape=given
    tensorflow.cast(x, dtype, name=None)         -> ops.cast(x, dtype) : dtype=? shape=same statics=dtype
    tensorflow.clip_by_norm(t, clip_norm, axes=None, name=None) -> ops.clip_by_norm(t, clip_norm, axes=axes) : {_SAME}
    tensorflow.clip_by_value(t, clip_value_min, clip_value_max, name=None) -> ops.clip(t, clip_value_min, clip_value_max) : dtype=same shape=elementwise
    tensorflow.concat(values, axis, name=None)   -> jnp.concatenate(values, axis=axis) : lists
    tensorflow.constant(value, dtype=None, *, name=None) -> ops.convert_to_tensor(value, dtype=dtype) : dtype=? shape=same
    tensorflow.constant(value, dtype=None, shape=None, name=None) -> ops.constant(value, dtype=dtype, shape=shape) : dtype=? shape=given
    tensorflow.convert_to_tensor(value, dtype=None, dtype_hint=None, name=None) -> ops.convert_to_tensor(value, dtype=dtype) : dtype=? shape=same
    tensorflow.einsum(equation, *inputs)         -> jnp.einsum(equation, *inputs) : statics=equation
    tensorflow.ensure_shape(x, shape, name=None) -> x : {_SAME}
    tensorflow.expand_dims(input, axis, name=None) -> jnp.expand_dims(input, axis) : {_SHAPED}
    tensorflow.eye(num_rows, num_columns=None, *, dtype='float32', name=None) -> jnp.eye(num_rows, num_columns, dtype=dtype) : dtype=given shape=2 statics=num_rows,num_columns
    tensorflow.fill(dims, value, name=None)      -> jnp.full(dims, value) : dtype=? statics=dims
    tensorflow.gather(params, indices, *, name=None) -> jnp.take(params, indices, axis=0) : {_SHAPED} checked=ops.gather(params,indices,axis=0) places=indices
    tensorflow.gather(params, indices, validate_indices=None, axis=None, batch_dims=0, name=None) -> ops.gather(params, indices, axis=axis, batch_dims=batch_dims) : {_SHAPED} statics=batch_dims places=indices
    tensorflow.gather_nd(params, indices, batch_dims=0, name=None) -> ops.gather_nd(params, indices, batch_dims=batch_dims) : {_SHAPED} statics=batch_dims places=indices
    tensorflow.identity(input, name=None)        -> input : {_SAME} back=new
    tensorflow.is_tensor(x)                      -> isinstance(x, jax.Array) : static
    tensorflow.linspace(start, stop, num, name=None, axis=0) -> jnp.linspace(start, stop, num, axis=axis) : dtype=?
    tensorflow.matmul(a, b, *, name=None)        -> jnp.matmul(a, b)
    tensorflow.matmul(a, b, transpose_a=False, transpose_b=False, *, adjoint_a=False, adjoint_b=False, name=None) -> ops.matmul(a, b, transpose_a=transpose_a, transpose_b=transpose_b, adjoint_a=adjoint_a, adjoint_b=adjoint_b) : statics=transpose_a,transpose_b,adjoint_a,adjoint_b
    tensorflow.meshgrid(*args, indexing='xy', name=None) -> jnp.meshgrid(*args, indexing=indexing) : list dtype=?
    tensorflow.norm(tensor, ord='euclidean', axis=None, keepdims=None, name=None) -> ops.norm(tensor, ord=ord, axis=axis, keepdims=keepdims) : dtype=same shape=reduce
    tensorflow.one_hot(indices, depth, *, dtype='float32', name=None) -> jax.nn.one_hot(indices, depth, dtype=dtype) : dtype=? statics=depth
    tensorflow.one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None) -> ops.one_hot_of(indices, depth, on_value=on_value, off_value=off_value, axis=axis, dtype=dtype) : dtype=? statics=depth
    tensorflow.ones(shape, dtype='float32', name=None) -> jnp.ones(shape, dtype=dtype) : dtype=given shape=given
    tensorflow.ones_like(input, dtype=None, name=None) -> jnp.ones_like(input, dtype=dtype) : dtype=? shape=same
    tensorflow.pad(tensor, paddings, mode='CONSTANT', constant_values=0, name=None) -> ops.pad(tensor, paddings, mode=mode, constant_values=constant_values) : {_SHAPED} statics=paddings
    tensorflow.range(limit, *, dtype=None, name=None) -> jnp.arange(limit, dtype=dtype) : dtype=? shape=1 statics=limit counts
    tensorflow.range(start, limit, delta=1, dtype=None, name=None) -> jnp.arange(start, limit, delta, dtype=dtype) : dtype=? shape=1 statics=start,limit,delta counts
    tensorflow.rank(input, name=None)            -> input.ndim : static
    tensorflow.repeat(input, repeats, axis=None, name=None) -> jnp.repeat(input, repeats, axis=axis) : {_SHAPED}
    tensorflow.reshape(tensor, shape, name=None) -> jnp.reshape(tensor, shape) : {_SHAPED}
    tensorflow.reverse(tensor, axis, name=None)  -> jnp.flip(tensor, axis) : {_SAME}
    tensorflow.roll(input, shift, axis, name=None) -> jnp.roll(input, shift, axis) : {_SAME}
    tensorflow.scatter_nd(indices, updates, shape, name=None) -> ops.scatter(indices, updates, shape) : dtype=? shape=given places=indices
    tensorflow.sequence_mask(lengths, maxlen, *, dtype=None, name=None) -> ops.sequence_mask(lengths, maxlen, dtype=dtype) : dtype=? statics=maxlen
    tensorflow.shape(input, out_type=None, name=None) -> input.shape : static
    tensorflow.size(input, out_type=None, name=None) -> input.size : static
    tensorflow.slice(input_, begin, size, name=None) -> ops.slice(input_, begin, size) : {_SHAPED} statics=size
    tensorflow.sort(values, axis=-1, direction='ASCENDING', name=None) -> ops.sort(values, axis=axis, direction=direction) : {_SAME} statics=direction
    tensorflow.argsort(values, axis=-1, direction='ASCENDING', stable=False, name=None) -> ops.argsort(values, axis=axis, direction=direction) : dtype=int shape=same statics=direction
    tensorflow.split(value, num_or_size_splits, axis=0, num=None, name=None) -> ops.split(value, num_or_size_splits, axis=axis) : {_SHAPED} list statics=num_or_size_splits
    tensorflow.squeeze(input, axis=None, name=None) -> ops.squeeze(input, axis=axis) : {_SHAPED}
    tensorflow.stack(values, axis=0, name=None)  -> jnp.stack(values, axis=axis) : lists
    tensorflow.stop_gradient(input, name=None)   -> lax.stop_gradient(input) : {_SAME}
    tensorflow.tensor_scatter_nd_add(tensor, indices, updates, name=None) -> ops.scatter_add(tensor, indices, updates) : {_SAME} places=indices
    tensorflow.tensor_scatter_nd_update(tensor, indices, updates, name=None) -> ops.scatter_update(tensor, indices, updates) : {_SAME} places=indices
    tensorflow.tensordot(a, b, axes, name=None)  -> jnp.tensordot(a, b, axes)
    tensorflow.tile(input, multiples, name=None) -> jnp.tile(input, multiples) : {_SHAPED} statics=multiples
    tensorflow.transpose(a, perm=None, conjugate=False, name=None) -> jnp.transpose(a, perm) : {_SHAPED} statics=perm
    tensorflow.unique(*args)                     -> ! HYB403 how many values differ is known only at run time
    tensorflow.unstack(value, num=None, axis=0, name=None) -> ops.unstack(value, axis=axis) : {_SHAPED} list
    tensorflow.where(condition, *, name=None)    -> ! HYB403 how many there are is known only at run time
    tensorflow.where(condition, x, y, name=None) -> jnp.where(condition, x, y) : dtype=? shape=elementwise
    tensorflow.zeros(shape, dtype='float32', name=None) -> jnp.zeros(shape, dtype=dtype) : dtype=given shape=given
    tensorflow.zeros_like(input, dtype=None, name=None) -> jnp.zeros_like(input, dtype=dtype) : dtype=? shape=same
    tensorflow.linalg.adjoint(matrix, name=None) -> jnp.conj(jnp.swapaxes(matrix, -1, -2)) : {_SHAPED}
    tensorflow.linalg.band_part(input, num_lower, num_upper, name=None) -> ops.band_part(input, num_lower, num_upper) : {_SAME}
    tensorflow.linalg.det(input, name=None)      -> jnp.linalg.det(input) : dtype=same
    tensorflow.linalg.diag(diagonal)             -> ops.diag(diagonal) : {_SHAPED}
    tensorflow.linalg.diag_part(input)           -> jnp.diagonal(input, axis1=-2, axis2=-1) : {_SHAPED}
    tensorflow.linalg.einsum(equation, *inputs)  -> jnp.einsum(equation, *inputs) : statics=equation
    tensorflow.linalg.inv(input, adjoint=False, name=None) -> jnp.linalg.inv(input) : {_SAME}
    tensorflow.linalg.matmul(a, b, *, name=None) -> jnp.matmul(a, b)
    tensorflow.linalg.matmul(a, b, transpose_a=False, transpose_b=False, *, adjoint_a=False, adjoint_b=False, name=None) -> ops.matmul(a, b, transpose_a=transpose_a, transpose_b=transpose_b, adjoint_a=adjoint_a, adjoint_b=adjoint_b) : statics=transpose_a,transpose_b,adjoint_a,adjoint_b
    tensorflow.linalg.matrix_transpose(a, name='', conjugate=False) -> jnp.swapaxes(a, -1, -2) : {_SHAPED}
    tensorflow.linalg.matvec(a, b, *, name=None) -> ops.matvec(a, b) : {_SHAPED}
    tensorflow.linalg.norm(tensor, ord='euclidean', axis=None, keepdims=None, name=None) -> ops.norm(tensor, ord=ord, axis=axis, keepdims=keepdims) : dtype=same shape=reduce
    tensorflow.linalg.solve(matrix, rhs, adjoint=False, name=None) -> jnp.linalg.solve(matrix, rhs) : dtype=same
    tensorflow.linalg.tensordot(a, b, axes, name=None) -> jnp.tensordot(a, b, axes)
    tensorflow.linalg.trace(x, name=None)        -> jnp.trace(x, axis1=-2, axis2=-1) : dtype=same
    tensorflow.Variable(initial_value, trainable=True, *, validate_shape=True, caching_device=None, name=None, dtype=None, shape=None, synchronization=None, aggregation=None) -> keras.variable(initial_value, trainable=trainable, name=name, dtype=dtype) : dtype=? shape=same
    tensorflow.Variable(initial_value, trainable, validate_shape, caching_device=None, name=None, dtype=None) -> keras.variable(initial_value, trainable=trainable, name=name, dtype=dtype) : dtype=? shape=same
    keras.Variable(initializer, shape=None, dtype=None, trainable=True, autocast=True, aggregation=None, synchronization=None, name=None) -> keras.keras_variable(initializer, trainable=trainable, name=name, dtype=dtype, shape=shape) : dtype=? shape=same
"""


def _at(place: str, lines: str) -> str:
    return "".join(f"    {place}.{line.strip()}\n" for line in lines.strip().splitlines())


LINES = _at("tensorflow", _BOTH) + _at("tensorflow.math", _BOTH + _OF_MATH.strip("\n")) + _OWN.lstrip("\n")
