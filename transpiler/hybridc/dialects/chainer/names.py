"""Names that stand in definitions, settings, what compiled code does without, and what scripts ask of Chainer."""

LINES = """
    chainer                                      -> chainer : static
    chainer.functions                            -> F : static
    chainer.links                                -> L : static
    chainer.initializers                         -> chainer.initializers : static
    chainer.distributions                        -> chainer.distributions : static
    chainer.serializers                          -> chainer.serializers : static
    chainer.backends.cuda                        -> ! HYB401 a module is no value here: name what it is asked for
    chainer.backends                             -> ! HYB401 a module is no value here: name what it is asked for
    chainer.backend                              -> ! HYB401 a module is no value here: name what it is asked for
    chainer.cuda                                 -> ! HYB401 a module is no value here: name what it is asked for
    chainer.__version__                          -> '7.8.1' : static
    chainer.Variable                             -> jax.Array : static
    chainer.Variable(data, *, name=None, grad=None, requires_grad=True) -> chainer.array(data) : dtype=? shape=same view shares=given
    chainer.as_variable(obj)                     -> chainer.array(obj) : dtype=? shape=same view shares=given
    chainer.as_array(obj)                        -> chainer.array(obj) : dtype=? shape=same view
    chainer.array.as_array(obj)                  -> chainer.array(obj) : dtype=? shape=same view
    chainer.get_dtype(dtype=None, map_mixed16=None) -> 'float32' : static
    chainer.is_debug()                           -> False : static
    chainer.config                               -> chainer.config : static
    chainer.config.train                         -> chainer.config.train : static
    chainer.config.dtype                         -> jnp.float32 : static
    chainer.global_config                        -> chainer.config : static
    chainer.global_config.train                  -> chainer.config.train : static
    chainer.using_config(name, value, config=None) -> chainer.using_config(name, value) : static entered
    chainer.no_backprop_mode()                   -> chainer.no_backprop_mode() : static entered cuts
    chainer.force_backprop_mode()                -> chainer.force_backprop_mode() : static entered
    chainer.using_device(device_spec)            -> chainer.using_device(device_spec) : static entered
    chainer.get_device(device_spec)              -> chainer.get_device(device_spec) : part
    chainer.report(values, observer=None)        -> ! HYB402 : gone
    chainer.report_scope(observation)            -> ! HYB402 return what is to be reported
    chainer.reporter                             -> ! HYB401 a module is no value here: name what it is asked for
    chainer.backends.cuda.available              -> False : static
    chainer.backends.cuda.cudnn_enabled          -> False : static
    chainer.backends.cuda.to_cpu(array, stream=None) -> array : dtype=same shape=same view
    chainer.backends.cuda.to_gpu(array, device=None, stream=None) -> array : dtype=same shape=same view
    chainer.backends.cuda.get_device_from_id(device_id) -> chainer.get_device(device_id) : part
    chainer.backends.cuda.get_device(*args)      -> chainer.get_device(args) : part
    chainer.serializers.load_npz(file, obj, path='', strict=True, ignore_names=None) -> chainer.serializers.load_npz(...) : host
    chainer.serializers.save_npz(file, obj, compression=True) -> chainer.serializers.save_npz(...) : host
    chainer.serializers.load_hdf5                -> ! HYB402 save the weights with `chainer.serializers.save_npz`, and load those
    chainer.serializers.save_hdf5                -> ! HYB402 save the weights with `chainer.serializers.save_npz`
    chainer.Function                             -> ! HYB402 `jax.custom_vjp` takes its place
    chainer.FunctionNode                         -> ! HYB402 `jax.custom_vjp` takes its place
    chainer.grad                                 -> ! HYB408 `jax.grad` differentiates a function
    chainer.backward                             -> ! HYB408 `jax.grad` differentiates a function
"""
