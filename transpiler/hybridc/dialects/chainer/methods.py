"""Methods and attributes of variables, and of links, that go by other names here."""

_SAME = "dtype=same shape=same"

LINES = f"""
    Variable.array                               -> self : {_SAME} back=new
    Variable.data                                -> self : {_SAME} back=new
    Variable.raw_array                           -> self : {_SAME} back=new
    Variable.to_cpu(self)                        -> self : {_SAME} view
    Variable.to_gpu(self, device=None)           -> self : {_SAME} view
    Variable.to_device(self, device)             -> self : {_SAME} view
    Variable.__abs__(self)                       -> F.absolute(self) : {_SAME}
    Variable.xp                                  -> jnp : static
    Variable.requires_grad                       -> True : static guess
    Variable.unchain(self)                       -> lax.stop_gradient(self) : {_SAME} writes
    Variable.unchain_backward(self)              -> ! HYB402 cut gradients where they are to end: `jax.lax.stop_gradient(x)`
    Variable.backward(self, *args)               -> ! HYB408 gradients are values that `jax.grad` returns
    Variable.cleargrad(self)                     -> ! HYB408 gradients are values that `jax.grad` returns
    Variable.zerograd(self)                      -> ! HYB408 gradients are values that `jax.grad` returns
    Variable.grad                                -> ! HYB408 gradients are values that `jax.grad` returns
    Variable.grad_var                            -> ! HYB408 gradients are values that `jax.grad` returns
    Variable.creator                             -> ! HYB402 `jax.make_jaxpr` shows how values are computed
    Kind.chainer.Variable                        -> chainer.Variable : static
    Host.array                                   -> chainer.as_array(self) : held
    Host.data                                    -> chainer.as_data(self) : held
    Host.item(self)                              -> self.item() : outside
    Host.cleargrads(self)                        -> ! HYB408 gradients are values that `jax.grad` returns
    Host.zerograds(self)                         -> ! HYB408 gradients are values that `jax.grad` returns
    Host.backward(self, *args)                   -> ! HYB408 gradients are values that `jax.grad` returns
"""
