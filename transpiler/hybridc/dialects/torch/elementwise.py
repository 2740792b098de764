"""Functions that work element by element."""

_LINES = """
    torch.sqrt(input)                                          -> jnp.sqrt(input)                          : dtype=float shape=elementwise
    torch.rsqrt(input)                                         -> tensors.rsqrt(input)                     : dtype=float shape=elementwise
    torch.exp(input)                                           -> jnp.exp(input)                           : dtype=float shape=elementwise
    torch.exp2(input)                                          -> numpy_like.exp2(input)                   : dtype=float shape=elementwise
    torch.expm1(input)                                         -> jnp.expm1(input)                         : dtype=float shape=elementwise
    torch.log(input)                                           -> jnp.log(input)                           : dtype=float shape=elementwise
    torch.log2(input)                                          -> numpy_like.log2(input)                   : dtype=float shape=elementwise
    torch.log10(input)                                         -> numpy_like.log10(input)                  : dtype=float shape=elementwise
    torch.log1p(input)                                         -> jnp.log1p(input)                         : dtype=float shape=elementwise
    torch.sin(input)                                           -> jnp.sin(input)                           : dtype=float shape=elementwise
    torch.cos(input)                                           -> jnp.cos(input)                           : dtype=float shape=elementwise
    torch.tan(input)                                           -> jnp.tan(input)                           : dtype=float shape=elementwise
    torch.asin(input)                                          -> jnp.asin(input)                          : dtype=float shape=elementwise
    torch.acos(input)                                          -> jnp.acos(input)                          : dtype=float shape=elementwise
    torch.atan(input)                                          -> jnp.atan(input)                          : dtype=float shape=elementwise
    torch.arcsin(input)                                        -> jnp.arcsin(input)                        : dtype=float shape=elementwise
    torch.arccos(input)                                        -> jnp.arccos(input)                        : dtype=float shape=elementwise
    torch.arctan(input)                                        -> jnp.arctan(input)                        : dtype=float shape=elementwise
    torch.sinh(input)                                          -> jnp.sinh(input)                          : dtype=float shape=elementwise
    torch.cosh(input)                                          -> jnp.cosh(input)                          : dtype=float shape=elementwise
    torch.asinh(input)                                         -> jnp.asinh(input)                         : dtype=float shape=elementwise
    torch.acosh(input)                                         -> jnp.acosh(input)                         : dtype=float shape=elementwise
    torch.atanh(input)                                         -> jnp.atanh(input)                         : dtype=float shape=elementwise
    torch.arcsinh(input)                                       -> jnp.arcsinh(input)                       : dtype=float shape=elementwise
    torch.arccosh(input)                                       -> jnp.arccosh(input)                       : dtype=float shape=elementwise
    torch.arctanh(input)                                       -> jnp.arctanh(input)                       : dtype=float shape=elementwise
    torch.deg2rad(input)                                       -> jnp.deg2rad(input)                       : dtype=float shape=elementwise
    torch.rad2deg(input)                                       -> jnp.rad2deg(input)                       : dtype=float shape=elementwise
    torch.reciprocal(input)                                    -> jnp.reciprocal(input)                    : dtype=float shape=elementwise
    torch.sinc(input)                                          -> jnp.sinc(input)                          : dtype=float shape=elementwise
    torch.logit(input, eps=None)                               -> tensors.logit(...)                       : dtype=float shape=same
    torch.lgamma(input)                                        -> jax.scipy.special.gammaln(input)         : dtype=float shape=elementwise
    torch.digamma(input)                                       -> tensors.special.digamma(input)           : dtype=float shape=elementwise
    torch.polygamma(n, input)                                  -> tensors.special.polygamma(n, input)      : dtype=? shape=?
    torch.mvlgamma(input, p)                                   -> jax.scipy.special.multigammaln(input, p) : dtype=float shape=? statics=p
    torch.erf(input)                                           -> jax.scipy.special.erf(input)             : dtype=float shape=elementwise
    torch.erfc(input)                                          -> jax.scipy.special.erfc(input)            : dtype=float shape=elementwise
    torch.erfinv(input)                                        -> jax.scipy.special.erfinv(input)          : dtype=float shape=elementwise
    torch.i0(input)                                            -> jax.scipy.special.i0(input)              : dtype=float shape=elementwise
    torch.igamma(input, other)                                 -> jax.scipy.special.gammainc(input, other) : dtype=float shape=elementwise
    torch.igammac(input, other)                                -> jax.scipy.special.gammaincc(input, other) : dtype=float shape=elementwise

    torch.add(input, other)                                    -> jnp.add(input, other)                    : shape=elementwise
    torch.add(input, other, *, alpha)                          -> jnp.add(input, alpha * other)            : shape=elementwise
    torch.sub(input, other)                                    -> jnp.subtract(input, other)               : shape=elementwise
    torch.sub(input, other, *, alpha)                          -> jnp.subtract(input, alpha * other)       : shape=elementwise
    torch.subtract(input, other)                               -> jnp.subtract(input, other)               : shape=elementwise
    torch.subtract(input, other, *, alpha)                     -> jnp.subtract(input, alpha * other)       : shape=elementwise
    torch.rsub(input, other)                                   -> jnp.subtract(other, input)               : shape=elementwise
    torch.rsub(input, other, *, alpha)                         -> jnp.subtract(other, alpha * input)       : shape=elementwise
    torch.mul(input, other)                                    -> jnp.multiply(input, other)               : shape=elementwise
    torch.multiply(input, other)                               -> jnp.multiply(input, other)               : shape=elementwise
    torch.div(input, other)                                    -> jnp.divide(input, other)                 : dtype=float shape=elementwise
    torch.div(input, other, *, rounding_mode)                  -> tensors.div(...)                         : dtype=? shape=elementwise statics=rounding_mode
    torch.divide(input, other)                                 -> jnp.divide(input, other)                 : dtype=float shape=elementwise
    torch.divide(input, other, *, rounding_mode)               -> tensors.div(...)                         : dtype=? shape=elementwise statics=rounding_mode
    torch.true_divide(input, other)                            -> jnp.true_divide(input, other)            : dtype=float shape=elementwise
    torch.floor_divide(input, other)                           -> jnp.floor_divide(input, other)           : shape=elementwise
    torch.remainder(input, other)                              -> jnp.remainder(input, other)              : shape=elementwise
    torch.fmod(input, other)                                   -> jnp.fmod(input, other)                   : shape=elementwise
    torch.pow(input, exponent)                                 -> tensors.pow(input, exponent)             : dtype=? shape=elementwise
    torch.float_power(input, exponent)                         -> tensors.float_power(input, exponent)     : dtype=? shape=elementwise narrows
    torch.atan2(input, other)                                  -> jnp.atan2(input, other)                  : dtype=float shape=elementwise
    torch.arctan2(input, other)                                -> jnp.arctan2(input, other)                : dtype=float shape=elementwise
    torch.hypot(input, other)                                  -> jnp.hypot(input, other)                  : dtype=float shape=elementwise
    torch.logaddexp(input, other)                              -> jnp.logaddexp(input, other)              : dtype=float shape=elementwise
    torch.logaddexp2(input, other)                             -> jnp.logaddexp2(input, other)             : dtype=float shape=elementwise
    torch.xlogy(input, other)                                  -> jax.scipy.special.xlogy(input, other)    : dtype=float shape=elementwise
    torch.copysign(input, other)                               -> jnp.copysign(input, other)               : dtype=float shape=elementwise
    torch.nextafter(input, other)                              -> jnp.nextafter(input, other)              : dtype=float shape=elementwise
    torch.ldexp(input, other)                                  -> tensors.ldexp(input, other)              : dtype=? shape=elementwise
    torch.frexp(input)                                         -> tensors.frexp(input)                     : dtype=? items=array,array
    torch.maximum(input, other)                                -> jnp.maximum(input, other)                : shape=elementwise
    torch.minimum(input, other)                                -> jnp.minimum(input, other)                : shape=elementwise
    torch.fmax(input, other)                                   -> tensors.fmax(input, other)               : shape=elementwise
    torch.fmin(input, other)                                   -> tensors.fmin(input, other)               : shape=elementwise
    torch.heaviside(input, values)                             -> tensors.heaviside(input, values)         : shape=elementwise
    torch.gcd(input, other)                                    -> jnp.gcd(input, other)                    : shape=elementwise
    torch.lcm(input, other)                                    -> jnp.lcm(input, other)                    : shape=elementwise
    torch.lerp(input, end, weight)                             -> tensors.lerp(input, end, weight)         : dtype=same shape=elementwise
    torch.addcmul(input, tensor1, tensor2, *, value=1)         -> tensors.addcmul(...)                     : shape=elementwise
    torch.addcmul(input, value, tensor1, tensor2, /)           -> tensors.addcmul(input, tensor1, tensor2, value=value) : shape=elementwise statics=value
    torch.addcdiv(input, tensor1, tensor2, *, value=1)         -> tensors.addcdiv(...)                     : shape=elementwise
    torch.addcdiv(input, value, tensor1, tensor2, /)           -> tensors.addcdiv(input, tensor1, tensor2, value=value) : shape=elementwise statics=value

    torch.abs(input)                                           -> tensors.abs(input)                       : dtype=? shape=elementwise
    torch.absolute(input)                                      -> tensors.abs(input)                       : dtype=? shape=elementwise
    torch.neg(input)                                           -> jnp.negative(input)                      : dtype=same shape=elementwise
    torch.negative(input)                                      -> jnp.negative(input)                      : dtype=same shape=elementwise
    torch.positive(input)                                      -> input                                    : dtype=same shape=same view
    torch.square(input)                                        -> jnp.square(input)                        : dtype=? shape=elementwise
    torch.sign(input)                                          -> tensors.sign(input)                      : dtype=same shape=elementwise
    torch.sgn(input)                                           -> tensors.sign(input)                      : dtype=same shape=elementwise
    torch.signbit(input)                                       -> jnp.signbit(input)                       : dtype=bool shape=elementwise
    torch.floor(input)                                         -> jnp.floor(input)                         : dtype=same shape=elementwise
    torch.ceil(input)                                          -> jnp.ceil(input)                          : dtype=same shape=elementwise
    torch.trunc(input)                                         -> jnp.trunc(input)                         : dtype=same shape=elementwise
    torch.fix(input)                                           -> jnp.trunc(input)                         : dtype=same shape=elementwise
    torch.frac(input)                                          -> tensors.frac(input)                      : dtype=same shape=elementwise
    torch.round(input)                                         -> jnp.round(input)                         : dtype=same shape=same
    torch.round(input, *, decimals)                            -> numpy_like.rounded(input, decimals)      : dtype=same shape=same statics=decimals
    torch.clamp(input, min=None, max=None)                     -> tensors.clamp(...)                       : dtype=? shape=elementwise
    torch.clip(input, min=None, max=None)                      -> tensors.clamp(...)                       : dtype=? shape=elementwise
    torch.clamp_min(input, min)                                -> tensors.clamp(input, min=min)            : dtype=? shape=elementwise
    torch.clamp_max(input, max)                                -> tensors.clamp(input, max=max)            : dtype=? shape=elementwise
    torch.nan_to_num(input, nan=0.0, posinf=None, neginf=None) -> jnp.nan_to_num(input, nan=nan, posinf=posinf, neginf=neginf) : dtype=same shape=same

    torch.bitwise_and(input, other)                            -> jnp.bitwise_and(input, other)            : dtype=? shape=elementwise
    torch.bitwise_or(input, other)                             -> jnp.bitwise_or(input, other)             : dtype=? shape=elementwise
    torch.bitwise_xor(input, other)                            -> jnp.bitwise_xor(input, other)            : dtype=? shape=elementwise
    torch.bitwise_not(input)                                   -> jnp.bitwise_not(input)                   : dtype=same shape=elementwise
    torch.bitwise_left_shift(input, other)                     -> jnp.left_shift(input, other)             : dtype=? shape=elementwise
    torch.bitwise_right_shift(input, other)                    -> jnp.right_shift(input, other)            : dtype=? shape=elementwise
    torch.logical_and(input, other)                            -> jnp.logical_and(input, other)            : dtype=bool shape=elementwise
    torch.logical_or(input, other)                             -> jnp.logical_or(input, other)             : dtype=bool shape=elementwise
    torch.logical_xor(input, other)                            -> jnp.logical_xor(input, other)            : dtype=bool shape=elementwise
    torch.logical_not(input)                                   -> jnp.logical_not(input)                   : dtype=bool shape=elementwise
    torch.eq(input, other)                                     -> jnp.equal(input, other)                  : dtype=bool shape=elementwise
    torch.ne(input, other)                                     -> jnp.not_equal(input, other)              : dtype=bool shape=elementwise
    torch.not_equal(input, other)                              -> jnp.not_equal(input, other)              : dtype=bool shape=elementwise
    torch.lt(input, other)                                     -> jnp.less(input, other)                   : dtype=bool shape=elementwise
    torch.less(input, other)                                   -> jnp.less(input, other)                   : dtype=bool shape=elementwise
    torch.le(input, other)                                     -> jnp.less_equal(input, other)             : dtype=bool shape=elementwise
    torch.less_equal(input, other)                             -> jnp.less_equal(input, other)             : dtype=bool shape=elementwise
    torch.gt(input, other)                                     -> jnp.greater(input, other)                : dtype=bool shape=elementwise
    torch.greater(input, other)                                -> jnp.greater(input, other)                : dtype=bool shape=elementwise
    torch.ge(input, other)                                     -> jnp.greater_equal(input, other)          : dtype=bool shape=elementwise
    torch.greater_equal(input, other)                          -> jnp.greater_equal(input, other)          : dtype=bool shape=elementwise
    torch.isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False) -> jnp.isclose(input, other, rtol=rtol, atol=atol, equal_nan=equal_nan) : dtype=bool shape=elementwise
    torch.isnan(input)                                         -> jnp.isnan(input)                         : dtype=bool shape=elementwise
    torch.isinf(input)                                         -> jnp.isinf(input)                         : dtype=bool shape=elementwise
    torch.isfinite(input)                                      -> jnp.isfinite(input)                      : dtype=bool shape=elementwise
    torch.isposinf(input)                                      -> jnp.isposinf(input)                      : dtype=bool shape=elementwise
    torch.isneginf(input)                                      -> jnp.isneginf(input)                      : dtype=bool shape=elementwise
    torch.isreal(input)                                        -> jnp.isreal(input)                        : dtype=bool shape=elementwise
    torch.isin(elements, test_elements, *, assume_unique=False, invert=False) -> jnp.isin(elements, test_elements, invert=invert) : dtype=bool shape=? statics=invert
    torch.isin(element, test_elements, *, assume_unique=False, invert=False) -> jnp.isin(element, test_elements, invert=invert) : dtype=bool shape=? statics=invert
    torch.isin(elements, test_element, *, assume_unique=False, invert=False) -> jnp.isin(elements, test_element, invert=invert) : dtype=bool shape=? statics=invert
    torch.where(condition, input, other)                       -> jnp.where(condition, input, other)       : dtype=? shape=elementwise
    torch.masked_fill(input, mask, value)                      -> tensors.masked_fill(input, mask, value)  : dtype=same shape=elementwise

    torch.real(input)                                          -> jnp.real(input)                          : dtype=? shape=elementwise view
    torch.imag(input)                                          -> jnp.imag(input)                          : dtype=? shape=elementwise view
    torch.conj(input)                                          -> jnp.conj(input)                          : dtype=same shape=elementwise view
    torch.conj_physical(input)                                 -> jnp.conj(input)                          : dtype=same shape=elementwise
    torch.resolve_conj(input)                                  -> input                                    : dtype=same shape=same view
    torch.resolve_neg(input)                                   -> input                                    : dtype=same shape=same view
    torch.angle(input)                                         -> tensors.angle(input)                     : dtype=? shape=elementwise
    torch.complex(real, imag)                                  -> tensors.complex(real, imag)              : dtype=complex shape=elementwise
    torch.polar(abs, angle)                                    -> tensors.polar(abs, angle)                : dtype=complex shape=elementwise
    torch.view_as_real(input)                                  -> tensors.view_as_real(input)              : dtype=? shape=? view
    torch.view_as_complex(input)                               -> tensors.view_as_complex(input)           : dtype=complex shape=? view

    torch.clone(input, *, memory_format=None)                  -> input.copy()                             : dtype=same shape=same
    torch.detach(input)                                        -> lax.stop_gradient(input)                 : dtype=same shape=same view
    torch.fill(input, value)                                   -> jnp.full_like(input, value)              : dtype=same shape=same
    torch.allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False) -> jnp.allclose(input, other, rtol=rtol, atol=atol, equal_nan=equal_nan) : dtype=bool shape=scalar
    torch.equal(input, other)                                  -> jnp.array_equal(input, other)                 : dtype=bool shape=scalar
    torch.is_nonzero(input)                                    -> (input != 0).reshape(())                : dtype=bool shape=scalar
"""

# Each has a form that writes its argument, whose name ends in an underscore.
_WRITING = frozenset(
    [
        "abs",
        "acos",
        "acosh",
        "arccos",
        "arccosh",
        "arcsin",
        "arcsinh",
        "arctan",
        "arctanh",
        "asin",
        "asinh",
        "atan",
        "atanh",
        "ceil",
        "clamp",
        "clamp_max",
        "clamp_min",
        "clip",
        "conj_physical",
        "cos",
        "cosh",
        "deg2rad",
        "erf",
        "erfc",
        "exp",
        "exp2",
        "expm1",
        "fill",
        "fix",
        "floor",
        "frac",
        "gcd",
        "i0",
        "lcm",
        "ldexp",
        "log",
        "log10",
        "log1p",
        "log2",
        "logit",
        "nan_to_num",
        "neg",
        "negative",
        "rad2deg",
        "reciprocal",
        "round",
        "rsqrt",
        "sin",
        "sinc",
        "sinh",
        "sqrt",
        "square",
        "tan",
        "trunc",
        "xlogy",
    ]
)


def _writing(table: str) -> str:
    lines = []
    for line in table.splitlines():
        name, parenthesis, rest = line.strip().removeprefix("torch.").partition("(")
        if name in _WRITING:
            call, _, _ = rest.partition(" : ")
            lines.append(f"torch.{name}_{parenthesis}{call.rstrip()} : dtype=same shape=same writes")
    return "\n".join(lines)


LINES = f"""{_LINES}
{_writing(_LINES)}
    torch.detach_(input)                                       -> lax.stop_gradient(input)                 : dtype=same shape=same writes
    torch.zero_(input)                                         -> jnp.zeros_like(input)                    : dtype=same shape=same writes
"""
