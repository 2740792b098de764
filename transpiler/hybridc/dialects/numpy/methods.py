"""Methods and attributes of arrays."""

LINES = """
    ndarray.T                                                      -> self.T                 : dtype=same shape=? back=new.T
    ndarray.mT                                                     -> self.mT                : dtype=same shape=? back=new.mT
    ndarray.real                                                   -> self.real              : dtype=? shape=same back=control.with_real(self,new)
    ndarray.imag                                                   -> self.imag              : dtype=? shape=same back=control.with_imag(self,new)
    ndarray.shape                                                  -> self.shape             : static set=self.reshape(new)
    ndarray.ndim                                                   -> self.ndim              : static
    ndarray.size                                                   -> self.size              : static
    ndarray.dtype                                                  -> self.dtype             : static
    ndarray.itemsize                                               -> self.itemsize          : static
    ndarray.nbytes                                                 -> self.nbytes            : static
    ndarray.all(self, axis=None, *, keepdims=False, where=None)             -> self.all(...)          : dtype=bool shape=reduce reals unproven=(self!=0).all(axis=axis,keepdims=keepdims,where=where)
    ndarray.any(self, axis=None, *, keepdims=False, where=None)             -> self.any(...)          : dtype=bool shape=reduce reals unproven=(self!=0).any(axis=axis,keepdims=keepdims,where=where)
    ndarray.sum(self, axis=None, *, dtype=None, keepdims=False, initial=None, where=None)    -> self.sum(...)           : dtype=sum shape=reduce
    ndarray.sum(self, axis, dtype, *, keepdims=False)              -> self.sum(...)           : dtype=? shape=reduce
    ndarray.prod(self, axis=None, *, dtype=None, keepdims=False, initial=None, where=None)   -> self.prod(...)          : dtype=sum shape=reduce
    ndarray.prod(self, axis, dtype, *, keepdims=False)             -> self.prod(...)          : dtype=? shape=reduce
    ndarray.mean(self, axis=None, *, keepdims=False, where=None)               -> self.mean(...)         : dtype=? shape=reduce makes=dtype
    ndarray.std(self, axis=None, *, ddof=0, keepdims=False, where=None)        -> self.std(...)          : dtype=? shape=reduce makes=dtype
    ndarray.var(self, axis=None, *, ddof=0, keepdims=False, where=None)        -> self.var(...)          : dtype=? shape=reduce makes=dtype
    ndarray.max(self, axis=None, *, keepdims=False, initial=None, where=None)                -> self.max(...)          : dtype=same shape=reduce
    ndarray.min(self, axis=None, *, keepdims=False, initial=None, where=None)                -> self.min(...)          : dtype=same shape=reduce
    ndarray.argmax(self, axis=None, *, keepdims=False)             -> self.argmax(...)       : dtype=int shape=reduce
    ndarray.argmin(self, axis=None, *, keepdims=False)             -> self.argmin(...)       : dtype=int shape=reduce
    ndarray.argsort(self, axis=-1)                                 -> self.argsort(...)      : dtype=int shape=?
    ndarray.argsort(self, axis=-1, kind=None)                      -> self.argsort(axis=axis) : dtype=int shape=?
    ndarray.astype(self, dtype)                                    -> self.astype(...)       : dtype=? shape=same casts=dtype
    ndarray.clip(self, min=None, max=None)                         -> self.clip(...)         : dtype=? shape=elementwise bounded unproven=numpy_like.clip(self,min,max)
    ndarray.conj(self)                                             -> self.conj()            : dtype=same shape=same view
    ndarray.conjugate(self)                                        -> self.conj()            : dtype=same shape=same view
    ndarray.astype(self, dtype, order='K', *, subok=True, copy) -> self.astype(dtype) : dtype=? shape=same casts=dtype only=copy:True
    ndarray.astype(self, dtype, order='K', *, subok=True) -> self.astype(dtype) : dtype=? shape=same casts=dtype
    ndarray.astype(self, dtype, order='K', *, subok=True, copy=True) -> self.astype(dtype) : dtype=? shape=same view casts=dtype
    ndarray.astype(self, dtype, order='K', casting='unsafe', *, subok=True, copy) -> self.astype(dtype) : dtype=? shape=same view casts=dtype only=casting:unsafe
    ndarray.astype(self, dtype, order='K', casting='unsafe', *, subok=True) -> self.astype(dtype) : dtype=? shape=same casts=dtype only=casting:unsafe
    ndarray.copy(self)                                             -> self                   : dtype=same shape=same contiguous
    ndarray.cumsum(self, axis=None)                                -> self.cumsum(...)       : dtype=sum shape=? widens unproven=numpy_like.cumsum(self,axis=axis)
    ndarray.cumprod(self, axis=None)                               -> self.cumprod(...)      : dtype=sum shape=? widens unproven=numpy_like.cumprod(self,axis=axis)
    ndarray.diagonal(self, offset=0, axis1=0, axis2=1)             -> self.diagonal(...)     : dtype=same shape=? view
    ndarray.dot(self, b, /)                                        -> self.dot(...)          : dtype=promote shape=? number makes=promote
    ndarray.flatten(self)                                          -> self.ravel()           : dtype=same shape=1 contiguous
    ndarray.ravel(self)                                            -> self.ravel()           : dtype=same shape=1 back=new.reshape(self.shape) contiguous
    ndarray.repeat(self, repeats, axis=None)                       -> self.repeat(...)       : dtype=same shape=?
    ndarray.reshape(self, *shape)                                  -> self.reshape(...)      : dtype=same shape=? back=new.reshape(self.shape) contiguous
    ndarray.round(self)                                            -> self.round(...)        : dtype=? shape=same
    ndarray.round(self, decimals)                                  -> numpy_like.rounded(self, decimals) : dtype=? shape=same
    ndarray.copy(self, order='C') -> self : dtype=same shape=same
    ndarray.searchsorted(self, v, side='left')                     -> self.searchsorted(v, side=side).astype(int) : dtype=int shape=? number
    ndarray.squeeze(self, axis=None)                               -> self.squeeze(...)      : dtype=same shape=? back=new.reshape(self.shape)
    ndarray.swapaxes(self, axis1, axis2)                           -> self.swapaxes(...)     : dtype=same shape=? back=new.swapaxes(axis1,axis2)
    ndarray.take(self, indices, axis=None)                         -> self.take(jnp.asarray(indices), axis=axis) : dtype=same shape=? number places=indices
    ndarray.take(self, indices, axis=None, *, mode)               -> numpy_like.take(self, indices, axis=axis, mode=mode) : dtype=same shape=? number places=indices places_if=mode:raise
    ndarray.trace(self, offset=0, axis1=0, axis2=1)                -> self.trace(...)        : dtype=? shape=? number
    ndarray.transpose(self)                                        -> self.transpose()       : dtype=same shape=? back=new.transpose()
    ndarray.transpose(self, *axes)                                 -> self.transpose(...)    : dtype=same shape=? view
    ndarray.item(self, *args)                                      -> ! HYB101 keep it an array
    ndarray.tolist(self)                                           -> ! HYB101 keep it an array
    ndarray.tobytes(self)                                          -> ! HYB101 keep it an array
    ndarray.data                                                   -> ! HYB101 keep it an array
    ndarray.ctypes                                                 -> ! HYB101 keep it an array
    ndarray.dump(self, file)                                       -> ! HYB701
    ndarray.dumps(self)                                            -> ! HYB701
    ndarray.tofile(self, *args)                                    -> ! HYB701
    ndarray.compress(self, condition, axis=None)                   -> ! HYB403 keep the full length and mask it
    ndarray.nonzero(self)                                          -> ! HYB403 keep the full length and mask it : indices=axes
    ndarray.choose(self, *args)                                    -> ! HYB402 use `np.select` or `np.take_along_axis`
    ndarray.byteswap(self, inplace=False)                          -> ! HYB402 compiled code does not see bytes
    ndarray.fill(self, value)                                      -> jnp.full_like(self, value) : dtype=same shape=same writes
    ndarray.sort(self, axis=-1)                                    -> jnp.sort(self, axis=axis) : dtype=same shape=same writes
    ndarray.sort(self, axis=-1, kind=None)                         -> jnp.sort(self, axis=axis) : dtype=same shape=same writes
    ndarray.partition(self, *args)                                 -> ! HYB306 write `x = np.partition(x, k)`
    ndarray.put(self, indices, values)                             -> jnp.put(self, jnp.asarray(indices), jnp.asarray(values), inplace=False) : dtype=same shape=same writes places=indices
    ndarray.resize(self, new_shape)                                -> control.resized(self, new_shape) : dtype=same shape=? writes statics=new_shape
    ndarray.setfield(self, *args)                                  -> ! HYB306 write a new array
    ndarray.setflags(self, *args)                                  -> ! HYB306 JAX's arrays are never writable
    ndarray.argpartition(self, kth, axis=-1)                       -> ! HYB402 use `np.argsort`
    ndarray.base                                                   -> ! HYB402 JAX's arrays have no base
    ndarray.device                                                 -> ! HYB402 compiled code names no device
    ndarray.to_device(self, device)                                -> ! HYB402 compiled code names no device
    ndarray.flags                                                  -> ! HYB402 JAX's arrays have no flags
    ndarray.flat                                                   -> self.ravel()           : dtype=same shape=1 back=new.reshape(self.shape) copies
    ndarray.strides                                                -> ! HYB402 JAX's arrays have no strides
    ndarray.view(self)                                             -> self                   : dtype=same shape=same back=new
    ndarray.view(self, *args)                                      -> ! HYB402 use `astype`, or `jax.lax.bitcast_convert_type` for the bits
    ndarray.getfield(self, *args)                                  -> ! HYB402 use `astype`
"""
