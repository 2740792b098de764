"""What is asked of a tensor: attributes, what is known while tracing, and what compiled code cannot know."""

LINES = """
    Tensor.shape                                    -> self.shape : static
    Tensor.ndim                                     -> self.ndim : static
    Tensor.dtype                                    -> self.dtype : static
    Tensor.itemsize                                 -> self.itemsize : static
    Tensor.nbytes                                   -> self.nbytes : static
    Tensor.size(self)                               -> self.shape : static
    Tensor.size(self, dim)                          -> self.shape[dim] : static statics=dim
    Tensor.dim(self)                                -> self.ndim : static
    Tensor.ndimension(self)                         -> self.ndim : static
    Tensor.numel(self)                              -> self.size : static
    Size.numel(self)                                -> int(np.prod(self)) : static
    Tensor.nelement(self)                           -> self.size : static
    Tensor.element_size(self)                       -> self.itemsize : static
    Tensor.is_floating_point(self)                  -> jnp.issubdtype(self.dtype, jnp.floating) : static
    Tensor.is_complex(self)                         -> jnp.iscomplexobj(self) : static
    Tensor.is_signed(self)                          -> tensors.is_signed(self) : static
    Tensor.is_same_size(self, other)                -> (self.shape == other.shape) : static

    Tensor.T                                        -> self.T : dtype=same shape=? back=new.T
    Tensor.mT                                       -> self.mT : dtype=same shape=? back=new.mT
    Tensor.H                                        -> self.T.conj() : dtype=same shape=? back=new.T.conj()
    Tensor.mH                                       -> self.mT.conj() : dtype=same shape=? back=new.mT.conj()
    Tensor.real                                     -> self.real : dtype=? shape=same view
    Tensor.imag                                     -> self.imag : dtype=? shape=same view
    Tensor.data                                     -> lax.stop_gradient(self) : dtype=same shape=same view

    Tensor.device                                   -> tensors.CPU : static
    Tensor.layout                                   -> 'torch.strided' : static
    Tensor.get_device(self)                         -> ! HYB402 compiled code names no device
    Tensor.is_cpu                                   -> True : static
    Tensor.is_cuda                                  -> False : static
    Tensor.is_ipu                                   -> False : static
    Tensor.is_maia                                  -> False : static
    Tensor.is_meta                                  -> False : static
    Tensor.is_mkldnn                                -> False : static
    Tensor.is_mps                                   -> False : static
    Tensor.is_mtia                                  -> False : static
    Tensor.is_nested                                -> False : static
    Tensor.is_quantized                             -> False : static
    Tensor.is_sparse                                -> False : static
    Tensor.is_sparse_csr                            -> False : static
    Tensor.is_vulkan                                -> False : static
    Tensor.is_xla                                   -> False : static
    Tensor.is_xpu                                   -> False : static
    Tensor.is_distributed(self)                     -> False : static
    Tensor.is_contiguous(self, memory_format=None)  -> True : static guess
    Tensor.is_pinned(self, device=None)             -> False : static
    Tensor.cpu(self, memory_format=None)            -> self : dtype=same shape=same view
    Tensor.cuda(self, device=None, non_blocking=False, memory_format=None) -> self : dtype=same shape=same view
    Tensor.xpu(self, device=None, non_blocking=False, memory_format=None) -> self : dtype=same shape=same view
    Tensor.ipu(self, device=None, non_blocking=False, memory_format=None) -> self : dtype=same shape=same view
    Tensor.mtia(self, device=None, non_blocking=False, memory_format=None) -> self : dtype=same shape=same view
    Tensor.pin_memory(self, device=None)            -> self : dtype=same shape=same view

    Known.item(self)                                -> tensors.known(lambda: self).item()
    Known.tolist(self)                              -> tensors.known(lambda: self).tolist()
    Tensor.item(self)                               -> ! HYB101 keep it a tensor
    Tensor.tolist(self)                             -> ! HYB101 keep it a tensor
    Tensor.numpy(self, *, force=False)              -> ! HYB101 keep it a tensor
    Read.item(self)                                 -> control.read(self) : dtype=? shape=scalar
    Tensor.allclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False) -> jnp.allclose(self, other, rtol=rtol, atol=atol, equal_nan=equal_nan) : dtype=bool shape=scalar
    Tensor.equal(self, other)                       -> jnp.array_equal(self, other) : dtype=bool shape=scalar
    Tensor.is_nonzero(self)                         -> (self != 0).reshape(()) : dtype=bool shape=scalar
    Tensor.argwhere(self)                           -> ! HYB403 keep the full length and mask it
    Tensor.bincount(self, *args)                    -> ! HYB403 the length depends on values: count with `(x[:, None] == torch.arange(n)).sum(0)`
    Tensor.masked_select(self, mask)                -> ! HYB403 keep the full length: `torch.where(mask, x, 0)`
    Tensor.nonzero(self, *, as_tuple=False)         -> ! HYB403 keep the full length and mask it, or use `nonzero_static`
    Tensor.unique(self, *args)                      -> ! HYB403 keep the full length and mask it
    Tensor.unique_consecutive(self, *args)          -> ! HYB403 keep the full length and mask it

    Tensor.requires_grad_(self)                     -> self : dtype=same shape=same back=new
    Tensor.requires_grad_(self, requires_grad)      -> ! HYB402 JAX differentiates by what `jax.grad` is given: cut gradients with `x.detach()`
    Tensor.backward(self, *args)                    -> ! HYB408 gradients are values that `jax.grad` returns
    Tensor.grad                                     -> ! HYB408 gradients are values that `jax.grad` returns
    Tensor.grad_dtype                               -> ! HYB402 `jax.grad` of a function returns the gradients
    Tensor.grad_fn                                  -> ! HYB402 a tensor does not know how it was computed: use `jax.grad` of the function
    Tensor.is_inference(self)                       -> ! HYB402 JAX differentiates by what `jax.grad` is given
    Tensor.is_leaf                                  -> ! HYB402 JAX differentiates by what `jax.grad` is given
    Tensor.output_nr                                -> ! HYB402 a tensor does not know how it was computed: use `jax.grad` of the function
    Tensor.register_hook(self, hook)                -> ! HYB402 change gradients with `jax.custom_vjp`
    Tensor.register_post_accumulate_grad_hook(self, hook) -> ! HYB402 change the gradients that `jax.grad` returns
    Tensor.reinforce(self, *args)                   -> ! HYB402 PyTorch has removed it: use `torch.distributions` and `log_prob`
    Tensor.requires_grad                            -> False : static gone guess
    Tensor.is_floating_point                        -> jnp.issubdtype(self, jnp.floating) : static
    Tensor.is_complex                               -> jnp.issubdtype(self, jnp.complexfloating) : static
    Tensor.retain_grad(self)                        -> ! HYB402 let the function that `jax.grad` differentiates take the value as an argument
    Tensor.retains_grad                             -> ! HYB402 let the function that `jax.grad` differentiates take the value as an argument
    Tensor.volatile                                 -> ! HYB402 PyTorch has removed it

    Tensor.as_strided(self, *args)                  -> ! HYB402 JAX's arrays have no strides: use `unfold`, or an index
    Tensor.as_strided_scatter(self, *args)          -> ! HYB402 JAX's arrays have no strides: use `index_put`
    Tensor.const_data_ptr(self)                     -> ! HYB402 JAX's arrays have no address
    Tensor.data_ptr(self)                           -> ! HYB402 JAX's arrays have no address
    Tensor.dim_order(self, *args)                   -> ! HYB402 JAX's arrays have no strides
    Tensor.is_conj(self)                            -> ! HYB402 JAX computes conjugates at once
    Tensor.is_neg(self)                             -> ! HYB402 JAX computes negatives at once
    Tensor.is_set_to(self, tensor)                  -> ! HYB402 JAX's arrays have no storage
    Tensor.is_shared(self)                          -> ! HYB402 JAX's arrays have no storage
    Tensor.new_empty_strided(self, *args)           -> ! HYB402 JAX's arrays have no strides: use `new_empty`
    Tensor.record_stream(self, stream)              -> ! HYB402 JAX has no streams
    Tensor.slice_inverse(self, *args)               -> ! HYB402 JAX's arrays have no storage: use `slice_scatter`
    Tensor.storage(self)                            -> ! HYB402 JAX's arrays have no storage
    Tensor.storage_offset(self)                     -> ! HYB402 JAX's arrays have no storage
    Tensor.storage_type(self)                       -> ! HYB402 JAX's arrays have no storage
    Tensor.stride(self, *args)                      -> ! HYB402 JAX's arrays have no strides
    Tensor.untyped_storage(self)                    -> ! HYB402 JAX's arrays have no storage

    Tensor.as_subclass(self, cls)                   -> ! HYB402 JAX has one type of array
    Tensor.hash_tensor(self, *args)                 -> ! HYB402 compiled code does not see bytes
    Tensor.index(self, *args)                       -> ! HYB402 write an index: `x[i]`
    Tensor.module_load(self, *args)                 -> ! HYB402 load a model's state with its `load_state_dict`
    Tensor.name                                     -> ! HYB402 JAX's arrays have no names

    Tensor.ccol_indices(self)                       -> ! HYB402 sparse tensors are not converted
    Tensor.coalesce(self)                           -> ! HYB402 sparse tensors are not converted
    Tensor.col_indices(self)                        -> ! HYB402 sparse tensors are not converted
    Tensor.crow_indices(self)                       -> ! HYB402 sparse tensors are not converted
    Tensor.dense_dim(self)                          -> ! HYB402 sparse tensors are not converted
    Tensor.indices(self)                            -> ! HYB402 sparse tensors are not converted
    Tensor.is_coalesced(self)                       -> ! HYB402 sparse tensors are not converted
    Tensor.row_indices(self)                        -> ! HYB402 sparse tensors are not converted
    Tensor.smm(self, mat2)                          -> ! HYB402 sparse tensors are not converted
    Tensor.sparse_dim(self)                         -> ! HYB402 sparse tensors are not converted
    Tensor.sparse_mask(self, mask)                  -> ! HYB402 sparse tensors are not converted
    Tensor.sspaddmm(self, *args)                    -> ! HYB402 sparse tensors are not converted
    Tensor.to_dense(self, *, masked_grad=None)      -> self : dtype=same shape=same view
    Tensor.to_dense(self, dtype, *, masked_grad=None) -> tensors.to(self, dtype) : dtype=? shape=same view
    Tensor.to_mkldnn(self, dtype=None)              -> ! HYB402 JAX has one layout of arrays
    Tensor.to_padded_tensor(self, *args)            -> ! HYB402 nested tensors are not converted: pad with `torch.nn.functional.pad`
    Tensor.to_sparse(self, *args)                   -> ! HYB402 sparse tensors are not converted
    Tensor.to_sparse_bsc(self, *args)               -> ! HYB402 sparse tensors are not converted
    Tensor.to_sparse_bsr(self, *args)               -> ! HYB402 sparse tensors are not converted
    Tensor.to_sparse_coo(self)                      -> ! HYB402 sparse tensors are not converted
    Tensor.to_sparse_csc(self, *args)               -> ! HYB402 sparse tensors are not converted
    Tensor.to_sparse_csr(self, *args)               -> ! HYB402 sparse tensors are not converted
    Tensor.values(self)                             -> ! HYB402 sparse tensors are not converted

    Tensor.dequantize(self)                         -> ! HYB402 quantized tensors are not converted
    Tensor.int_repr(self)                           -> ! HYB402 quantized tensors are not converted
    Tensor.q_per_channel_axis(self)                 -> ! HYB402 quantized tensors are not converted
    Tensor.q_per_channel_scales(self)               -> ! HYB402 quantized tensors are not converted
    Tensor.q_per_channel_zero_points(self)          -> ! HYB402 quantized tensors are not converted
    Tensor.q_scale(self)                            -> ! HYB402 quantized tensors are not converted
    Tensor.q_zero_point(self)                       -> ! HYB402 quantized tensors are not converted
    Tensor.qscheme(self)                            -> ! HYB402 quantized tensors are not converted
"""
