"""Functions that arrange elements anew, products, and what reads and writes elements by their indices."""

LINES = """
    paddle.reshape(x, shape, name=None)                   -> tensors.reshape(x, shape) : dtype=same statics=shape back=jnp.reshape(new,x.shape) contiguous
    paddle.flatten(x, start_axis=0, stop_axis=-1, name=None) -> tensors.flatten(x, start_axis=start_axis, stop_axis=stop_axis) : dtype=same statics=start_axis,stop_axis back=jnp.reshape(new,x.shape) contiguous
    paddle.unflatten(x, axis, shape, name=None)           -> tensors.unflatten(x, axis, shape) : dtype=same statics=axis,shape back=jnp.reshape(new,x.shape)
    paddle.transpose(x, perm, name=None)                  -> jnp.transpose(x, perm) : dtype=same statics=perm back=jnp.moveaxis(new,range(x.ndim),perm)
    paddle.moveaxis(x, source, destination, name=None)    -> jnp.moveaxis(x, source, destination) : dtype=same back=jnp.moveaxis(new,destination,source)
    paddle.swapaxes(x, axis0, axis1, name=None)           -> jnp.swapaxes(x, axis0, axis1) : dtype=same statics=axis0,axis1 back=jnp.swapaxes(new,axis0,axis1)
    paddle.t(input, name=None)                            -> input.T : dtype=same back=new.T
    paddle.squeeze(x, axis=None, name=None)               -> tensors.squeeze(x, axis=axis) : dtype=same statics=axis back=jnp.reshape(new,x.shape)
    paddle.unsqueeze(x, axis, name=None)                  -> tensors.unsqueeze(x, axis) : dtype=same statics=axis back=jnp.reshape(new,x.shape)
    paddle.expand(x, shape, name=None)                    -> tensors.expand(x, shape) : dtype=same statics=shape
    paddle.broadcast_to(x, shape, name=None)              -> tensors.expand(x, shape) : dtype=same statics=shape
    paddle.expand_as(x, y, name=None)                     -> jnp.broadcast_to(x, y.shape) : dtype=same
    paddle.broadcast_tensors(input, name=None)            -> tensors.broadcast_tensors(input) : dtype=? list lists
    paddle.tile(x, repeat_times, name=None)               -> tensors.tile(x, repeat_times) : dtype=same statics=repeat_times
    paddle.repeat_interleave(x, repeats, axis=None, name=None) -> tensors.repeat_interleave(x, repeats, axis) : dtype=same statics=axis
    paddle.roll(x, shifts, axis=None, name=None)          -> tensors.roll(x, shifts, axis) : dtype=same shape=same statics=axis
    paddle.flip(x, axis, name=None)                       -> jnp.flip(x, axis) : dtype=same shape=same statics=axis
    paddle.rot90(x, k=1, axes=[0, 1], name=None)          -> tensors.rot90(x, k=k, axes=axes) : dtype=same statics=k,axes
    paddle.split(x, num_or_sections, axis=0, name=None)   -> tensors.split(x, num_or_sections, axis=axis) : dtype=? list statics=num_or_sections,axis
    paddle.chunk(x, chunks, axis=0, name=None)            -> tensors.chunk(x, chunks, axis=axis) : dtype=? list statics=chunks,axis
    paddle.unstack(x, axis=0, num=None)                   -> tensors.unstack(x, axis=axis) : dtype=? list statics=axis
    paddle.unbind(input, axis=0)                          -> tensors.unstack(input, axis=axis) : dtype=? view list statics=axis
    paddle.cat(x, axis=0, name=None)                      -> jnp.concatenate(x, axis=axis) : dtype=? statics=axis lists
    paddle.masked_fill(x, mask, value, name=None)         -> tensors.masked_fill(x, mask, value) : dtype=same
    paddle.reverse(x, axis, name=None)                    -> jnp.flip(x, axis) : dtype=same shape=same statics=axis
    paddle.concat(x, axis=0, name=None)                   -> jnp.concatenate(x, axis=axis) : dtype=? statics=axis lists
    paddle.stack(x, axis=0, name=None)                    -> jnp.stack(x, axis=axis) : dtype=? statics=axis lists
    paddle.shape(input)                                   -> tensors.shape_of(input) : static
    paddle.numel(x, name=None)                            -> tensors.numel(x) : static
    paddle.rank(input)                                    -> tensors.rank(input) : static
    paddle.crop(x, shape=None, offsets=None, name=None)   -> tensors.crop(x, shape=shape, offsets=offsets) : dtype=same statics=shape,offsets
    paddle.slice(input, axes, starts, ends)               -> tensors.sliced(input, axes, starts, ends) : dtype=same statics=axes,starts,ends view
    paddle.strided_slice(x, axes, starts, ends, strides, name=None) -> tensors.sliced(x, axes, starts, ends, strides) : dtype=same statics=axes,starts,ends,strides view

    paddle.gather(x, index, axis=None, name=None)         -> tensors.gather(x, index, axis) : dtype=same statics=axis places=index
    paddle.gather_nd(x, index, name=None)                 -> tensors.gather_nd(x, index) : dtype=same places=index
    paddle.index_select(x, index, axis=0, name=None)      -> tensors.index_select(x, index, axis) : dtype=same statics=axis places=index
    paddle.index_sample(x, index)                         -> jnp.take_along_axis(x, index, 1) : dtype=same shape=2 places=index checked=tensors.index_sample(x,index)
    paddle.take_along_axis(arr, indices, axis, broadcast=True) -> tensors.take_along_axis(arr, indices, axis, broadcast) : dtype=same statics=axis,broadcast places=indices
    paddle.put_along_axis(arr, indices, values, axis, reduce='assign') -> tensors.put_along_axis(arr, indices, values, axis, reduce) : dtype=same shape=same statics=axis,reduce places=indices
    paddle.scatter(x, index, updates, overwrite=True, name=None) -> tensors.scatter(x, index, updates, overwrite) : dtype=same shape=same statics=overwrite places=index
    paddle.scatter_nd_add(x, index, updates, name=None)   -> tensors.scatter_nd_add(x, index, updates) : dtype=same shape=same places=index

    paddle.matmul(x, y, transpose_x=False, transpose_y=False, name=None) -> tensors.matmul(x, y, transpose_x=transpose_x, transpose_y=transpose_y) : dtype=promote statics=transpose_x,transpose_y
    paddle.mm(input, mat2, name=None)                     -> jnp.matmul(input, mat2) : dtype=promote
    paddle.bmm(x, y, name=None)                           -> jnp.matmul(x, y) : dtype=promote
    paddle.mv(x, vec, name=None)                          -> jnp.matmul(x, vec) : dtype=promote
    paddle.dot(x, y, name=None)                           -> jnp.sum(x * y, axis=-1) : dtype=promote
    paddle.outer(x, y, name=None)                         -> jnp.outer(x, y) : dtype=promote shape=2
    paddle.einsum(equation, *operands)                    -> jnp.einsum(...) : dtype=? statics=equation
    paddle.addmm(input, x, y, beta=1.0, alpha=1.0, name=None) -> tensors.addmm(input, x, y, beta=beta, alpha=alpha) : dtype=promote
    paddle.trace(x, offset=0, axis1=0, axis2=1, name=None) -> jnp.trace(x, offset=offset, axis1=axis1, axis2=axis2) : dtype=same
    paddle.diagonal(x, offset=0, axis1=0, axis2=1, name=None) -> jnp.diagonal(x, offset=offset, axis1=axis1, axis2=axis2) : dtype=same view
    paddle.kron(x, y, name=None)                          -> jnp.kron(x, y) : dtype=promote
"""
