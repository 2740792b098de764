"""What reads values into Python, or asks them for a shape, where Python runs: beside models, not in them.

`Shared`: views of what others have as well, such as parameters: what is written into them these see. `Kind`: what
`isinstance` asks for, which they are too.
"""

LINES = """
    Host.item(self)                  -> self.item() : outside
    Host.item(self, *args)           -> np.asarray(self).item(*args) : outside
    Host.tolist(self)                -> self.tolist() : outside
    Host.numpy(self)                 -> np.asarray(self) : outside
    Copied.numpy(self)               -> np.array(self) : outside
    Host.cpu(self)                   -> self : dtype=same shape=same view
    Host.detach(self)                -> self : dtype=same shape=same view
    Host.nonzero(self, as_tuple=False) -> jnp.argwhere(self)
    Host.unique(self)                -> jnp.unique(self)
    Host.paddle.is_tensor(x)         -> isinstance(x, nn.Tensor) : outside
    Kind.paddle.Tensor               -> nn.Tensor : static
    Host.paddle.nonzero(x)           -> jnp.argwhere(x)
    Host.paddle.unique(x)            -> jnp.unique(x)
    Host.paddle.masked_select(x, mask, name=None) -> x[mask]
    Host.paddle.jit.to_static(function=None, input_spec=None, build_strategy=None, backend=None, **kwargs) -> nn.to_static(function, input_spec=input_spec)

    Shared.data                      -> tensors.detach(self)              : dtype=same shape=same view
    Shared.detach(self)              -> tensors.detach(self)              : dtype=same shape=same view
    Shared.cpu(self)                 -> self                              : dtype=same shape=same view
    Shared.contiguous(self)          -> self                              : dtype=same shape=same view
    Shared.value(self)               -> self                              : dtype=same shape=same view
    Shared.astype(self, dtype)       -> tensors.astype(self, dtype)       : dtype=? shape=same view
    Shared.unsqueeze(self, axis, name=None) -> tensors.unsqueeze(self, axis) : dtype=same view statics=axis
    Shared.unbind(self, axis=0)      -> tensors.unbind(self, axis=axis)   : dtype=? view list statics=axis
    Shared.moveaxis(self, source, destination, name=None) -> tensors.moveaxis(self, source, destination) : dtype=same view
    Shared.diagonal(self, offset=0, axis1=0, axis2=1, name=None) -> self.diagonal(offset=offset, axis1=axis1, axis2=axis2) : dtype=same view
    Shared.paddle.unsqueeze(x, axis, name=None) -> tensors.unsqueeze(x, axis) : dtype=same view statics=axis
    Shared.paddle.unbind(input, axis=0) -> tensors.unbind(input, axis=axis) : dtype=? view list statics=axis
    Shared.paddle.moveaxis(x, source, destination, name=None) -> tensors.moveaxis(x, source, destination) : dtype=same view
    Shared.paddle.diagonal(x, offset=0, axis1=0, axis2=1, name=None) -> x.diagonal(offset=offset, axis1=axis1, axis2=axis2) : dtype=same view
    Module.parameters(self, include_sublayers=True) -> list(self.each_parameter(recurse=include_sublayers))
"""
