"""What reads values into Python, or asks them for a shape, where Python runs: beside models, not in them."""

LINES = """
    Host.item(self)                  -> self.item() : outside
    Host.tolist(self)                -> self.tolist() : outside
    Host.numpy(self)                 -> np.asarray(self) : outside
    Host.numpy(self, *, force)       -> np.asarray(self) : outside
    Host.cpu(self)                   -> self
    Host.detach(self)                -> self
    Host.nonzero(self)               -> jnp.argwhere(self)
    Host.nonzero(self, *, as_tuple)  -> jnp.nonzero(self)
    Host.unique(self)                -> jnp.unique(self)
    Host.torch.unique(input, sorted=True, *, return_inverse=False, return_counts=False) -> jnp.unique(input, return_inverse=return_inverse, return_counts=return_counts)
    Host.torch.nonzero(input)        -> jnp.argwhere(input)
    Host.torch.nonzero(input, *, as_tuple) -> jnp.nonzero(input)
    Host.torch.masked_select(input, mask) -> input[mask]
    Host.torch.compile(model, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False) -> model
    Host.torch.jit.script(obj)       -> obj
    Host.torch.equal(input, other)   -> jnp.array_equal(input, other)
    Host.torch.allclose(input, other, rtol=1e-05, atol=1e-08) -> jnp.allclose(input, other, rtol=rtol, atol=atol)
"""
