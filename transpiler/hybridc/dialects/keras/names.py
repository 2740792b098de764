"""Names that stand in definitions, what compiled code does without, and what scripts ask of TensorFlow and Keras."""

LINES = """
    tensorflow                                   -> None : static
    keras                                        -> keras : static
    keras.layers                                 -> layers : static
    keras.ops                                    -> None : static
    keras.models                                 -> keras : static
    keras.activations                            -> keras.activations : static
    keras.initializers                           -> keras.initializers : static
    keras.regularizers                           -> keras.regularizers : static
    keras.backend                                -> None : static
    tensorflow.nn                                -> None : static
    tensorflow.math                              -> None : static
    tensorflow.linalg                            -> None : static
    tensorflow.random                            -> None : static
    tensorflow.Tensor                            -> jax.Array : static
    tensorflow.__version__                       -> "2.21.0" : static
    keras.__version__                            -> "3.15.1" : static
    tensorflow.function                          -> ! HYB402 : gone
    tensorflow.function(func, *, input_signature=None, autograph=True, jit_compile=None, reduce_retracing=False) -> keras.function(func) : static
"""
