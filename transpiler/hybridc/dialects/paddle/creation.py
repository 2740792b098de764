"""Functions that make arrays."""

LINES = """
    paddle.to_tensor(data, dtype=None, place=None, stop_gradient=True) -> tensors.to_tensor(data, dtype=dtype) : dtype=? lists ordered
    paddle.zeros(shape, dtype=None, name=None)                -> tensors.zeros(shape, dtype=dtype) : dtype=? statics=shape contiguous
    paddle.ones(shape, dtype=None, name=None)                 -> tensors.ones(shape, dtype=dtype) : dtype=? statics=shape contiguous
    paddle.empty(shape, dtype=None, name=None)                -> tensors.empty(shape, dtype=dtype) : dtype=? statics=shape contiguous
    paddle.full(shape, fill_value, dtype=None, name=None)     -> tensors.full(shape, fill_value, dtype=dtype) : dtype=? statics=shape contiguous
    paddle.zeros_like(x, dtype=None, name=None)               -> tensors.zeros_like(x, dtype=dtype) : dtype=? shape=same
    paddle.ones_like(x, dtype=None, name=None)                -> tensors.ones_like(x, dtype=dtype) : dtype=? shape=same
    paddle.empty_like(x, dtype=None, name=None)               -> tensors.zeros_like(x, dtype=dtype) : dtype=? shape=same
    paddle.full_like(x, fill_value, dtype=None, name=None)    -> tensors.full_like(x, fill_value, dtype=dtype) : dtype=? shape=same
    paddle.arange(start=0, end=None, step=1, dtype=None, name=None) -> tensors.arange(...) : dtype=? shape=1 statics=start,end,step contiguous
    paddle.linspace(start, stop, num, dtype=None, name=None)  -> tensors.linspace(start, stop, num, dtype=dtype) : dtype=? shape=1 statics=num contiguous
    paddle.eye(num_rows, num_columns=None, dtype=None, name=None) -> tensors.eye(num_rows, num_columns, dtype=dtype) : dtype=? shape=2 statics=num_rows,num_columns contiguous
    paddle.meshgrid(*args, indexing='ij', name=None)          -> tensors.meshgrid(*args, indexing=indexing) : dtype=? list lists
    paddle.tril_indices(row, col=None, offset=0, dtype='int64') -> tensors.tril_indices(...) : dtype=? shape=2 statics=row,col
    paddle.triu_indices(row, col=None, offset=0, dtype='int64') -> tensors.triu_indices(...) : dtype=? shape=2 statics=row,col
    paddle.assign(x, output=None)                             -> tensors.assign(x, output=output) : dtype=? shape=same lists
    paddle.clone(x, name=None)                                -> x.copy() : dtype=same shape=same
    paddle.cast(x, dtype)                                     -> tensors.cast(x, dtype) : dtype=? shape=same view
    paddle.create_parameter(shape, dtype, name=None, attr=None, is_bias=False, default_initializer=None) -> tensors.create_parameter(shape, dtype, attr=attr, is_bias=is_bias, default_initializer=default_initializer) : dtype=?
    paddle.diag(x, offset=0, padding_value=0, name=None)      -> jnp.diag(x, k=offset) : dtype=same statics=offset
    paddle.diagflat(x, offset=0, name=None)                   -> jnp.diagflat(x, k=offset) : dtype=same shape=2
    paddle.tril(x, diagonal=0, name=None)                     -> jnp.tril(x, k=diagonal) : dtype=same shape=same statics=diagonal
    paddle.triu(x, diagonal=0, name=None)                     -> jnp.triu(x, k=diagonal) : dtype=same shape=same statics=diagonal
"""
