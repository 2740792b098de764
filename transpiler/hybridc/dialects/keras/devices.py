"""Devices, threads and messages: settings go, and what asks for a graphics card finds none."""

LINES = """
    tensorflow.config.set_visible_devices                                -> ! HYB402 : gone
    tensorflow.config.experimental.set_visible_devices                   -> ! HYB402 : gone
    tensorflow.config.set_logical_device_configuration                   -> ! HYB402 : gone
    tensorflow.config.experimental.set_virtual_device_configuration      -> ! HYB402 : gone
    tensorflow.config.set_soft_device_placement                          -> ! HYB402 : gone
    tensorflow.config.threading.set_inter_op_parallelism_threads         -> ! HYB402 : gone
    tensorflow.config.threading.set_intra_op_parallelism_threads         -> ! HYB402 : gone
    tensorflow.config.optimizer.set_jit                                  -> ! HYB402 : gone
    tensorflow.config.optimizer.set_experimental_options                 -> ! HYB402 : gone
    tensorflow.config.experimental.enable_tensor_float_32_execution      -> ! HYB402 : gone
    tensorflow.config.experimental.enable_op_determinism                 -> ! HYB402 : gone
    tensorflow.config.experimental.reset_memory_stats                    -> ! HYB402 : gone
    tensorflow.config.experimental_run_functions_eagerly                 -> ! HYB402 : gone
    tensorflow.debugging.disable_traceback_filtering                     -> ! HYB402 : gone
    tensorflow.debugging.enable_traceback_filtering                      -> ! HYB402 : gone
    tensorflow.compat.v1.logging.set_verbosity                           -> ! HYB402 : gone
    tensorflow.autograph.set_verbosity                                   -> ! HYB402 : gone
    tensorflow.compat.v1.enable_eager_execution                          -> ! HYB402 : gone
    tensorflow.compat.v1.enable_v2_behavior                              -> ! HYB402 : gone
    keras.utils.disable_interactive_logging                              -> ! HYB402 : gone
    keras.utils.enable_interactive_logging                               -> ! HYB402 : gone
    keras.config.disable_interactive_logging                             -> ! HYB402 : gone
    keras.config.enable_interactive_logging                              -> ! HYB402 : gone
    keras.config.disable_traceback_filtering                             -> ! HYB402 : gone
    keras.config.enable_traceback_filtering                              -> ! HYB402 : gone
    tensorflow.config.list_logical_devices(device_type=None) -> [] : static
    tensorflow.config.experimental.list_logical_devices(device_type=None) -> [] : static
    tensorflow.config.get_visible_devices(device_type=None) -> [] : static
    tensorflow.config.experimental.get_visible_devices(device_type=None) -> [] : static
    tensorflow.test.is_built_with_cuda() -> False : static
    tensorflow.test.is_built_with_rocm() -> False : static
    tensorflow.test.is_built_with_gpu_support() -> False : static
    tensorflow.test.gpu_device_name() -> '' : static
"""
