"""Functions that work element by element, for which JAX has the call."""

# By Chainer's name: what becomes of `x`.
_UNARY = {
    "absolute": "F.absolute(x)", "arccos": "jnp.arccos(x)", "arcsin": "jnp.arcsin(x)", "arctan": "jnp.arctan(x)",
    "arctanh": "jnp.arctanh(x)", "ceil": "jnp.ceil(x)", "cos": "jnp.cos(x)", "cosh": "jnp.cosh(x)",
    "digamma": "jax.lax.digamma(x)", "erf": "jax.lax.erf(x)", "erfc": "jax.lax.erfc(x)", "erfinv": "jax.lax.erf_inv(x)",
    "exp": "jnp.exp(x)", "expm1": "jnp.expm1(x)", "fix": "jnp.trunc(x)", "floor": "jnp.floor(x)",
    "lgamma": "jax.lax.lgamma(x)", "log": "jnp.log(x)", "log10": "numpy_like.log10(x)", "log1p": "jnp.log1p(x)",
    "log2": "numpy_like.log2(x)", "log_ndtr": "jax.scipy.special.log_ndtr(x)", "ndtr": "jax.scipy.special.ndtr(x)",
    "ndtri": "jax.scipy.special.ndtri(x)", "relu": "jax.nn.relu(x)", "rsqrt": "lax.rsqrt(x)", "sigmoid": "jax.nn.sigmoid(x)",
    "sign": "jnp.sign(x)", "sin": "jnp.sin(x)", "sinh": "jnp.sinh(x)", "sqrt": "jnp.sqrt(x)", "square": "jnp.square(x)",
    "tan": "jnp.tan(x)", "tanh": "jnp.tanh(x)",
}  # fmt: skip
# As names of functions, in `Sequential(F.relu)` or `act=F.tanh`.
_OF_THE_RUNTIME = frozenset({"relu", "sigmoid", "tanh"})

LINES = (
    "".join(f"    chainer.functions.{n}(x) -> {target} : dtype=same shape=same\n" for n, target in _UNARY.items())
    + """
    chainer.functions.add(*xs)                    -> F.add(*xs) : dtype=promote shape=elementwise
    chainer.functions.arctan2(x1, x2)             -> jnp.arctan2(x1, x2) : dtype=promote shape=elementwise
    chainer.functions.fmod(x, divisor)            -> jnp.fmod(x, divisor) : dtype=promote shape=elementwise
    chainer.functions.where(condition, x, y)      -> jnp.where(condition, x, y) : dtype=? shape=elementwise
    chainer.functions.maximum                     -> F.maximum : dtype=promote shape=elementwise
    chainer.functions.minimum                     -> F.minimum : dtype=promote shape=elementwise
    chainer.functions.clip                        -> F.clip : dtype=same shape=same
    chainer.functions.cast                        -> F.cast : dtype=? shape=same view
    chainer.functions.identity(x)                 -> x : dtype=same shape=same view
    chainer.functions.copy(x, dst)                -> x : dtype=same shape=same view
    chainer.functions.linear_interpolate          -> F.linear_interpolate : dtype=promote shape=elementwise
"""
)
