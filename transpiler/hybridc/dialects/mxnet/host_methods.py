"""What reads values into Python, where Python runs: beside models, not in them."""

LINES = """
    Host.asnumpy(self)                  -> np.asarray(self) : outside
    Copied.asnumpy(self)                -> np.array(self) : outside
    Host.asscalar(self)                 -> self.item() : outside
    Host.item(self)                     -> self.item() : outside
    Host.tolist(self)                   -> self.tolist() : outside
    Host.wait_to_read(self)             -> self.block_until_ready()
    Host.as_in_context(self, context)   -> self
    Host.as_in_ctx(self, ctx)           -> self
    Host.as_np_ndarray(self)            -> self
    Host.as_nd_ndarray(self)            -> self
"""
