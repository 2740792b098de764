"""Names that stand in definitions, what compiled code does without, and what scripts ask of TensorFlow and Keras."""

_ASSERTIONS = "assert_equal assert_greater assert_greater_equal assert_less assert_less_equal assert_near assert_negative assert_non_negative assert_positive assert_rank assert_rank_at_least assert_scalar assert_shapes assert_type"

LINES = (
    "".join(f"    tensorflow.debugging.{name} -> ! HYB402 : gone\n" for name in _ASSERTIONS.split())
    + """
    tensorflow.Assert                            -> ! HYB402 : gone
    keras.random                                 -> ! HYB401 a module is no value here: name what it is asked for
    tensorflow                                   -> ! HYB401 a module is no value here: name what it is asked for
    keras                                        -> keras : static
    keras.layers                                 -> layers : static
    keras.ops                                    -> ! HYB401 a module is no value here: name what it is asked for
    keras.models                                 -> keras : static
    keras.activations                            -> keras.activations : static
    keras.initializers                           -> keras.initializers : static
    keras.regularizers                           -> keras.regularizers : static
    keras.backend                                -> ! HYB401 a module is no value here: name what it is asked for
    tensorflow.nn                                -> ! HYB401 a module is no value here: name what it is asked for
    tensorflow.math                              -> ! HYB401 a module is no value here: name what it is asked for
    tensorflow.linalg                            -> ! HYB401 a module is no value here: name what it is asked for
    tensorflow.random                            -> ! HYB401 a module is no value here: name what it is asked for
    tensorflow.Tensor                            -> jax.Array : static
    tensorflow.__version__                       -> "2.21.0" : static
    keras.__version__                            -> "3.15.1" : static
    tensorflow.function(func, input_signature=None, autograph=True, jit_compile=None, reduce_retracing=False, experimental_implements=None, experimental_autograph_options=None, experimental_attributes=None, experimental_relax_shapes=None, experimental_compile=None, experimental_follow_type_hints=None) -> keras.function(func, input_signature=input_signature) : static
    tensorflow.function(*, input_signature=None, autograph=True, jit_compile=None, reduce_retracing=False, experimental_implements=None, experimental_autograph_options=None, experimental_attributes=None, experimental_relax_shapes=None, experimental_compile=None, experimental_follow_type_hints=None) -> keras.function(input_signature=input_signature) : static
    tensorflow.function                          -> keras.function : static decorates=input_signature
    tensorflow.TensorSpec(shape, dtype='float32', name=None) -> keras.TensorSpec(shape, dtype=dtype, name=name) : static
    tensorflow.TensorShape(dims)                 -> tuple(dims) : static
    tensorflow.TensorSpec.from_tensor(tensor, name=None) -> keras.TensorSpec.from_tensor(tensor, name=name) : host
    tensorflow.device                            -> contextlib.nullcontext : gone
    tensorflow.name_scope                        -> contextlib.nullcontext : gone
    keras.name_scope                             -> contextlib.nullcontext : gone
    tensorflow.init_scope                        -> contextlib.nullcontext : gone
    tensorflow.Module.with_name_scope            -> ! HYB402 : gone
    tensorflow.autograph.experimental.do_not_convert -> ! HYB402 : gone
    tensorflow.debugging.set_log_device_placement -> ! HYB402 : gone
    tensorflow.config.run_functions_eagerly      -> ! HYB402 : gone
    tensorflow.config.experimental.set_memory_growth -> ! HYB402 : gone
    keras.utils.register_keras_serializable      -> keras.saving.register_keras_serializable : host
    keras.saving.register_keras_serializable     -> keras.saving.register_keras_serializable : host
    keras.layers.serialize                       -> keras.saving.serialize : host
    keras.layers.deserialize                     -> keras.saving.deserialize_layer : host
    keras.saving.serialize_keras_object          -> keras.saving.serialize : host
    keras.saving.deserialize_keras_object        -> keras.saving.deserialize_keras_object : host
    keras.utils.serialize_keras_object           -> keras.saving.serialize : host
    keras.utils.deserialize_keras_object         -> keras.saving.deserialize_keras_object : host
    keras.saving.get_registered_name             -> keras.saving.get_registered_name : host
    keras.saving.get_registered_object           -> keras.saving.get_registered_object : host
    keras.utils.get_registered_name              -> keras.saving.get_registered_name : host
    keras.utils.get_registered_object            -> keras.saving.get_registered_object : host
    keras.regularizers.serialize                 -> keras.regularizers.serialize : host
    keras.regularizers.deserialize               -> keras.regularizers.deserialize : host
    keras.backend.clear_session()                -> keras.clear_session() : static
    keras.utils.clear_session()                  -> keras.clear_session() : static
    keras.backend.image_data_format()            -> keras.image_data_format() : static
    keras.config.image_data_format()             -> keras.image_data_format() : static
    keras.backend.set_image_data_format(data_format) -> keras.set_image_data_format(data_format) : static
    keras.backend.epsilon()                      -> 1e-7 : static
    keras.config.epsilon()                       -> 1e-7 : static
    keras.backend.floatx()                       -> "float32" : static
    keras.config.floatx()                        -> "float32" : static
    keras.backend.backend()                      -> "tensorflow" : static
    keras.config.backend()                       -> "tensorflow" : static
    tensorflow.executing_eagerly()               -> False : static
    tensorflow.TensorSpec                        -> keras.TensorSpec : static
    tensorflow.test.is_gpu_available()           -> False : static
    tensorflow.config.list_physical_devices(device_type=None) -> [] : static
    tensorflow.config.experimental.list_physical_devices(device_type=None) -> [] : static
"""
)
