"""Functions that work element by element, and their methods."""

# By Paddle's name, what becomes of `x`, and the dtype: `float` where whole numbers become float32.
_UNARY = {
    "sqrt": "jnp.sqrt(x) float", "rsqrt": "lax.rsqrt(x) same", "exp": "jnp.exp(x) float", "expm1": "jnp.expm1(x) float",
    "log": "jnp.log(x) float", "log2": "numpy_like.log2(x) float", "log10": "numpy_like.log10(x) float", "log1p": "jnp.log1p(x) float",
    "sin": "jnp.sin(x) float", "cos": "jnp.cos(x) float", "tan": "jnp.tan(x) float", "asin": "jnp.asin(x) float",
    "acos": "jnp.acos(x) float", "atan": "jnp.atan(x) float", "sinh": "jnp.sinh(x) float", "cosh": "jnp.cosh(x) float",
    "tanh": "jnp.tanh(x) float", "asinh": "jnp.asinh(x) float", "acosh": "jnp.acosh(x) float",
    "atanh": "jnp.atanh(x) float", "erf": "jax.lax.erf(x) same", "erfinv": "jax.lax.erf_inv(x) same",
    "lgamma": "jax.lax.lgamma(x) same", "digamma": "jax.lax.digamma(x) same", "reciprocal": "jnp.reciprocal(x) float",
    "abs": "tensors.abs(x) same", "neg": "jnp.negative(x) same", "square": "jnp.square(x) same", "sign": "jnp.sign(x) same",
    "floor": "jnp.floor(x) same", "ceil": "jnp.ceil(x) same", "trunc": "jnp.trunc(x) same",
    "sigmoid": "F.sigmoid(x) float", "isnan": "jnp.isnan(x) bool", "isinf": "jnp.isinf(x) bool",
    "isfinite": "jnp.isfinite(x) bool", "logical_not": "jnp.logical_not(x) bool", "bitwise_not": "jnp.bitwise_not(x) same",
    "deg2rad": "jnp.deg2rad(x) float", "rad2deg": "jnp.rad2deg(x) float", "frac": "(x - jnp.trunc(x)) same",
    "conj": "jnp.conj(x) same", "real": "jnp.real(x) ?", "imag": "jnp.imag(x) ?", "angle": "jnp.angle(x) ?",
    "logit": "jax.scipy.special.logit(x) same",
}  # fmt: skip
_BINARY = {
    "add": "jnp.add(x, y)", "subtract": "jnp.subtract(x, y)", "multiply": "jnp.multiply(x, y)",
    "divide": "jnp.divide(x, y)", "floor_divide": "jnp.floor_divide(x, y)", "remainder": "jnp.remainder(x, y)",
    "mod": "jnp.remainder(x, y)", "floor_mod": "jnp.remainder(x, y)", "pow": "tensors.pow(x, y)",
    "maximum": "jnp.maximum(x, y)", "minimum": "jnp.minimum(x, y)", "fmax": "jnp.fmax(x, y)", "fmin": "jnp.fmin(x, y)",
    "atan2": "jnp.arctan2(x, y)", "bitwise_and": "jnp.bitwise_and(x, y)", "bitwise_or": "jnp.bitwise_or(x, y)",
    "bitwise_xor": "jnp.bitwise_xor(x, y)", "heaviside": "jnp.heaviside(x, y)", "hypot": "jnp.hypot(x, y)",
}  # fmt: skip
_COMPARING = {
    "equal": "(x == y)", "not_equal": "(x != y)", "less_than": "(x < y)", "less_equal": "(x <= y)",
    "greater_than": "(x > y)", "greater_equal": "(x >= y)", "logical_and": "jnp.logical_and(x, y)",
    "logical_or": "jnp.logical_or(x, y)", "logical_xor": "jnp.logical_xor(x, y)",
}  # fmt: skip
# Methods that are called otherwise than functions, or have other arguments, are in `methods`.
_FUNCTIONS_ALONE = frozenset({"pow"})
_WRITING = frozenset(
    [
        "sqrt",
        "rsqrt",
        "exp",
        "log",
        "abs",
        "neg",
        "floor",
        "ceil",
        "reciprocal",
        "sigmoid",
        "tanh",
        "sin",
        "cos",
        "erf",
        "square",
        "trunc",
    ]
)
_CHANGING = frozenset(["add", "subtract", "multiply", "divide", "floor_divide", "remainder"])

_OTHERS = """
    paddle.clip(x, min=None, max=None, name=None)          -> tensors.clip(x, min=min, max=max) : dtype=same shape=same
    paddle.scale(x, scale=1.0, bias=0.0, bias_after_scale=True, act=None, name=None) -> tensors.scale(x, scale=scale, bias=bias, bias_after_scale=bias_after_scale, act=act) : dtype=same shape=same statics=bias_after_scale,act
    paddle.round(x, *, name=None)                          -> jnp.round(x) : dtype=same shape=same
    paddle.round(x, decimals, name=None)                   -> numpy_like.rounded(x, decimals) : dtype=same shape=same statics=decimals
    paddle.where(condition, x, y, name=None)               -> jnp.where(condition, x, y) : dtype=? shape=elementwise
    paddle.lerp(x, y, weight, name=None)                   -> (x + weight * (y - x)) : dtype=promote shape=elementwise
    paddle.multiplex(inputs, index, name=None)             -> tensors.multiplex(inputs, index) : dtype=? places=index
    paddle.nan_to_num(x, nan=0.0, posinf=None, neginf=None, name=None) -> jnp.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf) : dtype=same shape=same
    paddle.increment(x, value=1.0, name=None)              -> tensors.increment(x, value=value) : dtype=same shape=same writes
    paddle.isclose(x, y, rtol=1e-05, atol=1e-08, equal_nan=False, name=None) -> jnp.isclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan) : dtype=bool shape=elementwise
    paddle.stanh(x, scale_a=0.67, scale_b=1.7159, name=None) -> tensors.stanh(x, scale_a=scale_a, scale_b=scale_b) : dtype=same shape=same
    paddle.allclose(x, y, rtol=1e-05, atol=1e-08, equal_nan=False, name=None) -> jnp.allclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan) : dtype=bool shape=scalar
    paddle.equal_all(x, y, name=None)                      -> jnp.array_equal(x, y) : dtype=bool shape=scalar
"""


def _lines() -> str:
    found = [_OTHERS]
    for name, text in _UNARY.items():
        target, dtype = text.rsplit(" ", 1)
        own = target.replace("(x)", "(self)").replace("(x -", "(self -")
        found.append(f"    paddle.{name}(x, name=None) -> {target} : dtype={dtype} shape=elementwise\n")
        found.append(f"    Tensor.{name}(self, name=None) -> {own} : dtype={dtype} shape=elementwise\n")
        if name in _WRITING:
            for left in (f"paddle.{name}_(x, name=None) -> {target}", f"Tensor.{name}_(self, name=None) -> {own}"):
                found.append(f"    {left} : dtype=same shape=same writes\n")
    for table, dtype in ((_BINARY, "promote"), (_COMPARING, "bool")):
        for name, target in table.items():
            own = target.replace("(x", "(self").replace("(self == ", "(self == ")
            found.append(f"    paddle.{name}(x, y, name=None) -> {target} : dtype={dtype} shape=elementwise\n")
            if name not in _FUNCTIONS_ALONE:
                found.append(f"    Tensor.{name}(self, y, name=None) -> {own} : dtype={dtype} shape=elementwise\n")
            if name in _CHANGING:
                written = own + ".astype(self.dtype)"
                found.append(f"    Tensor.{name}_(self, y, name=None) -> {written} : dtype=same shape=same writes\n")
    return "".join(found)


LINES = _lines()
