"""What reads values into Python, or asks them for a shape, where Python runs: beside models, not in them.

`Copied`: of what host code writes afterwards. `Shared`: views of what others have as well, such as parameters: what is
written into them these see. `Kind`: what `isinstance` asks for, which they are too. `Unpacked`: of
what calls of models give several of. `Value`: types as values, which are called and asked for.
"""

LINES = """
    Host.item(self)                  -> self.item() : outside
    Host.tolist(self)                -> self.tolist() : outside
    Host.numpy(self)                 -> np.asarray(self) : outside shares=given
    Host.numpy(self, *, force)       -> np.asarray(self) : outside shares=given
    Copied.numpy(self)               -> np.array(self) : outside
    Copied.numpy(self, *, force)     -> np.array(self) : outside
    Host.cpu(self)                   -> self : dtype=same shape=same view
    Host.detach(self)                -> self : dtype=same shape=same view
    Host.nonzero(self)               -> jnp.argwhere(self)
    Host.nonzero(self, *, as_tuple)  -> jnp.nonzero(self)
    Host.unique(self)                -> jnp.unique(self)
    Host.torch.unique(input, sorted=True, *, return_inverse=False, return_counts=False) -> jnp.unique(input, return_inverse=return_inverse, return_counts=return_counts)
    Host.torch.nn.functional.one_hot(tensor, num_classes=-1) -> F.one_hot(tensor, num_classes)
    Host.torch.nonzero(input)        -> jnp.argwhere(input)
    Host.torch.nonzero(input, *, as_tuple) -> jnp.nonzero(input)
    Host.torch.masked_select(input, mask) -> input[mask]
    Host.torch.compile(model, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False) -> model
    Host.torch.jit.script(obj)       -> obj
    Host.torch.equal(input, other)   -> jnp.array_equal(input, other)
    Host.torch.allclose(input, other, rtol=1e-05, atol=1e-08) -> jnp.allclose(input, other, rtol=rtol, atol=atol)

    Host.torch.is_tensor(obj, /)     -> isinstance(obj, nn.Tensor) : outside
    Kind.torch.Tensor                -> nn.Tensor : static

    Unpacked.data                    -> tensors.data_of(self)

    Value.torch.Tensor               -> tensors.Tensor : static
    Value.torch.FloatTensor          -> tensors.FloatTensor : static
    Value.torch.DoubleTensor         -> tensors.DoubleTensor : static
    Value.torch.HalfTensor           -> tensors.HalfTensor : static
    Value.torch.BFloat16Tensor       -> tensors.BFloat16Tensor : static
    Value.torch.LongTensor           -> tensors.LongTensor : static
    Value.torch.IntTensor            -> tensors.IntTensor : static
    Value.torch.ShortTensor          -> tensors.ShortTensor : static
    Value.torch.CharTensor           -> tensors.CharTensor : static
    Value.torch.ByteTensor           -> tensors.ByteTensor : static
    Value.torch.BoolTensor           -> tensors.BoolTensor : static
    Value.torch.cuda.FloatTensor     -> tensors.FloatTensor : static
    Value.torch.cuda.DoubleTensor    -> tensors.DoubleTensor : static
    Value.torch.cuda.HalfTensor      -> tensors.HalfTensor : static
    Value.torch.cuda.BFloat16Tensor  -> tensors.BFloat16Tensor : static
    Value.torch.cuda.LongTensor      -> tensors.LongTensor : static
    Value.torch.cuda.IntTensor       -> tensors.IntTensor : static
    Value.torch.cuda.ShortTensor     -> tensors.ShortTensor : static
    Value.torch.cuda.CharTensor      -> tensors.CharTensor : static
    Value.torch.cuda.ByteTensor      -> tensors.ByteTensor : static
    Value.torch.cuda.BoolTensor      -> tensors.BoolTensor : static

    Shared.data                      -> tensors.detach(self)                         : dtype=same shape=same view
    Shared.detach(self)              -> tensors.detach(self)                         : dtype=same shape=same view
    Shared.cpu(self)                 -> tensors.alias(self)                          : dtype=same shape=same view
    Shared.contiguous(self, memory_format=None)     -> tensors.contiguous(self)      : dtype=same shape=same view
    Shared.unsqueeze(self, dim)                     -> tensors.unsqueeze(self, dim)  : dtype=same view statics=dim
    Shared.unbind(self, dim=0)                      -> tensors.unbind(self, dim=dim) : dtype=? view list statics=dim
    Shared.movedim(self, source, destination)       -> tensors.movedim(self, source, destination) : dtype=same view
    Shared.moveaxis(self, source, destination)      -> tensors.movedim(self, source, destination) : dtype=same view
    Shared.diagonal(self, offset=0, dim1=0, dim2=1) -> tensors.diagonal(self, offset=offset, dim1=dim1, dim2=dim2) : dtype=same view statics=dim1,dim2
    Shared.expand_as(self, other)                   -> tensors.broadcast_to(self, other.shape) : dtype=same view
    Shared.hsplit(self, sections)                   -> tensors.hsplit(self, sections) : dtype=? view list statics=sections
    Shared.vsplit(self, sections)                   -> tensors.vsplit(self, sections) : dtype=? view list statics=sections
    Shared.dsplit(self, sections)                   -> tensors.dsplit(self, sections) : dtype=? view list statics=sections
    Shared.torch.real(input)                        -> input.real                    : dtype=? view
    Shared.torch.imag(input)                        -> input.imag                    : dtype=? view
    Shared.torch.view_as_real(input)                -> tensors.pairs_of_reals(input) : dtype=? view
    Shared.torch.view_as_complex(input)             -> tensors.complex_of_pairs(input) : dtype=? view
    Shared.torch.tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False) -> tensors.array(data, dtype=dtype) : dtype=? lists ordered
    Shared.torch.detach(input)                      -> tensors.detach(input)         : dtype=same shape=same view
    Shared.torch.as_tensor(data, dtype=None, device=None) -> tensors.as_tensor(data, dtype=dtype) : dtype=? view
    Shared.torch.asarray(obj, *, dtype=None, device=None) -> tensors.as_tensor(obj, dtype=dtype) : dtype=? view
    Shared.torch.conj(input)                        -> tensors.conj(input)           : dtype=same view
    Shared.torch.adjoint(input)                     -> tensors.adjoint(input)        : dtype=same view
    Shared.torch.flatten(input)                     -> tensors.flatten(input)        : dtype=same view
    Shared.torch.ravel(input)                       -> tensors.flatten(input)        : dtype=same view
    Shared.torch.squeeze(input)                     -> tensors.squeeze(input)        : dtype=same view
    Shared.torch.transpose(input, dim0, dim1)       -> input.swapaxes(dim0, dim1)    : dtype=same view statics=dim0,dim1
    Shared.torch.swapaxes(input, axis0, axis1)      -> input.swapaxes(axis0, axis1)  : dtype=same view statics=axis0,axis1
    Shared.torch.swapdims(input, dim0, dim1)        -> input.swapaxes(dim0, dim1)    : dtype=same view statics=dim0,dim1
    Shared.torch.permute(input, dims)               -> input.transpose(dims)         : dtype=same view statics=dims
    Shared.torch.moveaxis(input, source, destination) -> tensors.movedim(input, source, destination) : dtype=same view
    Shared.torch.broadcast_tensors(*arrays)         -> tensors.broadcast_tensors(...) : dtype=? view list
    Shared.torch.atleast_1d(*arrays)                -> tensors.atleast_1d(...)       : dtype=? view
    Shared.torch.atleast_2d(*arrays)                -> tensors.atleast_2d(...)       : dtype=? view
    Shared.torch.atleast_3d(*arrays)                -> tensors.atleast_3d(...)       : dtype=? view
    Shared.torch.hsplit(input, indices_or_sections, /) -> tensors.hsplit(input, indices_or_sections) : dtype=? view list statics=indices_or_sections
    Shared.torch.hsplit(input, sections)            -> tensors.hsplit(input, sections) : dtype=? view list statics=sections
    Shared.torch.hsplit(input, indices)             -> tensors.hsplit(input, indices) : dtype=? view list statics=indices
    Shared.torch.vsplit(input, indices_or_sections, /) -> tensors.vsplit(input, indices_or_sections) : dtype=? view list statics=indices_or_sections
    Shared.torch.vsplit(input, sections)            -> tensors.vsplit(input, sections) : dtype=? view list statics=sections
    Shared.torch.vsplit(input, indices)             -> tensors.vsplit(input, indices) : dtype=? view list statics=indices
    Shared.torch.dsplit(input, indices_or_sections, /) -> tensors.dsplit(input, indices_or_sections) : dtype=? view list statics=indices_or_sections
    Shared.torch.dsplit(input, sections)            -> tensors.dsplit(input, sections) : dtype=? view list statics=sections
    Shared.torch.dsplit(input, indices)             -> tensors.dsplit(input, indices) : dtype=? view list statics=indices
    Shared.torch.linalg.diagonal(A, *, offset=0)    -> tensors.diagonal(A, offset=offset, dim1=-2, dim2=-1) : dtype=same view
    Shared.torch.linalg.diagonal(A, *, offset=0, dim1, dim2) -> tensors.diagonal(A, offset=offset, dim1=dim1, dim2=dim2) : dtype=same view statics=dim1,dim2
    Shared.torch.narrow_copy(input, dim, start, length) -> tensors.narrow(input, dim, start, length).copy() : dtype=same statics=dim
    Shared.narrow_copy(self, dim, start, length)    -> tensors.narrow(self, dim, start, length).copy() : dtype=same statics=dim,length
    Shared.hsplit(self, indices)                    -> tensors.hsplit(self, indices) : dtype=? view list statics=indices
    Shared.vsplit(self, indices)                    -> tensors.vsplit(self, indices) : dtype=? view list statics=indices
    Shared.dsplit(self, indices)                    -> tensors.dsplit(self, indices) : dtype=? view list statics=indices
    Shared.conj(self)                               -> tensors.conj(self)            : dtype=same view
    Shared.adjoint(self)                            -> tensors.adjoint(self)         : dtype=same view
    Shared.torch.unsqueeze(input, dim)              -> tensors.unsqueeze(input, dim) : dtype=same view statics=dim
    Shared.torch.unbind(input, dim=0)               -> tensors.unbind(input, dim=dim) : dtype=? view list statics=dim
    Shared.torch.movedim(input, source, destination) -> tensors.movedim(input, source, destination) : dtype=same view
    Shared.torch.diagonal(input, offset=0, dim1=0, dim2=1) -> tensors.diagonal(input, offset=offset, dim1=dim1, dim2=dim2) : dtype=same view statics=dim1,dim2

    Shared.copied.to(self, target, /, *, non_blocking=False, copy=False, memory_format=None) -> tensors.copied(self, target) : dtype=? shape=same
    Shared.copied.to(self, target, dtype, third=False, fourth=False, /, *, non_blocking=False, copy=False, memory_format=None) -> tensors.copied(self, target, dtype) : dtype=? shape=same
    Shared.copied.to(self, target, /, *, dtype, non_blocking=False, copy=False, memory_format=None) -> tensors.copied(self, dtype) : dtype=? shape=same
    Shared.copied.to(self, *, dtype, device=None, non_blocking=False, copy=False, memory_format=None) -> tensors.copied(self, dtype) : dtype=? shape=same
    Shared.copied.type(self, dtype, non_blocking=False) -> tensors.copied(self, dtype) : dtype=? shape=same
    Shared.copied.type_as(self, other)                 -> tensors.copied(self, other.dtype) : dtype=? shape=same
    Shared.copied.float(self, memory_format=None)      -> tensors.copied(self, jnp.float32) : dtype=? shape=same
    Shared.copied.double(self, memory_format=None)     -> tensors.copied(self, jnp.float32) : dtype=? shape=same
    Shared.copied.cfloat(self, memory_format=None)     -> tensors.copied(self, jnp.complex64) : dtype=? shape=same
    Shared.copied.cdouble(self, memory_format=None)    -> tensors.copied(self, jnp.complex64) : dtype=? shape=same
    Shared.copied.int(self, memory_format=None)        -> tensors.copied(self, jnp.int32) : dtype=? shape=same
    Shared.copied.long(self, memory_format=None)       -> tensors.copied(self, jnp.int32) : dtype=? shape=same
"""
