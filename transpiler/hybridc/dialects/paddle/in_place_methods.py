"""Methods of tensors that write in place: what the tensor becomes, in its own dtype."""

LINES = """
    Tensor.zero_(self)                                    -> jnp.zeros_like(self) : dtype=same shape=same writes
    Tensor.fill_(self, value)                             -> jnp.full_like(self, value) : dtype=same shape=same writes
    Tensor.clip_(self, min=None, max=None, name=None)     -> jnp.clip(self, min=min, max=max).astype(self.dtype) : dtype=same shape=same writes
    Tensor.scale_(self, scale=1.0, bias=0.0, bias_after_scale=True, act=None, name=None) -> tensors.scale(self, scale=scale, bias=bias, bias_after_scale=bias_after_scale, act=act).astype(self.dtype) : dtype=same shape=same writes statics=bias_after_scale,act
    Tensor.pow_(self, y, name=None)                       -> jnp.power(self, y).astype(self.dtype) : dtype=same shape=same writes
    Tensor.lerp_(self, y, weight, name=None)              -> (self + weight * (y - self)).astype(self.dtype) : dtype=same shape=same writes
    Tensor.scatter_(self, index, updates, overwrite=True, name=None) -> tensors.scatter(self, index, updates, overwrite) : dtype=same shape=same writes statics=overwrite
    Tensor.set_value(self, value)                         -> jnp.asarray(value).astype(self.dtype) : dtype=same shape=same writes
    Tensor.copy_(self, value, blocking=True)              -> jnp.asarray(value).astype(self.dtype) : dtype=same shape=same writes
    Tensor.reshape_(self, shape, name=None)               -> ! HYB306 write `x = x.reshape(shape)`
    Tensor.squeeze_(self, axis=None, name=None)           -> ! HYB306 write `x = x.squeeze(axis)`
    Tensor.unsqueeze_(self, axis, name=None)              -> ! HYB306 write `x = x.unsqueeze(axis)`
    Tensor.flatten_(self, *args)                          -> ! HYB306 write `x = x.flatten()`
    paddle.nn.functional.relu_(x, name=None)              -> F.relu(x) : dtype=same shape=same writes
    paddle.nn.functional.elu_(x, alpha=1.0, name=None)    -> F.elu(x, alpha) : dtype=same shape=same writes
    paddle.nn.functional.softmax_(x, axis=-1, dtype=None, name=None) -> F.softmax(x, axis) : dtype=same shape=same writes statics=axis
    paddle.tanh_(x, name=None)                            -> jnp.tanh(x) : dtype=same shape=same writes
"""
