"""What is asked of a tensor: attributes, what is known while tracing, and what compiled code cannot know."""

LINES = """
    Tensor.shape                                    -> tensors.shape(self) : static elements=self.shape
    Tensor.ndim                                     -> self.ndim : static
    Tensor.dtype                                    -> self.dtype : static
    Tensor.size                                     -> self.size : static
    Tensor.dim(self)                                -> self.ndim : static
    Tensor.ndimension(self)                         -> self.ndim : static
    Tensor.rank(self)                               -> tensors.rank(self) : static
    Tensor.numel(self)                              -> tensors.numel(self) : static
    Tensor.element_size(self)                       -> self.itemsize : static
    Tensor.is_floating_point(self)                  -> jnp.issubdtype(self.dtype, jnp.floating) : static
    Tensor.is_complex(self)                         -> jnp.iscomplexobj(self) : static
    Tensor.is_contiguous(self)                      -> True : static guess
    Tensor.T                                        -> self.T : dtype=same shape=? back=new.T
    Tensor.mT                                       -> self.mT : dtype=same shape=? back=new.mT
    Tensor.place                                    -> None : static
    Tensor.stop_gradient                            -> False : static gone cuts guess
    Tensor.persistable                              -> False : static gone

    Tensor.item(self, *args)                        -> ! HYB101 keep it a tensor
    Tensor.tolist(self)                             -> ! HYB101 keep it a tensor
    Tensor.numpy(self)                              -> ! HYB101 keep it a tensor
    Tensor.nonzero(self, as_tuple=False)            -> ! HYB403 keep the full length and mask it
    Tensor.masked_select(self, mask, name=None)     -> ! HYB403 keep the full length: `paddle.where(mask, x, 0)`
    Tensor.unique(self, *args)                      -> ! HYB403 keep the full length and mask it
    Tensor.backward(self, *args)                    -> ! HYB408 gradients are values that `jax.grad` returns
    Tensor.grad                                     -> ! HYB402 `jax.grad` of a function returns the gradients
    Tensor.register_hook(self, hook)                -> ! HYB402 change gradients with `jax.custom_vjp`
    Tensor.data_ptr(self)                           -> ! HYB402 JAX's arrays have no address
"""
