"""Names that stand in definitions, decorators, what compiled code does without, and what scripts ask of Paddle."""

_DTYPES = {
    "float32": "jnp.float32 : static", "float64": "jnp.float32 : static narrows", "float16": "jnp.float16 : static",
    "bfloat16": "jnp.bfloat16 : static", "int64": "jnp.int32 : static", "int32": "jnp.int32 : static",
    "int16": "jnp.int16 : static", "int8": "jnp.int8 : static", "uint8": "jnp.uint8 : static",
    "bool": "jnp.bool_ : static", "complex64": "jnp.complex64 : static", "complex128": "jnp.complex64 : static narrows",
}  # fmt: skip

LINES = (
    "".join(f"    paddle.{name} -> {target}\n" for name, target in _DTYPES.items())
    + """
    paddle                                       -> ! HYB401 a module is no value here: name what it is asked for
    paddle.nn                                    -> nn : static
    paddle.nn.functional                         -> F : static
    paddle.nn.initializer                        -> nn.initializer : static
    paddle.jit                                   -> ! HYB401 a module is no value here: name what it is asked for
    paddle.Tensor                                -> jax.Array : static
    paddle.dtype                                 -> jnp.dtype : static
    paddle.pi                                    -> jnp.pi : static dtype=pyfloat
    paddle.e                                     -> jnp.e : static dtype=pyfloat
    paddle.inf                                   -> jnp.inf : static dtype=pyfloat
    paddle.nan                                   -> jnp.nan : static dtype=pyfloat
    paddle.newaxis                               -> None : static
    paddle.get_default_dtype()                   -> 'float32' : static
    paddle.is_tensor(x)                          -> isinstance(x, jax.Array) : static
    paddle.is_floating_point(x)                  -> jnp.issubdtype(x.dtype, jnp.floating) : static
    paddle.is_integer(x)                         -> jnp.issubdtype(x.dtype, jnp.integer) : static
    paddle.is_complex(x)                         -> jnp.iscomplexobj(x) : static
    paddle.broadcast_shape(x_shape, y_shape)     -> list(jnp.broadcast_shapes(tuple(x_shape), tuple(y_shape))) : static statics=x_shape,y_shape
    paddle.in_dynamic_mode()                     -> True : static
    paddle.is_grad_enabled()                     -> True : static
    paddle.is_compiled_with_cuda()               -> False : static
    paddle.is_compiled_with_xpu()                -> False : static
    paddle.device.is_compiled_with_cuda()        -> False : static
    paddle.distributed.get_world_size()          -> 1 : static
    paddle.distributed.get_rank()                -> 0 : static
    paddle.jit.to_static(function, input_spec=None, build_strategy=None, backend=None, full_graph=True) -> nn.to_static(function, input_spec=input_spec) : static
    paddle.jit.to_static                         -> nn.to_static : static decorates=input_spec
    paddle.static.InputSpec(shape, dtype='float32', name=None, stop_gradient=False) -> nn.InputSpec(shape, dtype=dtype, name=name) : static
    paddle.static.InputSpec                      -> nn.InputSpec : static
    paddle.jit.not_to_static                     -> ! HYB402 : gone
    paddle.jit.ignore_module                     -> ! HYB402 : gone
    paddle.amp.auto_cast(enable=True, custom_white_list=None, custom_black_list=None, level='O1', dtype='float16', use_promote=True) -> contextlib.nullcontext() : gone static lowers=enable,custom_white_list,custom_black_list,level,dtype
    paddle.amp.auto_cast                         -> ! HYB402 : gone lowers=enable,custom_white_list,custom_black_list,level,dtype
    paddle.amp.autocast(enable=True, custom_white_list=None, custom_black_list=None, level='O1', dtype='float16', use_promote=True) -> contextlib.nullcontext() : gone static lowers=enable,custom_white_list,custom_black_list,level,dtype
    paddle.amp.autocast                          -> ! HYB402 : gone lowers=enable,custom_white_list,custom_black_list,level,dtype
    paddle.autocast(enable=True, custom_white_list=None, custom_black_list=None, level='O1', dtype='float16', use_promote=True) -> contextlib.nullcontext() : gone static lowers=enable,custom_white_list,custom_black_list,level,dtype
    paddle.autocast                              -> ! HYB402 : gone lowers=enable,custom_white_list,custom_black_list,level,dtype
    paddle.static.amp.fp16_guard                 -> ! HYB402 : gone
    paddle.LazyGuard                             -> ! HYB402 : gone
    paddle.framework.in_dynamic_mode()           -> True : static
    paddle.in_dynamic_or_pir_mode()              -> True : static
    paddle.fluid.framework.in_dygraph_mode()     -> True : static
    paddle.framework.in_dynamic_or_pir_mode()    -> True : static
    paddle.is_compiled_with_rocm()               -> False : static
    paddle.distributed.is_initialized()          -> False : static
    paddle.distributed.fleet.utils.recompute     -> nn.recompute
    paddle.distributed.fleet.recompute.recompute -> nn.recompute
    paddle.distributed.fleet.recompute           -> nn.recompute
    paddle.incubate.nn.functional.swiglu         -> F.swiglu : dtype=?
    paddle.nn.layer.transformer._convert_attention_mask -> nn.added_mask : dtype=?
    paddle.set_device                            -> ! HYB402 : gone
    paddle.disable_static                        -> ! HYB402 : gone
    paddle.no_grad                               -> contextlib.nullcontext : gone cuts
    paddle.enable_grad                           -> contextlib.nullcontext : gone
    paddle.set_grad_enabled                      -> contextlib.nullcontext : gone cuts
    paddle.seed(seed)                            -> nn.seed(seed) : host
    paddle.load(path, **configs)                 -> weights.load(path) : host dtype=? shape=?
    paddle.utils.download.get_weights_path_from_url(url, md5sum=None) -> files.get_weights_path_from_url(...) : host dtype=? shape=?
    paddle.__version__                           -> '3.3.1' : static
    paddle.finfo(dtype)                          -> jnp.finfo(dtype) : static
    paddle.iinfo(dtype)                          -> jnp.iinfo(dtype) : static
    paddle.get_device()                          -> 'cpu' : static
    paddle.device.get_device()                   -> 'cpu' : static
    paddle.framework.ParamAttr                   -> nn.ParamAttr : host
    paddle.CPUPlace()                            -> None : static
    paddle.CUDAPlace(id)                         -> None : static
    paddle.regularizer.L1Decay                   -> nn.regularizer.L1Decay : host
    paddle.regularizer.L2Decay                   -> nn.regularizer.L2Decay : host
    paddle.enable_static                         -> ! HYB402 programs of `paddle.static` have no counterpart: write the model as a `paddle.nn.Layer`
"""
)
