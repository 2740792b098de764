"""`keras.activations`, `keras.ops.nn`, `tf.nn` and `keras.losses`, whose functions the runtime or jax.nn has."""

from hybridc.dialects.keras.layers import ACTIVATIONS

_SAME = "dtype=? shape=same"
# Activations of which jax.nn has the like, by their defaults.
_JAX = {"relu": "jax.nn.relu", "sigmoid": "jax.nn.sigmoid", "silu": "jax.nn.silu", "swish": "jax.nn.silu", "selu": "keras.activations.selu", "softplus": "jax.nn.softplus", "tanh": "jnp.tanh", "softsign": "jax.nn.soft_sign", "log_sigmoid": "jax.nn.log_sigmoid", "exponential": "jnp.exp", "elu": "jax.nn.elu"}  # fmt: skip


def _activations() -> str:
    lines = []
    for name in ACTIVATIONS.split():
        own = f"keras.activations.{name}"
        if name in _JAX:
            lines.append(f"    keras.activations.{name}(x) -> {_JAX[name]}(x) : {_SAME}")
        settings = {"relu": "negative_slope=0.0, max_value=None, threshold=0.0", "leaky_relu": "negative_slope=0.2", "elu": "alpha=1.0", "celu": "alpha=1.0", "gelu": "approximate=False", "glu": "axis=-1", "softmax": "axis=-1", "log_softmax": "axis=-1", "hard_shrink": "threshold=0.5", "soft_shrink": "threshold=0.5", "squareplus": "b=4", "threshold": "threshold, default_value"}.get(name)  # fmt: skip
        if settings is not None or name not in _JAX:
            given = f"x, {settings}" if settings else "x"
            static = " statics=approximate" if name == "gelu" else ""
            lines.append(f"    keras.activations.{name}({given}) -> {own}(...) : {_SAME}{static}")
        lines.append(f"    keras.activations.{name} -> {own} : static")
    return "\n".join(lines) + "\n"


def _of_ops() -> str:
    """Those that are in `keras.ops`, and in `keras.ops.nn`, too."""
    lines = []
    for place in ("keras.ops", "keras.ops.nn"):
        for name in ("relu", "sigmoid", "silu", "swish", "selu", "softplus", "tanh", "softsign", "log_sigmoid"):
            if (place, name) != ("keras.ops", "tanh"):
                lines.append(f"    {place}.{name}(x) -> {_JAX[name]}(x) : {_SAME}")
        lines += [
            f"    {place}.relu6(x) -> jax.nn.relu6(x) : {_SAME}",
            f"    {place}.leaky_relu(x, negative_slope=0.2) -> keras.activations.leaky_relu(...) : {_SAME}",
            f"    {place}.elu(x, alpha=1.0) -> jax.nn.elu(x, alpha=alpha) : {_SAME}",
            f"    {place}.celu(x, alpha=1.0) -> jax.nn.celu(x, alpha=alpha) : {_SAME}",
            f"    {place}.gelu(x, approximate=True) -> jax.nn.gelu(x, approximate=approximate) : {_SAME} statics=approximate",
            f"    {place}.glu(x, axis=-1) -> jax.nn.glu(x, axis=axis) : dtype=same",
            f"    {place}.hard_sigmoid(x) -> keras.activations.hard_sigmoid(x) : {_SAME}",
            f"    {place}.hard_silu(x) -> keras.activations.hard_silu(x) : {_SAME}",
            f"    {place}.hard_swish(x) -> keras.activations.hard_silu(x) : {_SAME}",
            f"    {place}.softmax(x, axis=-1) -> jax.nn.softmax(x, axis=axis) : {_SAME}",
            f"    {place}.log_softmax(x, axis=-1) -> jax.nn.log_softmax(x, axis=axis) : {_SAME}",
            f"    {place}.one_hot(x, num_classes, axis=-1, dtype=None, sparse=False) -> ops.one_hot(x, num_classes, axis=axis, dtype=dtype) : dtype=? statics=num_classes",
            f"    {place}.normalize(x, axis=-1, order=2, epsilon=None) -> ops.normalize(...) : {_SAME} statics=order",
            f"    {place}.moments(x, axes, keepdims=False) -> ops.moments(...) : dtype=? items=array,array",
            f"    {place}.dot_product_attention(query, key, value, bias=None, mask=None, scale=None, is_causal=False, flash_attention=None) -> ops.dot_product_attention(query, key, value, bias=bias, mask=mask, scale=scale, is_causal=is_causal) : {_SAME} statics=is_causal traced=bias",
            f"    {place}.conv(inputs, kernel, strides=1, padding='valid', data_format=None, dilation_rate=1) -> ops.conv(...) : dtype=same statics=strides,padding,data_format,dilation_rate",
            f"    {place}.depthwise_conv(inputs, kernel, strides=1, padding='valid', data_format=None, dilation_rate=1) -> ops.depthwise_conv(...) : dtype=same statics=strides,padding,data_format,dilation_rate",
            f"    {place}.max_pool(inputs, pool_size, strides=None, padding='valid', data_format=None) -> ops.max_pool(...) : dtype=same statics=pool_size,strides,padding,data_format",
            f"    {place}.average_pool(inputs, pool_size, strides=None, padding='valid', data_format=None) -> ops.average_pool(...) : dtype=same statics=pool_size,strides,padding,data_format",
        ]
    return "\n".join(lines) + "\n"


_TENSORFLOW = f"""
    tensorflow.nn.relu(features, name=None)      -> jax.nn.relu(features) : {_SAME}
    tensorflow.nn.relu6(features, name=None)     -> jax.nn.relu6(features) : {_SAME}
    tensorflow.nn.elu(features, name=None)       -> jax.nn.elu(features) : {_SAME}
    tensorflow.nn.selu(features, name=None)      -> keras.activations.selu(features) : {_SAME}
    tensorflow.nn.gelu(features, approximate=False, name=None) -> keras.activations.gelu(features, approximate=approximate) : {_SAME} statics=approximate
    tensorflow.nn.leaky_relu(features, alpha=0.2, name=None) -> ops.leaky_relu(features, alpha=alpha) : {_SAME}
    tensorflow.nn.silu(features)                 -> jax.nn.silu(features) : {_SAME}
    tensorflow.nn.silu(features, beta)           -> features * jax.nn.sigmoid(beta * features) : {_SAME}
    tensorflow.nn.swish(features)                -> jax.nn.silu(features) : {_SAME}
    tensorflow.nn.sigmoid(x, name=None)          -> jax.nn.sigmoid(x) : {_SAME}
    tensorflow.nn.tanh(x, name=None)             -> jnp.tanh(x) : {_SAME}
    tensorflow.nn.softplus(features, name=None)  -> jax.nn.softplus(features) : {_SAME}
    tensorflow.nn.softsign(features, name=None)  -> jax.nn.soft_sign(features) : {_SAME}
    tensorflow.nn.softmax(logits, axis=-1, name=None) -> jax.nn.softmax(logits, axis=axis) : {_SAME}
    tensorflow.nn.log_softmax(logits, axis=-1, name=None) -> jax.nn.log_softmax(logits, axis=axis) : {_SAME}
    tensorflow.nn.dropout(x, rate, noise_shape=None, seed=None, name=None) -> ops.dropout(keras.next_key(), x, rate, noise_shape=noise_shape) : {_SAME} statics=rate,noise_shape
    tensorflow.nn.l2_loss(t, name=None)          -> jnp.sum(jnp.square(t)) / 2 : dtype=same shape=scalar
    tensorflow.nn.l2_normalize(x, axis=None, epsilon=1e-12, name=None) -> ops.l2_normalize(x, axis=axis, epsilon=epsilon) : {_SAME}
    tensorflow.nn.moments(x, axes, shift=None, keepdims=False, name=None) -> ops.moments(x, axes, keepdims=keepdims) : dtype=? items=array,array statics=axes
    tensorflow.nn.bias_add(value, bias, data_format=None, name=None) -> ops.bias_add(value, bias, data_format=data_format) : {_SAME} traced=bias
    tensorflow.nn.batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=None) -> ops.batch_normalization(x, mean, variance, offset, scale, variance_epsilon) : {_SAME}
    tensorflow.nn.conv2d(input, filters, strides, padding, data_format='NHWC', dilations=None, name=None) -> ops.conv2d(input, filters, strides, padding, data_format=data_format, dilations=dilations) : dtype=same statics=strides,padding,data_format,dilations
    tensorflow.nn.max_pool2d(input, ksize, strides, padding, data_format='NHWC', name=None) -> ops.max_pool2d(input, ksize, strides, padding, data_format=data_format) : dtype=same statics=ksize,strides,padding,data_format
    tensorflow.nn.max_pool1d(input, ksize, strides, padding, data_format='NWC', name=None) -> ops.max_pool1d(input, ksize, strides, padding, data_format=data_format) : dtype=same statics=ksize,strides,padding,data_format
    tensorflow.nn.avg_pool1d(input, ksize, strides, padding, data_format='NWC', name=None) -> ops.avg_pool1d(input, ksize, strides, padding, data_format=data_format) : dtype=same statics=ksize,strides,padding,data_format
    tensorflow.nn.avg_pool2d(input, ksize, strides, padding, data_format='NHWC', name=None) -> ops.avg_pool2d(input, ksize, strides, padding, data_format=data_format) : dtype=same statics=ksize,strides,padding,data_format
    tensorflow.nn.embedding_lookup(params, ids)  -> jnp.take(params, ids, axis=0) : dtype=same places=ids checked=ops.gather(params,ids,axis=0)
    tensorflow.nn.sparse_softmax_cross_entropy_with_logits(labels, logits, name=None) -> ops.sparse_softmax_cross_entropy(labels, logits) : dtype=? places=labels
    tensorflow.nn.softmax_cross_entropy_with_logits(labels, logits, axis=-1, name=None) -> ops.softmax_cross_entropy(labels, logits, axis=axis) : dtype=?
    tensorflow.nn.sigmoid_cross_entropy_with_logits(labels, logits, name=None) -> ops.sigmoid_cross_entropy(labels, logits) : dtype=?
    tensorflow.nn.depth_to_space(input, block_size, data_format='NHWC', name=None) -> ops.depth_to_space(input, block_size, data_format=data_format) : dtype=same statics=block_size,data_format
    tensorflow.nn.space_to_depth(input, block_size, data_format='NHWC', name=None) -> ops.space_to_depth(input, block_size, data_format=data_format) : dtype=same statics=block_size,data_format
    tensorflow.nn.top_k(input, k=1, sorted=True, index_type=None, name=None) -> ops.top_k(input, k=k) : dtype=? items=array,array statics=k
    tensorflow.math.top_k(input, k=1, sorted=True, index_type=None, name=None) -> ops.top_k(input, k=k) : dtype=? items=array,array statics=k
"""

LINES = _activations() + _of_ops() + _TENSORFLOW
