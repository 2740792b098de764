"""Methods and attributes of `mxnet.np` arrays: NumPy's. `ndarray.x` is meant where a file works in NumPy's way."""

_SAME = "dtype=same shape=same"
_STEP = "JAX differentiates functions: `jax.grad(lambda x: f(x).sum())(x)`"
_ARITHMETIC = {"add": "add", "sub": "subtract", "mul": "multiply", "mod": "modulo", "pow": "power"}
_COMPARISONS = {
    "eq": "equal",
    "ne": "not_equal",
    "gt": "greater",
    "ge": "greater_equal",
    "lt": "less",
    "le": "less_equal",
}

_LINES = f"""
    ndarray.shape                                   -> self.shape : static
    ndarray.size                                    -> self.size : static
    ndarray.ndim                                    -> self.ndim : static
    ndarray.dtype                                   -> self.dtype : static
    ndarray.context                                 -> ops.cpu() : static
    ndarray.ctx                                     -> ops.cpu() : static
    ndarray.T                                       -> self.T : dtype=same
    ndarray.reshape(self, shape)                    -> self.reshape(shape) : dtype=same statics=shape
    ndarray.reshape(self, *shape)                   -> self.reshape(shape) : dtype=same statics=shape
    ndarray.transpose(self)                         -> self.T : dtype=same
    ndarray.transpose(self, axes)                   -> self.transpose(axes) : dtype=same statics=axes
    ndarray.transpose(self, *axes)                  -> self.transpose(axes) : dtype=same statics=axes
    ndarray.swapaxes(self, axis1, axis2)            -> self.swapaxes(axis1, axis2) : dtype=same
    ndarray.squeeze(self, axis=None)                -> self.squeeze(...) : dtype=same
    ndarray.flatten(self)                           -> self.ravel() : dtype=same shape=1
    ndarray.repeat(self, repeats, axis=None)        -> self.repeat(...) : dtype=same
    ndarray.take(self, indices, axis=None)          -> ops.np.take(self, indices, axis=axis) : dtype=same places=indices
    ndarray.astype(self, dtype)                     -> ops.cast(self, dtype) : dtype=? shape=same statics=dtype
    ndarray.astype(self, dtype, *, copy)            -> ops.cast(self, dtype) : dtype=? shape=same statics=dtype,copy view
    ndarray.copy(self)                              -> self.copy() : {_SAME}
    ndarray.detach(self)                            -> lax.stop_gradient(self) : {_SAME} view
    ndarray.as_in_context(self, context)            -> self : {_SAME} back=new
    ndarray.as_in_ctx(self, ctx)                    -> self : {_SAME} back=new
    ndarray.as_np_ndarray(self)                     -> self : {_SAME} back=new
    ndarray.sum(self, axis=None, *, keepdims=False) -> ops.np.sum(self, axis=axis, keepdims=keepdims) : dtype=sum
    ndarray.sum(self, axis=None, dtype=None, *, keepdims=False)  -> ops.np.sum(self, axis=axis, dtype=dtype, keepdims=keepdims) : dtype=?
    ndarray.mean(self, axis=None, dtype=None, *, keepdims=False) -> ops.np.mean(self, axis=axis, dtype=dtype, keepdims=keepdims) : dtype=floats
    ndarray.prod(self, axis=None, dtype=None, *, keepdims=False) -> ops.np.prod(self, axis=axis, dtype=dtype, keepdims=keepdims) : dtype=?
    ndarray.max(self, axis=None, *, keepdims=False) -> ops.np.max(self, axis=axis, keepdims=keepdims) : dtype=same
    ndarray.min(self, axis=None, *, keepdims=False) -> ops.np.min(self, axis=axis, keepdims=keepdims) : dtype=same
    ndarray.std(self, axis=None, *, ddof=0, keepdims=False) -> ops.np.std(self, axis=axis, ddof=ddof, keepdims=keepdims) : dtype=same statics=ddof
    ndarray.var(self, axis=None, *, ddof=0, keepdims=False) -> ops.np.var(self, axis=axis, ddof=ddof, keepdims=keepdims) : dtype=same statics=ddof
    ndarray.any(self, axis=None, *, keepdims=False) -> self.any(...) : dtype=bool
    ndarray.all(self, axis=None, *, keepdims=False) -> self.all(...) : dtype=bool
    ndarray.argmax(self, axis=None)                 -> self.argmax(...) : dtype=int
    ndarray.argmin(self, axis=None)                 -> self.argmin(...) : dtype=int
    ndarray.argsort(self, axis=-1)                  -> self.argsort(...) : dtype=int shape=same
    ndarray.cumsum(self, axis=None)                 -> ops.np.cumsum(self, axis=axis) : dtype=sum
    ndarray.clip(self, min=None, max=None)          -> ops.np.clip(self, a_min=min, a_max=max) : {_SAME} statics=min,max
    ndarray.round(self)                             -> jnp.round(self) : {_SAME}
    ndarray.round(self, decimals)                   -> numpy_like.rounded(self, decimals) : {_SAME}
    ndarray.dot(self, b)                            -> jnp.dot(self, b) : dtype=same
    ndarray.asnumpy(self)                           -> ! HYB101 keep it an array
    ndarray.item(self, *args)                       -> ! HYB101 keep it an array
    ndarray.tolist(self)                            -> ! HYB101 keep it an array
    ndarray.wait_to_read(self)                      -> ! HYB101 nothing has to be waited for in compiled code: leave it out
    ndarray.copyto(self, other)                     -> ! HYB306 write `other[:] = x`; to another device nothing needs to be copied
    ndarray.nonzero(self)                           -> ! HYB403 keep the full length and mask it
    ndarray.attach_grad(self, *args)                -> ! HYB408 {_STEP} : gone
    ndarray.backward(self, *args)                   -> ! HYB408 {_STEP}
    ndarray.grad                                    -> ! HYB408 {_STEP}
    ndarray.__neg__(self)                           -> -self : {_SAME}
    ndarray.__abs__(self)                           -> ops.abs(self) : {_SAME}
    ndarray.__truediv__(self, other)                -> self / other : dtype=floats shape=elementwise
    ndarray.__rtruediv__(self, other)               -> other / self : dtype=floats shape=elementwise
    ndarray.__matmul__(self, other)                 -> self @ other : dtype=floats
    ndarray.__index__(self)                         -> ops.np.whole(self) : dtype=? shape=same view
    ndarray.__getitem__(self, key)                  -> ops.np.getitem(self, key) : dtype=same view blocks
"""


def _operators() -> str:
    lines = []
    for name, function in _ARITHMETIC.items():
        lines.append(
            f"ndarray.__{name}__(self, other) -> ops.np.{function}(self, other) : dtype=? shape=elementwise integers"
        )
        lines.append(
            f"ndarray.__r{name}__(self, other) -> ops.np.{function}(other, self) : dtype=? shape=elementwise integers"
        )
    for name, function in _COMPARISONS.items():
        lines.append(
            f"ndarray.__{name}__(self, other) -> ops.np.{function}(self, other) : dtype=bool shape=elementwise integers"
        )
    return "\n".join(lines)


LINES = _LINES + _operators()
