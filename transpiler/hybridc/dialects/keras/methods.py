"""Methods and attributes of tensors and variables."""

_SAME = "dtype=same shape=same"

LINES = f"""
    Tensor.shape                                 -> self.shape : static
    Tensor.get_shape(self)                       -> self.shape : static
    Tensor.dtype                                 -> self.dtype : static
    Tensor.ndim                                  -> self.ndim : static
    Tensor.T                                     -> self.T : dtype=same
    Tensor.__abs__(self)                         -> ops.abs(self) : {_SAME}
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
    Tensor.scatter_nd_update(self, indices, updates, name=None) -> ops.scatter_update(self, indices, updates) : {_SAME} writes places=indices
    Tensor.scatter_nd_add(self, indices, updates, name=None) -> ops.scatter_add(self, indices, updates) : {_SAME} writes places=indices
    Tensor.scatter_nd_sub(*args)                 -> ! HYB402 write `scatter_nd_add` of the negative updates
    Tensor.scatter_nd_max(*args)                 -> ! HYB402 write `assign` of the whole array that it makes
    Tensor.scatter_nd_min(*args)                 -> ! HYB402 write `assign` of the whole array that it makes
    Host.value(self)                             -> self.value() : dtype=same
    Host.read_value(self)                        -> self.read_value() : dtype=same
    Host.scatter_nd_update(self, indices, updates, name=None) -> self.scatter_nd_update(indices, updates) : dtype=same
    Host.scatter_nd_add(self, indices, updates, name=None) -> self.scatter_nd_add(indices, updates) : dtype=same
    Host.scatter_nd_sub(self, indices, updates, name=None) -> self.scatter_nd_sub(indices, updates) : dtype=same
    Host.scatter_nd_max(self, indices, updates, name=None) -> self.scatter_nd_max(indices, updates) : dtype=same
    Host.scatter_nd_min(self, indices, updates, name=None) -> self.scatter_nd_min(indices, updates) : dtype=same
    Host.numpy(self)                             -> np.asarray(self) : outside
    Copied.numpy(self)                           -> np.array(self) : outside
    Host.tensorflow.is_tensor(x)                 -> keras.is_tensor(x) : outside
    Host.tensorflow.keras.ops.is_tensor(x)                  -> keras.is_tensor(x) : outside
    Host.tensorflow.keras.backend.is_tensor(x)              -> keras.is_tensor(x) : outside
    Kind.tensorflow.Tensor                       -> keras.Tensor : static
    Kind.tensorflow.Variable                     -> keras.TensorFlowVariable : static
    Kind.tensorflow.keras.Variable                          -> keras.KerasVariable : static
    Host.tensorflow.nest.map_structure(func, *structure) -> keras.map_structure(func, *structure)
    Host.tensorflow.nest.flatten(structure)      -> keras.flatten(structure)
"""
