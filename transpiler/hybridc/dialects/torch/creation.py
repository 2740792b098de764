"""Functions that make tensors, dtypes, constants, and what is known of tensors while tracing."""

# Where a tensor is, and whether PyTorch records what is done with it: compiled code does without.
_PLACE = "layout=None, device=None, requires_grad=False, pin_memory=False"
_LIKE = "layout=None, device=None, requires_grad=False, memory_format=None"
_WINDOW = "dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False"

LINES = f"""
    torch.zeros(size, *, dtype=None, {_PLACE})                       -> jnp.zeros(size, dtype=dtype) : dtype=given shape=given statics=size contiguous lists
    torch.zeros(*size, dtype=None, {_PLACE})                         -> jnp.zeros(size, dtype=dtype) : dtype=given statics=size contiguous lists
    torch.ones(size, *, dtype=None, {_PLACE})                        -> jnp.ones(size, dtype=dtype)  : dtype=given shape=given statics=size contiguous lists
    torch.ones(*size, dtype=None, {_PLACE})                          -> jnp.ones(size, dtype=dtype)  : dtype=given statics=size contiguous lists
    torch.empty(size, *, dtype=None, {_PLACE}, memory_format=None)   -> jnp.empty(size, dtype=dtype) : dtype=given shape=given statics=size contiguous lists
    torch.empty(*size, dtype=None, {_PLACE}, memory_format=None)     -> jnp.empty(size, dtype=dtype) : dtype=given statics=size contiguous lists
    torch.full(size, fill_value, *, {_PLACE})                        -> tensors.full(size, fill_value) : dtype=? shape=given statics=size contiguous lists
    torch.full(size, fill_value, *, dtype, {_PLACE})                 -> jnp.full(size, fill_value, dtype=dtype) : dtype=given shape=given statics=size contiguous lists
    torch.zeros_like(input, *, {_LIKE})                              -> jnp.zeros_like(input) : dtype=same shape=same
    torch.zeros_like(input, *, dtype, {_LIKE})                       -> jnp.zeros_like(input, dtype=dtype) : dtype=given shape=same
    torch.ones_like(input, *, {_LIKE})                               -> jnp.ones_like(input) : dtype=same shape=same
    torch.ones_like(input, *, dtype, {_LIKE})                        -> jnp.ones_like(input, dtype=dtype) : dtype=given shape=same
    torch.empty_like(input, *, {_LIKE})                              -> jnp.empty_like(input) : dtype=same shape=same
    torch.empty_like(input, *, dtype, {_LIKE})                       -> jnp.empty_like(input, dtype=dtype) : dtype=given shape=same
    torch.full_like(input, fill_value, *, {_LIKE})                   -> jnp.full_like(input, fill_value) : dtype=same shape=same
    torch.full_like(input, fill_value, *, dtype, {_LIKE})            -> jnp.full_like(input, fill_value, dtype=dtype) : dtype=given shape=same
    torch.tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False) -> jnp.array(data, dtype=dtype) : dtype=? lists ordered
    torch.as_tensor(data, dtype=None, device=None)                   -> tensors.array(data, dtype=dtype) : dtype=? view lists shares=given
    torch.asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False) -> tensors.array(obj, dtype=dtype) : dtype=? view lists shares=given
    torch.from_numpy(ndarray, /)                                     -> tensors.array(ndarray) : dtype=? view lists shares=numpy
    torch.scalar_tensor(s, *, layout=None, device=None, pin_memory=False) -> jnp.asarray(s, dtype=jnp.float32) : dtype=? shape=scalar
    torch.scalar_tensor(s, *, dtype, layout=None, device=None, pin_memory=False) -> jnp.asarray(s, dtype=dtype) : dtype=? shape=scalar
    torch.Tensor(data, /)                                            -> tensors.legacy_tensor(data, jnp.float32) : dtype=? view lists shares=given
    torch.Tensor(*size)                                              -> jnp.empty(size, dtype=jnp.float32) : dtype=? statics=size lists
    torch.FloatTensor(data, /)                                       -> tensors.legacy_tensor(data, jnp.float32) : dtype=? view lists shares=given
    torch.FloatTensor(*size)                                         -> jnp.empty(size, dtype=jnp.float32) : dtype=? statics=size lists
    torch.DoubleTensor(data, /)                                      -> tensors.legacy_tensor(data, jnp.float32) : dtype=? view lists shares=given narrows
    torch.DoubleTensor(*size)                                        -> jnp.empty(size, dtype=jnp.float32) : dtype=? statics=size lists narrows
    torch.HalfTensor(data, /)                                        -> tensors.legacy_tensor(data, jnp.float16) : dtype=? view lists shares=given
    torch.HalfTensor(*size)                                          -> jnp.empty(size, dtype=jnp.float16) : dtype=? statics=size lists
    torch.BFloat16Tensor(data, /)                                    -> tensors.legacy_tensor(data, jnp.bfloat16) : dtype=? view lists shares=given
    torch.BFloat16Tensor(*size)                                      -> jnp.empty(size, dtype=jnp.bfloat16) : dtype=? statics=size lists
    torch.LongTensor(data, /)                                        -> tensors.legacy_tensor(data, jnp.int32) : dtype=? view lists shares=given
    torch.LongTensor(*size)                                          -> jnp.empty(size, dtype=jnp.int32) : dtype=? statics=size lists
    torch.IntTensor(data, /)                                         -> tensors.legacy_tensor(data, jnp.int32) : dtype=? view lists shares=given
    torch.IntTensor(*size)                                           -> jnp.empty(size, dtype=jnp.int32) : dtype=? statics=size lists
    torch.ShortTensor(data, /)                                       -> tensors.legacy_tensor(data, jnp.int16) : dtype=? view lists shares=given
    torch.ShortTensor(*size)                                         -> jnp.empty(size, dtype=jnp.int16) : dtype=? statics=size lists
    torch.CharTensor(data, /)                                        -> tensors.legacy_tensor(data, jnp.int8) : dtype=? view lists shares=given
    torch.CharTensor(*size)                                          -> jnp.empty(size, dtype=jnp.int8) : dtype=? statics=size lists
    torch.ByteTensor(data, /)                                        -> tensors.legacy_tensor(data, jnp.uint8) : dtype=? view lists shares=given
    torch.ByteTensor(*size)                                          -> jnp.empty(size, dtype=jnp.uint8) : dtype=? statics=size lists
    torch.BoolTensor(data, /)                                        -> tensors.legacy_tensor(data, jnp.bool_) : dtype=bool view lists shares=given
    torch.BoolTensor(*size)                                          -> jnp.empty(size, dtype=jnp.bool_) : dtype=bool statics=size lists

    torch.arange(end, *, dtype=None, {_PLACE})                       -> jnp.arange(end, dtype=dtype) : dtype=made shape=1 statics=end contiguous
    torch.arange(start, end, step=1, *, dtype=None, {_PLACE})        -> jnp.arange(start, end, step, dtype=dtype) : dtype=made shape=1 statics=start,end,step contiguous
    torch.linspace(start, end, steps, *, dtype=None, {_PLACE})       -> jnp.linspace(start, end, steps, dtype=dtype) : dtype=? shape=1 statics=steps contiguous
    torch.logspace(start, end, steps, base=10.0, *, dtype=None, {_PLACE}) -> jnp.logspace(start, end, steps, base=base, dtype=dtype) : dtype=? shape=1 statics=steps
    torch.eye(n, m=None, *, dtype=None, {_PLACE})                    -> jnp.eye(n, m, dtype=dtype) : dtype=given shape=2 statics=m contiguous
    torch.tril_indices(row, col, offset=0, *, dtype=None, device=None, layout=None) -> tensors.tril_indices(row, col, offset, dtype=dtype) : dtype=? shape=2 statics=row,col
    torch.triu_indices(row, col, offset=0, *, dtype=None, device=None, layout=None) -> tensors.triu_indices(row, col, offset, dtype=dtype) : dtype=? shape=2 statics=row,col
    torch.vander(x, N=None, increasing=False)                        -> jnp.vander(x, N=N, increasing=increasing) : dtype=? shape=2 statics=increasing
    torch.hann_window(window_length, periodic=True, *, {_WINDOW})    -> tensors.hann_window(window_length, periodic=periodic, dtype=dtype) : dtype=given shape=1 statics=window_length,periodic
    torch.hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, {_WINDOW}) -> tensors.hamming_window(window_length, periodic=periodic, alpha=alpha, beta=beta, dtype=dtype) : dtype=given shape=1 statics=window_length,periodic,alpha,beta
    torch.blackman_window(window_length, periodic=True, *, {_WINDOW}) -> tensors.blackman_window(window_length, periodic=periodic, dtype=dtype) : dtype=given shape=1 statics=window_length,periodic
    torch.bartlett_window(window_length, periodic=True, *, {_WINDOW}) -> tensors.bartlett_window(window_length, periodic=periodic, dtype=dtype) : dtype=given shape=1 statics=window_length,periodic
    torch.kaiser_window(window_length, periodic=True, beta=12.0, *, {_WINDOW}) -> tensors.kaiser_window(window_length, periodic=periodic, beta=beta, dtype=dtype) : dtype=given shape=1 statics=window_length,periodic,beta

    torch.float32      -> jnp.float32 : static
    torch.float        -> jnp.float32 : static
    torch.float64      -> jnp.float32 : static narrows
    torch.double       -> jnp.float32 : static narrows
    torch.float16      -> jnp.float16 : static
    torch.half         -> jnp.float16 : static
    torch.bfloat16     -> jnp.bfloat16 : static
    torch.float8_e4m3fn -> jnp.float8_e4m3fn : static
    torch.float8_e4m3fnuz -> jnp.float8_e4m3fnuz : static
    torch.float8_e5m2  -> jnp.float8_e5m2 : static
    torch.float8_e5m2fnuz -> jnp.float8_e5m2fnuz : static
    torch.complex64    -> jnp.complex64 : static
    torch.cfloat       -> jnp.complex64 : static
    torch.complex128   -> jnp.complex64 : static narrows
    torch.cdouble      -> jnp.complex64 : static narrows
    torch.complex32    -> ! HYB402 JAX has no complex numbers of 32 bits: use `torch.complex64`
    torch.chalf        -> ! HYB402 JAX has no complex numbers of 32 bits: use `torch.complex64`
    torch.int64        -> jnp.int32 : static
    torch.long         -> jnp.int32 : static
    torch.int32        -> jnp.int32 : static shorter
    torch.int          -> jnp.int32 : static shorter
    torch.int16        -> jnp.int16 : static
    torch.short        -> jnp.int16 : static
    torch.int8         -> jnp.int8 : static
    torch.uint8        -> jnp.uint8 : static
    torch.uint16       -> jnp.uint16 : static
    torch.uint32       -> jnp.uint32 : static
    torch.uint64       -> jnp.uint32 : static narrows
    torch.bool         -> jnp.bool_ : static
    torch.pi           -> jnp.pi : static dtype=pyfloat
    torch.e            -> jnp.e : static dtype=pyfloat
    torch.inf          -> jnp.inf : static dtype=pyfloat
    torch.nan          -> jnp.nan : static dtype=pyfloat
    torch.newaxis      -> None : static
    torch.strided      -> None : static
    torch.contiguous_format -> None : static
    torch.preserve_format -> None : static
    torch.channels_last -> None : static
    torch.channels_last_3d -> None : static
    torch.legacy_contiguous_format -> None : static

    torch.Size                                   -> tuple : static
    torch.Size(sizes=(), /)                      -> tuple(sizes) : static lists
    torch.device                                 -> tensors.Device : static
    torch.device(type, index=None)               -> tensors.device(...) : static
    torch.finfo(type=jnp.float32)                -> tensors.finfo(...) : static
    torch.iinfo(type)                            -> jnp.iinfo(type) : static
    torch.is_tensor(obj, /)                      -> isinstance(obj, jax.Array) : static
    torch.is_floating_point(input)               -> jnp.issubdtype(input.dtype, jnp.floating) : static
    torch.is_complex(input)                      -> jnp.iscomplexobj(input) : static
    torch.is_signed(input)                       -> tensors.is_signed(input) : static
    torch.is_same_size(input, other)             -> (input.shape == other.shape) : static
    torch.numel(input)                           -> input.size : static
    torch.broadcast_shapes(*shapes)              -> jnp.broadcast_shapes(...) : static
    torch.promote_types(type1, type2)            -> jnp.promote_types(type1, type2) : static
    torch.result_type(tensor1, tensor2, /)       -> tensors.result_type(tensor1, tensor2) : static
    torch.can_cast(from_, to)                    -> tensors.can_cast(from_, to) : static
    torch.get_default_dtype()                    -> jnp.float32 : static
    torch.is_inference_mode_enabled()            -> False : static
    torch.are_deterministic_algorithms_enabled() -> False : static
    torch.is_storage(*args)                      -> ! HYB402 JAX's arrays have no storage
    torch.is_conj(*args)                         -> ! HYB402 JAX's arrays have no such flags
    torch.is_neg(*args)                          -> ! HYB402 JAX's arrays have no such flags
    torch.is_inference(*args)                    -> ! HYB402 JAX's arrays have no such flags
    torch.typename(*args)                        -> ! HYB402 compare dtypes: `x.dtype`
    torch.range(*args)                           -> ! HYB402 use `torch.arange`, whose end is left out
    torch.empty_permuted(*args)                  -> ! HYB402 JAX's arrays have no layout: use `torch.empty`
    torch.empty_strided(*args)                   -> ! HYB402 JAX's arrays have no layout: use `torch.empty`
    torch.empty_quantized(*args)                 -> ! HYB402 JAX has no quantized tensors
    torch.from_dlpack(*args)                     -> ! HYB402 make the tensor in host code and pass it in
    torch.to_dlpack(*args)                       -> ! HYB402 hand it over in host code
    torch.frombuffer(*args)                      -> ! HYB402 make the tensor in host code and pass it in
    torch.from_file(*args)                       -> ! HYB701
    torch.set_printoptions(*args)                -> ! HYB701
    torch.set_default_dtype(*args)               -> ! HYB402 pass `dtype` where tensors are made
    torch.set_default_tensor_type(*args)         -> ! HYB402 pass `dtype` where tensors are made
    torch.set_default_device(*args)              -> ! HYB402 compiled code names no device
    torch.get_default_device(*args)              -> ! HYB402 compiled code names no device
    torch.get_device(*args)                      -> ! HYB402 compiled code names no device
    torch.jagged                                 -> ! HYB402 JAX's arrays have one shape: pad them, and pass a mask
    torch.nested.nested_tensor(*args)            -> ! HYB402 JAX's arrays have one shape: pad them, and pass a mask
    torch.nested.as_nested_tensor(*args)         -> ! HYB402 JAX's arrays have one shape: pad them, and pass a mask
    torch.sparse_coo_tensor(*args)               -> ! HYB402 JAX's arrays are dense
    torch.sparse_csr_tensor(*args)               -> ! HYB402 JAX's arrays are dense
    torch.sparse_csc_tensor(*args)               -> ! HYB402 JAX's arrays are dense
    torch.sparse_bsr_tensor(*args)               -> ! HYB402 JAX's arrays are dense
    torch.sparse_bsc_tensor(*args)               -> ! HYB402 JAX's arrays are dense
    torch.sparse_compressed_tensor(*args)        -> ! HYB402 JAX's arrays are dense
"""
