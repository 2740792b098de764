"""What reads values into Python, where Python runs: beside models, not in them.

`Shared`: views of what others have as well, such as parameters. `Kind`: what `isinstance` asks for, which they are too.
"""

LINES = """
    Host.asnumpy(self)                  -> np.asarray(self) : outside
    Copied.asnumpy(self)                -> np.array(self) : outside
    Host.asscalar(self)                 -> self.item() : outside
    Host.item(self)                     -> self.item() : outside
    Host.tolist(self)                   -> self.tolist() : outside
    Host.wait_to_read(self)             -> self.block_until_ready()
    Host.as_in_context(self, context)   -> self : dtype=same shape=same view
    Host.as_in_ctx(self, ctx)           -> self : dtype=same shape=same view
    Host.as_np_ndarray(self)            -> self : dtype=same shape=same view
    Host.as_nd_ndarray(self)            -> self : dtype=same shape=same view
    Shared.detach(self)                 -> self : dtype=same shape=same view
    Kind.mxnet.nd.NDArray               -> nn.NDArray : static
    Kind.mxnet.ndarray.NDArray          -> nn.NDArray : static
    Kind.mxnet.nd.ndarray.NDArray       -> nn.NDArray : static
    Kind.mxnet.np.ndarray               -> nn.NDArray : static
"""
