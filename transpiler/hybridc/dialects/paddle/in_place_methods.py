"""Methods of tensors that write in place: what the tensor becomes, in its own dtype."""

LINES = """
    Tensor.zero_(self)                                    -> jnp.zeros_like(self) : dtype=same shape=same writes
    Tensor.fill_(self, value)                             -> jnp.full_like(self, value) : dtype=same shape=same writes
    Tensor.clip_(self, min=None, max=None, name=None)     -> tensors.clip(self, min=min, max=max).astype(self.dtype) : dtype=same shape=same writes
    Tensor.scale_(self, scale=1.0, bias=0.0, bias_after_scale=True, act=None, name=None) -> tensors.scale(self, scale=scale, bias=bias, bias_after_scale=bias_after_scale, act=act).astype(self.dtype) : dtype=same shape=same writes statics=bias_after_scale,act
    Tensor.pow_(self, y, name=None)                       -> jnp.power(self, y).astype(self.dtype) : dtype=same shape=same writes
    Tensor.lerp_(self, y, weight, name=None)              -> (self + weight * (y - self)).astype(self.dtype) : dtype=same shape=same writes
    Tensor.scatter_(self, index, updates, overwrite=True, name=None) -> tensors.scatter(self, index, updates, overwrite) : dtype=same shape=same writes statics=overwrite places=index
    Tensor.uniform_(self, min=0, max=1.0, seed=0, name=None) -> tensors.uniform(nn.next_key(), self.shape, dtype=self.dtype, min=min, max=max) : dtype=same shape=same writes
    Tensor.normal_(self, mean=0.0, std=1.0, name=None)    -> tensors.normal(nn.next_key(), mean=mean, std=std, shape=self.shape).astype(self.dtype) : dtype=same shape=same writes
    Tensor.masked_fill_(self, mask, value, name=None)     -> tensors.masked_fill(self, mask, value) : dtype=same shape=same writes
    paddle.reshape_(x, shape, name=None)                  -> ! HYB306 write `x = paddle.reshape(x, shape)`
    Tensor.set_value(self, value)                         -> jnp.asarray(value).astype(self.dtype) : dtype=same shape=same writes
    Tensor.copy_(self, value, blocking=True)              -> jnp.asarray(value).astype(self.dtype) : dtype=same shape=same writes
    Tensor.reshape_(self, shape, name=None)               -> ! HYB306 write `x = x.reshape(shape)`
    Tensor.squeeze_(self, axis=None, name=None)           -> ! HYB306 write `x = x.squeeze(axis)`
    Tensor.unsqueeze_(self, axis, name=None)              -> ! HYB306 write `x = x.unsqueeze(axis)`
    Tensor.flatten_(self, *args)                          -> ! HYB306 write `x = x.flatten()`
    paddle.nn.functional.relu_(x, name=None)              -> F.relu(x) : dtype=same shape=same writes
    paddle.nn.functional.elu_(x, alpha=1.0, name=None)    -> F.elu(x, alpha) : dtype=same shape=same writes
    paddle.nn.functional.softmax_(x, axis=-1, dtype=None, name=None) -> F.softmax(x, axis) : dtype=same shape=same writes statics=axis
"""
