"""Names that stand in definitions, decorators, what compiled code does without, and what scripts ask of PyTorch."""

LINES = """
    torch                                        -> ! HYB401 a module is no value here: name what it is asked for
    torch.compiler                               -> ! HYB401 a module is no value here: name what it is asked for
    torch.__version__                            -> "2.13.0" : static
    torch.cuda                                   -> ! HYB401 a module is no value here: name what it is asked for
    torch.backends                               -> ! HYB401 a module is no value here: name what it is asked for
    torch.jit                                    -> ! HYB401 a module is no value here: name what it is asked for
    torch.nn                                     -> nn : static
    torch.nn.functional                          -> F : static
    torch.nn.init                                -> nn.init : static
    torch.nn.utils                               -> nn.utils : static
    torch.nn.utils.parametrize                   -> nn.utils.parametrize : static
    torch.nn.utils.parametrizations              -> nn.utils.parametrizations : static
    torch.Tensor                                 -> jax.Array : static
    torch.FloatTensor                            -> jax.Array : static
    torch.LongTensor                             -> jax.Array : static
    torch.IntTensor                              -> jax.Array : static
    torch.BoolTensor                             -> jax.Array : static
    torch.dtype                                  -> jnp.dtype : static
    torch.jit.Final                              -> Final : static
    torch.jit.annotations.List                   -> list : static
    torch.jit.annotations.Dict                   -> dict : static
    torch.jit.annotations.Tuple                  -> tuple : static
    torch.jit.annotate(the_type, the_value)      -> the_value : dtype=? shape=?
    torch.jit.is_scripting()                     -> False : static
    torch.jit.is_tracing()                       -> True : static
    torch._C._is_tracing()                       -> True : static
    torch.compiler.is_compiling()                -> True : static
    torch.compiler.is_dynamo_compiling()         -> False : static
    torch.onnx.is_in_onnx_export()               -> False : static
    torch.cuda.is_available()                    -> False : static
    torch.backends.mps.is_available()            -> False : static
    torch.backends.mkldnn.is_available()         -> False : static
    torch.backends.cudnn.is_available()          -> False : static
    torch.xpu.is_available()                     -> False : static
    torch.is_autocast_enabled(device_type=None)  -> False : static
    torch.is_autocast_cpu_enabled()              -> False : static
    torch.get_autocast_dtype(device_type)        -> jnp.bfloat16 : static
    torch.get_autocast_cpu_dtype()               -> jnp.bfloat16 : static
    torch.get_autocast_gpu_dtype()               -> jnp.float16 : static
    torch.compiler.is_exporting()                -> False : static
    torch.is_grad_enabled()                      -> True : static
    torch.distributed.is_available()             -> False : static
    torch.distributed.is_initialized()           -> False : static
    torch.jit.ignore                             -> ! HYB402 : gone
    torch.jit.unused                             -> ! HYB402 : gone
    torch.jit.export                             -> ! HYB402 : gone
    torch.jit.script                             -> ! HYB402 : gone
    torch.jit.script_method                      -> ! HYB402 : gone
    torch.jit.script_if_tracing                  -> ! HYB402 : gone
    torch.jit.interface                          -> ! HYB402 : gone
    torch.jit._script_if_tracing                 -> ! HYB402 : gone
    torch.jit._overload                          -> ! HYB402 : gone
    torch.jit._overload_method                   -> ! HYB402 : gone
    torch.fx.wrap                                -> ! HYB402 : gone
    torch.cuda.empty_cache                       -> ! HYB402 : gone
    torch.cuda.synchronize                       -> ! HYB402 : gone
    torch.backends.cuda.enable_flash_sdp         -> ! HYB402 : gone
    torch.backends.cuda.enable_mem_efficient_sdp -> ! HYB402 : gone
    torch.backends.cuda.enable_math_sdp          -> ! HYB402 : gone
    torch.set_num_threads                        -> ! HYB402 : gone
    torch.compile                                -> ! HYB402 : gone
    torch.compiler.disable                       -> ! HYB402 : gone
    torch.no_grad                                -> contextlib.nullcontext : gone cuts
    torch.inference_mode                         -> contextlib.nullcontext : gone cuts
    torch.enable_grad                            -> contextlib.nullcontext : gone
    torch.set_grad_enabled                       -> contextlib.nullcontext : gone cuts
    torch.autocast(device_type, dtype=None, enabled=True, cache_enabled=None) -> contextlib.nullcontext() : gone static lowers=device_type,dtype,enabled
    torch.autocast                               -> ! HYB402 : gone lowers=device_type,dtype,enabled
    torch.amp.autocast(device_type, dtype=None, enabled=True, cache_enabled=None) -> contextlib.nullcontext() : gone static lowers=device_type,dtype,enabled
    torch.amp.autocast                           -> ! HYB402 : gone lowers=device_type,dtype,enabled
    torch.cuda.amp.autocast(enabled=True, dtype=None, cache_enabled=True) -> contextlib.nullcontext() : gone static lowers=enabled,dtype
    torch.cuda.amp.autocast                      -> ! HYB402 : gone lowers=enabled,dtype
    torch.cpu.amp.autocast(enabled=True, dtype=None, cache_enabled=True) -> contextlib.nullcontext() : gone static lowers=enabled,dtype
    torch.cpu.amp.autocast                       -> ! HYB402 : gone lowers=enabled,dtype
    torch.cuda.amp.custom_fwd                    -> ! HYB402 : gone lowers=fwd,cast_inputs
    torch.cuda.amp.custom_bwd                    -> ! HYB402 : gone
    torch.profiler.record_function               -> ! HYB402 : gone
    torch.autograd.profiler.record_function      -> ! HYB402 : gone
    torch.autograd.Variable(data, requires_grad=False, volatile=False) -> data : dtype=same shape=same back=new
    torch._assert                                -> nn.expect
    torch._assert_async                          -> nn.expect
    torch.utils.checkpoint.checkpoint            -> nn.checkpoint : anew
    Elsewhere.checkpoint                         -> nn.checkpoint : anew
    torch.utils.checkpoint.checkpoint_sequential -> nn.checkpoint_sequential : anew
"""
