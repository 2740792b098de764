"""Functions that reduce, accumulate, sort and search."""

LINES = """
    numpy.sum(a, axis=None, *, dtype=None, keepdims=None, initial=None, where=None)      -> jnp.sum(...)             : dtype=sum shape=reduce
    numpy.sum(a, axis, dtype, *, keepdims=None)                -> jnp.sum(...)             : dtype=? shape=reduce
    numpy.prod(a, axis=None, *, dtype=None, keepdims=None, initial=None, where=None)     -> jnp.prod(...)            : dtype=sum shape=reduce
    numpy.prod(a, axis, dtype, *, keepdims=None)               -> jnp.prod(...)            : dtype=? shape=reduce
    numpy.nansum(a, axis=None, dtype=None, *, keepdims=None, initial=None, where=None)   -> jnp.nansum(...)          : dtype=? shape=reduce
    numpy.nanprod(a, axis=None, dtype=None, *, keepdims=None, initial=None, where=None)  -> jnp.nanprod(...)         : dtype=? shape=reduce
    numpy.mean(a, axis=None, dtype=None, *, keepdims=None, where=None)     -> jnp.mean(...)            : dtype=? shape=reduce makes=dtype
    numpy.std(a, axis=None, dtype=None, *, ddof=0, keepdims=None, where=None) -> jnp.std(...)             : dtype=? shape=reduce makes=dtype
    numpy.var(a, axis=None, *, ddof=0, keepdims=None, where=None)          -> jnp.var(...)             : dtype=? shape=reduce makes=dtype
    numpy.nanmean(a, axis=None, dtype=None, *, keepdims=None, where=None)  -> jnp.nanmean(...)         : dtype=? shape=reduce makes=dtype
    numpy.nanstd(a, axis=None, dtype=None, *, ddof=0, keepdims=None, where=None) -> jnp.nanstd(...)          : dtype=? shape=reduce makes=dtype
    numpy.nanvar(a, axis=None, *, ddof=0, keepdims=None, where=None)       -> jnp.nanvar(...)          : dtype=? shape=reduce makes=dtype
    numpy.median(a, axis=None, *, keepdims=False)              -> jnp.median(...)          : dtype=? shape=reduce number makes=float64
    numpy.nanmedian(a, axis=None, *, keepdims=None)            -> jnp.nanmedian(...)       : dtype=? shape=reduce makes=float64
    numpy.max(a, axis=None, *, keepdims=None, initial=None, where=None)                  -> jnp.max(...)             : dtype=same shape=reduce
    numpy.min(a, axis=None, *, keepdims=None, initial=None, where=None)                  -> jnp.min(...)             : dtype=same shape=reduce
    numpy.amax(a, axis=None, *, keepdims=None, initial=None, where=None)                 -> jnp.amax(...)            : dtype=same shape=reduce
    numpy.amin(a, axis=None, *, keepdims=None, initial=None, where=None)                 -> jnp.amin(...)            : dtype=same shape=reduce
    numpy.nanmax(a, axis=None, *, keepdims=None, initial=None, where=None)               -> jnp.nanmax(...)          : dtype=same shape=reduce
    numpy.nanmin(a, axis=None, *, keepdims=None, initial=None, where=None)               -> jnp.nanmin(...)          : dtype=same shape=reduce
    numpy.ptp(a, axis=None, *, keepdims=None)                  -> jnp.ptp(...)             : dtype=same shape=reduce
    numpy.argmax(a, axis=None, *, keepdims=None)               -> jnp.argmax(...)          : dtype=int shape=reduce
    numpy.argmin(a, axis=None, *, keepdims=None)               -> jnp.argmin(...)          : dtype=int shape=reduce
    numpy.nanargmax(a, axis=None, *, keepdims=None)            -> jnp.nanargmax(...)       : dtype=int shape=reduce
    numpy.nanargmin(a, axis=None, *, keepdims=None)            -> jnp.nanargmin(...)       : dtype=int shape=reduce
    numpy.count_nonzero(a, axis=None, *, keepdims=False)       -> jnp.count_nonzero(...)   : dtype=int shape=reduce
    numpy.all(a, axis=None, *, keepdims=None, where=None)                  -> jnp.all(...)             : dtype=bool shape=reduce reals unproven=jnp.all(a!=0,axis=axis,keepdims=keepdims,where=where)
    numpy.any(a, axis=None, *, keepdims=None, where=None)                  -> jnp.any(...)             : dtype=bool shape=reduce reals unproven=jnp.any(a!=0,axis=axis,keepdims=keepdims,where=where)
    numpy.allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False) -> jnp.allclose(...)        : dtype=bool shape=scalar
    numpy.array_equal(a1, a2, equal_nan=False)                 -> jnp.array_equal(...)     : dtype=bool shape=scalar
    numpy.array_equiv(a1, a2)                                  -> jnp.array_equiv(...)     : dtype=bool shape=scalar
    numpy.cumsum(a, axis=None, dtype=None)                     -> jnp.cumsum(...)          : dtype=sum shape=? widens unproven=numpy_like.cumsum(a,axis=axis,dtype=dtype)
    numpy.cumprod(a, axis=None, dtype=None)                    -> jnp.cumprod(...)         : dtype=sum shape=? widens unproven=numpy_like.cumprod(a,axis=axis,dtype=dtype)
    numpy.nancumsum(a, axis=None, dtype=None)                  -> jnp.nancumsum(...)       : dtype=sum shape=? widens unproven=numpy_like.nancumsum(a,axis=axis,dtype=dtype)
    numpy.nancumprod(a, axis=None, dtype=None)                 -> jnp.nancumprod(...)      : dtype=sum shape=? widens unproven=numpy_like.nancumprod(a,axis=axis,dtype=dtype)
    numpy.cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False) -> jnp.cumulative_sum(...)  : dtype=? shape=?
    numpy.cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False) -> jnp.cumulative_prod(...) : dtype=? shape=? widens unproven=numpy_like.cumulative_prod(x,axis=axis,dtype=dtype,include_initial=include_initial)
    numpy.average(a, axis=None, weights=None, *, keepdims=None)              -> jnp.average(...)         : dtype=? shape=reduce makes=float64
    numpy.quantile(a, q, axis=None, *, keepdims=False) -> jnp.quantile(...) : dtype=? shape=? number makes=float64
    numpy.quantile(a, q, axis=None, *, method, keepdims=False) -> jnp.quantile(...) : dtype=? shape=? number makes=float64 only=method:linear
    numpy.quantile(a, q, axis=None, *, method, keepdims=False) -> ! HYB402 NumPy's versions differ in this method : only=method:closest_observation
    numpy.quantile(a, q, axis=None, *, method, keepdims=False) -> numpy_like.quantile(a, q, axis=axis, method=method, keepdims=keepdims) : dtype=? shape=? number
    numpy.percentile(a, q, axis=None, *, keepdims=False) -> jnp.percentile(...) : dtype=? shape=? number makes=float64
    numpy.percentile(a, q, axis=None, *, method, keepdims=False) -> jnp.percentile(...) : dtype=? shape=? number makes=float64 only=method:linear
    numpy.percentile(a, q, axis=None, *, method, keepdims=False) -> ! HYB402 NumPy's versions differ in this method : only=method:closest_observation
    numpy.percentile(a, q, axis=None, *, method, keepdims=False) -> numpy_like.percentile(a, q, axis=axis, method=method, keepdims=keepdims) : dtype=? shape=? number
    numpy.nanquantile(a, q, axis=None, *, keepdims=None) -> jnp.nanquantile(...) : dtype=? shape=? number makes=float64
    numpy.nanquantile(a, q, axis=None, *, method, keepdims=None) -> jnp.nanquantile(...) : dtype=? shape=? number makes=float64 only=method:linear
    numpy.nanquantile(a, q, axis=None, *, method, keepdims=None) -> ! HYB402 NumPy's versions differ in this method : only=method:closest_observation
    numpy.nanquantile(a, q, axis=None, *, method, keepdims=None) -> numpy_like.nanquantile(a, q, axis=axis, method=method, keepdims=keepdims) : dtype=? shape=? number
    numpy.nanpercentile(a, q, axis=None, *, keepdims=None) -> jnp.nanpercentile(...) : dtype=? shape=? number makes=float64
    numpy.nanpercentile(a, q, axis=None, *, method, keepdims=None) -> jnp.nanpercentile(...) : dtype=? shape=? number makes=float64 only=method:linear
    numpy.nanpercentile(a, q, axis=None, *, method, keepdims=None) -> ! HYB402 NumPy's versions differ in this method : only=method:closest_observation
    numpy.nanpercentile(a, q, axis=None, *, method, keepdims=None) -> numpy_like.nanpercentile(a, q, axis=axis, method=method, keepdims=keepdims) : dtype=? shape=? number
    numpy.sort(a, axis=-1)                                     -> jnp.sort(...)            : dtype=same shape=?
    numpy.sort(a, axis=-1, kind=None)                          -> jnp.sort(a, axis=axis)   : dtype=same shape=?
    numpy.argsort(a, axis=-1)                                  -> jnp.argsort(...)         : dtype=int shape=?
    numpy.argsort(a, axis=-1, kind=None)                       -> jnp.argsort(a, axis=axis) : dtype=int shape=?
    numpy.lexsort(keys, axis=-1)                               -> jnp.lexsort(...)         : dtype=int shape=?
    numpy.searchsorted(a, v, side='left')         -> jnp.searchsorted(a, v, side=side).astype(int)    : dtype=int shape=? number makes=join
    numpy.digitize(x, bins, right=False)                       -> jnp.digitize(x, bins, right=right).astype(int)        : dtype=int shape=? statics=right traced=bins number
    numpy.partition(*args)                                     -> ! HYB402 the order beside the pivot differs: use `np.sort`
    numpy.argpartition(*args)                                  -> ! HYB402 the order beside the pivot differs: use `np.argsort`
    numpy.sort_complex(a)                                      -> jnp.sort_complex(...)    : dtype=? shape=?
    numpy.diff(a, n=1, axis=-1, prepend=None, append=None)     -> jnp.diff(...)            : dtype=? shape=? makes=join
    numpy.ediff1d(ary, to_end=None, to_begin=None)             -> jnp.ediff1d(...)         : dtype=? shape=?
    numpy.gradient(f, *varargs, axis=None)       -> numpy_like.gradient(f, *varargs, axis=axis) : dtype=? shape=? makes=float64 elements=jnp.gradient(f,*varargs,axis=axis)
    numpy.trapezoid(y, x=None, dx=1.0, axis=-1)                -> jnp.trapezoid(...)       : dtype=? shape=? number numbers makes=float64
    numpy.convolve(a, v, mode='full')                          -> jnp.convolve(...)        : dtype=? shape=? unproven=numpy_like.convolve(a,v,mode=mode)
    numpy.correlate(a, v, mode='valid')                        -> jnp.correlate(...)       : dtype=? shape=? unproven=numpy_like.correlate(a,v,mode=mode)
    numpy.interp(x, xp, fp, left=None, right=None, period=None) -> numpy_like.interp(x, xp, fp, left=left, right=right, period=period) : dtype=? shape=? number
    numpy.cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None) -> jnp.cov(...)             : dtype=? shape=? makes=wide
    numpy.corrcoef(x, y=None, rowvar=True, *, dtype=None)      -> jnp.corrcoef(...)        : dtype=? shape=? number makes=wide
    numpy.isin(element, test_elements, assume_unique=False, invert=False) -> jnp.isin(...)            : dtype=bool shape=?
    numpy.polyval(p, x)                                        -> jnp.polyval(...)         : dtype=? shape=? number makes=join
    numpy.polyadd(a1, a2)                                      -> jnp.polyadd(...)         : dtype=? shape=?
    numpy.polysub(a1, a2)                                      -> jnp.polysub(...)         : dtype=? shape=?
    numpy.polyder(p, m=1)                                      -> jnp.polyder(...)         : dtype=? shape=1 statics=m unproven=numpy_like.polyder(p,m=m)
    numpy.roots(p)                                             -> ! HYB403 how many roots there are depends on values: use `jnp.roots(p, strip_zeros=False)`
    numpy.apply_over_axes(func, a, axes)                       -> ! HYB402 apply the reductions one after the other
    numpy.poly(seq_of_zeros)                                   -> numpy_like.poly(seq_of_zeros) : dtype=? shape=1
    numpy.polyint(p, m=1)                                      -> jnp.polyint(p, m=m)      : dtype=? shape=1 statics=m unproven=numpy_like.polyint(p,m=m)
    numpy.polyfit(x, y, deg)                                   -> jnp.polyfit(...)         : dtype=? shape=? makes=float64 unproven=jnp.polyfit(x+0.0,y+0.0,deg)
    numpy.histogram_bin_edges(a, bins=10)                      -> jnp.histogram_bin_edges(...) : dtype=? shape=1 makes=float64
"""
