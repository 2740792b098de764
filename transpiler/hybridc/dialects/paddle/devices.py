"""Devices and backends: settings go, and what asks for a graphics card finds none."""

LINES = """
    paddle.device.set_device                                             -> ! HYB402 : gone
    paddle.device.cuda.empty_cache                                       -> ! HYB402 : gone
    paddle.device.cuda.synchronize                                       -> ! HYB402 : gone
    paddle.device.synchronize                                            -> ! HYB402 : gone
    paddle.device.cuda.reset_max_memory_allocated                        -> ! HYB402 : gone
    paddle.device.cuda.reset_peak_memory_stats                           -> ! HYB402 : gone
    paddle.set_flags                                                     -> ! HYB402 : gone
    paddle.framework.set_flags                                           -> ! HYB402 : gone
    paddle.set_cuda_rng_state                                            -> ! HYB402 : gone
    paddle.disable_signal_handler                                        -> ! HYB402 : gone
    paddle.incubate.autotune.set_config                                  -> ! HYB402 : gone
    paddle.distributed.init_parallel_env                                 -> ! HYB402 : gone
    paddle.device.cuda.stream_guard                                      -> ! HYB402 : gone
    paddle.device.stream_guard                                           -> ! HYB402 : gone
    paddle.jit.enable_to_static                                          -> ! HYB402 : gone
    paddle.jit.set_verbosity                                             -> ! HYB402 : gone
    paddle.jit.set_code_level                                            -> ! HYB402 : gone
    paddle.device.cuda.device_count() -> 0 : static
    paddle.device.cuda.max_memory_allocated(device=None) -> 0 : static
    paddle.device.cuda.memory_allocated(device=None) -> 0 : static
    paddle.device.cuda.memory_reserved(device=None) -> 0 : static
    paddle.device.get_available_device() -> ['cpu'] : static
    paddle.device.get_all_device_type() -> ['cpu'] : static
    paddle.device.get_available_custom_device() -> [] : static
    paddle.device.get_all_custom_device_type() -> [] : static
    paddle.is_compiled_with_cinn() -> False : static
    paddle.is_compiled_with_distribute() -> False : static
    paddle.is_compiled_with_custom_device(device_type) -> False : static
    paddle.device.is_compiled_with_xpu() -> False : static
    paddle.device.is_compiled_with_rocm() -> False : static
    paddle.device.is_compiled_with_cinn() -> False : static
    paddle.device.is_compiled_with_distribute() -> False : static
    paddle.device.is_compiled_with_custom_device(device_type) -> False : static
    paddle.device.is_compiled_with_ipu() -> False : static
    paddle.device.get_cudnn_version() -> None : static
    paddle.get_cudnn_version() -> None : static
"""
