"""Dtypes: TensorFlow's names of them. Of 64 bits, 32 are kept."""

_DTYPES = {
    "bfloat16": "bfloat16", "bool": "bool_", "complex64": "complex64", "float16": "float16", "float32": "float32",
    "half": "float16", "int16": "int16", "int32": "int32", "int64": "int32", "int8": "int8", "uint16": "uint16",
    "uint32": "uint32", "uint8": "uint8",
}  # fmt: skip
_NARROWED = {"complex128": "complex64", "double": "float32", "float64": "float32"}

LINES = (
    "".join(
        f"    {place}.{name} -> jnp.{becomes} : static{facts}\n"
        for place in ("tensorflow", "tensorflow.dtypes")
        for names, facts in ((_DTYPES, ""), (_NARROWED, " narrows"))
        for name, becomes in names.items()
    )
    + """
    tensorflow.newaxis                           -> None : static
    tensorflow.dtypes                            -> ! HYB401 a module is no value here: name what it is asked for
    tensorflow.DType                             -> jnp.dtype : static
    tensorflow.dtypes.cast(x, dtype, name=None)  -> ops.cast(x, dtype) : dtype=? shape=same statics=dtype
"""
)
