"""Devices, backends and threads: settings go, and what asks for a graphics card finds none."""

LINES = """
    torch.cuda.manual_seed                                               -> ! HYB402 : gone
    torch.cuda.manual_seed_all                                           -> ! HYB402 : gone
    torch.cuda.seed                                                      -> ! HYB402 : gone
    torch.cuda.seed_all                                                  -> ! HYB402 : gone
    torch.cuda.set_device                                                -> ! HYB402 : gone
    torch.cuda.init                                                      -> ! HYB402 : gone
    torch.cuda.ipc_collect                                               -> ! HYB402 : gone
    torch.cuda.reset_peak_memory_stats                                   -> ! HYB402 : gone
    torch.cuda.reset_max_memory_allocated                                -> ! HYB402 : gone
    torch.cuda.reset_max_memory_cached                                   -> ! HYB402 : gone
    torch.cuda.set_per_process_memory_fraction                           -> ! HYB402 : gone
    torch.cuda.device                                                    -> ! HYB402 : gone
    torch.cuda.stream                                                    -> ! HYB402 : gone
    torch.cuda.nvtx.range                                                -> ! HYB402 : gone
    torch.cuda.nvtx.range_push                                           -> ! HYB402 : gone
    torch.cuda.nvtx.range_pop                                            -> ! HYB402 : gone
    torch.cuda.nvtx.mark                                                 -> ! HYB402 : gone
    torch.mps.manual_seed                                                -> ! HYB402 : gone
    torch.mps.seed                                                       -> ! HYB402 : gone
    torch.mps.empty_cache                                                -> ! HYB402 : gone
    torch.mps.synchronize                                                -> ! HYB402 : gone
    torch.xpu.manual_seed                                                -> ! HYB402 : gone
    torch.xpu.manual_seed_all                                            -> ! HYB402 : gone
    torch.xpu.set_device                                                 -> ! HYB402 : gone
    torch.xpu.empty_cache                                                -> ! HYB402 : gone
    torch.xpu.synchronize                                                -> ! HYB402 : gone
    torch.set_num_interop_threads                                        -> ! HYB402 : gone
    torch.set_flush_denormal                                             -> ! HYB402 : gone
    torch.use_deterministic_algorithms                                   -> ! HYB402 : gone
    torch.set_deterministic_debug_mode                                   -> ! HYB402 : gone
    torch.set_float32_matmul_precision                                   -> ! HYB402 : gone
    torch.autograd.set_detect_anomaly                                    -> ! HYB402 : gone
    torch.autograd.detect_anomaly                                        -> ! HYB402 : gone
    torch.multiprocessing.set_start_method                               -> ! HYB402 : gone
    torch.multiprocessing.set_sharing_strategy                           -> ! HYB402 : gone
    torch.backends.cuda.enable_cudnn_sdp                                 -> ! HYB402 : gone
    torch.backends.cudnn.flags                                           -> ! HYB402 : gone
    torch.autograd.profiler.emit_nvtx                                    -> ! HYB402 : gone
    torch._C._jit_set_profiling_executor                                 -> ! HYB402 : gone
    torch._C._jit_set_profiling_mode                                     -> ! HYB402 : gone
    torch._C._jit_override_can_fuse_on_cpu                               -> ! HYB402 : gone
    torch._C._jit_override_can_fuse_on_gpu                               -> ! HYB402 : gone
    torch._C._jit_set_texpr_fuser_enabled                                -> ! HYB402 : gone
    torch._C._jit_set_nvfuser_enabled                                    -> ! HYB402 : gone
    torch._dynamo.reset                                                  -> ! HYB402 : gone
    torch.backends.cudnn.benchmark -> False : static gone
    torch.backends.cudnn.benchmark_limit -> 10 : static gone
    torch.backends.cudnn.deterministic -> False : static gone
    torch.backends.cudnn.enabled -> True : static gone
    torch.backends.cudnn.allow_tf32 -> True : static gone
    torch.backends.cudnn.fp32_precision -> "none" : static gone
    torch.backends.cuda.matmul.allow_tf32 -> False : static gone
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction -> True : static gone
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction -> True : static gone
    torch.backends.cuda.matmul.fp32_precision -> "none" : static gone
    torch.backends.opt_einsum.enabled -> True : static gone
    torch.backends.opt_einsum.strategy -> "auto" : static gone
    torch.backends.mkldnn.enabled -> True : static gone
    torch._dynamo.config.suppress_errors -> False : static gone
    torch._dynamo.config.verbose -> False : static gone
    torch._dynamo.config.cache_size_limit -> 8 : static gone
    torch._dynamo.config.optimize_ddp -> True : static gone
    torch._inductor.config.coordinate_descent_tuning -> False : static gone
    torch._inductor.config.fx_graph_cache -> False : static gone
    torch._inductor.config.triton.unique_kernel_names -> True : static gone
    torch.cuda.device_count() -> 0 : static
    torch.cuda.is_initialized() -> False : static
    torch.cuda.is_bf16_supported() -> False : static
    torch.cuda.is_bf16_supported(including_emulation=True) -> False : static
    torch.cuda.memory_allocated(device=None) -> 0 : static
    torch.cuda.max_memory_allocated(device=None) -> 0 : static
    torch.cuda.memory_reserved(device=None) -> 0 : static
    torch.cuda.max_memory_reserved(device=None) -> 0 : static
    torch.mps.device_count() -> 0 : static
    torch.xpu.device_count() -> 0 : static
    torch.backends.mps.is_built() -> False : static
    torch.backends.cuda.is_built() -> False : static
    torch.backends.mkl.is_available() -> False : static
    torch.backends.openmp.is_available() -> False : static
    torch.backends.cudnn.version() -> None : static
    torch.version.cuda -> None : static
    torch.version.hip -> None : static
    torch.get_float32_matmul_precision() -> 'highest' : static
    torch.cuda.OutOfMemoryError -> RuntimeError : static
    torch.OutOfMemoryError -> RuntimeError : static
    torch.cuda.CudaError -> RuntimeError : static
    torch.AcceleratorError -> RuntimeError : static
    Moved.cuda(self, device=None, non_blocking=False) -> self
    Moved.cpu(self)                                  -> self
    Moved.float(self)                                -> tensors.to(self, jnp.float32)
    Moved.half(self)                                 -> tensors.to(self, jnp.float16)
    Moved.bfloat16(self)                             -> tensors.to(self, jnp.bfloat16)
    Moved.double(self)                               -> tensors.to(self, jnp.float32)
    Moved.to(self, target, /, *, non_blocking=False, copy=False) -> tensors.to(self, target)
    Moved.to(self, target, dtype, /, *, non_blocking=False, copy=False) -> tensors.to(self, target, dtype)
    Moved.to(self, target, /, *, dtype, non_blocking=False, copy=False) -> tensors.to(self, target, dtype)
    Moved.to(self, *, device, non_blocking=False, copy=False) -> self
    Moved.to(self, *, dtype, device=None, non_blocking=False, copy=False) -> tensors.to(self, dtype)
    Host.is_cuda -> False : static
    Host.is_mps -> False : static
"""
