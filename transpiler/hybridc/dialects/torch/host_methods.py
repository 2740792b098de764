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
    Host.cpu(self)                   -> self
    Host.detach(self)                -> self
    Host.nonzero(self)               -> jnp.argwhere(self)
    Host.nonzero(self, *, as_tuple)  -> jnp.nonzero(self)
    Host.unique(self)                -> jnp.unique(self)
    Host.torch.unique(input, sorted=True, *, return_inverse=False, return_counts=False) -> jnp.unique(input, return_inverse=return_inverse, return_counts=return_counts)
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
    Shared.cpu(self)                 -> tensors.detach(self)                         : dtype=same shape=same view
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
    Shared.torch.asarray(data, *, dtype=None, device=None) -> tensors.as_tensor(data, dtype=dtype) : dtype=? view
    Shared.torch.unsqueeze(input, dim)              -> tensors.unsqueeze(input, dim) : dtype=same view statics=dim
    Shared.torch.unbind(input, dim=0)               -> tensors.unbind(input, dim=dim) : dtype=? view list statics=dim
    Shared.torch.movedim(input, source, destination) -> tensors.movedim(input, source, destination) : dtype=same view
    Shared.torch.diagonal(input, offset=0, dim1=0, dim2=1) -> tensors.diagonal(input, offset=offset, dim1=dim1, dim2=dim2) : dtype=same view statics=dim1,dim2
"""
