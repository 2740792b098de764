"""Functions that arrange elements anew."""

from hybridc.dialects.torch.reductions import with_numpy_names

# Written in Python, which takes no other names.
_OF_PYTHON = """
    torch.split(tensor, split_size_or_sections, dim=0)         -> tensors.split(...)                : dtype=? view list statics=split_size_or_sections,dim
"""

LINES = _OF_PYTHON + with_numpy_names("""
    torch.reshape(input, shape)                                -> jnp.reshape(input, shape)         : dtype=same back=jnp.reshape(new,input.shape) contiguous
    torch.flatten(input)                                       -> jnp.ravel(input)                  : dtype=same shape=1 back=jnp.reshape(new,input.shape) contiguous
    torch.flatten(input, start_dim=0, end_dim=-1)              -> tensors.flatten(...)              : dtype=same statics=start_dim,end_dim back=jnp.reshape(new,input.shape) contiguous
    torch.ravel(input)                                         -> jnp.ravel(input)                  : dtype=same shape=1 back=jnp.reshape(new,input.shape) contiguous
    torch.unflatten(input, dim, sizes)                         -> tensors.unflatten(...)            : dtype=same statics=dim,sizes back=jnp.reshape(new,input.shape)
    torch.squeeze(input)                                       -> jnp.squeeze(input)                : dtype=same back=jnp.reshape(new,input.shape)
    torch.squeeze(input, dim)                                  -> tensors.squeeze(...)              : dtype=same statics=dim back=jnp.reshape(new,input.shape)
    torch.unsqueeze(input, dim)                                -> jnp.expand_dims(input, dim)       : dtype=same statics=dim back=jnp.reshape(new,input.shape)
    torch.transpose(input, dim0, dim1)                         -> jnp.swapaxes(input, dim0, dim1)   : dtype=same statics=dim0,dim1 back=jnp.swapaxes(new,dim0,dim1)
    torch.swapaxes(input, axis0, axis1)                        -> jnp.swapaxes(input, axis0, axis1) : dtype=same statics=axis0,axis1 back=jnp.swapaxes(new,axis0,axis1)
    torch.swapdims(input, dim0, dim1)                          -> jnp.swapaxes(input, dim0, dim1)   : dtype=same statics=dim0,dim1 back=jnp.swapaxes(new,dim0,dim1)
    torch.t(input)                                             -> input.T                           : dtype=same back=new.T
    torch.adjoint(input)                                       -> jnp.conj(input.mT)                : dtype=same back=jnp.conj(new.mT)
    torch.permute(input, dims)                                 -> jnp.transpose(input, dims)        : dtype=same statics=dims back=jnp.moveaxis(new,range(input.ndim),dims)
    torch.movedim(input, source, destination)                  -> jnp.moveaxis(input, source, destination) : dtype=same back=jnp.moveaxis(new,destination,source)
    torch.moveaxis(input, source, destination)                 -> jnp.moveaxis(input, source, destination) : dtype=same back=jnp.moveaxis(new,destination,source)
    torch.broadcast_to(input, size)                            -> tensors.expand(input, size)       : dtype=same view statics=size
    torch.broadcast_tensors(*arrays)                          -> jnp.broadcast_arrays(...)         : dtype=? view list
    torch.atleast_1d(*arrays)                                 -> jnp.atleast_1d(...)               : dtype=? view
    torch.atleast_2d(*arrays)                                 -> jnp.atleast_2d(...)               : dtype=? view
    torch.atleast_3d(*arrays)                                 -> jnp.atleast_3d(...)               : dtype=? view
    torch.diagonal(input, offset=0, dim1=0, dim2=1)            -> jnp.diagonal(input, offset=offset, axis1=dim1, axis2=dim2) : dtype=same statics=dim1,dim2 back=tensors.diagonal_scatter(input,new,offset=offset,dim1=dim1,dim2=dim2)
    torch.select(input, dim, index)                            -> tensors.select(...)               : dtype=same statics=dim back=tensors.select_scatter(input,new,dim,index) places=index
    torch.narrow(input, dim, start, length)                    -> tensors.narrow(...)               : dtype=same view statics=dim
    torch.narrow_copy(input, dim, start, length)               -> tensors.narrow(...)               : dtype=same statics=dim
    torch.chunk(input, chunks, dim=0)                          -> tensors.chunk(...)                : dtype=? view list statics=chunks,dim
    torch.unsafe_chunk(input, chunks, dim=0)                   -> tensors.chunk(...)                : dtype=? view list statics=chunks,dim
    torch.unsafe_split(input, split_size, dim=0)               -> tensors.split(input, split_size, dim=dim) : dtype=? view list statics=split_size,dim
    torch.split_with_sizes(input, split_sizes, dim=0)          -> tensors.split(input, split_sizes, dim=dim) : dtype=? view list statics=split_sizes,dim
    torch.unsafe_split_with_sizes(input, split_sizes, dim=0)   -> tensors.split(input, split_sizes, dim=dim) : dtype=? view list statics=split_sizes,dim
    torch.tensor_split(input, indices_or_sections, /, dim=0)   -> tensors.tensor_split(...)         : dtype=? view list statics=indices_or_sections,dim
    torch.tensor_split(input, sections, dim=0)                 -> tensors.tensor_split(input, sections, dim=dim) : dtype=? view list statics=sections,dim
    torch.tensor_split(input, indices, dim=0)                  -> tensors.tensor_split(input, indices, dim=dim) : dtype=? view list statics=indices,dim
    torch.hsplit(input, indices_or_sections, /)                -> jnp.hsplit(input, indices_or_sections) : dtype=? view list statics=indices_or_sections
    torch.hsplit(input, sections)                              -> jnp.hsplit(input, sections)     : dtype=? view list statics=sections
    torch.hsplit(input, indices)                               -> jnp.hsplit(input, indices)      : dtype=? view list statics=indices
    torch.vsplit(input, indices_or_sections, /)                -> jnp.vsplit(input, indices_or_sections) : dtype=? view list statics=indices_or_sections
    torch.vsplit(input, sections)                              -> jnp.vsplit(input, sections)     : dtype=? view list statics=sections
    torch.vsplit(input, indices)                               -> jnp.vsplit(input, indices)      : dtype=? view list statics=indices
    torch.dsplit(input, indices_or_sections, /)                -> jnp.dsplit(input, indices_or_sections) : dtype=? view list statics=indices_or_sections
    torch.dsplit(input, sections)                              -> jnp.dsplit(input, sections)     : dtype=? view list statics=sections
    torch.dsplit(input, indices)                               -> jnp.dsplit(input, indices)      : dtype=? view list statics=indices
    torch.unbind(input, dim=0)                                 -> jnp.unstack(input, axis=dim)      : dtype=? view list statics=dim

    torch.cat(tensors, dim=0)                                  -> jnp.concatenate(tensors, axis=dim) : dtype=? statics=dim lists
    torch.concat(tensors, dim=0)                               -> jnp.concatenate(tensors, axis=dim) : dtype=? statics=dim lists
    torch.concatenate(tensors, dim=0)                          -> jnp.concatenate(tensors, axis=dim) : dtype=? statics=dim lists
    torch.stack(tensors, dim=0)                                -> jnp.stack(tensors, axis=dim)      : dtype=? statics=dim lists
    torch.hstack(tensors)                                      -> jnp.hstack(tensors)               : dtype=? lists
    torch.vstack(tensors)                                      -> jnp.vstack(tensors)               : dtype=? lists
    torch.row_stack(tensors)                                   -> jnp.vstack(tensors)               : dtype=? lists
    torch.dstack(tensors)                                      -> jnp.dstack(tensors)               : dtype=? lists
    torch.column_stack(tensors)                                -> jnp.column_stack(tensors)         : dtype=? lists
    torch.block_diag(*arrays)                                 -> tensors.block_diag(...)           : dtype=? shape=2
    torch.meshgrid(*arrays, indexing='ij')                    -> tensors.meshgrid(...)             : dtype=? view list lists
    torch.cartesian_prod(*arrays)                             -> tensors.cartesian_prod(...)       : dtype=? view
    torch.combinations(input, r=2, with_replacement=False)     -> tensors.combinations(...)         : dtype=same shape=2 statics=r,with_replacement

    torch.tile(input, dims)                                    -> jnp.tile(input, dims)             : dtype=same statics=dims
    torch.repeat_interleave(input, repeats, dim=None)          -> tensors.repeat_interleave(...)    : dtype=same statics=dim
    torch.repeat_interleave(input, repeats, dim=None, *, output_size) -> tensors.repeat_interleave(...) : dtype=same statics=dim,output_size traced=repeats
    torch.repeat_interleave(repeats, *, output_size=None)      -> ! HYB403 the length of the result depends on values: pass what to repeat, and `output_size`
    torch.roll(input, shifts, dims=())                         -> jnp.roll(input, shifts, axis=dims) : dtype=same shape=same statics=dims
    torch.flip(input, dims)                                    -> jnp.flip(input, axis=dims)        : dtype=same shape=same statics=dims
    torch.fliplr(input)                                        -> jnp.fliplr(input)                 : dtype=same shape=same
    torch.flipud(input)                                        -> jnp.flipud(input)                 : dtype=same shape=same
    torch.rot90(input, k=1)                                    -> jnp.rot90(input, k=k)             : dtype=same statics=k
    torch.rot90(input, k, dims)                                -> jnp.rot90(input, k, tuple(dims))  : dtype=same statics=k,dims
    torch.rot90(input, *, dims)                                -> jnp.rot90(input, axes=tuple(dims)) : dtype=same statics=dims
    torch.diag(input, diagonal=0)                              -> jnp.diag(input, k=diagonal)       : dtype=same statics=diagonal
    torch.diagflat(input, offset=0)                            -> jnp.diagflat(input, k=offset)     : dtype=same shape=2
    torch.diag_embed(input, offset=0, dim1=-2, dim2=-1)        -> tensors.diag_embed(...)           : dtype=same statics=dim1,dim2
    torch.tril(input, diagonal=0)                              -> jnp.tril(input, k=diagonal)       : dtype=same shape=same statics=diagonal
    torch.triu(input, diagonal=0)                              -> jnp.triu(input, k=diagonal)       : dtype=same shape=same statics=diagonal
    torch.constant_pad_nd(input, pad, value=0)                 -> F.pad(input, pad, value=value)    : dtype=same statics=pad
    torch.as_strided(*args)                                    -> ! HYB402 JAX's arrays have no strides: use reshape, indices or `Tensor.unfold`
    torch.as_strided_scatter(*args)                            -> ! HYB402 JAX's arrays have no strides: use `torch.index_put` or `torch.slice_scatter`
    torch.resize_as_(*args)                                    -> ! HYB306 write `x = y.reshape(...)`
""")
