"""Random draws: with keys that come from the rng that a model is given."""

LINES = """
    tensorflow.random.normal(shape, mean=0.0, stddev=1.0, dtype='float32', seed=None, name=None) -> ops.normal(keras.next_key(), shape, mean=mean, stddev=stddev, dtype=dtype) : dtype=given shape=given statics=shape,dtype
    tensorflow.random.uniform(shape, minval=0, maxval=None, dtype='float32', seed=None, name=None) -> ops.uniform(keras.next_key(), shape, minval=minval, maxval=maxval, dtype=dtype) : dtype=given shape=given statics=shape,dtype
    tensorflow.random.truncated_normal(shape, mean=0.0, stddev=1.0, dtype='float32', seed=None, name=None) -> ops.truncated_normal(keras.next_key(), shape, mean=mean, stddev=stddev, dtype=dtype) : dtype=given shape=given statics=shape,dtype
    tensorflow.random.shuffle(value, seed=None, name=None) -> jax.random.permutation(keras.next_key(), value) : dtype=same shape=same
    tensorflow.random.categorical(logits, num_samples, dtype=None, seed=None, name=None) -> ops.categorical(keras.next_key(), logits, num_samples) : dtype=int statics=num_samples
    keras.random.normal(shape, mean=0.0, stddev=1.0, dtype='float32', seed=None) -> ops.normal(keras.next_key(), shape, mean=mean, stddev=stddev, dtype=dtype) : dtype=given shape=given statics=shape,dtype
    keras.random.uniform(shape, minval=0.0, maxval=1.0, dtype='float32', seed=None) -> ops.uniform(keras.next_key(), shape, minval=minval, maxval=maxval, dtype=dtype) : dtype=given shape=given statics=shape,dtype
    keras.random.truncated_normal(shape, mean=0.0, stddev=1.0, dtype='float32', seed=None) -> ops.truncated_normal(keras.next_key(), shape, mean=mean, stddev=stddev, dtype=dtype) : dtype=given shape=given statics=shape,dtype
    keras.random.randint(shape, minval, maxval, dtype='int32', seed=None) -> jax.random.randint(keras.next_key(), shape, minval, maxval) : dtype=int shape=given statics=shape,dtype
    keras.random.dropout(inputs, rate, noise_shape=None, seed=None) -> ops.dropout(keras.next_key(), inputs, rate, noise_shape=noise_shape) : dtype=same shape=same statics=rate,noise_shape
    keras.random.shuffle(x, axis=0, seed=None)   -> jax.random.permutation(keras.next_key(), x, axis=axis) : dtype=same shape=same
    keras.random.categorical(logits, num_samples, dtype='int32', seed=None) -> ops.categorical(keras.next_key(), logits, num_samples) : dtype=int statics=num_samples
    keras.random.SeedGenerator(seed=None, name=None) -> keras.SeedGenerator(seed) : host
    keras.backend.random_normal(shape, mean=0.0, stddev=1.0, dtype='float32', seed=None) -> ops.normal(keras.next_key(), shape, mean=mean, stddev=stddev, dtype=dtype) : dtype=given shape=given statics=shape,dtype
    tensorflow.random.set_seed(seed)             -> keras.seed(seed) : dtype=? host
    keras.utils.set_random_seed(seed)            -> keras.seed(seed) : dtype=? host
"""
