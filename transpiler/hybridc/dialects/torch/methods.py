"""Methods of tensors that give a new tensor, or a view of the one that they are called on."""

from hybridc.dialects.torch.reductions import with_numpy_names

LINES = with_numpy_names("""
    Tensor.view(self, *size)                       -> self.reshape(...)                        : dtype=same statics=size back=new.reshape(self.shape)
    Tensor.view(self, size)                        -> self.reshape(size)                       : dtype=same statics=size back=new.reshape(self.shape)
    Tensor.view(self, *, dtype)                    -> ! HYB402 `jax.lax.bitcast_convert_type` sees the bits as another dtype
    Tensor.view_as(self, other)                    -> self.reshape(other.shape)                : dtype=same back=new.reshape(self.shape)
    Tensor.reshape(self, *shape)                   -> self.reshape(...)                        : dtype=same back=new.reshape(self.shape) contiguous
    Tensor.reshape(self, shape)                    -> self.reshape(shape)                      : dtype=same back=new.reshape(self.shape) contiguous
    Tensor.reshape_as(self, other)                 -> self.reshape(other.shape)                : dtype=same back=new.reshape(self.shape) contiguous
    Tensor.flatten(self)                           -> self.ravel()                             : dtype=same shape=1 back=new.reshape(self.shape) contiguous
    Tensor.flatten(self, start_dim=0, end_dim=-1)  -> tensors.flatten(self, start_dim=start_dim, end_dim=end_dim) : dtype=same statics=start_dim,end_dim back=new.reshape(self.shape) contiguous
    Tensor.ravel(self)                             -> self.ravel()                             : dtype=same shape=1 back=new.reshape(self.shape) contiguous
    Tensor.unflatten(self, dim, sizes)             -> tensors.unflatten(self, dim, sizes)      : dtype=same statics=dim,sizes back=new.reshape(self.shape)
    Tensor.squeeze(self)                           -> self.squeeze()                           : dtype=same back=new.reshape(self.shape)
    Tensor.squeeze(self, dim)                      -> tensors.squeeze(self, dim)               : dtype=same statics=dim back=new.reshape(self.shape)
    Tensor.squeeze(self, *dim)                     -> tensors.squeeze(self, dim)               : dtype=same statics=dim back=new.reshape(self.shape)
    Tensor.unsqueeze(self, dim)                    -> jnp.expand_dims(self, dim)               : dtype=same statics=dim back=new.reshape(self.shape)
    Tensor.t(self)                                 -> self.T                                   : dtype=same back=new.T
    Tensor.adjoint(self)                           -> self.mT.conj()                           : dtype=same back=new.mT.conj()
    Tensor.transpose(self, dim0, dim1)             -> self.swapaxes(dim0, dim1)                : dtype=same statics=dim0,dim1 back=new.swapaxes(dim0,dim1)
    Tensor.swapaxes(self, axis0, axis1)            -> self.swapaxes(axis0, axis1)              : dtype=same statics=axis0,axis1 back=new.swapaxes(axis0,axis1)
    Tensor.swapdims(self, dim0, dim1)              -> self.swapaxes(dim0, dim1)                : dtype=same statics=dim0,dim1 back=new.swapaxes(dim0,dim1)
    Tensor.permute(self, dims)                     -> self.transpose(dims)                     : dtype=same statics=dims back=jnp.moveaxis(new,range(self.ndim),dims)
    Tensor.permute(self, *dims)                    -> self.transpose(...)                      : dtype=same statics=dims back=jnp.moveaxis(new,range(self.ndim),dims)
    Tensor.movedim(self, source, destination)      -> jnp.moveaxis(self, source, destination)  : dtype=same back=jnp.moveaxis(new,destination,source)
    Tensor.moveaxis(self, source, destination)     -> jnp.moveaxis(self, source, destination)  : dtype=same back=jnp.moveaxis(new,destination,source)
    Tensor.expand(self, size, *, implicit=False)   -> tensors.expand(self, size)               : dtype=same view statics=size
    Tensor.expand(self, *size, implicit=False)     -> tensors.expand(self, size)               : dtype=same view statics=size
    Tensor.expand_as(self, other)                  -> jnp.broadcast_to(self, other.shape)      : dtype=same view
    Tensor.broadcast_to(self, size)                -> tensors.expand(self, size)               : dtype=same view statics=size
    Tensor.broadcast_to(self, *size)               -> tensors.expand(self, size)               : dtype=same view statics=size
    Tensor.diagonal(self, offset=0, dim1=0, dim2=1) -> jnp.diagonal(self, offset=offset, axis1=dim1, axis2=dim2) : dtype=same statics=dim1,dim2 back=tensors.diagonal_scatter(self,new,offset=offset,dim1=dim1,dim2=dim2)
    Tensor.select(self, dim, index)                -> tensors.select(self, dim, index)         : dtype=same statics=dim back=tensors.select_scatter(self,new,dim,index) places=index
    Tensor.narrow(self, dim, start, length)        -> tensors.narrow(self, dim, start, length) : dtype=same statics=dim,length back=lax.dynamic_update_slice_in_dim(self,new,start,dim)
    Tensor.narrow_copy(self, dim, start, length)   -> tensors.narrow(self, dim, start, length) : dtype=same statics=dim,length
    Tensor.unfold(self, dimension, size, step)     -> tensors.unfold(self, dimension, size, step) : dtype=same view statics=dimension,size,step
    Tensor.unbind(self, dim=0)                     -> jnp.unstack(self, axis=dim)              : dtype=? view list statics=dim
    Tensor.chunk(self, chunks, dim=0)              -> tensors.chunk(self, chunks, dim=dim)     : dtype=? view list statics=chunks,dim
    Tensor.unsafe_chunk(self, chunks, dim=0)       -> tensors.chunk(self, chunks, dim=dim)     : dtype=? view list statics=chunks,dim
    Tensor.split(self, split_size, dim=0)          -> tensors.split(self, split_size, dim=dim) : dtype=? view list statics=split_size,dim
    Tensor.unsafe_split(self, split_size, dim=0)   -> tensors.split(self, split_size, dim=dim) : dtype=? view list statics=split_size,dim
    Tensor.split_with_sizes(self, split_sizes, dim=0) -> tensors.split(self, split_sizes, dim=dim) : dtype=? view list statics=split_sizes,dim
    Tensor.unsafe_split_with_sizes(self, split_sizes, dim=0) -> tensors.split(self, split_sizes, dim=dim) : dtype=? view list statics=split_sizes,dim
    Tensor.tensor_split(self, sections, dim=0)     -> tensors.tensor_split(self, sections, dim=dim) : dtype=? view list statics=sections,dim
    Tensor.tensor_split(self, indices, dim=0)      -> tensors.tensor_split(self, indices, dim=dim) : dtype=? view list statics=indices,dim
    Tensor.hsplit(self, sections)                  -> jnp.hsplit(self, sections)               : dtype=? view list statics=sections
    Tensor.hsplit(self, indices)                   -> jnp.hsplit(self, indices)                : dtype=? view list statics=indices
    Tensor.hsplit(self, *indices)                  -> jnp.hsplit(self, indices)                : dtype=? view list statics=indices
    Tensor.vsplit(self, sections)                  -> jnp.vsplit(self, sections)               : dtype=? view list statics=sections
    Tensor.vsplit(self, indices)                   -> jnp.vsplit(self, indices)                : dtype=? view list statics=indices
    Tensor.vsplit(self, *indices)                  -> jnp.vsplit(self, indices)                : dtype=? view list statics=indices
    Tensor.dsplit(self, sections)                  -> jnp.dsplit(self, sections)               : dtype=? view list statics=sections
    Tensor.dsplit(self, indices)                   -> jnp.dsplit(self, indices)                : dtype=? view list statics=indices
    Tensor.dsplit(self, *indices)                  -> jnp.dsplit(self, indices)                : dtype=? view list statics=indices
    Tensor.contiguous(self, memory_format=None)    -> self                                     : dtype=same shape=same back=new contiguous
    Tensor.clone(self, *, memory_format=None)      -> self.copy()                               : dtype=same shape=same
    Tensor.detach(self)                            -> lax.stop_gradient(self)                  : dtype=same shape=same view
    Tensor.positive(self)                          -> self                                     : dtype=same shape=same back=new
    Tensor.__pos__(self)                           -> self                                     : dtype=same shape=same back=new
    Tensor.resolve_conj(self)                      -> self                                     : dtype=same shape=same view
    Tensor.resolve_neg(self)                       -> self                                     : dtype=same shape=same view

    Tensor.to(self, target, /, *, non_blocking=False, copy=False, memory_format=None) -> tensors.to(self, target)                 : dtype=? shape=same view
    Tensor.to(self, target, dtype, third=False, fourth=False, /, *, non_blocking=False, copy=False, memory_format=None) -> tensors.to(self, target, dtype)          : dtype=? shape=same view
    Tensor.to(self, target, /, *, dtype, non_blocking=False, copy=False, memory_format=None) -> tensors.to(self, dtype)                  : dtype=? shape=same view
    Tensor.to(self, *, device, non_blocking=False, copy=False, memory_format=None) -> self                                     : dtype=same shape=same view
    Tensor.to(self, *, dtype, device=None, non_blocking=False, copy=False, memory_format=None) -> tensors.to(self, dtype)                  : dtype=? shape=same view
    Tensor.type(self, dtype, non_blocking=False)   -> self.astype(dtype)                       : dtype=? shape=same view
    Tensor.type(self)                              -> tensors.type_name(self)                  : static
    Tensor.type_as(self, other)                    -> self.astype(other.dtype)                 : dtype=? shape=same view
    Tensor.float(self, memory_format=None)         -> self.astype(jnp.float32)                 : dtype=? shape=same view
    Tensor.double(self, memory_format=None)        -> self.astype(jnp.float32)                 : dtype=? shape=same view narrows
    Tensor.half(self, memory_format=None)          -> self.astype(jnp.float16)                 : dtype=? shape=same view
    Tensor.bfloat16(self, memory_format=None)      -> self.astype(jnp.bfloat16)                : dtype=? shape=same view
    Tensor.bool(self, memory_format=None)          -> self.astype(bool)                        : dtype=bool shape=same view
    Tensor.byte(self, memory_format=None)          -> tensors.to(self, jnp.uint8)              : dtype=? shape=same view
    Tensor.char(self, memory_format=None)          -> tensors.to(self, jnp.int8)               : dtype=? shape=same view
    Tensor.short(self, memory_format=None)         -> tensors.to(self, jnp.int16)              : dtype=? shape=same view
    Tensor.int(self, memory_format=None)           -> self.astype(jnp.int32)                   : dtype=? shape=same view shorter
    Tensor.long(self, memory_format=None)          -> self.astype(jnp.int32)                   : dtype=int shape=same view
    Tensor.cfloat(self, memory_format=None)        -> self.astype(jnp.complex64)               : dtype=? shape=same view
    Tensor.cdouble(self, memory_format=None)       -> self.astype(jnp.complex64)               : dtype=? shape=same view narrows
    Tensor.chalf(self, *, memory_format=None)      -> ! HYB402 JAX has no complex numbers of 32 bits: use `cfloat`

    Tensor.new(self)                               -> ! HYB402 write the shape: `new_empty(0)`
    Tensor.new(self, data)                         -> ! HYB402 write `new_empty(size)`, or `new_tensor(data)`
    Tensor.new(self, *size)                        -> jnp.empty_like(self, shape=size)         : dtype=same statics=size
    Tensor.new_empty(self, size, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False) -> jnp.empty_like(self, shape=size, dtype=dtype) : dtype=? statics=size
    Tensor.new_empty(self, *size, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False) -> jnp.empty_like(self, shape=size, dtype=dtype) : dtype=? statics=size
    Tensor.new_zeros(self, size, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False) -> jnp.zeros_like(self, shape=size, dtype=dtype) : dtype=? statics=size
    Tensor.new_zeros(self, *size, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False) -> jnp.zeros_like(self, shape=size, dtype=dtype) : dtype=? statics=size
    Tensor.new_ones(self, size, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False) -> jnp.ones_like(self, shape=size, dtype=dtype) : dtype=? statics=size
    Tensor.new_ones(self, *size, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False) -> jnp.ones_like(self, shape=size, dtype=dtype) : dtype=? statics=size
    Tensor.new_full(self, size, fill_value, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False) -> jnp.full_like(self, fill_value, shape=size, dtype=dtype) : dtype=? statics=size
    Tensor.new_tensor(self, data, *, dtype=None, device=None, requires_grad=False, pin_memory=False) -> tensors.new_tensor(self, data, dtype=dtype) : dtype=?
    Tensor.bernoulli(self)                         -> tensors.bernoulli(nn.next_key(), self)   : dtype=same shape=same
    Tensor.bernoulli(self, p)                      -> tensors.bernoulli(nn.next_key(), self, p) : dtype=same shape=same
    Tensor.multinomial(self, num_samples, replacement=False) -> tensors.multinomial(nn.next_key(), self, num_samples, replacement=replacement) : dtype=int statics=num_samples,replacement

    Tensor.acos(self)                              -> jnp.acos(self)                           : dtype=float shape=same
    Tensor.acosh(self)                             -> jnp.acosh(self)                          : dtype=float shape=same
    Tensor.arccos(self)                            -> jnp.arccos(self)                         : dtype=float shape=same
    Tensor.arccosh(self)                           -> jnp.arccosh(self)                        : dtype=float shape=same
    Tensor.arcsin(self)                            -> jnp.arcsin(self)                         : dtype=float shape=same
    Tensor.arcsinh(self)                           -> jnp.arcsinh(self)                        : dtype=float shape=same
    Tensor.arctan(self)                            -> jnp.arctan(self)                         : dtype=float shape=same
    Tensor.arctanh(self)                           -> jnp.arctanh(self)                        : dtype=float shape=same
    Tensor.asin(self)                              -> jnp.asin(self)                           : dtype=float shape=same
    Tensor.asinh(self)                             -> jnp.asinh(self)                          : dtype=float shape=same
    Tensor.atan(self)                              -> jnp.atan(self)                           : dtype=float shape=same
    Tensor.atanh(self)                             -> jnp.atanh(self)                          : dtype=float shape=same
    Tensor.cos(self)                               -> jnp.cos(self)                            : dtype=float shape=same
    Tensor.cosh(self)                              -> jnp.cosh(self)                           : dtype=float shape=same
    Tensor.deg2rad(self)                           -> jnp.deg2rad(self)                        : dtype=float shape=same
    Tensor.exp(self)                               -> jnp.exp(self)                            : dtype=float shape=same
    Tensor.exp2(self)                              -> numpy_like.exp2(self)                    : dtype=float shape=same
    Tensor.expm1(self)                             -> jnp.expm1(self)                          : dtype=float shape=same
    Tensor.log(self)                               -> jnp.log(self)                            : dtype=float shape=same
    Tensor.log10(self)                             -> numpy_like.log10(self)                   : dtype=float shape=same
    Tensor.log1p(self)                             -> jnp.log1p(self)                          : dtype=float shape=same
    Tensor.log2(self)                              -> numpy_like.log2(self)                    : dtype=float shape=same
    Tensor.rad2deg(self)                           -> jnp.rad2deg(self)                        : dtype=float shape=same
    Tensor.reciprocal(self)                        -> jnp.reciprocal(self)                     : dtype=float shape=same
    Tensor.sin(self)                               -> jnp.sin(self)                            : dtype=float shape=same
    Tensor.sinc(self)                              -> jnp.sinc(self)                           : dtype=float shape=same
    Tensor.sinh(self)                              -> jnp.sinh(self)                           : dtype=float shape=same
    Tensor.sqrt(self)                              -> jnp.sqrt(self)                           : dtype=float shape=same
    Tensor.tan(self)                               -> jnp.tan(self)                            : dtype=float shape=same
    Tensor.tanh(self)                              -> jnp.tanh(self)                           : dtype=float shape=same
    Tensor.erf(self)                               -> jax.scipy.special.erf(self)              : dtype=float shape=same
    Tensor.erfc(self)                              -> jax.scipy.special.erfc(self)             : dtype=float shape=same
    Tensor.erfinv(self)                            -> jax.scipy.special.erfinv(self)           : dtype=float shape=same
    Tensor.lgamma(self)                            -> jax.scipy.special.gammaln(self)          : dtype=float shape=same
    Tensor.i0(self)                                -> jax.scipy.special.i0(self)               : dtype=float shape=same
    Tensor.digamma(self)                           -> tensors.special.digamma(self)            : dtype=float shape=same
    Tensor.rsqrt(self)                             -> tensors.rsqrt(self)                      : dtype=float shape=same
    Tensor.sigmoid(self)                           -> F.sigmoid(self)                          : dtype=float shape=same
    Tensor.logit(self, eps=None)                   -> tensors.logit(self, eps=eps)             : dtype=float shape=same
    Tensor.mvlgamma(self, p)                       -> jax.scipy.special.multigammaln(self, p)  : dtype=float shape=same statics=p
    Tensor.polygamma(self, n)                      -> tensors.special.polygamma(n, self)       : dtype=float shape=same
    Tensor.__abs__(self)                           -> tensors.abs(self)                        : dtype=? shape=same
    Tensor.abs(self)                               -> tensors.abs(self)                        : dtype=? shape=same
    Tensor.absolute(self)                          -> tensors.abs(self)                        : dtype=? shape=same
    Tensor.angle(self)                             -> tensors.angle(self)                      : dtype=? shape=same
    Tensor.bitwise_not(self)                       -> ~self                                    : dtype=same shape=same
    Tensor.ceil(self)                              -> jnp.ceil(self)                           : dtype=same shape=same
    Tensor.fix(self)                               -> jnp.trunc(self)                          : dtype=same shape=same
    Tensor.floor(self)                             -> jnp.floor(self)                          : dtype=same shape=same
    Tensor.frac(self)                              -> tensors.frac(self)                       : dtype=same shape=same
    Tensor.neg(self)                               -> -self                                    : dtype=same shape=same
    Tensor.negative(self)                          -> -self                                    : dtype=same shape=same
    Tensor.relu(self)                              -> jax.nn.relu(self)                        : dtype=same shape=same
    Tensor.sgn(self)                               -> tensors.sign(self)                       : dtype=same shape=same
    Tensor.sign(self)                              -> tensors.sign(self)                       : dtype=same shape=same
    Tensor.square(self)                            -> jnp.square(self)                         : dtype=same shape=same
    Tensor.trunc(self)                             -> jnp.trunc(self)                          : dtype=same shape=same
    Tensor.conj_physical(self)                     -> jnp.conj(self)                           : dtype=same shape=same view
    Tensor.conj(self)                              -> jnp.conj(self)                           : dtype=same shape=same view
    Tensor.round(self)                             -> jnp.round(self)                          : dtype=same shape=same
    Tensor.round(self, *, decimals)                -> numpy_like.rounded(self, decimals)       : dtype=same shape=same
    Tensor.nan_to_num(self, nan=0.0, posinf=None, neginf=None) -> jnp.nan_to_num(self, nan=nan, posinf=posinf, neginf=neginf) : dtype=same shape=same
    Tensor.hardshrink(self, lambd=0.5)             -> F.hardshrink(self, lambd=lambd)          : dtype=same shape=same
    Tensor.prelu(self, weight)                     -> F.prelu(self, weight)                    : dtype=same shape=same
    Tensor.isfinite(self)                          -> jnp.isfinite(self)                       : dtype=bool shape=same
    Tensor.isinf(self)                             -> jnp.isinf(self)                          : dtype=bool shape=same
    Tensor.isnan(self)                             -> jnp.isnan(self)                          : dtype=bool shape=same
    Tensor.isneginf(self)                          -> jnp.isneginf(self)                       : dtype=bool shape=same
    Tensor.isposinf(self)                          -> jnp.isposinf(self)                       : dtype=bool shape=same
    Tensor.isreal(self)                            -> jnp.isreal(self)                         : dtype=bool shape=same
    Tensor.logical_not(self)                       -> jnp.logical_not(self)                    : dtype=bool shape=same
    Tensor.signbit(self)                           -> jnp.signbit(self)                        : dtype=bool shape=same
    Tensor.frexp(self)                             -> tensors.frexp(self)                      : dtype=? items=array,array

    Tensor.add(self, other)                        -> (self + other)                           : shape=elementwise
    Tensor.add(self, other, *, alpha)              -> (self + alpha * other)                   : shape=elementwise
    Tensor.add(self, alpha, other, /)              -> (self + alpha * other)                   : shape=elementwise
    Tensor.sub(self, other)                        -> (self - other)                           : shape=elementwise
    Tensor.sub(self, other, *, alpha)              -> (self - alpha * other)                   : shape=elementwise
    Tensor.sub(self, alpha, other, /)              -> (self - alpha * other)                   : shape=elementwise
    Tensor.subtract(self, other)                   -> (self - other)                           : shape=elementwise
    Tensor.subtract(self, other, *, alpha)         -> (self - alpha * other)                   : shape=elementwise
    Tensor.subtract(self, alpha, other, /)         -> (self - alpha * other)                   : shape=elementwise
    Tensor.mul(self, other)                        -> (self * other)                           : shape=elementwise
    Tensor.multiply(self, other)                   -> (self * other)                           : shape=elementwise
    Tensor.div(self, other)                        -> (self / other)                           : dtype=float shape=elementwise
    Tensor.div(self, other, *, rounding_mode)      -> tensors.div(self, other, rounding_mode=rounding_mode) : dtype=? shape=elementwise statics=rounding_mode
    Tensor.divide(self, other)                     -> (self / other)                           : dtype=float shape=elementwise
    Tensor.divide(self, other, *, rounding_mode)   -> tensors.div(self, other, rounding_mode=rounding_mode) : dtype=? shape=elementwise statics=rounding_mode
    Tensor.true_divide(self, other)                -> (self / other)                           : dtype=float shape=elementwise
    Tensor.floor_divide(self, other)               -> (self // other)                          : shape=elementwise
    Tensor.remainder(self, other)                  -> (self % other)                           : shape=elementwise
    Tensor.fmod(self, other)                       -> jnp.fmod(self, other)                    : shape=elementwise
    Tensor.pow(self, exponent)                     -> tensors.pow(self, exponent)              : dtype=? shape=elementwise
    Tensor.float_power(self, exponent)             -> tensors.float_power(self, exponent)      : dtype=? shape=elementwise narrows
    Tensor.maximum(self, other)                    -> jnp.maximum(self, other)                 : shape=elementwise
    Tensor.minimum(self, other)                    -> jnp.minimum(self, other)                 : shape=elementwise
    Tensor.fmax(self, other)                       -> tensors.fmax(self, other)                : shape=elementwise
    Tensor.fmin(self, other)                       -> tensors.fmin(self, other)                : shape=elementwise
    Tensor.gcd(self, other)                        -> jnp.gcd(self, other)                     : shape=elementwise
    Tensor.lcm(self, other)                        -> jnp.lcm(self, other)                     : shape=elementwise
    Tensor.atan2(self, other)                      -> jnp.atan2(self, other)                   : dtype=float shape=elementwise
    Tensor.arctan2(self, other)                    -> jnp.atan2(self, other)                   : dtype=float shape=elementwise
    Tensor.copysign(self, other)                   -> jnp.copysign(self, other)                : dtype=float shape=elementwise
    Tensor.hypot(self, other)                      -> jnp.hypot(self, other)                   : dtype=float shape=elementwise
    Tensor.igamma(self, other)                     -> jax.scipy.special.gammainc(self, other)  : dtype=float shape=elementwise
    Tensor.igammac(self, other)                    -> jax.scipy.special.gammaincc(self, other) : dtype=float shape=elementwise
    Tensor.ldexp(self, other)                      -> tensors.ldexp(self, other)               : dtype=? shape=elementwise
    Tensor.logaddexp(self, other)                  -> jnp.logaddexp(self, other)               : dtype=float shape=elementwise
    Tensor.logaddexp2(self, other)                 -> jnp.logaddexp2(self, other)              : dtype=float shape=elementwise
    Tensor.nextafter(self, other)                  -> jnp.nextafter(self, other)               : dtype=float shape=elementwise
    Tensor.xlogy(self, other)                      -> jax.scipy.special.xlogy(self, other)     : dtype=float shape=elementwise
    Tensor.heaviside(self, values)                 -> tensors.heaviside(self, values)          : dtype=same shape=elementwise
    Tensor.eq(self, other)                         -> (self == other)                          : dtype=bool shape=elementwise
    Tensor.ne(self, other)                         -> (self != other)                          : dtype=bool shape=elementwise
    Tensor.not_equal(self, other)                  -> (self != other)                          : dtype=bool shape=elementwise
    Tensor.lt(self, other)                         -> (self < other)                           : dtype=bool shape=elementwise
    Tensor.less(self, other)                       -> (self < other)                           : dtype=bool shape=elementwise
    Tensor.le(self, other)                         -> (self <= other)                          : dtype=bool shape=elementwise
    Tensor.less_equal(self, other)                 -> (self <= other)                          : dtype=bool shape=elementwise
    Tensor.gt(self, other)                         -> (self > other)                           : dtype=bool shape=elementwise
    Tensor.greater(self, other)                    -> (self > other)                           : dtype=bool shape=elementwise
    Tensor.ge(self, other)                         -> (self >= other)                          : dtype=bool shape=elementwise
    Tensor.greater_equal(self, other)              -> (self >= other)                          : dtype=bool shape=elementwise
    Tensor.logical_and(self, other)                -> jnp.logical_and(self, other)             : dtype=bool shape=elementwise
    Tensor.logical_or(self, other)                 -> jnp.logical_or(self, other)              : dtype=bool shape=elementwise
    Tensor.logical_xor(self, other)                -> jnp.logical_xor(self, other)             : dtype=bool shape=elementwise
    Tensor.bitwise_and(self, other)                -> (self & other)                           : dtype=? shape=elementwise
    Tensor.bitwise_or(self, other)                 -> (self | other)                           : dtype=? shape=elementwise
    Tensor.bitwise_xor(self, other)                -> (self ^ other)                           : dtype=? shape=elementwise
    Tensor.bitwise_left_shift(self, other)         -> (self << other)                          : dtype=? shape=elementwise
    Tensor.bitwise_right_shift(self, other)        -> (self >> other)                          : dtype=? shape=elementwise
    Tensor.isclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False) -> jnp.isclose(self, other, rtol=rtol, atol=atol, equal_nan=equal_nan) : dtype=bool shape=elementwise
    Tensor.clamp(self, min=None, max=None)         -> tensors.clamp(self, min=min, max=max)    : dtype=? shape=elementwise
    Tensor.clip(self, min=None, max=None)          -> tensors.clamp(self, min=min, max=max)    : dtype=? shape=elementwise
    Tensor.clamp_max(self, max)                    -> tensors.clamp(self, max=max)             : dtype=? shape=elementwise
    Tensor.clamp_min(self, min)                    -> tensors.clamp(self, min=min)             : dtype=? shape=elementwise
    Tensor.lerp(self, end, weight)                 -> tensors.lerp(self, end, weight)          : dtype=same shape=elementwise
    Tensor.addcmul(self, tensor1, tensor2, *, value=1) -> tensors.addcmul(self, tensor1, tensor2, value=value) : shape=elementwise statics=value
    Tensor.addcmul(self, value, tensor1, tensor2, /) -> tensors.addcmul(self, tensor1, tensor2, value=value) : shape=elementwise statics=value
    Tensor.addcdiv(self, tensor1, tensor2, *, value=1) -> tensors.addcdiv(self, tensor1, tensor2, value=value) : shape=elementwise statics=value
    Tensor.addcdiv(self, value, tensor1, tensor2, /) -> tensors.addcdiv(self, tensor1, tensor2, value=value) : shape=elementwise statics=value
    Tensor.where(self, condition, other)           -> jnp.where(condition, self, other)        : dtype=? shape=elementwise
    Tensor.masked_fill(self, mask, value)          -> tensors.masked_fill(self, mask, value)   : dtype=same shape=elementwise
    Tensor.masked_scatter(self, mask, source)      -> tensors.masked_scatter(self, mask, source) : dtype=same traced=source

    Tensor.sum(self, *, dtype=None)                -> tensors.sum(self, dtype=dtype)           : dtype=sum shape=scalar
    Tensor.sum(self, dim, keepdim=False, *, dtype=None) -> tensors.sum(self, dim, keepdim=keepdim, dtype=dtype) : dtype=sum statics=dim,keepdim
    Tensor.nansum(self, *, dtype=None)             -> tensors.nansum(self, dtype=dtype)        : dtype=sum shape=scalar
    Tensor.nansum(self, dim, keepdim=False, *, dtype=None) -> tensors.nansum(self, dim, keepdim=keepdim, dtype=dtype) : dtype=sum statics=dim,keepdim
    Tensor.prod(self, *, dtype=None)               -> tensors.prod(self, dtype=dtype)          : dtype=sum shape=scalar
    Tensor.prod(self, dim, keepdim=False, *, dtype=None) -> tensors.prod(self, dim, keepdim=keepdim, dtype=dtype) : dtype=sum statics=dim,keepdim
    Tensor.mean(self)                              -> self.mean()                              : dtype=? shape=scalar
    Tensor.mean(self, *, dtype=None)               -> tensors.mean(self, dtype=dtype)          : dtype=? shape=scalar
    Tensor.mean(self, dim, keepdim=False, *, dtype=None) -> tensors.mean(self, dim, keepdim=keepdim, dtype=dtype) : dtype=? statics=dim,keepdim
    Tensor.nanmean(self, *, dtype=None)            -> tensors.nanmean(self, dtype=dtype)       : dtype=? shape=scalar
    Tensor.nanmean(self, dim, keepdim=False, *, dtype=None) -> tensors.nanmean(self, dim, keepdim=keepdim, dtype=dtype) : dtype=? statics=dim,keepdim
    Tensor.all(self)                               -> tensors.all(self)                        : dtype=? shape=scalar
    Tensor.all(self, dim, keepdim=False)           -> tensors.all(self, dim, keepdim=keepdim)  : dtype=? statics=dim,keepdim
    Tensor.any(self)                               -> tensors.any(self)                        : dtype=? shape=scalar
    Tensor.any(self, dim, keepdim=False)           -> tensors.any(self, dim, keepdim=keepdim)  : dtype=? statics=dim,keepdim
    Tensor.max(self)                               -> self.max()                               : dtype=same shape=scalar
    Tensor.max(self, *, other)                     -> jnp.maximum(self, other)                 : shape=elementwise
    Tensor.max(self, dim_or_other, /)              -> tensors.max(self, dim_or_other)          : dtype=? items=array,array items_if=dim_or_other
    Tensor.max(self, dim, keepdim=False)           -> tensors.max(self, dim, keepdim=keepdim)  : dtype=? items=array,array statics=dim,keepdim
    Tensor.min(self)                               -> self.min()                               : dtype=same shape=scalar
    Tensor.min(self, *, other)                     -> jnp.minimum(self, other)                 : shape=elementwise
    Tensor.min(self, dim_or_other, /)              -> tensors.min(self, dim_or_other)          : dtype=? items=array,array items_if=dim_or_other
    Tensor.min(self, dim, keepdim=False)           -> tensors.min(self, dim, keepdim=keepdim)  : dtype=? items=array,array statics=dim,keepdim
    Tensor.amax(self)                              -> self.max()                               : dtype=same shape=scalar
    Tensor.amax(self, dim=(), keepdim=False)       -> tensors.amax(self, dim=dim, keepdim=keepdim) : dtype=same statics=dim,keepdim
    Tensor.amin(self)                              -> self.min()                               : dtype=same shape=scalar
    Tensor.amin(self, dim=(), keepdim=False)       -> tensors.amin(self, dim=dim, keepdim=keepdim) : dtype=same statics=dim,keepdim
    Tensor.aminmax(self, *, dim=None, keepdim=False) -> tensors.aminmax(self, dim=dim, keepdim=keepdim) : dtype=? items=array,array statics=dim,keepdim
    Tensor.argmax(self)                            -> self.argmax()                            : dtype=int shape=scalar
    Tensor.argmax(self, dim=None, keepdim=False)   -> self.argmax(axis=dim, keepdims=keepdim)  : dtype=int statics=dim,keepdim number
    Tensor.argmin(self)                            -> self.argmin()                            : dtype=int shape=scalar
    Tensor.argmin(self, dim=None, keepdim=False)   -> self.argmin(axis=dim, keepdims=keepdim)  : dtype=int statics=dim,keepdim number
    Tensor.median(self)                            -> tensors.median(self)                     : dtype=same shape=scalar
    Tensor.median(self, dim, keepdim=False)        -> tensors.median(self, dim, keepdim=keepdim) : dtype=? items=array,array statics=dim,keepdim
    Tensor.nanmedian(self)                         -> tensors.nanmedian(self)                  : dtype=same shape=scalar
    Tensor.nanmedian(self, dim, keepdim=False)     -> tensors.nanmedian(self, dim, keepdim=keepdim) : dtype=? items=array,array statics=dim,keepdim
    Tensor.count_nonzero(self)                     -> tensors.count_nonzero(self)              : dtype=int shape=scalar
    Tensor.count_nonzero(self, dim)                -> tensors.count_nonzero(self, dim)         : dtype=int statics=dim
    Tensor.count_nonzero(self, *dim)               -> tensors.count_nonzero(self, dim)         : dtype=int statics=dim
    Tensor.std(self, dim=None, unbiased=True, keepdim=False, *, correction=1) -> tensors.std(self, dim=dim, unbiased=unbiased, keepdim=keepdim, correction=correction) : dtype=? statics=dim,unbiased,keepdim,correction number
    Tensor.var(self, dim=None, unbiased=True, keepdim=False, *, correction=1) -> tensors.var(self, dim=dim, unbiased=unbiased, keepdim=keepdim, correction=correction) : dtype=? statics=dim,unbiased,keepdim,correction number
    Tensor.logsumexp(self, dim, keepdim=False)     -> tensors.logsumexp(self, dim, keepdim=keepdim) : dtype=float statics=dim,keepdim
    Tensor.norm(self, p='fro', dim=None, keepdim=False, dtype=None) -> tensors.norm(self, p=p, dim=dim, keepdim=keepdim, dtype=dtype) : dtype=? statics=p,dim,keepdim number
    Tensor.dist(self, other, p=2)                  -> tensors.dist(self, other, p=p)           : dtype=? shape=scalar statics=p
    Tensor.renorm(self, p, dim, maxnorm)           -> tensors.renorm(self, p, dim, maxnorm)    : dtype=same shape=same statics=p,dim
    Tensor.softmax(self, dim)                      -> F.softmax(self, dim)                     : dtype=same shape=same statics=dim
    Tensor.softmax(self, dim, dtype)               -> F.softmax(self, dim, dtype=dtype)        : dtype=? shape=same statics=dim
    Tensor.log_softmax(self, dim)                  -> F.log_softmax(self, dim)                 : dtype=same shape=same statics=dim
    Tensor.log_softmax(self, dim, dtype)           -> F.log_softmax(self, dim, dtype=dtype)    : dtype=? shape=same statics=dim
    Tensor.cumsum(self, dim, *, dtype=None)        -> tensors.cumsum(self, dim, dtype=dtype)   : dtype=sum shape=same statics=dim
    Tensor.cumprod(self, dim, *, dtype=None)       -> tensors.cumprod(self, dim, dtype=dtype)  : dtype=sum shape=same statics=dim
    Tensor.cummax(self, dim)                       -> tensors.cummax(self, dim)                : dtype=? items=array,array statics=dim
    Tensor.cummin(self, dim)                       -> tensors.cummin(self, dim)                : dtype=? items=array,array statics=dim
    Tensor.logcumsumexp(self, dim)                 -> tensors.logcumsumexp(self, dim)          : dtype=same shape=same statics=dim
    Tensor.diff(self, n=1, dim=-1, prepend=None, append=None) -> jnp.diff(self, n=n, axis=dim, prepend=prepend, append=append) : dtype=? statics=dim
    Tensor.sort(self, dim=-1, descending=False, *, stable=False) -> tensors.sort(self, dim=dim, descending=descending, stable=stable) : dtype=? items=array,array statics=dim,descending,stable
    Tensor.argsort(self, dim=-1, descending=False, *, stable=False) -> tensors.argsort(self, dim=dim, descending=descending, stable=stable) : dtype=int shape=same statics=dim,descending,stable
    Tensor.msort(self)                             -> tensors.msort(self)                      : dtype=same shape=same
    Tensor.topk(self, k, dim=-1, largest=True, sorted=True) -> tensors.topk(self, k, dim=dim, largest=largest, sorted=sorted) : dtype=? items=array,array statics=dim,largest,sorted
    Tensor.kthvalue(self, k, dim=-1, keepdim=False) -> tensors.kthvalue(self, k, dim=dim, keepdim=keepdim) : dtype=? items=array,array statics=dim,keepdim
    Tensor.mode(self, dim=-1, keepdim=False)       -> tensors.mode(self, dim=dim, keepdim=keepdim) : dtype=? items=array,array statics=dim,keepdim
    Tensor.quantile(self, q, dim=None, keepdim=False, *, interpolation='linear') -> tensors.quantile(self, q, dim=dim, keepdim=keepdim, interpolation=interpolation) : dtype=? statics=dim,keepdim,interpolation number
    Tensor.nanquantile(self, q, dim=None, keepdim=False, *, interpolation='linear') -> tensors.nanquantile(self, q, dim=dim, keepdim=keepdim, interpolation=interpolation) : dtype=? statics=dim,keepdim,interpolation number
    Tensor.histc(self, bins=100, min=0, max=0)     -> tensors.histc(self, bins=bins, min=min, max=max) : dtype=same shape=1 statics=min,max
    Tensor.histogram(self, *args)                  -> ! HYB402 use `histc`, or compare with the edges and sum
    Tensor.trace(self)                             -> tensors.trace(self)                      : dtype=sum shape=scalar
    Tensor.cov(self)                               -> jnp.cov(self)                            : dtype=? number
    Tensor.cov(self, *, correction=1, fweights=None, aweights=None) -> jnp.cov(self, ddof=correction, fweights=fweights, aweights=aweights) : dtype=? statics=correction number
    Tensor.corrcoef(self)                          -> jnp.corrcoef(self)                       : dtype=? number
    Tensor.sum_to_size(self, size)                 -> tensors.sum_to_size(self, size)          : dtype=? view statics=size
    Tensor.sum_to_size(self, *size)                -> tensors.sum_to_size(self, size)          : dtype=? view statics=size

    Tensor.matmul(self, other)                     -> (self @ other)                           : number
    Tensor.mm(self, mat2)                          -> (self @ mat2)                            : shape=2
    Tensor.bmm(self, mat2)                         -> (self @ mat2)
    Tensor.mv(self, vec)                           -> (self @ vec)                             : shape=1
    Tensor.dot(self, tensor)                       -> self.dot(tensor)                         : shape=scalar
    Tensor.vdot(self, other)                       -> jnp.vdot(self, other)                    : shape=scalar
    Tensor.inner(self, other)                      -> jnp.inner(self, other)                   : number
    Tensor.outer(self, vec2)                       -> jnp.outer(self, vec2)                    : shape=2
    Tensor.ger(self, vec2)                         -> jnp.outer(self, vec2)                    : shape=2
    Tensor.kron(self, other)                       -> jnp.kron(self, other)
    Tensor.cross(self, other, dim=None)            -> tensors.cross(self, other, dim=dim)      : statics=dim
    Tensor.addmm(self, mat1, mat2, *, beta=1, alpha=1) -> tensors.addmm(self, mat1, mat2, beta=beta, alpha=alpha) : dtype=? shape=2 statics=beta,alpha
    Tensor.addmv(self, mat, vec, *, beta=1, alpha=1) -> tensors.addmv(self, mat, vec, beta=beta, alpha=alpha) : dtype=? shape=1 statics=beta,alpha
    Tensor.addr(self, vec1, vec2, *, beta=1, alpha=1) -> tensors.addr(self, vec1, vec2, beta=beta, alpha=alpha) : dtype=? shape=2 statics=beta,alpha
    Tensor.addbmm(self, batch1, batch2, *, beta=1, alpha=1) -> tensors.addbmm(self, batch1, batch2, beta=beta, alpha=alpha) : dtype=? shape=2 statics=beta,alpha
    Tensor.baddbmm(self, batch1, batch2, *, beta=1, alpha=1) -> tensors.baddbmm(self, batch1, batch2, beta=beta, alpha=alpha) : dtype=? statics=beta,alpha
    Tensor.cholesky(self, upper=False)             -> numpy_like.cholesky(...)                 : dtype=?
    Tensor.cholesky_inverse(self, upper=False)     -> tensors.linalg.cholesky_inverse(self, upper=upper) : dtype=?
    Tensor.cholesky_solve(self, input2, upper=False) -> tensors.linalg.cholesky_solve(self, input2, upper=upper) : dtype=?
    Tensor.triangular_solve(self, A, upper=True, transpose=False, unitriangular=False) -> tensors.linalg.triangular_solve(self, A, upper=upper, transpose=transpose, unitriangular=unitriangular) : dtype=? statics=transpose,unitriangular
    Tensor.lu_solve(self, LU_data, LU_pivots)      -> tensors.linalg.lu_solve(LU_data, LU_pivots, self) : dtype=?
    Tensor.det(self)                               -> jnp.linalg.det(self)                     : dtype=? number
    Tensor.logdet(self)                            -> tensors.linalg.logdet(self)              : dtype=? number
    Tensor.slogdet(self)                           -> jnp.linalg.slogdet(self)                 : dtype=? items=array,array
    Tensor.inverse(self)                           -> jnp.linalg.inv(self)                     : dtype=?
    Tensor.pinverse(self)                          -> jnp.linalg.pinv(self, rtol=1e-15)        : dtype=?
    Tensor.pinverse(self, rcond)                   -> jnp.linalg.pinv(self, rtol=rcond)        : dtype=?
    Tensor.matrix_exp(self)                        -> jax.scipy.linalg.expm(self)              : dtype=?
    Tensor.matrix_power(self, n)                   -> jnp.linalg.matrix_power(self, n)         : dtype=?
    Tensor.qr(self)                                -> jnp.linalg.qr(self)                      : dtype=? items=array,array
    Tensor.qr(self, some)                          -> jnp.linalg.qr(self, mode='reduced' if some else 'complete') : dtype=? items=array,array statics=some
    Tensor.svd(self, some=True, compute_uv=True)   -> tensors.linalg.svd(self, some=some, compute_uv=compute_uv) : dtype=? statics=some
    Tensor.orgqr(self, input2)                     -> tensors.linalg.householder_product(self, input2) : dtype=?
    Tensor.eig(self, *args)                        -> ! HYB402 it is no longer in PyTorch: use `torch.linalg.eigh` for symmetric matrices
    Tensor.geqrf(self, *args)                      -> ! HYB402 use `torch.linalg.qr`
    Tensor.lstsq(self, *args)                      -> ! HYB402 it is no longer in PyTorch: write `torch.linalg.pinv(A) @ B`
    Tensor.lu(self, *args)                         -> ! HYB402 use `torch.linalg.lu_factor`
    Tensor.ormqr(self, *args)                      -> ! HYB402 use `torch.linalg.qr` and a product
    Tensor.solve(self, *args)                      -> ! HYB402 it is no longer in PyTorch: use `torch.linalg.solve`
    Tensor.symeig(self, *args)                     -> ! HYB402 it is no longer in PyTorch: use `torch.linalg.eigh`
    Tensor.stft(self, *args)                       -> ! HYB402 cut the signal with `unfold`, and use `torch.fft.rfft`
    Tensor.istft(self, *args)                      -> ! HYB402 use `torch.fft.irfft`, and add the windows with `index_add`

    Tensor.gather(self, dim, index, *, sparse_grad=False) -> tensors.gather(self, dim, index)         : dtype=same statics=dim places=index
    Tensor.scatter(self, dim, index, src, *, reduce=None) -> tensors.scatter(self, dim, index, src, reduce=reduce) : dtype=same shape=same statics=dim,reduce places=index
    Tensor.scatter(self, dim, index, *, value, reduce=None) -> tensors.scatter(self, dim, index, value, reduce=reduce) : dtype=same shape=same statics=dim,reduce places=index
    Tensor.scatter_add(self, dim, index, src)      -> tensors.scatter_add(self, dim, index, src) : dtype=same shape=same statics=dim places=index
    Tensor.scatter_reduce(self, dim, index, src, reduce, *, include_self=True) -> tensors.scatter_reduce(self, dim, index, src, reduce, include_self=include_self) : dtype=same shape=same statics=dim,reduce,include_self places=index
    Tensor.index_select(self, dim, index)          -> tensors.index_select(self, dim, index)   : dtype=same statics=dim places=index
    Tensor.index_add(self, dim, index, source, *, alpha=1) -> tensors.index_add(self, dim, index, source, alpha=alpha) : dtype=same shape=same statics=dim,alpha traced=source places=index
    Tensor.index_copy(self, dim, index, source)    -> tensors.index_copy(self, dim, index, source) : dtype=same shape=same statics=dim traced=source places=index
    Tensor.index_fill(self, dim, index, value)     -> tensors.index_fill(self, dim, index, value) : dtype=same shape=same statics=dim places=index
    Tensor.index_put(self, indices, values, accumulate=False) -> tensors.index_put(self, indices, values, accumulate=accumulate) : dtype=same shape=same statics=accumulate places=indices
    Tensor.index_reduce(self, dim, index, source, reduce, *, include_self=True) -> tensors.index_reduce(self, dim, index, source, reduce, include_self=include_self) : dtype=same shape=same statics=dim,reduce,include_self traced=source places=index
    Tensor.put(self, index, source, accumulate=False) -> tensors.put(self, index, source, accumulate=accumulate) : dtype=same shape=same statics=accumulate traced=source places=index
    Tensor.take(self, index)                       -> jnp.take(self, index)                    : dtype=same number places=index checked=tensors.take(self,index)
    Tensor.take_along_dim(self, indices, dim=None) -> tensors.take_along_dim(self, indices, dim=dim) : dtype=same statics=dim
    Tensor.select_scatter(self, src, dim, index)   -> tensors.select_scatter(self, src, dim, index) : dtype=same shape=same statics=dim places=index
    Tensor.slice_scatter(self, src, dim=0, start=None, end=None, step=1) -> tensors.slice_scatter(self, src, dim=dim, start=start, end=end, step=step) : dtype=same shape=same statics=dim,start,end,step
    Tensor.diagonal_scatter(self, src, offset=0, dim1=0, dim2=1) -> tensors.diagonal_scatter(self, src, offset=offset, dim1=dim1, dim2=dim2) : dtype=same shape=same statics=dim1,dim2
    Tensor.nonzero_static(self, *, size, fill_value=-1) -> tensors.nonzero_static(self, size=size, fill_value=fill_value) : dtype=int shape=2 statics=size

    Tensor.repeat(self, repeats)                   -> jnp.tile(self, repeats)                  : dtype=same
    Tensor.repeat(self, *repeats)                  -> jnp.tile(self, repeats)                  : dtype=same
    Tensor.tile(self, dims)                        -> jnp.tile(self, dims)                     : dtype=same statics=dims
    Tensor.tile(self, *dims)                       -> jnp.tile(self, dims)                     : dtype=same statics=dims
    Tensor.repeat_interleave(self, repeats, dim=None) -> tensors.repeat_interleave(self, repeats, dim=dim) : dtype=same statics=dim
    Tensor.repeat_interleave(self, repeats, dim=None, *, output_size) -> tensors.repeat_interleave(self, repeats, dim=dim, output_size=output_size) : dtype=same statics=dim,output_size traced=repeats
    Tensor.roll(self, shifts, dims=())             -> jnp.roll(self, shifts, axis=dims)        : dtype=same shape=same statics=dims
    Tensor.flip(self, dims)                        -> jnp.flip(self, axis=dims)                : dtype=same shape=same statics=dims
    Tensor.flip(self, *dims)                       -> jnp.flip(self, axis=dims)                : dtype=same shape=same statics=dims
    Tensor.fliplr(self)                            -> jnp.fliplr(self)                         : dtype=same shape=same
    Tensor.flipud(self)                            -> jnp.flipud(self)                         : dtype=same shape=same
    Tensor.rot90(self, k=1)                        -> jnp.rot90(self, k=k)                     : dtype=same
    Tensor.rot90(self, k, dims)                    -> jnp.rot90(self, k, tuple(dims))          : dtype=same statics=dims
    Tensor.rot90(self, *, dims)                    -> jnp.rot90(self, axes=tuple(dims))        : dtype=same statics=dims
    Tensor.tril(self, diagonal=0)                  -> jnp.tril(self, k=diagonal)               : dtype=same shape=same statics=diagonal
    Tensor.triu(self, diagonal=0)                  -> jnp.triu(self, k=diagonal)               : dtype=same shape=same statics=diagonal
    Tensor.diag(self, diagonal=0)                  -> jnp.diag(self, k=diagonal)               : dtype=same statics=diagonal
    Tensor.diagflat(self, offset=0)                -> jnp.diagflat(self, k=offset)             : dtype=same shape=2
    Tensor.diag_embed(self, offset=0, dim1=-2, dim2=-1) -> tensors.diag_embed(self, offset=offset, dim1=dim1, dim2=dim2) : dtype=same statics=dim1,dim2
""")
