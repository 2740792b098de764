"""`keras.backend`: the functions that `tf.keras` has there, and that layers of users are full of."""

_F = "dtype=float shape=elementwise"
_SAME = "dtype=same shape=same"
_BOOL = "dtype=bool shape=elementwise"
_DRAWN = "dtype=float shape=given statics=shape,dtype"

_LINES = f"""
    abs(x)                          -> jnp.abs(x) : dtype=? shape=same
    all(x, axis=None, keepdims=False) -> jnp.all(...) : dtype=bool shape=reduce
    any(x, axis=None, keepdims=False) -> jnp.any(...) : dtype=bool shape=reduce
    arange(start, stop=None, step=1, dtype='int32') -> ops.arange(...) : dtype=? shape=1 statics=start,stop,step
    argmax(x) -> jnp.argmax(x, axis=-1) : dtype=int
    argmax(x, axis) -> jnp.argmax(x, axis=axis) : dtype=int
    argmin(x) -> jnp.argmin(x, axis=-1) : dtype=int
    argmin(x, axis) -> jnp.argmin(x, axis=axis) : dtype=int
    batch_dot(x, y, axes=None)      -> keras.backend.batch_dot(...) : dtype=? statics=axes
    batch_flatten(x)                -> jnp.reshape(x, (x.shape[0], -1)) : dtype=same
    batch_normalization(x, mean, var, beta, gamma, axis=-1) -> ops.batch_normalization(x, mean, var, beta, gamma, 1e-3) : {_SAME}
    batch_normalization(x, mean, var, beta, gamma, *, epsilon) -> ops.batch_normalization(x, mean, var, beta, gamma, epsilon) : {_SAME}
    bias_add(x, bias)               -> x + bias : {_SAME} traced=bias
    bias_add(x, bias, data_format)  -> keras.backend.bias_add(x, bias, data_format) : {_SAME} traced=bias statics=data_format
    binary_crossentropy(target, output, from_logits=False) -> keras.backend.binary_crossentropy(...) : dtype=float statics=from_logits
    cast(x, dtype)                  -> ops.cast(x, dtype) : dtype=? shape=same statics=dtype
    cast_to_floatx(x)               -> jnp.asarray(x).astype(jnp.float32) : dtype=float shape=same
    categorical_crossentropy(target, output, from_logits=False, axis=-1) -> keras.losses.categorical_crossentropy(target, output, from_logits=from_logits, axis=axis) : dtype=float statics=from_logits,axis
    clip(x, min_value, max_value)   -> keras.backend.clip(x, min_value, max_value) : dtype=? shape=elementwise
    concatenate(tensors) -> jnp.concatenate(tensors, axis=-1)
    concatenate(tensors, axis) -> jnp.concatenate(tensors, axis=axis)
    constant(value, *, shape=None, name=None) -> ops.constant(value, dtype=jnp.float32, shape=shape) : dtype=? statics=dtype,shape
    constant(value, dtype, shape=None, name=None) -> ops.constant(value, dtype=dtype, shape=shape) : dtype=? statics=dtype,shape
    conv2d(x, kernel, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1)) -> ops.conv(...) : dtype=same statics=strides,padding,data_format,dilation_rate
    cos(x)                          -> jnp.cos(x) : {_F}
    count_params(x)                 -> keras.backend.count_params(x) : static
    cumprod(x) -> jnp.cumprod(x, axis=0) : {_SAME}
    cumprod(x, axis) -> jnp.cumprod(x, axis=axis) : {_SAME}
    cumsum(x) -> jnp.cumsum(x, axis=0) : {_SAME}
    cumsum(x, axis) -> jnp.cumsum(x, axis=axis) : {_SAME}
    depthwise_conv2d(x, depthwise_kernel, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1)) -> ops.depthwise_conv(x, depthwise_kernel, strides=strides, padding=padding, data_format=data_format, dilation_rate=dilation_rate) : dtype=same statics=strides,padding,data_format,dilation_rate
    dot(x, y)                       -> jnp.dot(x, y) : dtype=same
    dropout(x, level, noise_shape=None, seed=None) -> ops.dropout(keras.next_key(), x, level, noise_shape=noise_shape) : {_SAME} statics=level,noise_shape
    dtype(x)                        -> x.dtype.name : static
    elu(x, alpha=1.0)               -> jax.nn.elu(x, alpha) : {_SAME}
    equal(x, y)                     -> jnp.equal(x, y) : {_BOOL}
    exp(x)                          -> jnp.exp(x) : {_F}
    expand_dims(x) -> jnp.expand_dims(x, -1) : dtype=same
    expand_dims(x, axis) -> jnp.expand_dims(x, axis) : dtype=same
    eye(size, dtype='float32', name=None) -> jnp.eye(size, dtype=dtype) : dtype=given shape=2 statics=size
    flatten(x)                      -> jnp.ravel(x) : dtype=same shape=1
    gather(reference, indices)      -> jnp.take(reference, indices, axis=0) : dtype=same
    greater(x, y)                   -> jnp.greater(x, y) : {_BOOL}
    greater_equal(x, y)             -> jnp.greater_equal(x, y) : {_BOOL}
    hard_sigmoid(x)                 -> jnp.clip(0.2 * x + 0.5, 0.0, 1.0) : {_SAME}
    int_shape(x)                    -> x.shape : static
    is_sparse(tensor)               -> False : static
    l2_normalize(x, axis=None)      -> ops.l2_normalize(x, axis=axis) : {_SAME}
    less(x, y)                      -> jnp.less(x, y) : {_BOOL}
    less_equal(x, y)                -> jnp.less_equal(x, y) : {_BOOL}
    log(x)                          -> jnp.log(x) : {_F}
    max(x, axis=None, keepdims=False) -> jnp.max(...) : dtype=same shape=reduce
    maximum(x, y)                   -> jnp.maximum(x, y) : shape=elementwise
    mean(x, axis=None, keepdims=False) -> keras.backend.mean(...) : dtype=? shape=reduce
    min(x, axis=None, keepdims=False) -> jnp.min(...) : dtype=same shape=reduce
    minimum(x, y)                   -> jnp.minimum(x, y) : shape=elementwise
    ndim(x)                         -> x.ndim : static
    not_equal(x, y)                 -> jnp.not_equal(x, y) : {_BOOL}
    one_hot(indices, num_classes)   -> jax.nn.one_hot(indices, num_classes) : dtype=float statics=num_classes
    ones(shape, dtype='float32', name=None) -> jnp.ones(shape, dtype=dtype) : dtype=given shape=given
    ones_like(x, dtype=None, name=None) -> jnp.ones_like(x, dtype=dtype) : dtype=? shape=same
    permute_dimensions(x, pattern)  -> jnp.transpose(x, pattern) : dtype=same
    pool2d(x, pool_size, strides=(1, 1), padding='valid', data_format=None, pool_mode='max') -> keras.backend.pool2d(...) : dtype=same statics=pool_size,strides,padding,data_format,pool_mode
    pow(x, a)                       -> jnp.power(x, a) : dtype=same
    prod(x, axis=None, keepdims=False) -> ops.reduce_prod(...) : dtype=same shape=reduce
    random_uniform(shape, minval=0.0, maxval=1.0, dtype='float32', seed=None) -> ops.uniform(keras.next_key(), shape, minval=minval, maxval=maxval, dtype=dtype) : {_DRAWN}
    truncated_normal(shape, mean=0.0, stddev=1.0, dtype='float32', seed=None) -> ops.truncated_normal(keras.next_key(), shape, mean=mean, stddev=stddev, dtype=dtype) : {_DRAWN}
    relu(x, alpha=0.0, max_value=None, threshold=0.0) -> keras.activations.relu(x, negative_slope=alpha, max_value=max_value, threshold=threshold) : {_SAME} statics=alpha,max_value,threshold
    repeat(x, n)                    -> jnp.repeat(jnp.expand_dims(x, 1), n, axis=1) : dtype=same statics=n
    repeat_elements(x, rep, axis)   -> jnp.repeat(x, rep, axis=axis) : dtype=same statics=rep
    reshape(x, shape)               -> jnp.reshape(x, shape) : dtype=same
    resize_images(x, height_factor, width_factor, data_format, interpolation='nearest') -> keras.backend.resize_images(...) : dtype=? statics=height_factor,width_factor,data_format,interpolation
    reverse(x, axes)                -> jnp.flip(x, axes) : {_SAME}
    rnn(*args)                      -> ! HYB402 write a layer with a cell: `keras.layers.RNN(cell)`
    round(x)                        -> jnp.round(x) : {_SAME}
    shape(x)                        -> x.shape : static
    sigmoid(x)                      -> jax.nn.sigmoid(x) : {_F}
    sign(x)                         -> jnp.sign(x) : {_SAME}
    sin(x)                          -> jnp.sin(x) : {_F}
    softmax(x, axis=-1)             -> jax.nn.softmax(x, axis=axis) : {_SAME}
    softplus(x)                     -> jax.nn.softplus(x) : {_F}
    softsign(x)                     -> jax.nn.soft_sign(x) : {_F}
    sparse_categorical_crossentropy(target, output, from_logits=False, axis=-1, ignore_class=None) -> keras.losses.sparse_categorical_crossentropy(target, output, from_logits=from_logits, ignore_class=ignore_class, axis=axis) : dtype=float statics=from_logits,axis,ignore_class
    spatial_2d_padding(x, padding=((1, 1), (1, 1)), data_format=None) -> keras.backend.spatial_2d_padding(...) : dtype=same statics=padding,data_format
    sqrt(x)                         -> jnp.sqrt(jnp.maximum(x, 0.0)) : {_F}
    square(x)                       -> jnp.square(x) : {_SAME}
    squeeze(x, axis)                -> jnp.squeeze(x, axis) : dtype=same
    stack(x, axis=0)                -> jnp.stack(x, axis=axis)
    std(x, axis=None, keepdims=False) -> jnp.std(...) : dtype=float shape=reduce
    stop_gradient(variables)        -> lax.stop_gradient(variables) : {_SAME}
    sum(x, axis=None, keepdims=False) -> ops.reduce_sum(...) : dtype=same shape=reduce
    switch(condition, then_expression, else_expression) -> keras.backend.switch(condition, then_expression, else_expression) : dtype=?
    tanh(x)                         -> jnp.tanh(x) : {_F}
    temporal_padding(x) -> jnp.pad(x, ((0, 0), (1, 1), (0, 0))) : dtype=same statics=padding
    temporal_padding(x, padding) -> jnp.pad(x, ((0, 0), padding, (0, 0))) : dtype=same statics=padding
    tile(x, n)                      -> jnp.tile(x, n) : dtype=same
    to_dense(tensor)                -> tensor : {_SAME}
    transpose(x)                    -> jnp.transpose(x) : dtype=same
    update(*args)                   -> ! HYB402 write `variable.assign(value)`
    update_add(*args)               -> ! HYB402 write `variable.assign_add(value)`
    update_sub(*args)               -> ! HYB402 write `variable.assign_sub(value)`
    moving_average_update(*args)    -> ! HYB402 write `variable.assign(momentum * variable + (1 - momentum) * value)`
    learning_phase()                -> ! HYB402 take `training` in `call`, which models hand on
    in_train_phase(*args)           -> ! HYB402 take `training` in `call`, which models hand on
    in_test_phase(*args)            -> ! HYB402 take `training` in `call`, which models hand on
    set_learning_phase(*args)       -> ! HYB402 give `training=` to the call of the model
    function(*args)                 -> ! HYB402 a model of the inputs and outputs is such a function: `keras.Model(inputs, outputs)`
    gradients(*args)                -> ! HYB402 `jax.grad` differentiates a function
    var(x, axis=None, keepdims=False) -> jnp.var(...) : dtype=float shape=reduce
    variable(value, dtype='float32', name=None, constraint=None) -> keras.variable(value, dtype=dtype, name=name) : dtype=? shape=same
    zeros(shape, dtype='float32', name=None) -> jnp.zeros(shape, dtype=dtype) : dtype=given shape=given
    zeros_like(x, dtype=None, name=None) -> jnp.zeros_like(x, dtype=dtype) : dtype=? shape=same
"""
LINES = _LINES.replace("\n    ", "\n    keras.backend.")
