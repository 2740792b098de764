"""Random draws: with keys that come from the rng that a model is given."""

LINES = """
    tensorflow.random.normal(shape, mean=0.0, stddev=1.0, dtype='float32', seed=None, name=None) -> ops.normal(keras.next_key(), shape, mean=mean, stddev=stddev, dtype=dtype) : dtype=given shape=given statics=shape,dtype
    tensorflow.random.uniform(shape, minval=0, maxval=None, dtype='float32', seed=None, name=None) -> ops.uniform(keras.next_key(), shape, minval=minval, maxval=maxval, dtype=dtype) : dtype=given shape=given statics=shape,dtype
    tensorflow.random.set_seed(seed)             -> keras.seed(seed) : dtype=? host
    keras.utils.set_random_seed(seed)            -> keras.seed(seed) : dtype=? host
"""
