"""scipy.ndimage: filters of arrays of any number of axes."""

_SAME = "dtype=same shape=same"
_AXIS = "axis=-1, *, mode='reflect', cval=0.0"
_ALL = "*, mode='reflect', cval=0.0"

LINES = f"""
    scipy.ndimage.correlate(input, weights, {_ALL}, origin=0)   -> scipy_like.correlate(...)   : {_SAME} statics=origin
    scipy.ndimage.convolve(input, weights, {_ALL}, origin=0)    -> scipy_like.convolve(...)    : {_SAME} statics=origin
    scipy.ndimage.correlate1d(input, weights, {_AXIS}, origin=0) -> scipy_like.correlate1d(...) : {_SAME} statics=origin lists
    scipy.ndimage.convolve1d(input, weights, {_AXIS}, origin=0)  -> scipy_like.convolve1d(...)  : {_SAME} statics=origin
    scipy.ndimage.gaussian_filter1d(input, sigma, axis=-1, order=0, *, mode='reflect', cval=0.0, truncate=4.0, radius=None) -> scipy_like.gaussian_filter1d(...) : {_SAME} statics=sigma,truncate,radius
    scipy.ndimage.gaussian_filter(input, sigma, order=0, *, mode='reflect', cval=0.0, truncate=4.0, radius=None) -> scipy_like.gaussian_filter(...) : {_SAME} statics=sigma,truncate,radius
    scipy.ndimage.gaussian_laplace(input, sigma, {_ALL})        -> scipy_like.gaussian_laplace(...) : {_SAME} statics=sigma
    scipy.ndimage.gaussian_gradient_magnitude(input, sigma, {_ALL}) -> scipy_like.gaussian_gradient_magnitude(...) : {_SAME} statics=sigma
    scipy.ndimage.laplace(input, {_ALL})                        -> scipy_like.laplace(...)     : {_SAME}
    scipy.ndimage.sobel(input, {_AXIS})                         -> scipy_like.sobel(...)       : {_SAME}
    scipy.ndimage.prewitt(input, {_AXIS})                       -> scipy_like.prewitt(...)     : {_SAME}
    scipy.ndimage.uniform_filter1d(input, size, {_AXIS}, origin=0) -> scipy_like.uniform_filter1d(...) : {_SAME} statics=size,origin
    scipy.ndimage.uniform_filter(input, size=3, {_ALL}, origin=0)  -> scipy_like.uniform_filter(...)   : {_SAME} statics=size,origin
    scipy.ndimage.maximum_filter1d(input, size, {_AXIS}, origin=0) -> scipy_like.maximum_filter1d(...) : {_SAME} statics=size,origin
    scipy.ndimage.maximum_filter(input, size, {_ALL}, origin=0)    -> scipy_like.maximum_filter(...)   : {_SAME} statics=size,origin
    scipy.ndimage.minimum_filter1d(input, size, {_AXIS}, origin=0) -> scipy_like.minimum_filter1d(...) : {_SAME} statics=size,origin
    scipy.ndimage.minimum_filter(input, size, {_ALL}, origin=0)    -> scipy_like.minimum_filter(...)   : {_SAME} statics=size,origin
    scipy.ndimage.median_filter(input, size, {_ALL}, origin=0)     -> scipy_like.median_filter(...)    : {_SAME} statics=size,origin
    scipy.ndimage.map_coordinates(input, coordinates, *, order, mode='constant', cval=0.0) -> scipy_like.map_coordinates(...) : dtype=same shape=? only=order:1
    scipy.ndimage.map_coordinates(input, coordinates, *, order, mode='constant', cval=0.0) -> scipy_like.map_coordinates(...) : dtype=same shape=? only=order:0
    scipy.ndimage.map_coordinates                               -> ! HYB402 JAX has `order=0` and `order=1`, without splines: say which
    scipy.ndimage.center_of_mass(input)                         -> scipy_like.center_of_mass(input) : dtype=?
    scipy.ndimage.zoom                                          -> ! HYB402 JAX has no splines: use `jax.image.resize`
    scipy.ndimage.rotate                                        -> ! HYB402 JAX has no splines: use `map_coordinates` with `order=1`
    scipy.ndimage.shift                                         -> ! HYB402 JAX has no splines: use `np.roll`, or `map_coordinates` with `order=1`
    scipy.ndimage.affine_transform                              -> ! HYB402 JAX has no splines: use `map_coordinates` with `order=1`
    scipy.ndimage.generic_filter                                -> ! HYB402 stack the shifted arrays, and compute along the new axis
"""
