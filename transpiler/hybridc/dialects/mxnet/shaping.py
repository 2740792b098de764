"""Operators that change shapes, join and repeat, and those that take parts by their place."""

from hybridc.dialects.mxnet.namespaces import in_every_namespace

LINES = in_every_namespace("""
    nd.reshape(data, shape, reverse=False)               -> ops.reshape(...)
    nd.Reshape(data, shape, reverse=False)               -> ops.reshape(...)
    nd.reshape_like(lhs, rhs, lhs_begin=None, lhs_end=None, rhs_begin=None, rhs_end=None) -> ops.reshape_like(...)
    nd.flatten(data)                                     -> ops.flatten(data)                 : dtype=same shape=2
    nd.Flatten(data)                                     -> ops.flatten(data)                 : dtype=same shape=2
    nd.expand_dims(data, axis)                           -> jnp.expand_dims(data, axis)
    nd.squeeze(data, axis=None)                          -> ops.squeeze(...)
    nd.transpose(data)                                   -> data.T
    nd.transpose(data, axes)                             -> ops.transpose(data, axes)
    nd.swapaxes(data, dim1=0, dim2=0)                    -> ops.swapaxes(...)
    nd.SwapAxis(data, dim1=0, dim2=0)                    -> ops.swapaxes(...)
    nd.moveaxis(tensor, source, destination)             -> jnp.moveaxis(tensor, source, destination)
    nd.flip(data, axis)                                  -> jnp.flip(data, axis)              : dtype=same shape=same
    nd.reverse(data, axis)                               -> jnp.flip(data, axis)              : dtype=same shape=same
    nd.concat(*data, dim=1, num_args=None)               -> ops.concat(data, dim=dim)
    nd.Concat(*data, dim=1, num_args=None)               -> ops.concat(data, dim=dim)
    nd.concatenate(arrays, axis=0, always_copy=True)     -> jnp.concatenate(arrays, axis=axis) : dtype=same lists
    nd.stack(*data, axis=0, num_args=None)               -> ops.stack(data, axis=axis)
    nd.split(data, num_outputs, axis=1, squeeze_axis=False) -> ops.split(...)                 : dtype=? list
    nd.SliceChannel(data, num_outputs, axis=1, squeeze_axis=False) -> ops.split(...)          : dtype=? list
    nd.split_v2(ary, indices_or_sections, axis=0, squeeze_axis=False) -> ops.split_v2(...)    : dtype=? list
    nd.tile(data, reps)                                  -> jnp.tile(data, reps)
    nd.repeat(data, repeats, axis=None)                  -> jnp.repeat(data, repeats, axis=axis)
    nd.broadcast_to(data, shape)                         -> ops.broadcast_to(...)
    nd.broadcast_axis(data, axis=(), size=())            -> ops.broadcast_axis(...)
    nd.broadcast_axes(data, axis=(), size=())            -> ops.broadcast_axis(...)
    nd.broadcast_like(lhs, rhs, lhs_axes=None, rhs_axes=None) -> ops.broadcast_like(...)
    nd.depth_to_space(data, block_size)                  -> ops.depth_to_space(...)
    nd.space_to_depth(data, block_size)                  -> ops.space_to_depth(...)
    nd.diag(data, k=0, axis1=0, axis2=1)                 -> ops.diag(...)
    nd.pad(data, mode, pad_width, constant_value=0)      -> ops.pad(...) : dtype=floats
    nd.Pad(data, mode, pad_width, constant_value=0)      -> ops.pad(...) : dtype=floats
    nd.slice(data, begin, end, step=())                  -> ops.slice(...)
    nd.crop(data, begin, end, step=())                   -> ops.slice(...)
    nd.slice_axis(data, axis, begin, end)                -> ops.slice_axis(...)
    nd.slice_like(data, shape_like, axes=())             -> ops.slice_like(...)
    nd.shape_array(data)                                 -> ops.shape_array(data)             : dtype=int shape=1
    nd.size_array(data)                                  -> ops.size_array(data)              : dtype=int shape=1
""")
