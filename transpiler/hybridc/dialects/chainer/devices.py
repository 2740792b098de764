"""Devices and backends: settings go, and what asks for a graphics card finds none."""

LINES = """
    chainer.set_debug                                                    -> ! HYB402 : gone
    chainer.backends.cuda.set_max_workspace_size                         -> ! HYB402 : gone
    chainer.disable_experimental_feature_warning                         -> ! HYB402 : gone
    chainer.backends.cuda.memory_pool.free_all_blocks                    -> ! HYB402 : gone
    chainer.config.autotune -> False : static gone
    chainer.config.cudnn_deterministic -> False : static gone
    chainer.config.cudnn_fast_batch_normalization -> False : static gone
    chainer.config.use_cudnn -> 'auto' : static gone
    chainer.config.use_cudnn_tensor_core -> 'auto' : static gone
    chainer.config.use_ideep -> 'never' : static gone
    chainer.config.debug -> False : static gone
    chainer.config.type_check -> True : static gone
    chainer.config.lazy_grad_sum -> False : static gone
    chainer.config.warn_nondeterministic -> False : static gone
    chainer.global_config.autotune -> False : static gone
    chainer.global_config.cudnn_deterministic -> False : static gone
    chainer.global_config.cudnn_fast_batch_normalization -> False : static gone
    chainer.global_config.use_cudnn -> 'auto' : static gone
    chainer.global_config.use_cudnn_tensor_core -> 'auto' : static gone
    chainer.global_config.use_ideep -> 'never' : static gone
    chainer.global_config.debug -> False : static gone
    chainer.global_config.type_check -> True : static gone
    chainer.global_config.lazy_grad_sum -> False : static gone
    chainer.global_config.warn_nondeterministic -> False : static gone
    chainer.backends.cuda.get_max_workspace_size() -> 8388608 : static
    chainer.backends.cuda.check_cuda_available() -> ! HYB402 there is no CUDA to ask for
"""
