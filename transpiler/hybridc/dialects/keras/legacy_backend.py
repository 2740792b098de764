"""`tf.keras.backend`: functions of tensors from before `keras.ops`, which older files call `K`."""

_F = "dtype=float shape=elementwise"
_SAME = "dtype=same shape=same"
_BOOL = "dtype=bool shape=elementwise"
_SHAPED = "dtype=same"
_CONV = "x, {kernel}, strides={ones}, padding='valid', data_format=None, dilation_rate={ones}"
_CONVS = "dtype=same statics=strides,padding,data_format,dilation_rate"

_LINES = f"""
    abs(x)                                       -> ops.abs(x) : dtype=? shape=same
    all(x, axis=None, keepdims=False)            -> jnp.all(...) : dtype=bool shape=reduce
    any(x, axis=None, keepdims=False)            -> jnp.any(...) : dtype=bool shape=reduce
    arange(start, stop=None, step=1, dtype='int32') -> ops.backend_arange(...) : dtype=? shape=1 statics=start,stop,step
    argmax(x)                                    -> jnp.argmax(x, axis=-1) : dtype=int
    argmax(x, axis)                              -> jnp.argmax(x, axis=axis) : dtype=int
    argmin(x)                                    -> jnp.argmin(x, axis=-1) : dtype=int
    argmin(x, axis)                              -> jnp.argmin(x, axis=axis) : dtype=int
    batch_dot(x, y, axes=None)                   -> ops.batch_dot(x, y, axes=axes) : dtype=?
    batch_flatten(x)                             -> ops.batch_flatten(x) : dtype=same shape=2
    batch_normalization(x, mean, var, beta, gamma, *, axis=-1) -> ops.batch_normalization(x, mean, var, beta, gamma, 1e-3) : {_SAME}
    batch_normalization(x, mean, var, beta, gamma, axis=-1, *, epsilon) -> ops.batch_normalization(x, mean, var, beta, gamma, epsilon) : {_SAME}
    bias_add(x, bias, data_format=None)          -> ops.backend_bias_add(x, bias, data_format=data_format) : {_SAME} traced=bias
    cast(x, dtype)                               -> ops.cast(x, dtype) : dtype=? shape=same statics=dtype
    cast_to_floatx(x)                            -> ops.cast(x, "float32") : dtype=? shape=same
    clip(x, min_value, max_value)                -> ops.backend_clip(x, min_value, max_value) : {_SAME}
    concatenate(tensors)                         -> jnp.concatenate(tensors, axis=-1) : lists
    concatenate(tensors, axis)                   -> jnp.concatenate(tensors, axis=axis) : lists
    constant(value, *, shape=None, name=None)    -> ops.constant(value, dtype="float32", shape=shape) : dtype=? shape=given
    constant(value, dtype, shape=None, name=None) -> ops.constant(value, dtype=dtype, shape=shape) : dtype=? shape=given
    conv1d({_CONV.format(kernel="kernel", ones=1)}) -> ops.backend_conv1d(x, kernel, strides=strides, padding=padding, data_format=data_format, dilation_rate=dilation_rate) : {_CONVS}
    conv2d({_CONV.format(kernel="kernel", ones="(1, 1)")}) -> ops.conv(x, kernel, strides=strides, padding=padding, data_format=data_format, dilation_rate=dilation_rate) : {_CONVS}
    conv3d({_CONV.format(kernel="kernel", ones="(1, 1, 1)")}) -> ops.conv(x, kernel, strides=strides, padding=padding, data_format=data_format, dilation_rate=dilation_rate) : {_CONVS}
    depthwise_conv2d({_CONV.format(kernel="depthwise_kernel", ones="(1, 1)")}) -> ops.depthwise_conv(x, depthwise_kernel, strides=strides, padding=padding, data_format=data_format, dilation_rate=dilation_rate) : {_CONVS}
    cos(x)                                       -> jnp.cos(x) : {_F}
    count_params(x)                              -> x.size : static
    cumprod(x)                                   -> jnp.cumprod(x, axis=0) : {_SAME}
    cumprod(x, axis)                             -> jnp.cumprod(x, axis=axis) : {_SAME}
    cumsum(x)                                    -> jnp.cumsum(x, axis=0) : {_SAME}
    cumsum(x, axis)                              -> jnp.cumsum(x, axis=axis) : {_SAME}
    dot(x, y)                                    -> jnp.dot(x, y)
    dropout(x, level, noise_shape=None, seed=None) -> ops.dropout(keras.next_key(), x, level, noise_shape=noise_shape) : {_SAME} statics=level,noise_shape
    dtype(x)                                     -> x.dtype.name : static
    elu(x, alpha=1.0)                            -> jax.nn.elu(x, alpha=alpha) : {_SAME}
    equal(x, y)                                  -> jnp.equal(x, y) : {_BOOL}
    eval(x)                                      -> ! HYB101 keep it an array
    exp(x)                                       -> jnp.exp(x) : {_F}
    expand_dims(x)                               -> jnp.expand_dims(x, -1) : {_SHAPED}
    expand_dims(x, axis)                         -> jnp.expand_dims(x, axis) : {_SHAPED}
    eye(size, dtype='float32', name=None)        -> jnp.eye(size, dtype=dtype) : dtype=given shape=2 statics=size
    flatten(x)                                   -> jnp.ravel(x) : dtype=same shape=1
    gather(reference, indices)                   -> ops.gather(reference, indices, axis=0) : {_SHAPED} places=indices
    get_value(x)                                 -> ! HYB101 keep it an array
    gradients(loss, variables)                   -> ! HYB408 `jax.grad` differentiates a function
    greater(x, y)                                -> jnp.greater(x, y) : {_BOOL}
    greater_equal(x, y)                          -> jnp.greater_equal(x, y) : {_BOOL}
    hard_sigmoid(x)                              -> ops.clip(0.2 * x + 0.5, 0.0, 1.0) : {_SAME}
    int_shape(x)                                 -> x.shape : static
    is_sparse(tensor)                            -> False : static
    l2_normalize(x, axis=None)                   -> ops.l2_normalize(x, axis=axis) : {_SAME}
    learning_phase()                             -> ! HYB402 `call(..., training=None)` is told
    set_learning_phase(value)                    -> ! HYB402 `call(..., training=None)` is told
    less(x, y)                                   -> jnp.less(x, y) : {_BOOL}
    less_equal(x, y)                             -> jnp.less_equal(x, y) : {_BOOL}
    log(x)                                       -> jnp.log(x) : {_F}
    map_fn(fn, elems, name=None, dtype=None)     -> lax.map(fn, elems) : dtype=?
    max(x, axis=None, keepdims=False)            -> jnp.max(...) : dtype=same shape=reduce
    maximum(x, y)                                -> ops.maximum(x, y) : shape=elementwise
    mean(x, axis=None, keepdims=False)           -> ops.backend_mean(...) : dtype=? shape=reduce
    min(x, axis=None, keepdims=False)            -> jnp.min(...) : dtype=same shape=reduce
    minimum(x, y)                                -> ops.minimum(x, y) : shape=elementwise
    ndim(x)                                      -> x.ndim : static
    not_equal(x, y)                              -> jnp.not_equal(x, y) : {_BOOL}
    one_hot(indices, num_classes)                -> jax.nn.one_hot(indices, num_classes) : dtype=? statics=num_classes
    ones(shape, dtype='float32', name=None)      -> jnp.ones(shape, dtype=dtype) : dtype=given shape=given
    ones_like(x, dtype=None, name=None)          -> jnp.ones_like(x, dtype=dtype) : dtype=? shape=same
    permute_dimensions(x, pattern)               -> jnp.transpose(x, pattern) : {_SHAPED} statics=pattern
    pow(x, a)                                    -> jnp.power(x, a) : shape=elementwise
    prod(x, axis=None, keepdims=False)           -> ops.reduce_prod(...) : dtype=same shape=reduce
    random_bernoulli(shape, p=0.0, *, seed=None) -> ops.cast(ops.uniform(keras.next_key(), shape) <= p, jnp.float32) : dtype=given shape=given statics=shape
    random_bernoulli(shape, p, dtype, seed=None) -> ops.cast(ops.uniform(keras.next_key(), shape) <= p, dtype) : dtype=given shape=given statics=shape,dtype
    random_uniform(shape, minval=0.0, maxval=1.0, dtype='float32', seed=None) -> ops.uniform(keras.next_key(), shape, minval=minval, maxval=maxval, dtype=dtype) : dtype=given shape=given statics=shape,dtype
    truncated_normal(shape, mean=0.0, stddev=1.0, dtype='float32', seed=None) -> ops.truncated_normal(keras.next_key(), shape, mean=mean, stddev=stddev, dtype=dtype) : dtype=given shape=given statics=shape,dtype
    relu(x, alpha=0.0, max_value=None, threshold=0.0) -> keras.activations.relu(x, negative_slope=alpha, max_value=max_value, threshold=threshold) : {_SAME}
    repeat(x, n)                                 -> jnp.repeat(x[:, None], n, axis=1) : {_SHAPED} statics=n
    repeat_elements(x, rep, axis)                -> jnp.repeat(x, rep, axis=axis) : {_SHAPED} statics=rep
    reshape(x, shape)                            -> jnp.reshape(x, shape) : {_SHAPED}
    resize_images(x, height_factor, width_factor, data_format, interpolation='nearest') -> ops.resize_images(...) : {_SHAPED} statics=height_factor,width_factor,data_format,interpolation
    reverse(x, axes)                             -> jnp.flip(x, axes) : {_SAME}
    round(x)                                     -> jnp.round(x) : {_SAME}
    shape(x)                                     -> x.shape : static
    sigmoid(x)                                   -> jax.nn.sigmoid(x) : {_F}
    sign(x)                                      -> jnp.sign(x) : {_SAME}
    sin(x)                                       -> jnp.sin(x) : {_F}
    softmax(x, axis=-1)                          -> jax.nn.softmax(x, axis=axis) : {_SAME}
    softplus(x)                                  -> jax.nn.softplus(x) : {_F}
    softsign(x)                                  -> jax.nn.soft_sign(x) : {_F}
    spatial_2d_padding(x, padding=((1, 1), (1, 1)), data_format=None) -> ops.padded_images(x, padding=padding, data_format=data_format) : {_SHAPED} statics=padding,data_format
    sqrt(x)                                      -> jnp.sqrt(jnp.maximum(x, 0)) : {_F}
    square(x)                                    -> jnp.square(x) : {_SAME}
    squeeze(x, axis)                             -> jnp.squeeze(x, axis=axis) : {_SHAPED}
    stack(x, axis=0)                             -> jnp.stack(x, axis=axis) : lists
    std(x, axis=None, keepdims=False)            -> jnp.std(...) : dtype=float shape=reduce
    stop_gradient(variables)                     -> lax.stop_gradient(variables) : {_SAME}
    sum(x, axis=None, keepdims=False)            -> ops.reduce_sum(...) : dtype=same shape=reduce
    switch(condition, then_expression, else_expression) -> ops.switch(condition, then_expression, else_expression) : dtype=?
    tanh(x)                                      -> jnp.tanh(x) : {_F}
    temporal_padding(x)                          -> jnp.pad(x, ((0, 0), (1, 1), (0, 0))) : {_SHAPED}
    temporal_padding(x, padding)                 -> jnp.pad(x, ((0, 0), tuple(padding), (0, 0))) : {_SHAPED} statics=padding
    tile(x, n)                                   -> jnp.tile(x, n) : {_SHAPED} statics=n
    to_dense(tensor)                             -> tensor : {_SAME}
    transpose(x)                                 -> jnp.transpose(x) : {_SHAPED}
    var(x, axis=None, keepdims=False)            -> jnp.var(...) : dtype=float shape=reduce
    zeros(shape, dtype='float32', name=None)     -> jnp.zeros(shape, dtype=dtype) : dtype=given shape=given
    binary_crossentropy(target, output, from_logits=False) -> ops.backend_binary_crossentropy(...) : dtype=float statics=from_logits
    categorical_crossentropy(target, output, from_logits=False, axis=-1) -> keras.losses.categorical_crossentropy(target, output, from_logits=from_logits, axis=axis) : dtype=float statics=from_logits,axis
    sparse_categorical_crossentropy(target, output, from_logits=False, axis=-1, ignore_class=None) -> keras.losses.sparse_categorical_crossentropy(target, output, from_logits=from_logits, ignore_class=ignore_class, axis=axis) : dtype=float places=target statics=from_logits,axis,ignore_class
    pool2d(x, pool_size, strides=(1, 1), padding='valid', data_format=None, pool_mode='max') -> ops.pool2d(...) : dtype=same statics=pool_size,strides,padding,data_format,pool_mode
    rnn(*args)                      -> ! HYB402 write a layer with a cell: `keras.layers.RNN(cell)`
    update(*args)                   -> ! HYB402 write `variable.assign(value)`
    update_add(*args)               -> ! HYB402 write `variable.assign_add(value)`
    update_sub(*args)               -> ! HYB402 write `variable.assign_sub(value)`
    moving_average_update(*args)    -> ! HYB402 write `variable.assign(momentum * variable + (1 - momentum) * value)`
    in_train_phase(*args)           -> ! HYB402 take `training` in `call`, which models hand on
    in_test_phase(*args)            -> ! HYB402 take `training` in `call`, which models hand on
    function(*args)                 -> ! HYB402 a model of the inputs and outputs is such a function: `keras.Model(inputs, outputs)`
    zeros_like(x, dtype=None, name=None)         -> jnp.zeros_like(x, dtype=dtype) : dtype=? shape=same
    variable(value, dtype='float32', name=None, constraint=None) -> keras.keras_variable(value, dtype=dtype, name=name) : dtype=? shape=same
"""

LINES = "".join(f"    keras.backend.{line.strip()}\n" for line in _LINES.strip().splitlines())
