"""Functions that draw."""

LINES = """
    paddle.rand(shape, dtype=None, name=None)             -> tensors.rand(nn.next_key(), shape, dtype) : dtype=? statics=shape
    paddle.randn(shape, dtype=None, name=None)            -> tensors.randn(nn.next_key(), shape, dtype) : dtype=? statics=shape
    paddle.standard_normal(shape, dtype=None, name=None)  -> tensors.randn(nn.next_key(), shape, dtype) : dtype=? statics=shape
    paddle.uniform(shape, dtype=None, min=0, max=1.0, seed=0, name=None) -> tensors.uniform(nn.next_key(), shape, dtype=dtype, min=min, max=max) : dtype=? statics=shape
    paddle.normal(mean=0.0, std=1.0, shape=None, name=None) -> tensors.normal(nn.next_key(), mean=mean, std=std, shape=shape) : dtype=? statics=shape
    paddle.randint(low=0, high=None, shape=[1], dtype=None, name=None) -> tensors.randint(nn.next_key(), low=low, high=high, shape=shape, dtype=dtype) : dtype=? statics=shape
    paddle.randperm(n, dtype='int64', name=None)          -> tensors.randperm(nn.next_key(), n, dtype) : dtype=? shape=1 statics=n
    paddle.bernoulli(x, name=None)                        -> tensors.bernoulli(nn.next_key(), x) : dtype=same shape=same
"""
