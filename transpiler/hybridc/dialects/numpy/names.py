"""Constants, dtypes, and what is known while tracing."""

LINES = """
    numpy.ndim(*args) -> jnp.ndim(...) : static
    numpy.shape(*args) -> jnp.shape(...) : static
    numpy.size(*args) -> jnp.size(...) : static
    numpy.isscalar(*args) -> ! HYB402 while it is traced, a number is an array: use `np.ndim(x) == 0`
    numpy.isrealobj(*args) -> jnp.isrealobj(...) : static
    numpy.iscomplexobj(*args) -> jnp.iscomplexobj(...) : static
    numpy.issubdtype(*args) -> jnp.issubdtype(...) : static
    numpy.isdtype(*args) -> jnp.isdtype(...) : static
    numpy.result_type(*args) -> jnp.result_type(...) : static
    numpy.promote_types(*args) -> jnp.promote_types(...) : static
    numpy.can_cast(*args) -> jnp.can_cast(...) : static
    numpy.finfo(*args) -> jnp.finfo(...) : static
    numpy.iinfo(*args) -> jnp.iinfo(...) : static
    numpy.dtype(*args) -> jnp.dtype(...) : static
    numpy.broadcast_shapes(*args) -> jnp.broadcast_shapes(...) : static
    numpy.common_type(*args) -> ! HYB402 it is no part of compiled code
    numpy.isfortran(*args) -> ! HYB402 it is no part of compiled code
    numpy.float16 -> jnp.float16 : static
    numpy.float16(x, /) -> jnp.asarray(x, dtype=jnp.float16) : dtype=? shape=elementwise lists view casts=float16
    numpy.float32 -> jnp.float32 : static
    numpy.float32(x, /) -> jnp.asarray(x, dtype=jnp.float32) : dtype=? shape=elementwise lists view casts=float32
    numpy.float64 -> jnp.float64 : static
    numpy.float64(x, /) -> jnp.asarray(x, dtype=jnp.float64) : dtype=float64 shape=elementwise lists view casts=float64
    numpy.half -> jnp.float16 : static
    numpy.half(x, /) -> jnp.asarray(x, dtype=jnp.float16) : dtype=? shape=elementwise lists view casts=float16
    numpy.single -> jnp.float32 : static
    numpy.single(x, /) -> jnp.asarray(x, dtype=jnp.float32) : dtype=? shape=elementwise lists view casts=float32
    numpy.double -> jnp.float64 : static
    numpy.double(x, /) -> jnp.asarray(x, dtype=jnp.float64) : dtype=float64 shape=elementwise lists view casts=float64
    numpy.complex64 -> jnp.complex64 : static
    numpy.complex64(x, /) -> jnp.asarray(x, dtype=jnp.complex64) : dtype=? shape=elementwise lists view casts=complex64
    numpy.complex128 -> jnp.complex128 : static
    numpy.complex128(x, /) -> jnp.asarray(x, dtype=jnp.complex128) : dtype=complex shape=elementwise lists view casts=complex128
    numpy.csingle -> jnp.complex64 : static
    numpy.csingle(x, /) -> jnp.asarray(x, dtype=jnp.complex64) : dtype=? shape=elementwise lists view casts=complex64
    numpy.cdouble -> jnp.complex128 : static
    numpy.cdouble(x, /) -> jnp.asarray(x, dtype=jnp.complex128) : dtype=complex shape=elementwise lists view casts=complex128
    numpy.int8 -> jnp.int8 : static
    numpy.int8(x, /) -> jnp.asarray(x, dtype=jnp.int8) : dtype=? shape=elementwise lists view casts=int8
    numpy.int16 -> jnp.int16 : static
    numpy.int16(x, /) -> jnp.asarray(x, dtype=jnp.int16) : dtype=? shape=elementwise lists view casts=int16
    numpy.int32 -> jnp.int32 : static
    numpy.int32(x, /) -> jnp.asarray(x, dtype=jnp.int32) : dtype=? shape=elementwise lists view casts=int32
    numpy.int64 -> jnp.int64 : static
    numpy.int64(x, /) -> jnp.asarray(x, dtype=jnp.int64) : dtype=int shape=elementwise lists view casts=int64
    numpy.uint8 -> jnp.uint8 : static
    numpy.uint8(x, /) -> jnp.asarray(x, dtype=jnp.uint8) : dtype=? shape=elementwise lists view casts=uint8
    numpy.uint16 -> jnp.uint16 : static
    numpy.uint16(x, /) -> jnp.asarray(x, dtype=jnp.uint16) : dtype=? shape=elementwise lists view casts=uint16
    numpy.uint32 -> jnp.uint32 : static
    numpy.uint32(x, /) -> jnp.asarray(x, dtype=jnp.uint32) : dtype=? shape=elementwise lists view casts=uint32
    numpy.uint64 -> jnp.uint64 : static
    numpy.uint64(x, /) -> jnp.asarray(x, dtype=jnp.uint64) : dtype=? shape=elementwise lists view casts=uint64
    numpy.byte -> jnp.int8 : static
    numpy.byte(x, /) -> jnp.asarray(x, dtype=jnp.int8) : dtype=? shape=elementwise lists view casts=int8
    numpy.ubyte -> jnp.uint8 : static
    numpy.ubyte(x, /) -> jnp.asarray(x, dtype=jnp.uint8) : dtype=? shape=elementwise lists view casts=uint8
    numpy.short -> jnp.int16 : static
    numpy.short(x, /) -> jnp.asarray(x, dtype=jnp.int16) : dtype=? shape=elementwise lists view casts=int16
    numpy.ushort -> jnp.uint16 : static
    numpy.ushort(x, /) -> jnp.asarray(x, dtype=jnp.uint16) : dtype=? shape=elementwise lists view casts=uint16
    numpy.intc -> jnp.int32 : static
    numpy.intc(x, /) -> jnp.asarray(x, dtype=jnp.int32) : dtype=? shape=elementwise lists view casts=int32
    numpy.uintc -> jnp.uint32 : static
    numpy.uintc(x, /) -> jnp.asarray(x, dtype=jnp.uint32) : dtype=? shape=elementwise lists view casts=uint32
    numpy.int_ -> jnp.int64 : static
    numpy.int_(x, /) -> jnp.asarray(x, dtype=jnp.int64) : dtype=int shape=elementwise lists view casts=int64
    numpy.uint -> jnp.uint64 : static
    numpy.uint(x, /) -> jnp.asarray(x, dtype=jnp.uint64) : dtype=? shape=elementwise lists view casts=uint64
    numpy.intp -> jnp.int64 : static
    numpy.intp(x, /) -> jnp.asarray(x, dtype=jnp.int64) : dtype=int shape=elementwise lists view casts=int64
    numpy.uintp -> jnp.uint64 : static
    numpy.uintp(x, /) -> jnp.asarray(x, dtype=jnp.uint64) : dtype=? shape=elementwise lists view casts=uint64
    numpy.long -> jnp.int64 : static
    numpy.long(x, /) -> jnp.asarray(x, dtype=jnp.int64) : dtype=int shape=elementwise lists view casts=int64
    numpy.ulong -> jnp.uint64 : static
    numpy.ulong(x, /) -> jnp.asarray(x, dtype=jnp.uint64) : dtype=? shape=elementwise lists view casts=uint64
    numpy.longlong -> jnp.int64 : static
    numpy.longlong(x, /) -> jnp.asarray(x, dtype=jnp.int64) : dtype=int shape=elementwise lists view casts=int64
    numpy.ulonglong -> jnp.uint64 : static
    numpy.ulonglong(x, /) -> jnp.asarray(x, dtype=jnp.uint64) : dtype=? shape=elementwise lists view casts=uint64
    numpy.bool -> jnp.bool_ : static
    numpy.bool(x, /) -> (jnp.asarray(x) != 0) : dtype=bool shape=elementwise lists view
    numpy.bool_ -> jnp.bool_ : static
    numpy.bool_(x, /) -> (jnp.asarray(x) != 0) : dtype=bool shape=elementwise lists view
    numpy.floating -> jnp.floating : static
    numpy.integer -> jnp.integer : static
    numpy.number -> jnp.number : static
    numpy.inexact -> jnp.inexact : static
    numpy.complexfloating -> jnp.complexfloating : static
    numpy.signedinteger -> jnp.signedinteger : static
    numpy.unsignedinteger -> jnp.unsignedinteger : static
    numpy.pi -> jnp.pi : static dtype=pyfloat
    numpy.e -> jnp.e : static dtype=pyfloat
    numpy.inf -> jnp.inf : static dtype=pyfloat
    numpy.nan -> jnp.nan : static dtype=pyfloat
    numpy.euler_gamma -> jnp.euler_gamma : static dtype=pyfloat
    numpy.newaxis -> jnp.newaxis : static
    numpy.True_ -> True : static
    numpy.False_ -> False : static
    numpy.ndarray -> jax.Array : static
    numpy.little_endian -> ! HYB402 it is no part of compiled code
    numpy.ScalarType -> ! HYB402 it is no part of compiled code
    numpy.sctypeDict -> ! HYB402 it is no part of compiled code
    numpy.typecodes -> ! HYB402 it is no part of compiled code
    numpy.dtypes -> ! HYB402 it is no part of compiled code
    numpy.typing -> ! HYB402 it is no part of compiled code
    numpy.linalg -> jnp.linalg : static
    numpy.fft -> jnp.fft : static
    numpy.random -> ! HYB404 draw in host code
"""
