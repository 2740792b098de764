"""Functions that work element by element."""

LINES = """
    numpy.sqrt(x, /)                                           -> jnp.sqrt(...)                : dtype=float shape=elementwise makes=width
    numpy.cbrt(x, /)                                           -> numpy_like.cbrt(...)         : dtype=float shape=elementwise makes=width
    numpy.exp(x, /)                                            -> jnp.exp(...)                 : dtype=float shape=elementwise makes=width
    numpy.exp2(x, /)                                           -> numpy_like.exp2(...)         : dtype=float shape=elementwise makes=width
    numpy.expm1(x, /)                                          -> jnp.expm1(...)               : dtype=float shape=elementwise makes=width
    numpy.log(x, /)                                            -> jnp.log(...)                 : dtype=float shape=elementwise makes=width
    numpy.log2(x, /)                                           -> numpy_like.log2(...)         : dtype=float shape=elementwise makes=width
    numpy.log10(x, /)                                          -> numpy_like.log10(...)        : dtype=float shape=elementwise makes=width
    numpy.log1p(x, /)                                          -> jnp.log1p(...)               : dtype=float shape=elementwise makes=width
    numpy.sin(x, /)                                            -> jnp.sin(...)                 : dtype=float shape=elementwise makes=width
    numpy.cos(x, /)                                            -> jnp.cos(...)                 : dtype=float shape=elementwise makes=width
    numpy.tan(x, /)                                            -> jnp.tan(...)                 : dtype=float shape=elementwise makes=width
    numpy.arcsin(x, /)                                         -> jnp.arcsin(...)              : dtype=float shape=elementwise makes=width
    numpy.arccos(x, /)                                         -> jnp.arccos(...)              : dtype=float shape=elementwise makes=width
    numpy.arctan(x, /)                                         -> jnp.arctan(...)              : dtype=float shape=elementwise makes=width
    numpy.sinh(x, /)                                           -> jnp.sinh(...)                : dtype=float shape=elementwise makes=width
    numpy.cosh(x, /)                                           -> jnp.cosh(...)                : dtype=float shape=elementwise makes=width
    numpy.tanh(x, /)                                           -> jnp.tanh(...)                : dtype=float shape=elementwise makes=width
    numpy.arcsinh(x, /)                                        -> jnp.arcsinh(...)             : dtype=float shape=elementwise makes=width
    numpy.arccosh(x, /)                                        -> jnp.arccosh(...)             : dtype=float shape=elementwise makes=width
    numpy.arctanh(x, /)                                        -> jnp.arctanh(...)             : dtype=float shape=elementwise makes=width
    numpy.asin(x, /)                                           -> jnp.asin(...)                : dtype=float shape=elementwise makes=width
    numpy.acos(x, /)                                           -> jnp.acos(...)                : dtype=float shape=elementwise makes=width
    numpy.atan(x, /)                                           -> jnp.atan(...)                : dtype=float shape=elementwise makes=width
    numpy.asinh(x, /)                                          -> jnp.asinh(...)               : dtype=float shape=elementwise makes=width
    numpy.acosh(x, /)                                          -> jnp.acosh(...)               : dtype=float shape=elementwise makes=width
    numpy.atanh(x, /)                                          -> jnp.atanh(...)               : dtype=float shape=elementwise makes=width
    numpy.deg2rad(x, /)                                        -> jnp.deg2rad(...)             : dtype=float shape=elementwise makes=width
    numpy.rad2deg(x, /)                                        -> jnp.rad2deg(...)             : dtype=float shape=elementwise makes=width
    numpy.degrees(x, /)                                        -> jnp.degrees(...)             : dtype=float shape=elementwise makes=width
    numpy.radians(x, /)                                        -> jnp.radians(...)             : dtype=float shape=elementwise makes=width
    numpy.arctan2(x1, x2, /)                                   -> jnp.arctan2(...)             : dtype=float shape=elementwise makes=width
    numpy.atan2(x1, x2, /)                                     -> jnp.atan2(...)               : dtype=float shape=elementwise makes=width
    numpy.hypot(x1, x2, /)                                     -> jnp.hypot(...)               : dtype=float shape=elementwise makes=width
    numpy.logaddexp(x1, x2, /)                                 -> jnp.logaddexp(...)           : dtype=float shape=elementwise makes=width
    numpy.logaddexp2(x1, x2, /)                                -> jnp.logaddexp2(...)          : dtype=float shape=elementwise makes=width
    numpy.copysign(x1, x2, /)                                  -> jnp.copysign(...)            : dtype=float shape=elementwise makes=width
    numpy.nextafter(x1, x2, /)                                 -> jnp.nextafter(...)           : dtype=float shape=elementwise makes=width
    numpy.true_divide(x1, x2, /)                               -> jnp.true_divide(...)         : dtype=float shape=elementwise makes=float64
    numpy.divide(x1, x2, /)                                    -> jnp.divide(...)              : dtype=float shape=elementwise makes=float64
    numpy.heaviside(x1, x2, /)                                 -> jnp.heaviside(...)           : dtype=float shape=elementwise makes=width
    numpy.add(x1, x2, /)                                       -> jnp.add(...)                 : shape=elementwise makes=promote
    numpy.subtract(x1, x2, /)                                  -> jnp.subtract(...)            : shape=elementwise makes=promote
    numpy.multiply(x1, x2, /)                                  -> jnp.multiply(...)            : shape=elementwise makes=promote
    numpy.floor_divide(x1, x2, /)                              -> jnp.floor_divide(...)        : shape=elementwise makes=promote
    numpy.mod(x1, x2, /)                                       -> jnp.mod(...)                 : shape=elementwise makes=promote
    numpy.remainder(x1, x2, /)                                 -> jnp.remainder(...)           : shape=elementwise makes=promote
    numpy.fmod(x1, x2, /)                                      -> jnp.fmod(...)                : shape=elementwise
    numpy.maximum(x1, x2, /)                                   -> jnp.maximum(...)             : shape=elementwise makes=promote
    numpy.minimum(x1, x2, /)                                   -> jnp.minimum(...)             : shape=elementwise makes=promote
    numpy.fmax(x1, x2, /)                                      -> jnp.fmax(...)                : shape=elementwise makes=promote
    numpy.fmin(x1, x2, /)                                      -> jnp.fmin(...)                : shape=elementwise makes=promote
    numpy.power(x1, x2, /)                                     -> jnp.power(...)               : shape=elementwise
    numpy.pow(x1, x2, /)                                       -> jnp.pow(...)                 : shape=elementwise
    numpy.float_power(x1, x2, /)                               -> jnp.float_power(...)         : dtype=? shape=elementwise unproven=numpy_like.float_power(x1,x2)
    numpy.negative(x, /)                                       -> jnp.negative(...)            : shape=elementwise
    numpy.positive(x, /)                                       -> jnp.positive(...)            : shape=elementwise
    numpy.conj(x, /)                                           -> jnp.conj(...)                : shape=elementwise
    numpy.conjugate(x, /)                                      -> jnp.conjugate(...)           : shape=elementwise
    numpy.square(x, /)                                         -> jnp.square(...)              : shape=elementwise
    numpy.sign(x, /)                                           -> jnp.sign(...)                : shape=elementwise
    numpy.reciprocal(x, /)                                     -> ! HYB402 NumPy rounds the reciprocals of integers to 0: write `1 / x`
    numpy.abs(x, /)                                            -> jnp.abs(...)                 : dtype=real shape=elementwise
    numpy.absolute(x, /)                                       -> jnp.absolute(...)            : dtype=real shape=elementwise
    numpy.fabs(x, /)                                           -> jnp.fabs(...)                : dtype=real shape=elementwise makes=width
    numpy.floor(x, /)                                          -> jnp.floor(...)               : dtype=? shape=elementwise
    numpy.ceil(x, /)                                           -> jnp.ceil(...)                : dtype=? shape=elementwise
    numpy.trunc(x, /)                                          -> jnp.trunc(...)               : dtype=? shape=elementwise
    numpy.rint(x, /)                                           -> jnp.rint(...)                : dtype=? shape=elementwise makes=width
    numpy.fix(x, /)                                            -> jnp.trunc(...)               : dtype=? shape=elementwise
    numpy.bitwise_and(x1, x2, /)                               -> jnp.bitwise_and(...)         : dtype=promote shape=elementwise
    numpy.bitwise_or(x1, x2, /)                                -> jnp.bitwise_or(...)          : dtype=promote shape=elementwise
    numpy.bitwise_xor(x1, x2, /)                               -> jnp.bitwise_xor(...)         : dtype=promote shape=elementwise
    numpy.bitwise_not(x, /)                                    -> jnp.bitwise_not(...)         : dtype=promote shape=elementwise
    numpy.invert(x, /)                                         -> jnp.invert(...)              : dtype=promote shape=elementwise
    numpy.bitwise_invert(x, /)                                 -> jnp.bitwise_invert(...)      : dtype=promote shape=elementwise
    numpy.left_shift(x1, x2, /)                                -> jnp.left_shift(...)          : dtype=? shape=elementwise
    numpy.right_shift(x1, x2, /)                               -> jnp.right_shift(...)         : dtype=? shape=elementwise
    numpy.bitwise_left_shift(x1, x2, /)                        -> jnp.bitwise_left_shift(...)  : dtype=? shape=elementwise
    numpy.bitwise_right_shift(x1, x2, /)                       -> jnp.bitwise_right_shift(...) : dtype=? shape=elementwise
    numpy.gcd(x1, x2, /)                                       -> jnp.gcd(...)                 : dtype=? shape=elementwise
    numpy.lcm(x1, x2, /)                                       -> jnp.lcm(...)                 : dtype=? shape=elementwise
    numpy.equal(x1, x2, /)                                     -> jnp.equal(...)               : dtype=bool shape=elementwise makes=promote
    numpy.not_equal(x1, x2, /)                                 -> jnp.not_equal(...)           : dtype=bool shape=elementwise makes=promote
    numpy.less(x1, x2, /)                                      -> jnp.less(...)                : dtype=bool shape=elementwise makes=promote
    numpy.less_equal(x1, x2, /)                                -> jnp.less_equal(...)          : dtype=bool shape=elementwise makes=promote
    numpy.greater(x1, x2, /)                                   -> jnp.greater(...)             : dtype=bool shape=elementwise makes=promote
    numpy.greater_equal(x1, x2, /)                             -> jnp.greater_equal(...)       : dtype=bool shape=elementwise makes=promote
    numpy.logical_and(x1, x2, /)                               -> jnp.logical_and(...)         : dtype=bool shape=elementwise
    numpy.logical_or(x1, x2, /)                                -> jnp.logical_or(...)          : dtype=bool shape=elementwise
    numpy.logical_xor(x1, x2, /)                               -> jnp.logical_xor(...)         : dtype=bool shape=elementwise
    numpy.logical_not(x, /)                                    -> jnp.logical_not(...)         : dtype=bool shape=elementwise
    numpy.isnan(x, /)                                          -> jnp.isnan(...)               : dtype=bool shape=elementwise
    numpy.isinf(x, /)                                          -> jnp.isinf(...)               : dtype=bool shape=elementwise
    numpy.isfinite(x, /)                                       -> jnp.isfinite(...)            : dtype=bool shape=elementwise
    numpy.signbit(x, /)                                        -> jnp.signbit(...)             : dtype=bool shape=elementwise
    numpy.bitwise_count(x, /)                                  -> jnp.bitwise_count(...)       : dtype=? shape=elementwise
    numpy.ldexp(x1, x2, /)                                     -> jnp.ldexp(...)               : dtype=? shape=elementwise
    numpy.divmod(x1, x2, /)                                    -> jnp.divmod(...)              : dtype=? shape=?
    numpy.modf(x, /)                                           -> ! HYB402 the fraction of an infinity is 0 in NumPy and NaN in JAX: write `np.trunc(x)` and `x - np.trunc(x)`
    numpy.frexp(x, /)                                          -> jnp.frexp(...)               : dtype=? shape=? makes=width
    numpy.real(val)                                            -> jnp.real(...)                : dtype=? shape=elementwise view
    numpy.imag(val)                                            -> jnp.imag(...)                : dtype=? shape=elementwise view
    numpy.angle(z, deg=False)                                  -> jnp.angle(...)               : dtype=? shape=? makes=width
    numpy.sinc(x)                                              -> jnp.sinc(...)                : dtype=? shape=? makes=float64 unproven=jnp.sinc(1.0*x)
    numpy.i0(x)                                                -> jnp.i0(...)                  : dtype=? shape=? makes=float64 unproven=jnp.i0(1.0*x)
    numpy.nan_to_num(x, *, nan=0.0, posinf=None, neginf=None)  -> jnp.nan_to_num(...)          : dtype=? shape=?
    numpy.unwrap(p, discont=None, axis=-1, *, period=6.283185307179586) -> jnp.unwrap(...)              : dtype=? shape=?
    numpy.clip(a, a_min, a_max, /)                             -> jnp.clip(...)                : dtype=? shape=elementwise bounded unproven=numpy_like.clip(a,a_min,a_max)
    numpy.clip(a, a_min, a_max)                                -> jnp.clip(a, a_min, a_max)    : dtype=? shape=elementwise bounded unproven=numpy_like.clip(a,a_min,a_max)
    numpy.where(condition, x, y, /)                            -> jnp.where(...)               : dtype=? shape=elementwise makes=promote
    numpy.round(a)                                             -> jnp.round(...)               : dtype=? shape=same
    numpy.round(a, decimals)                                   -> numpy_like.rounded(a, decimals) : dtype=? shape=same
    numpy.around(a)                                            -> jnp.round(...)               : dtype=? shape=same
    numpy.around(a, decimals)                                  -> numpy_like.rounded(a, decimals) : dtype=? shape=same
    numpy.isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False) -> jnp.isclose(...)             : dtype=bool shape=elementwise makes=promote
    numpy.real_if_close(a)                                     -> ! HYB403 whether the result is real depends on values: use `.real`
    numpy.isreal(x)                                            -> jnp.isreal(...)              : dtype=bool shape=elementwise
    numpy.iscomplex(x)                                         -> jnp.iscomplex(...)           : dtype=bool shape=elementwise
    numpy.isposinf(x)                                          -> jnp.isposinf(...)            : dtype=bool shape=elementwise
    numpy.isneginf(x)                                          -> jnp.isneginf(...)            : dtype=bool shape=elementwise
    numpy.spacing(x, /)                                        -> jnp.spacing(...)             : dtype=? shape=elementwise makes=width
"""
