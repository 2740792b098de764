"""Methods of blocks and of parameters that go by other names here, or that something else takes the place of."""

_EXPORT = "`net.save_parameters(path)` keeps the weights, and `jax.export.export(net.freeze())(x)` is a program that can be serialized"

LINES = f"""
    Module.export(self, path, epoch=0, remove_amp_cast=True) -> ! HYB402 {_EXPORT}
    Module.optimize_for(self, *args)            -> ! HYB402 XLA optimizes what is compiled: leave it out
    Host.data(self, ctx=None)                   -> self.data : held
    Host.list_data(self)                        -> [self.data]
    Host.list_ctx(self)                         -> [ops.cpu()]
    NDArray.data(self, ctx=None)                -> self : dtype=same shape=same back=new
    ndarray.data(self, ctx=None)                -> self : dtype=same shape=same back=new
"""
