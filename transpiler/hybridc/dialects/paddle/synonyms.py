"""Names of PyTorch's that Paddle has as well, casts by their names, and other shapes."""

_BINARY = {
    "mul": "jnp.multiply(x, y)", "sub": "jnp.subtract(x, y)", "div": "jnp.divide(x, y)",
    "true_divide": "jnp.divide(x, y)", "logaddexp": "jnp.logaddexp(x, y)", "copysign": "jnp.copysign(x, y)",
}  # fmt: skip
_COMPARING = {"gt": "(x > y)", "ge": "(x >= y)", "lt": "(x < y)", "le": "(x <= y)", "ne": "(x != y)", "eq": "(x == y)"}
_CASTS = {
    "float": "jnp.float32", "half": "jnp.float16", "bfloat16": "jnp.bfloat16", "int": "jnp.int32", "long": "jnp.int32",
    "bool": "bool",
}  # fmt: skip


def _lines() -> str:
    found = []
    for table, dtype in ((_BINARY, "promote"), (_COMPARING, "bool")):
        for name, target in table.items():
            own = target.replace("(x", "(self")
            found.append(f"    paddle.{name}(x, y, name=None) -> {target} : dtype={dtype} shape=elementwise\n")
            if name != "eq":
                found.append(f"    Tensor.{name}(self, y, name=None) -> {own} : dtype={dtype} shape=elementwise\n")
    found += [
        f"    Tensor.{name}(self) -> self.astype({dtype}) : dtype=? shape=same\n" for name, dtype in _CASTS.items()
    ]
    return "".join(found)


LINES = (
    _lines()
    + """
    Tensor.type_as(self, other)                           -> self.astype(other.dtype) : dtype=? shape=same
    Tensor.to(self, target, /, *, blocking=None)          -> tensors.to(self, target) : dtype=? shape=same view
    Tensor.to(self, target, dtype, blocking=None, /)      -> tensors.to(self, target, dtype) : dtype=? shape=same view
    Tensor.to(self, *, device, blocking=None)             -> self : dtype=same shape=same view
    Tensor.to(self, *, dtype, device=None, blocking=None) -> tensors.to(self, dtype) : dtype=? shape=same view
    Tensor.view(self, shape_or_dtype, *, name=None)          -> tensors.view(self, shape_or_dtype) : dtype=? statics=shape_or_dtype back=new.reshape(self.shape)
    Tensor.view(self, *shape)                             -> tensors.reshape(self, shape) : dtype=same statics=shape back=new.reshape(self.shape)
    Tensor.view_as(self, other, name=None)                -> self.reshape(other.shape) : dtype=same back=new.reshape(self.shape)
    Tensor.repeat(self, repeats)                          -> tensors.tile(self, repeats) : dtype=same statics=repeats
    Tensor.repeat(self, *repeats)                         -> tensors.tile(self, repeats) : dtype=same statics=repeats
    paddle.view(x, shape_or_dtype, name=None)             -> tensors.view(x, shape_or_dtype) : dtype=? statics=shape_or_dtype back=new.reshape(x.shape)
    paddle.concatenate(x, axis=0, name=None)              -> jnp.concatenate(x, axis=axis) : dtype=? statics=axis lists
    paddle.softmax(x, axis=-1, dtype=None, name=None)     -> F.softmax(x, axis=axis, dtype=dtype) : dtype=? shape=same statics=axis
    paddle.clamp(x, min=None, max=None, name=None)        -> tensors.clip(x, min=min, max=max) : dtype=same shape=same
    paddle.permute(x, perm, name=None)                    -> jnp.transpose(x, perm) : dtype=same statics=perm back=jnp.moveaxis(new,range(x.ndim),perm)
    paddle.negative(x, name=None)                         -> jnp.negative(x) : dtype=same shape=same
    paddle.tensor(data, dtype=None, place=None, stop_gradient=True) -> tensors.to_tensor(data, dtype=dtype) : dtype=? lists ordered
    paddle.as_tensor(data, dtype=None, place=None)        -> tensors.to_tensor(data, dtype=dtype) : dtype=? lists ordered
    paddle.zeros(*shape, dtype=None)                      -> tensors.zeros(shape, dtype=dtype) : dtype=? statics=shape contiguous
    paddle.ones(*shape, dtype=None)                       -> tensors.ones(shape, dtype=dtype) : dtype=? statics=shape contiguous
    paddle.is_empty(x, name=None)                         -> (x.size == 0) : static
    paddle.hstack(x, name=None)                           -> jnp.hstack(x) : dtype=? lists
    paddle.vstack(x, name=None)                           -> jnp.vstack(x) : dtype=? lists
    paddle.dstack(x, name=None)                           -> jnp.dstack(x) : dtype=? lists
    paddle.column_stack(x, name=None)                     -> jnp.column_stack(x) : dtype=? lists
    paddle.rand_like(x, dtype=None, name=None)            -> tensors.rand_like(nn.next_key(), x, dtype=dtype) : dtype=?
    paddle.randn_like(x, dtype=None, name=None)           -> tensors.randn_like(nn.next_key(), x, dtype=dtype) : dtype=?
    paddle.randint_like(x, low=0, high=None, dtype=None, name=None) -> tensors.randint_like(nn.next_key(), x, low=low, high=high, dtype=dtype) : dtype=?
    paddle.multinomial(x, num_samples=1, replacement=False, name=None) -> tensors.multinomial(nn.next_key(), x, num_samples=num_samples, replacement=replacement) : dtype=? statics=num_samples,replacement
"""
)
