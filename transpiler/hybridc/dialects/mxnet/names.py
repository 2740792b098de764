"""Names that stand in definitions, contexts, what compiled code does without, and what scripts ask of MXNet."""

from hybridc.dialects.mxnet.namespaces import words

_NAMES = """
    mxnet                                        -> None : static
    mxnet.nd                                     -> None : static
    mxnet.ndarray                                -> None : static
    mxnet.sym                                    -> None : static
    mxnet.symbol                                 -> None : static
    mxnet.np                                     -> None : static
    mxnet.npx                                    -> None : static
    mxnet.gluon                                  -> None : static
    mxnet.gluon.nn                               -> nn : static
    mxnet.gluon.rnn                              -> rnn : static
    mxnet.gluon.loss                             -> loss : static
    mxnet.gluon.contrib                          -> contrib : static
    mxnet.init                                   -> init : static
    mxnet.initializer                            -> init : static
    mxnet.context                                -> None : static
    mxnet.autograd                               -> None : static
    mxnet.__version__                            -> "1.9.1" : static
    mxnet.nd.NDArray                             -> jax.Array : static
    mxnet.ndarray.NDArray                        -> jax.Array : static
    mxnet.nd.ndarray.NDArray                     -> jax.Array : static
    mxnet.sym.Symbol                             -> jax.Array : static
    mxnet.symbol.Symbol                          -> jax.Array : static
    mxnet.np.ndarray                             -> jax.Array : static
    mxnet.Context                                -> ops.Context : static
    mxnet.context.Context                        -> ops.Context : static
    mxnet.cpu(device_id=0)                       -> ops.cpu(...) : static
    mxnet.gpu(device_id=0)                       -> ops.gpu(...) : static
    mxnet.cpu_pinned(device_id=0)                -> ops.cpu_pinned(...) : static
    mxnet.context.cpu(device_id=0)               -> ops.cpu(...) : static
    mxnet.context.gpu(device_id=0)               -> ops.gpu(...) : static
    mxnet.context.cpu_pinned(device_id=0)        -> ops.cpu_pinned(...) : static
    mxnet.npx.cpu(device_id=0)                   -> ops.cpu(...) : static
    mxnet.npx.gpu(device_id=0)                   -> ops.gpu(...) : static
    mxnet.current_context()                      -> ops.cpu() : static
    mxnet.context.current_context()              -> ops.cpu() : static
    mxnet.npx.current_context()                  -> ops.cpu() : static
    mxnet.context.num_gpus()                     -> 0 : static
    mxnet.npx.num_gpus()                         -> 0 : static
    mxnet.device.num_gpus()                      -> 0 : static
    mxnet.autograd.is_training()                 -> ops.is_training() : static
    mxnet.autograd.is_recording()                -> ops.is_training() : static
    mxnet.use_np                                 -> ! HYB402 : gone
    mxnet.util.use_np                            -> ! HYB402 : gone
    mxnet.npx.set_np                             -> ! HYB402 : gone
    mxnet.npx.reset_np                           -> ! HYB402 : gone
    mxnet.npx.waitall                            -> ! HYB402 : gone
    mxnet.autograd.pause                         -> ! HYB402 : gone cuts
    mxnet.autograd.predict_mode                  -> ! HYB402 the mode is given where the model is called: `net.eval()`, or `net.apply(params, x)`
    mxnet.autograd.train_mode                    -> ! HYB402 the mode is given where the model is called: `net.apply(params, x, train=True, rng=key)`
    mxnet.profiler.set_state                     -> ! HYB402 : gone
    mxnet.profiler.set_config                    -> ! HYB402 : gone
    Cell.data(self, ctx=None)                    -> self
    Module.data(self, ctx=None)                  -> self.data
    mxnet.random.seed(seed_state, ctx='all')     -> nn.seed(seed_state) : dtype=? host
    mxnet.np.random.seed(seed)                   -> nn.seed(seed) : dtype=? host
"""
_INITIALIZERS = words(
    "Bilinear Constant FusedRNN Initializer LSTMBias Load MSRAPrelu Mixed Normal One Orthogonal Uniform Xavier Zero create register"
)

LINES = _NAMES + "\n".join(
    f"    {place}.{name} -> init.{name} : host"
    for place in ("mxnet.init", "mxnet.initializer")
    for name in _INITIALIZERS
)
