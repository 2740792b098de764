"""Engines and devices: settings go, and what asks for a graphics card finds none."""

LINES = """
    mxnet.engine.bulk                                                    -> ! HYB402 : gone
    mxnet.engine.set_bulk_size                                           -> ! HYB402 : gone
    mxnet.profiler.pause                                                 -> ! HYB402 : gone
    mxnet.profiler.resume                                                -> ! HYB402 : gone
    mxnet.profiler.dump                                                  -> ! HYB402 : gone
    mxnet.profiler.profiler_set_config                                   -> ! HYB402 : gone
    mxnet.profiler.profiler_set_state                                    -> ! HYB402 : gone
    mxnet.test_utils.set_default_context                                 -> ! HYB402 : gone
    mxnet.util.set_np_shape                                              -> ! HYB402 : gone
    mxnet.context.Context.empty_cache                                    -> ! HYB402 : gone
    mxnet.test_utils.list_gpus() -> [] : static
    mxnet.base.MXNetError -> RuntimeError : static
    mxnet.MXNetError -> RuntimeError : static
"""
