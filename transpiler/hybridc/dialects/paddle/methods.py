"""Methods of tensors that give a new tensor, or a view of the one that they are called on."""

LINES = """
    Tensor.reshape(self, shape, *, name=None)               -> tensors.reshape(self, shape) : dtype=same statics=shape back=new.reshape(self.shape) contiguous
    Tensor.reshape(self, *shape)                          -> tensors.reshape(self, shape) : dtype=same statics=shape back=new.reshape(self.shape) contiguous
    Tensor.ravel(self)                                    -> self.ravel() : dtype=same shape=1 back=new.reshape(self.shape) contiguous
    Tensor.permute(self, perm)                            -> self.transpose(perm) : dtype=same statics=perm back=jnp.moveaxis(new,range(self.ndim),perm)
    Tensor.permute(self, *perm)                           -> self.transpose(perm) : dtype=same statics=perm back=jnp.moveaxis(new,range(self.ndim),perm)
    Tensor.__abs__(self)                                  -> tensors.abs(self) : dtype=same shape=same
    Tensor.clamp(self, min=None, max=None, name=None)     -> tensors.clip(self, min=min, max=max) : dtype=same shape=same
    Tensor.masked_fill(self, mask, value, name=None)      -> tensors.masked_fill(self, mask, value) : dtype=same
    Tensor.softmax(self, axis=-1, dtype=None, name=None)  -> F.softmax(self, axis=axis, dtype=dtype) : dtype=? shape=same statics=axis
    Tensor.eq(self, y, name=None)                         -> (self == y) : dtype=bool shape=elementwise
    Tensor.flatten(self, start_axis=0, stop_axis=-1, name=None) -> tensors.flatten(self, start_axis=start_axis, stop_axis=stop_axis) : dtype=same statics=start_axis,stop_axis back=new.reshape(self.shape) contiguous
    Tensor.unflatten(self, axis, shape, name=None)        -> tensors.unflatten(self, axis, shape) : dtype=same statics=axis,shape back=new.reshape(self.shape)
    Tensor.transpose(self, perm, *, name=None)              -> self.transpose(perm) : dtype=same statics=perm back=jnp.moveaxis(new,range(self.ndim),perm)
    Tensor.transpose(self, dim0, dim1)                    -> self.swapaxes(dim0, dim1) : dtype=same statics=dim0,dim1 back=new.swapaxes(dim0,dim1)
    Tensor.moveaxis(self, source, destination, name=None) -> jnp.moveaxis(self, source, destination) : dtype=same back=jnp.moveaxis(new,destination,source)
    Tensor.swapaxes(self, axis0, axis1, name=None)        -> self.swapaxes(axis0, axis1) : dtype=same statics=axis0,axis1 back=jnp.swapaxes(new,axis0,axis1)
    Tensor.t(self, name=None)                             -> self.T : dtype=same back=new.T
    Tensor.squeeze(self, axis=None, name=None)            -> tensors.squeeze(self, axis=axis) : dtype=same statics=axis back=new.reshape(self.shape)
    Tensor.unsqueeze(self, axis, name=None)               -> tensors.unsqueeze(self, axis) : dtype=same statics=axis back=new.reshape(self.shape)
    Tensor.expand(self, shape, *, name=None)                -> tensors.expand(self, shape) : dtype=same statics=shape
    Tensor.expand(self, *shape)                           -> tensors.expand(self, shape) : dtype=same statics=shape
    Tensor.broadcast_to(self, shape, name=None)           -> tensors.expand(self, shape) : dtype=same statics=shape
    Tensor.expand_as(self, y, name=None)                  -> jnp.broadcast_to(self, y.shape) : dtype=same
    Tensor.tile(self, repeat_times, *, name=None)           -> tensors.tile(self, repeat_times) : dtype=same statics=repeat_times
    Tensor.tile(self, *repeat_times)                      -> tensors.tile(self, repeat_times) : dtype=same statics=repeat_times
    Tensor.repeat_interleave(self, repeats, axis=None, name=None) -> tensors.repeat_interleave(self, repeats, axis) : dtype=same statics=axis
    Tensor.roll(self, shifts, axis=None, name=None)       -> tensors.roll(self, shifts, axis) : dtype=same shape=same statics=axis
    Tensor.flip(self, axis, name=None)                    -> jnp.flip(self, axis) : dtype=same shape=same statics=axis
    Tensor.split(self, num_or_sections, axis=0, name=None) -> tensors.split(self, num_or_sections, axis=axis) : dtype=? list statics=num_or_sections,axis
    Tensor.chunk(self, chunks, axis=0, name=None)         -> tensors.chunk(self, chunks, axis=axis) : dtype=? list statics=chunks,axis
    Tensor.unbind(self, axis=0)                           -> tensors.unstack(self, axis=axis) : dtype=? view list statics=axis
    Tensor.unstack(self, axis=0, num=None)                -> tensors.unstack(self, axis=axis) : dtype=? list statics=axis
    Tensor.concat(self, x, axis=0, name=None)             -> jnp.concatenate(x, axis=axis) : dtype=? statics=axis
    Tensor.astype(self, dtype)                            -> tensors.cast(self, dtype) : dtype=? shape=same view
    Tensor.cast(self, dtype)                              -> tensors.cast(self, dtype) : dtype=? shape=same
    Tensor.clone(self)                                    -> self.copy() : dtype=same shape=same
    Tensor.data                                           -> lax.stop_gradient(self) : dtype=same shape=same view
    Tensor.detach(self)                                   -> lax.stop_gradient(self) : dtype=same shape=same view
    Tensor.contiguous(self)                               -> self : dtype=same shape=same back=new contiguous
    Tensor.cpu(self)                                      -> self : dtype=same shape=same view
    Tensor.cuda(self, device_id=None, blocking=True)      -> self : dtype=same shape=same view
    Tensor.clip(self, min=None, max=None, name=None)      -> tensors.clip(self, min=min, max=max) : dtype=same shape=same
    Tensor.round(self, *, name=None)                      -> jnp.round(self) : dtype=same shape=same
    Tensor.round(self, decimals, name=None)               -> numpy_like.rounded(self, decimals) : dtype=same shape=same statics=decimals
    Tensor.pow(self, y, name=None)                        -> tensors.pow(self, y) : dtype=promote shape=elementwise
    Tensor.scale(self, scale=1.0, bias=0.0, bias_after_scale=True, act=None, name=None) -> tensors.scale(self, scale=scale, bias=bias, bias_after_scale=bias_after_scale, act=act) : dtype=same shape=same statics=bias_after_scale,act
    Tensor.where(self, x, y, name=None)                   -> jnp.where(self, x, y) : dtype=? shape=elementwise
    Tensor.lerp(self, y, weight, name=None)               -> (self + weight * (y - self)) : dtype=promote shape=elementwise
    Tensor.matmul(self, y, transpose_x=False, transpose_y=False, name=None) -> tensors.matmul(self, y, transpose_x=transpose_x, transpose_y=transpose_y) : dtype=promote statics=transpose_x,transpose_y
    Tensor.mm(self, mat2, name=None)                      -> jnp.matmul(self, mat2) : dtype=promote
    Tensor.bmm(self, y, name=None)                        -> jnp.matmul(self, y) : dtype=promote
    Tensor.dot(self, y, name=None)                        -> jnp.sum(self * y, axis=-1) : dtype=promote
    Tensor.tril(self, diagonal=0, name=None)              -> jnp.tril(self, k=diagonal) : dtype=same shape=same statics=diagonal
    Tensor.triu(self, diagonal=0, name=None)              -> jnp.triu(self, k=diagonal) : dtype=same shape=same statics=diagonal
    Tensor.gather(self, index, axis=None, name=None)      -> tensors.gather(self, index, axis) : dtype=same statics=axis places=index
    Tensor.gather_nd(self, index, name=None)              -> tensors.gather_nd(self, index) : dtype=same places=index
    Tensor.index_select(self, index, axis=0, name=None)   -> tensors.index_select(self, index, axis) : dtype=same statics=axis places=index
    Tensor.take_along_axis(self, indices, axis, broadcast=True) -> tensors.take_along_axis(self, indices, axis, broadcast) : dtype=same statics=axis,broadcast places=indices
    Tensor.put_along_axis(self, indices, values, axis, reduce='assign') -> tensors.put_along_axis(self, indices, values, axis, reduce) : dtype=same shape=same statics=axis,reduce places=indices
    Tensor.scatter(self, index, updates, overwrite=True, name=None) -> tensors.scatter(self, index, updates, overwrite) : dtype=same shape=same statics=overwrite places=index
    Tensor.diagonal(self, offset=0, axis1=0, axis2=1, name=None) -> jnp.diagonal(self, offset=offset, axis1=axis1, axis2=axis2) : dtype=same view
"""
