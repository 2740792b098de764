"""Names that stand in definitions, contexts, what compiled code does without, and what scripts ask of MXNet."""

from hybridc.dialects.mxnet.namespaces import words

_NAMES = """
    mxnet                                        -> ! HYB401 a module is no value here: name what it is asked for
    mxnet.nd                                     -> ops : static
    mxnet.ndarray                                -> ops : static
    mxnet.np                                     -> ops.np : static
    mxnet.numpy                                  -> ops.np : static
    mxnet.npx                                    -> ! HYB401 a module is no value here: name what it is asked for
    mxnet.numpy_extension                        -> ! HYB401 a module is no value here: name what it is asked for
    mxnet.nd.np                                  -> ops.np : static
    mxnet.nd.npx                                 -> ! HYB401 a module is no value here: name what it is asked for
    mxnet.gluon                                  -> ! HYB401 a module is no value here: name what it is asked for
    mxnet.gluon.nn                               -> nn : static
    mxnet.gluon.rnn                              -> rnn : static
    mxnet.gluon.loss                             -> loss : static
    mxnet.gluon.contrib                          -> contrib : static
    mxnet.init                                   -> init : static
    mxnet.initializer                            -> init : static
    mxnet.context                                -> ! HYB401 a module is no value here: name what it is asked for
    mxnet.autograd                               -> ! HYB401 a module is no value here: name what it is asked for
    mxnet.__version__                            -> "1.9.1" : static
    mxnet.nd.NDArray                             -> jax.Array : static
    mxnet.ndarray.NDArray                        -> jax.Array : static
    mxnet.nd.ndarray.NDArray                     -> jax.Array : static
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
    mxnet.context.num_gpus()                     -> ops.num_gpus() : static
    mxnet.npx.num_gpus()                         -> ops.num_gpus() : static
    mxnet.device.num_gpus()                      -> ops.num_gpus() : static
    mxnet.autograd.is_training()                 -> ops.is_training() : static
    mxnet.autograd.is_recording()                -> ops.is_training() : static
    mxnet.is_np_array()                          -> False : static
    mxnet.contrib.amp.amp                        -> ! HYB401 a module is no value here: name what it is asked for
    mxnet.contrib.amp.amp._amp_initialized       -> False : static
    mxnet.util.is_np_array()                     -> False : static
    mxnet.use_np                                 -> ! HYB402 : gone
    mxnet.util.use_np                            -> ! HYB402 : gone
    mxnet.util.use_np_array                      -> ! HYB402 : gone
    mxnet.util.use_np_shape                      -> ! HYB402 : gone
    mxnet.util.set_np                            -> ! HYB402 : gone
    mxnet.use_np_shape                           -> ! HYB402 : gone
    mxnet.npx.set_np                             -> ! HYB402 : gone
    mxnet.npx.reset_np                           -> ! HYB402 : gone
    mxnet.npx.waitall()                          -> ops.waitall() : static
    mxnet.waitall()                              -> ops.waitall() : static
    mxnet.autograd.pause                         -> ! HYB402 : gone cuts
    mxnet.autograd.predict_mode                  -> ! HYB402 the mode is given where the model is called: `net.eval()`, or `net.apply(params, x)`
    mxnet.autograd.train_mode                    -> ! HYB402 the mode is given where the model is called: `net.apply(params, x, train=True, rng=key)`
    mxnet.profiler.set_state                     -> ! HYB402 : gone
    mxnet.profiler.set_config                    -> ! HYB402 : gone
    mxnet.base.data_dir()                        -> model_store.data_dir() : host
    mxnet.gluon.model_zoo.model_store.get_model_file(name, root=None) -> model_store.get_model_file(...) : host
    mxnet.random.seed(seed_state, ctx='all')     -> nn.seed(seed_state) : dtype=? host
    mxnet.np.random.seed(seed)                   -> nn.seed(seed) : dtype=? host
"""
_INITIALIZERS = words(
    "Bilinear Constant Initializer LSTMBias Load MSRAPrelu Mixed Normal One Orthogonal Uniform Xavier Zero create register"
)

LINES = _NAMES + "\n".join(
    f"    {place}.{name} -> init.{name} : host"
    for place in ("mxnet.init", "mxnet.initializer")
    for name in _INITIALIZERS
)
