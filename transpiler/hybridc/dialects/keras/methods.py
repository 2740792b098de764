"""Methods and attributes of tensors and variables."""

_SAME = "dtype=same shape=same"

LINES = f"""
    Tensor.shape                                 -> self.shape : static
    Tensor.get_shape(self)                       -> self.shape : static
    Tensor.dtype                                 -> self.dtype : static
    Tensor.ndim                                  -> self.ndim : static
    Tensor.T                                     -> self.T : dtype=same
    Tensor.set_shape(self, shape)                -> ! HYB402 shapes are known: leave it out : gone
    Tensor.numpy(self)                           -> ! HYB101 keep it an array
    Tensor.eval(self)                            -> ! HYB101 keep it an array
    Tensor.assign(self, value, use_locking=False, name=None, read_value=True) -> jnp.asarray(value, self.dtype) : {_SAME} writes
    Tensor.assign_add(self, delta, use_locking=False, name=None, read_value=True) -> self + delta : {_SAME} writes
    Tensor.assign_sub(self, delta, use_locking=False, name=None, read_value=True) -> self - delta : {_SAME} writes
    Tensor.read_value(self)                      -> self : {_SAME}
    Tensor.value(self)                           -> self : {_SAME}
    Tensor.value                                 -> self : {_SAME}
    Host.assign(self, value, use_locking=False, name=None, read_value=True) -> self.assign(value) : dtype=same
    Host.assign_add(self, delta, use_locking=False, name=None, read_value=True) -> self.assign_add(delta) : dtype=same
    Host.assign_sub(self, delta, use_locking=False, name=None, read_value=True) -> self.assign_sub(delta) : dtype=same
    Host.numpy(self)                             -> np.asarray(self) : outside
    Copied.numpy(self)                           -> np.array(self) : outside
"""
