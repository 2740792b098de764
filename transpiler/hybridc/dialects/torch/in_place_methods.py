"""Methods of tensors that write in place: what the tensor becomes, in its own dtype."""

from hybridc.dialects.torch.reductions import with_numpy_names

LINES = with_numpy_names("""
    Tensor.add_(self, other)                       -> (self + other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.add_(self, other, *, alpha)             -> (self + alpha * other).astype(self.dtype)        : dtype=same shape=same writes
    Tensor.add_(self, alpha, other, /)             -> (self + alpha * other).astype(self.dtype)        : dtype=same shape=same writes
    Tensor.sub_(self, other)                       -> (self - other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.sub_(self, other, *, alpha)             -> (self - alpha * other).astype(self.dtype)        : dtype=same shape=same writes
    Tensor.sub_(self, alpha, other, /)             -> (self - alpha * other).astype(self.dtype)        : dtype=same shape=same writes
    Tensor.subtract_(self, other)                  -> (self - other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.subtract_(self, other, *, alpha)        -> (self - alpha * other).astype(self.dtype)        : dtype=same shape=same writes
    Tensor.subtract_(self, alpha, other, /)        -> (self - alpha * other).astype(self.dtype)        : dtype=same shape=same writes
    Tensor.mul_(self, other)                       -> (self * other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.multiply_(self, other)                  -> (self * other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.div_(self, other)                       -> (self / other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.div_(self, other, *, rounding_mode)     -> tensors.div(self, other, rounding_mode=rounding_mode).astype(self.dtype) : dtype=same shape=same writes statics=rounding_mode
    Tensor.divide_(self, other)                    -> (self / other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.divide_(self, other, *, rounding_mode)  -> tensors.div(self, other, rounding_mode=rounding_mode).astype(self.dtype) : dtype=same shape=same writes statics=rounding_mode
    Tensor.true_divide_(self, other)               -> (self / other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.floor_divide_(self, other)              -> (self // other).astype(self.dtype)               : dtype=same shape=same writes
    Tensor.remainder_(self, other)                 -> (self % other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.fmod_(self, other)                      -> jnp.fmod(self, other).astype(self.dtype)         : dtype=same shape=same writes
    Tensor.atan2_(self, other)                     -> jnp.atan2(self, other).astype(self.dtype)        : dtype=same shape=same writes
    Tensor.arctan2_(self, other)                   -> jnp.atan2(self, other).astype(self.dtype)        : dtype=same shape=same writes
    Tensor.hypot_(self, other)                     -> jnp.hypot(self, other).astype(self.dtype)        : dtype=same shape=same writes
    Tensor.copysign_(self, other)                  -> jnp.copysign(self, other).astype(self.dtype)     : dtype=same shape=same writes
    Tensor.nextafter_(self, other)                 -> jnp.nextafter(self, other).astype(self.dtype)    : dtype=same shape=same writes
    Tensor.gcd_(self, other)                       -> jnp.gcd(self, other).astype(self.dtype)          : dtype=same shape=same writes
    Tensor.lcm_(self, other)                       -> jnp.lcm(self, other).astype(self.dtype)          : dtype=same shape=same writes
    Tensor.pow_(self, exponent)                    -> tensors.pow(self, exponent).astype(self.dtype)   : dtype=same shape=same writes
    Tensor.float_power_(self, exponent)            -> tensors.float_power(self, exponent).astype(self.dtype) : dtype=same shape=same writes
    Tensor.ldexp_(self, other)                     -> tensors.ldexp(self, other).astype(self.dtype)    : dtype=same shape=same writes
    Tensor.xlogy_(self, other)                     -> jax.scipy.special.xlogy(self, other).astype(self.dtype) : dtype=same shape=same writes
    Tensor.igamma_(self, other)                    -> jax.scipy.special.gammainc(self, other).astype(self.dtype) : dtype=same shape=same writes
    Tensor.igammac_(self, other)                   -> jax.scipy.special.gammaincc(self, other).astype(self.dtype) : dtype=same shape=same writes
    Tensor.heaviside_(self, values)                -> tensors.heaviside(self, values)                  : dtype=same shape=same writes
    Tensor.lerp_(self, end, weight)                -> tensors.lerp(self, end, weight).astype(self.dtype) : dtype=same shape=same writes
    Tensor.addcmul_(self, tensor1, tensor2, *, value=1) -> tensors.addcmul(self, tensor1, tensor2, value=value).astype(self.dtype) : dtype=same shape=same writes statics=value
    Tensor.addcmul_(self, value, tensor1, tensor2, /) -> tensors.addcmul(self, tensor1, tensor2, value=value).astype(self.dtype) : dtype=same shape=same writes statics=value
    Tensor.addcdiv_(self, tensor1, tensor2, *, value=1) -> tensors.addcdiv(self, tensor1, tensor2, value=value).astype(self.dtype) : dtype=same shape=same writes statics=value
    Tensor.addcdiv_(self, value, tensor1, tensor2, /) -> tensors.addcdiv(self, tensor1, tensor2, value=value).astype(self.dtype) : dtype=same shape=same writes statics=value
    Tensor.addmm_(self, mat1, mat2, *, beta=1, alpha=1) -> tensors.addmm(self, mat1, mat2, beta=beta, alpha=alpha) : dtype=same shape=same writes statics=beta,alpha
    Tensor.addmv_(self, mat, vec, *, beta=1, alpha=1) -> tensors.addmv(self, mat, vec, beta=beta, alpha=alpha) : dtype=same shape=same writes statics=beta,alpha
    Tensor.addr_(self, vec1, vec2, *, beta=1, alpha=1) -> tensors.addr(self, vec1, vec2, beta=beta, alpha=alpha) : dtype=same shape=same writes statics=beta,alpha
    Tensor.addbmm_(self, batch1, batch2, *, beta=1, alpha=1) -> tensors.addbmm(self, batch1, batch2, beta=beta, alpha=alpha) : dtype=same shape=same writes statics=beta,alpha
    Tensor.baddbmm_(self, batch1, batch2, *, beta=1, alpha=1) -> tensors.baddbmm(self, batch1, batch2, beta=beta, alpha=alpha) : dtype=same shape=same writes statics=beta,alpha

    Tensor.eq_(self, other)                        -> (self == other).astype(self.dtype)               : dtype=same shape=same writes
    Tensor.ne_(self, other)                        -> (self != other).astype(self.dtype)               : dtype=same shape=same writes
    Tensor.not_equal_(self, other)                 -> (self != other).astype(self.dtype)               : dtype=same shape=same writes
    Tensor.lt_(self, other)                        -> (self < other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.less_(self, other)                      -> (self < other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.le_(self, other)                        -> (self <= other).astype(self.dtype)               : dtype=same shape=same writes
    Tensor.less_equal_(self, other)                -> (self <= other).astype(self.dtype)               : dtype=same shape=same writes
    Tensor.gt_(self, other)                        -> (self > other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.greater_(self, other)                   -> (self > other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.ge_(self, other)                        -> (self >= other).astype(self.dtype)               : dtype=same shape=same writes
    Tensor.greater_equal_(self, other)             -> (self >= other).astype(self.dtype)               : dtype=same shape=same writes
    Tensor.logical_and_(self, other)               -> jnp.logical_and(self, other).astype(self.dtype)  : dtype=same shape=same writes
    Tensor.logical_or_(self, other)                -> jnp.logical_or(self, other).astype(self.dtype)   : dtype=same shape=same writes
    Tensor.logical_xor_(self, other)               -> jnp.logical_xor(self, other).astype(self.dtype)  : dtype=same shape=same writes
    Tensor.bitwise_and_(self, other)               -> (self & other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.bitwise_or_(self, other)                -> (self | other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.bitwise_xor_(self, other)               -> (self ^ other).astype(self.dtype)                : dtype=same shape=same writes
    Tensor.bitwise_left_shift_(self, other)        -> (self << other).astype(self.dtype)               : dtype=same shape=same writes
    Tensor.bitwise_right_shift_(self, other)       -> (self >> other).astype(self.dtype)               : dtype=same shape=same writes
    Tensor.logical_not_(self)                      -> jnp.logical_not(self).astype(self.dtype)         : dtype=same shape=same writes
    Tensor.bitwise_not_(self)                      -> ~self                                            : dtype=same shape=same writes

    Tensor.clamp_(self, min=None, max=None)        -> tensors.clamp(self, min=min, max=max).astype(self.dtype) : dtype=same shape=same writes
    Tensor.clip_(self, min=None, max=None)         -> tensors.clamp(self, min=min, max=max).astype(self.dtype) : dtype=same shape=same writes
    Tensor.clamp_max_(self, max)                   -> tensors.clamp(self, max=max).astype(self.dtype)  : dtype=same shape=same writes
    Tensor.clamp_min_(self, min)                   -> tensors.clamp(self, min=min).astype(self.dtype)  : dtype=same shape=same writes
    Tensor.abs_(self)                              -> tensors.abs(self)                                : dtype=same shape=same writes
    Tensor.absolute_(self)                         -> tensors.abs(self)                                : dtype=same shape=same writes
    Tensor.acos_(self)                             -> jnp.acos(self)                                   : dtype=same shape=same writes
    Tensor.acosh_(self)                            -> jnp.acosh(self)                                  : dtype=same shape=same writes
    Tensor.asin_(self)                             -> jnp.asin(self)                                   : dtype=same shape=same writes
    Tensor.asinh_(self)                            -> jnp.asinh(self)                                  : dtype=same shape=same writes
    Tensor.atan_(self)                             -> jnp.atan(self)                                   : dtype=same shape=same writes
    Tensor.atanh_(self)                            -> jnp.atanh(self)                                  : dtype=same shape=same writes
    Tensor.arccos_(self)                           -> jnp.arccos(self)                                 : dtype=same shape=same writes
    Tensor.arccosh_(self)                          -> jnp.arccosh(self)                                : dtype=same shape=same writes
    Tensor.arcsin_(self)                           -> jnp.arcsin(self)                                 : dtype=same shape=same writes
    Tensor.arcsinh_(self)                          -> jnp.arcsinh(self)                                : dtype=same shape=same writes
    Tensor.arctan_(self)                           -> jnp.arctan(self)                                 : dtype=same shape=same writes
    Tensor.arctanh_(self)                          -> jnp.arctanh(self)                                : dtype=same shape=same writes
    Tensor.ceil_(self)                             -> jnp.ceil(self)                                   : dtype=same shape=same writes
    Tensor.cos_(self)                              -> jnp.cos(self)                                    : dtype=same shape=same writes
    Tensor.cosh_(self)                             -> jnp.cosh(self)                                   : dtype=same shape=same writes
    Tensor.deg2rad_(self)                          -> jnp.deg2rad(self)                                : dtype=same shape=same writes
    Tensor.exp_(self)                              -> jnp.exp(self)                                    : dtype=same shape=same writes
    Tensor.exp2_(self)                             -> numpy_like.exp2(self)                            : dtype=same shape=same writes
    Tensor.expm1_(self)                            -> jnp.expm1(self)                                  : dtype=same shape=same writes
    Tensor.floor_(self)                            -> jnp.floor(self)                                  : dtype=same shape=same writes
    Tensor.log_(self)                              -> jnp.log(self)                                    : dtype=same shape=same writes
    Tensor.log10_(self)                            -> numpy_like.log10(self)                           : dtype=same shape=same writes
    Tensor.log1p_(self)                            -> jnp.log1p(self)                                  : dtype=same shape=same writes
    Tensor.log2_(self)                             -> numpy_like.log2(self)                            : dtype=same shape=same writes
    Tensor.rad2deg_(self)                          -> jnp.rad2deg(self)                                : dtype=same shape=same writes
    Tensor.reciprocal_(self)                       -> jnp.reciprocal(self)                             : dtype=same shape=same writes
    Tensor.sin_(self)                              -> jnp.sin(self)                                    : dtype=same shape=same writes
    Tensor.sinc_(self)                             -> jnp.sinc(self)                                   : dtype=same shape=same writes
    Tensor.sinh_(self)                             -> jnp.sinh(self)                                   : dtype=same shape=same writes
    Tensor.sqrt_(self)                             -> jnp.sqrt(self)                                   : dtype=same shape=same writes
    Tensor.square_(self)                           -> jnp.square(self)                                 : dtype=same shape=same writes
    Tensor.tan_(self)                              -> jnp.tan(self)                                    : dtype=same shape=same writes
    Tensor.tanh_(self)                             -> jnp.tanh(self)                                   : dtype=same shape=same writes
    Tensor.trunc_(self)                            -> jnp.trunc(self)                                  : dtype=same shape=same writes
    Tensor.neg_(self)                              -> -self                                            : dtype=same shape=same writes
    Tensor.negative_(self)                         -> -self                                            : dtype=same shape=same writes
    Tensor.fix_(self)                              -> jnp.trunc(self)                                  : dtype=same shape=same writes
    Tensor.conj_physical_(self)                    -> jnp.conj(self)                                   : dtype=same shape=same writes
    Tensor.sign_(self)                             -> tensors.sign(self)                               : dtype=same shape=same writes
    Tensor.rsqrt_(self)                            -> tensors.rsqrt(self)                              : dtype=same shape=same writes
    Tensor.frac_(self)                             -> tensors.frac(self)                               : dtype=same shape=same writes
    Tensor.sgn_(self)                              -> tensors.sign(self)                               : dtype=same shape=same writes
    Tensor.erf_(self)                              -> jax.scipy.special.erf(self)                      : dtype=same shape=same writes
    Tensor.erfc_(self)                             -> jax.scipy.special.erfc(self)                     : dtype=same shape=same writes
    Tensor.erfinv_(self)                           -> jax.scipy.special.erfinv(self)                   : dtype=same shape=same writes
    Tensor.lgamma_(self)                           -> jax.scipy.special.gammaln(self)                  : dtype=same shape=same writes
    Tensor.i0_(self)                               -> jax.scipy.special.i0(self)                       : dtype=same shape=same writes
    Tensor.digamma_(self)                          -> tensors.special.digamma(self)                    : dtype=same shape=same writes
    Tensor.polygamma_(self, n)                     -> tensors.special.polygamma(n, self)               : dtype=same shape=same writes
    Tensor.mvlgamma_(self, p)                      -> jax.scipy.special.multigammaln(self, p)          : dtype=same shape=same writes statics=p
    Tensor.logit_(self, eps=None)                  -> tensors.logit(self, eps=eps)                     : dtype=same shape=same writes
    Tensor.nan_to_num_(self, nan=0.0, posinf=None, neginf=None) -> jnp.nan_to_num(self, nan=nan, posinf=posinf, neginf=neginf) : dtype=same shape=same writes
    Tensor.relu_(self)                             -> jax.nn.relu(self)                                : dtype=same shape=same writes
    Tensor.sigmoid_(self)                          -> jax.nn.sigmoid(self)                             : dtype=same shape=same writes
    Tensor.round_(self)                            -> jnp.round(self)                                  : dtype=same shape=same writes
    Tensor.round_(self, *, decimals)               -> numpy_like.rounded(self, decimals)               : dtype=same shape=same writes statics=decimals
    Tensor.cumsum_(self, dim, *, dtype=None)       -> tensors.cumsum(self, dim, dtype=dtype).astype(self.dtype) : dtype=same shape=same writes statics=dim
    Tensor.cumprod_(self, dim, *, dtype=None)      -> tensors.cumprod(self, dim, dtype=dtype).astype(self.dtype) : dtype=same shape=same writes statics=dim
    Tensor.renorm_(self, p, dim, maxnorm)          -> tensors.renorm(self, p, dim, maxnorm)            : dtype=same shape=same writes statics=p,dim

    Tensor.zero_(self)                             -> jnp.zeros_like(self)                             : dtype=same shape=same writes
    Tensor.fill_(self, value)                      -> jnp.full_like(self, value)                       : dtype=same shape=same writes
    Tensor.copy_(self, other, non_blocking=False)  -> jnp.full_like(self, other)                       : dtype=same shape=same writes
    Tensor.fill_diagonal_(self, fill_value, wrap=False) -> tensors.fill_diagonal(self, fill_value, wrap=wrap) : dtype=same shape=same writes statics=wrap
    Tensor.masked_fill_(self, mask, value)         -> tensors.masked_fill(self, mask, value)           : dtype=same shape=same writes
    Tensor.masked_scatter_(self, mask, source)     -> tensors.masked_scatter(self, mask, source)       : dtype=same shape=same writes traced=source
    Tensor.scatter_(self, dim, index, src, *, reduce=None) -> tensors.scatter(self, dim, index, src, reduce=reduce) : dtype=same shape=same writes statics=dim,reduce places=index
    Tensor.scatter_(self, dim, index, *, value, reduce=None) -> tensors.scatter(self, dim, index, value, reduce=reduce) : dtype=same shape=same writes statics=dim,reduce places=index
    Tensor.scatter_add_(self, dim, index, src)     -> tensors.scatter_add(self, dim, index, src)       : dtype=same shape=same writes statics=dim places=index
    Tensor.scatter_reduce_(self, dim, index, src, reduce, *, include_self=True) -> tensors.scatter_reduce(self, dim, index, src, reduce, include_self=include_self) : dtype=same shape=same writes statics=dim,reduce,include_self places=index
    Tensor.index_add_(self, dim, index, source, *, alpha=1) -> tensors.index_add(self, dim, index, source, alpha=alpha) : dtype=same shape=same writes statics=dim,alpha traced=source places=index
    Tensor.index_copy_(self, dim, index, source)   -> tensors.index_copy(self, dim, index, source)     : dtype=same shape=same writes statics=dim traced=source places=index
    Tensor.index_fill_(self, dim, index, value)    -> tensors.index_fill(self, dim, index, value)      : dtype=same shape=same writes statics=dim places=index
    Tensor.index_put_(self, indices, values, accumulate=False) -> tensors.index_put(self, indices, values, accumulate=accumulate) : dtype=same shape=same writes statics=accumulate places=indices
    Tensor.index_reduce_(self, dim, index, source, reduce, *, include_self=True) -> tensors.index_reduce(self, dim, index, source, reduce, include_self=include_self) : dtype=same shape=same writes statics=dim,reduce,include_self traced=source places=index
    Tensor.put_(self, index, source, accumulate=False) -> tensors.put(self, index, source, accumulate=accumulate) : dtype=same shape=same writes statics=accumulate traced=source places=index
    Tensor.tril_(self, diagonal=0)                 -> jnp.tril(self, k=diagonal)                       : dtype=same shape=same writes statics=diagonal
    Tensor.triu_(self, diagonal=0)                 -> jnp.triu(self, k=diagonal)                       : dtype=same shape=same writes statics=diagonal

    Tensor.normal_(self, mean=0.0, std=1.0)        -> tensors.normal_like(nn.next_key(), self, mean=mean, std=std) : dtype=same shape=same writes
    Tensor.log_normal_(self, mean=1.0, std=2.0)    -> tensors.log_normal_like(nn.next_key(), self, mean=mean, std=std) : dtype=same shape=same writes
    Tensor.uniform_(self, from_=0.0, to=1.0)       -> tensors.uniform_like(nn.next_key(), self, low=from_, high=to) : dtype=same shape=same writes
    Tensor.exponential_(self, lambd=1.0)           -> tensors.exponential_like(nn.next_key(), self, lambd=lambd) : dtype=same shape=same writes
    Tensor.cauchy_(self, median=0.0, sigma=1.0)    -> tensors.cauchy_like(nn.next_key(), self, median=median, sigma=sigma) : dtype=same shape=same writes
    Tensor.geometric_(self, p)                     -> tensors.geometric_like(nn.next_key(), self, p)   : dtype=same shape=same writes
    Tensor.bernoulli_(self)                        -> tensors.bernoulli(nn.next_key(), self, 0.5)      : dtype=same shape=same writes
    Tensor.bernoulli_(self, p)                     -> tensors.bernoulli(nn.next_key(), self, p)        : dtype=same shape=same writes
    Tensor.random_(self)                           -> tensors.random_like(nn.next_key(), self)         : dtype=same shape=same writes
    Tensor.random_(self, to)                       -> tensors.randint_like(nn.next_key(), self, 0, to) : dtype=same shape=same writes
    Tensor.random_(self, from_, to)                -> tensors.randint_like(nn.next_key(), self, from_, to) : dtype=same shape=same writes

    Tensor.squeeze_(self)                          -> self.squeeze()                                   : dtype=same shape=? writes
    Tensor.squeeze_(self, dim)                     -> tensors.squeeze(self, dim)                       : dtype=same shape=? writes statics=dim
    Tensor.squeeze_(self, *dim)                    -> tensors.squeeze(self, dim)                       : dtype=same shape=? writes statics=dim
    Tensor.unsqueeze_(self, dim)                   -> jnp.expand_dims(self, dim)                       : dtype=same shape=? writes statics=dim
    Tensor.t_(self)                                -> self.T                                           : dtype=same shape=? writes
    Tensor.transpose_(self, dim0, dim1)            -> self.swapaxes(dim0, dim1)                        : dtype=same shape=? writes statics=dim0,dim1
    Tensor.swapaxes_(self, axis0, axis1)           -> self.swapaxes(axis0, axis1)                      : dtype=same shape=? writes statics=axis0,axis1
    Tensor.swapdims_(self, dim0, dim1)             -> self.swapaxes(dim0, dim1)                        : dtype=same shape=? writes statics=dim0,dim1
    Tensor.detach_(self)                           -> lax.stop_gradient(self)                          : dtype=same shape=same writes

    Tensor.apply_(self, callable)                  -> ! HYB402 compute with operations on whole tensors
    Tensor.map_(self, tensor, callable)            -> ! HYB402 compute with operations on whole tensors
    Tensor.map2_(self, x, y, callable)             -> ! HYB402 compute with operations on whole tensors
    Tensor.as_strided_(self, *args)                -> ! HYB402 JAX's arrays have no strides: use `unfold`, or an index
    Tensor.resize(self, *args)                     -> ! HYB306 PyTorch leaves new elements as they are: use `x.reshape(...)`, or write into `x.new_zeros(...)`
    Tensor.resize_(self, *args)                    -> ! HYB306 PyTorch leaves new elements as they are: use `x.reshape(...)`, or write into `x.new_zeros(...)`
    Tensor.resize_as(self, *args)                  -> ! HYB306 PyTorch leaves new elements as they are: use `x.reshape(...)`, or write into `x.new_zeros(...)`
    Tensor.resize_as_(self, *args)                 -> ! HYB306 PyTorch leaves new elements as they are: use `x.reshape(...)`, or write into `x.new_zeros(...)`
    Tensor.set_(self, *args)                       -> ! HYB306 write `x = y`
    Tensor.share_memory_(self)                     -> ! HYB402 JAX's arrays have no storage
    Tensor.resize_as_sparse_(self, *args)          -> ! HYB402 sparse tensors are not converted
    Tensor.sparse_resize_(self, *args)             -> ! HYB402 sparse tensors are not converted
    Tensor.sparse_resize_and_clear_(self, *args)   -> ! HYB402 sparse tensors are not converted
""")
