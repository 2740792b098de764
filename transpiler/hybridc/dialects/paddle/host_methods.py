"""What reads values into Python, or asks them for a shape, where Python runs: beside models, not in them."""

LINES = """
    Host.item(self)                  -> self.item() : outside
    Host.item(self, *args)           -> np.asarray(self).item(*args) : outside
    Host.tolist(self)                -> self.tolist() : outside
    Host.numpy(self)                 -> np.asarray(self) : outside
    Copied.numpy(self)               -> np.array(self) : outside
    Host.cpu(self)                   -> self
    Host.detach(self)                -> self
    Host.nonzero(self, as_tuple=False) -> jnp.argwhere(self)
    Host.unique(self)                -> jnp.unique(self)
    Host.paddle.nonzero(x)           -> jnp.argwhere(x)
    Host.paddle.unique(x)            -> jnp.unique(x)
    Host.paddle.masked_select(x, mask, name=None) -> x[mask]
    Host.paddle.jit.to_static(function=None, input_spec=None, build_strategy=None, backend=None, **kwargs) -> nn.to_static(function, input_spec=input_spec)
    Module.parameters(self, include_sublayers=True) -> list(self.each_parameter(recurse=include_sublayers))
"""
