"""Functions that arrange elements anew."""

LINES = """
    numpy.reshape(a, /, shape)                                 -> jnp.reshape(...)             : dtype=same shape=? statics=shape back=jnp.reshape(new,a.shape) contiguous
    numpy.reshape(a, /, shape, order)                          -> jnp.reshape(...)             : dtype=same shape=? view statics=shape
    numpy.ravel(a)                                             -> jnp.ravel(...)               : dtype=same shape=1 back=jnp.reshape(new,a.shape) contiguous
    numpy.transpose(a)                                         -> jnp.transpose(...)           : dtype=same shape=? back=jnp.transpose(new)
    numpy.transpose(a, axes=None)                              -> jnp.transpose(...)           : dtype=same shape=? view
    numpy.swapaxes(a, axis1, axis2)                            -> jnp.swapaxes(...)            : dtype=same shape=? back=jnp.swapaxes(new,axis1,axis2)
    numpy.moveaxis(a, source, destination)                     -> jnp.moveaxis(...)            : dtype=same shape=? back=jnp.moveaxis(new,destination,source)
    numpy.rollaxis(a, axis, start=0)                           -> jnp.rollaxis(...)            : dtype=same shape=? view statics=start
    numpy.squeeze(a, axis=None)                                -> jnp.squeeze(...)             : dtype=same shape=? back=jnp.reshape(new,a.shape)
    numpy.expand_dims(a, axis)                                 -> jnp.expand_dims(...)         : dtype=same shape=? back=jnp.reshape(new,a.shape)
    numpy.matrix_transpose(x, /)                               -> jnp.matrix_transpose(...)    : dtype=same shape=? back=jnp.matrix_transpose(new)
    numpy.permute_dims(a, axes=None)                           -> jnp.transpose(...)           : dtype=same shape=? view
    numpy.broadcast_to(array, shape)                           -> jnp.broadcast_to(...)        : dtype=same shape=? view
    numpy.broadcast_arrays(*args)                              -> tuple(jnp.broadcast_arrays(*args)) : dtype=? shape=? view list elements=jnp.broadcast_arrays(*args)
    numpy.atleast_1d(arys, /)                                  -> jnp.atleast_1d(...)          : dtype=? shape=? back=jnp.reshape(new,arys.shape)
    numpy.atleast_1d(*arys)                                   -> tuple(jnp.atleast_1d(*arys)) : dtype=? shape=? view elements=jnp.atleast_1d(*arys)
    numpy.atleast_2d(arys, /)                                  -> jnp.atleast_2d(...)          : dtype=? shape=? back=jnp.reshape(new,arys.shape)
    numpy.atleast_2d(*arys)                                   -> tuple(jnp.atleast_2d(*arys)) : dtype=? shape=? view elements=jnp.atleast_2d(*arys)
    numpy.atleast_3d(arys, /)                                  -> jnp.atleast_3d(...)          : dtype=? shape=? back=jnp.reshape(new,arys.shape)
    numpy.atleast_3d(*arys)                                   -> tuple(jnp.atleast_3d(*arys)) : dtype=? shape=? view elements=jnp.atleast_3d(*arys)
    numpy.concatenate(arrays, /, axis=0)                       -> jnp.concatenate(...)         : dtype=? shape=? lists joins=arrays
    numpy.concat(arrays, /, axis=0)                            -> jnp.concat(arrays, axis=axis) : dtype=? shape=? lists joins=arrays
    numpy.stack(arrays, axis=0)                                -> jnp.stack(...)               : dtype=? shape=? lists joins=arrays
    numpy.hstack(tup)                                          -> jnp.hstack(...)              : dtype=? shape=? lists joins=tup
    numpy.vstack(tup)                                          -> jnp.vstack(...)              : dtype=? shape=? lists joins=tup
    numpy.dstack(tup)                                          -> jnp.dstack(...)              : dtype=? shape=? lists joins=tup
    numpy.column_stack(tup)                                    -> jnp.column_stack(...)        : dtype=? shape=? lists joins=tup
    numpy.block(arrays)                                        -> jnp.block(...)               : dtype=? shape=? lists
    numpy.unstack(x, /, *, axis=0)                             -> jnp.unstack(...)             : dtype=? shape=? view
    numpy.split(ary, indices_or_sections, axis=0)              -> jnp.split(...)               : dtype=? shape=? view list parts
    numpy.array_split(ary, indices_or_sections, axis=0)        -> jnp.array_split(...)         : dtype=? shape=? view list
    numpy.hsplit(ary, indices_or_sections)                     -> jnp.hsplit(...)              : dtype=? shape=? view list
    numpy.vsplit(ary, indices_or_sections)                     -> jnp.vsplit(...)              : dtype=? shape=? view list parts
    numpy.dsplit(ary, indices_or_sections)                     -> jnp.dsplit(...)              : dtype=? shape=? view list
    numpy.tile(A, reps)                                        -> jnp.tile(...)                : dtype=same shape=?
    numpy.repeat(a, repeats, axis=None)                        -> jnp.repeat(...)              : dtype=same shape=?
    numpy.roll(a, shift, axis=None)                            -> jnp.roll(...)                : dtype=same shape=?
    numpy.flip(m, axis=None)                                   -> jnp.flip(...)                : dtype=same shape=? back=jnp.flip(new,axis=axis)
    numpy.fliplr(m)                                            -> jnp.fliplr(...)              : dtype=same shape=? back=jnp.fliplr(new)
    numpy.flipud(m)                                            -> jnp.flipud(...)              : dtype=same shape=? back=jnp.flipud(new)
    numpy.rot90(m, k=1, axes=(0, 1))                           -> jnp.rot90(...)               : dtype=same shape=? view
    numpy.pad(array, pad_width, mode='constant', *, constant_values=0) -> jnp.pad(array, pad_width, mode=mode, constant_values=constant_values) : dtype=same shape=?
    numpy.take(a, indices, axis=None)                          -> jnp.take(a, jnp.asarray(indices), axis=axis) : dtype=same shape=? number places=indices
    numpy.take(a, indices, axis=None, *, mode)                -> numpy_like.take(a, indices, axis=axis, mode=mode) : dtype=same shape=? number places=indices places_if=mode:raise
    numpy.take_along_axis(arr, indices, axis=-1)               -> jnp.take_along_axis(...)     : dtype=same shape=? places=indices
    numpy.select(condlist, choicelist, default=0)              -> jnp.select(...)              : dtype=? shape=? lists joins=choicelist small unproven=numpy_like.select(condlist,choicelist,default)
    numpy.diagonal(a, offset=0, axis1=0, axis2=1)              -> jnp.diagonal(...)            : dtype=same shape=? view
    numpy.trace(a, offset=0, axis1=0, axis2=1)                 -> jnp.trace(...)               : dtype=? shape=? number
    numpy.insert(arr, obj, values, axis=None)                  -> jnp.insert(...)              : dtype=same shape=? statics=obj
    numpy.delete(arr, obj, axis=None)                          -> jnp.delete(...)              : dtype=same shape=? statics=obj
    numpy.lib.stride_tricks.sliding_window_view(x, window_shape, axis=None) -> numpy_like.sliding_window_view(...) : dtype=same shape=? view statics=window_shape
    numpy.fromfunction(function, shape, *, dtype=float)        -> numpy_like.fromfunction(...) : dtype=? shape=? statics=function
    numpy.vectorize(pyfunc, otypes=None, *, signature=None)    -> numpy_like.vectorize(...)   : function statics=pyfunc,otypes,signature
    numpy.apply_along_axis(func1d, axis, arr)                  -> jnp.apply_along_axis(...)    : dtype=? shape=? statics=func1d
    numpy.histogram(a, bins=10, range=None, density=None, weights=None) -> numpy_like.histogram(...) : dtype=? shape=? items=array,array arrays=bins statics=density
    numpy.bincount(x, /, *, minlength)                         -> jnp.bincount(x, length=minlength) : dtype=int shape=1 length=minlength
    numpy.bincount(x, /, weights, minlength)                   -> jnp.bincount(x, jnp.asarray(weights, float), length=minlength) : dtype=float64 shape=1 length=minlength
    numpy.bincount(x, /, weights=None, minlength=0)            -> ! HYB403 the length of the result depends on values: write `np.bincount(x, minlength=n)[:n]`
    numpy.r_                                                   -> jnp.r_                       : dtype=? shape=1 brackets
    numpy.c_                                                   -> jnp.c_                       : dtype=? shape=2 brackets
    numpy.mgrid                                                -> jnp.mgrid                    : dtype=? shape=? brackets
    numpy.ogrid                                                -> jnp.ogrid                    : dtype=? shape=? brackets list
    numpy.unravel_index(indices, shape)                        -> jnp.unravel_index(...)       : dtype=? shape=? places=indices checked=numpy_like.unravel_index(indices,shape)
    numpy.ix_(*args)                                           -> jnp.ix_(*map(jnp.asarray, args))                 : dtype=? shape=? view
    numpy.ravel_multi_index(multi_index, dims)                 -> ! HYB402 JAX raises for indices that it cannot check: compute `i * n + j`
    numpy.diag_indices(n, ndim=2)                              -> jnp.diag_indices(...)        : dtype=? shape=?
    numpy.tril_indices_from(arr, k=0)                          -> jnp.tril_indices_from(...)   : dtype=? shape=?
    numpy.triu_indices_from(arr, k=0)                          -> jnp.triu_indices_from(...)   : dtype=? shape=?
    numpy.diag_indices_from(arr)                               -> jnp.diag_indices_from(...)   : dtype=? shape=?
    numpy.astype(x, dtype, /)                                  -> jnp.astype(...)              : dtype=? shape=same casts=dtype
    numpy.append(arr, values, axis=None)                       -> jnp.append(...)              : dtype=? shape=? makes=join
    numpy.resize(a, new_shape)                                 -> jnp.resize(...)              : dtype=same shape=? statics=new_shape
    numpy.packbits(a, /, axis=None, bitorder='big')            -> jnp.packbits(...)            : dtype=? shape=? statics=bitorder
    numpy.unpackbits(a, /, axis=None, count=None, bitorder='big') -> jnp.unpackbits(...)          : dtype=? shape=? statics=count,bitorder
"""
