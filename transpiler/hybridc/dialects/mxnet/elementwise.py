"""Operators that work element by element: of one array, of two, and comparisons, which give 1 and 0 in the arrays' dtype."""

from hybridc.dialects.mxnet.namespaces import in_every_namespace, words

_UNARY = words(
    "exp expm1 log log2 log10 log1p sqrt rsqrt cbrt rcbrt reciprocal sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh degrees radians erf erfinv gamma gammaln sigmoid softsign relu abs floor ceil trunc fix round rint logical_not"
)
# By the operator, the names of what does the same: of arrays of one shape first, then broadcast.
_BINARY = {
    "add": ("broadcast_add", "broadcast_plus", "add"),
    "subtract": ("broadcast_sub", "broadcast_minus", "subtract"),
    "multiply": ("broadcast_mul", "multiply"),
    "divide": ("broadcast_div", "divide", "true_divide"),
    "modulo": ("broadcast_mod", "modulo"),
    "maximum": ("broadcast_maximum", "maximum"),
    "minimum": ("broadcast_minimum", "minimum"),
    "hypot": ("broadcast_hypot", "hypot"),
    "equal": ("broadcast_equal", "equal"),
    "not_equal": ("broadcast_not_equal", "not_equal"),
    "greater": ("broadcast_greater", "greater"),
    "greater_equal": ("broadcast_greater_equal", "greater_equal"),
    "lesser": ("broadcast_lesser", "lesser"),
    "lesser_equal": ("broadcast_lesser_equal", "lesser_equal"),
    "logical_and": ("broadcast_logical_and", "logical_and"),
    "logical_or": ("broadcast_logical_or", "logical_or"),
    "logical_xor": ("broadcast_logical_xor", "logical_xor"),
}
_SAME = "dtype=same shape=same"
_BOTH = "dtype=same shape=elementwise"

_OPERATORS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/"}


def _of_two(operator: str, name: str) -> str:
    """The right side. Of two arrays, which have one dtype, sums and products are JAX's, also of integers; `divide` cuts
    those off, and `add` takes numbers too."""
    symbol = _OPERATORS.get(operator)
    if symbol is not None and symbol != "/" and name.startswith("broadcast_"):
        return f"lhs {symbol} rhs : dtype=promote shape=elementwise"
    return f"ops.{operator}(lhs, rhs) : {_BOTH}" + (f" plain={symbol}" if symbol is not None else "")


_LINES = f"""
    nd.square(data)                               -> jnp.square(data)            : {_SAME}
    nd.sign(data)                                 -> jnp.sign(data)              : {_SAME}
    nd.negative(data)                             -> jnp.negative(data)          : {_SAME}
    nd.identity(data)                             -> data.copy()                 : {_SAME}
    nd.stop_gradient(data)                        -> lax.stop_gradient(data)     : {_SAME}
    nd.BlockGrad(data)                            -> lax.stop_gradient(data)     : {_SAME}
    nd.hard_sigmoid(data, alpha=0.2, beta=0.5)    -> ops.hard_sigmoid(...) : dtype=floats shape=same
    nd.clip(data, a_min, a_max)                   -> ops.clip(...)               : {_SAME}
    nd.cast(data, dtype)                          -> ops.cast(...)               : dtype=? shape=same
    nd.Cast(data, dtype)                          -> ops.cast(...)               : dtype=? shape=same
    nd.amp_cast(data, dtype)                      -> ops.cast(...)               : dtype=? shape=same
    nd.smooth_l1(data, scalar=1.0)                -> ops.smooth_l1(...)          : {_SAME}
    nd.power(base, exp)                           -> ops.power(...)              : {_BOTH}
    nd.pow(base, exp)                             -> ops.power(...)              : {_BOTH}
    nd.broadcast_power(lhs, rhs)                  -> ops.power(...)              : {_BOTH}
    nd.elemwise_add(lhs, rhs)                     -> lhs + rhs                : dtype=promote shape=same
    nd.elemwise_sub(lhs, rhs)                     -> lhs - rhs                : dtype=promote shape=same
    nd.elemwise_mul(lhs, rhs)                     -> lhs * rhs                : dtype=promote shape=same
    nd.elemwise_div(lhs, rhs)                     -> ops.elemwise_div(...)       : {_SAME} plain=/
    nd.add_n(*args)                               -> ops.add_n(*args)            : {_SAME}
    nd.ElementWiseSum(*args)                      -> ops.add_n(*args)            : {_SAME}
    nd.contrib.isnan(data)                        -> ops.isnan(data)             : {_SAME}
    nd.contrib.isinf(data)                        -> ops.isinf(data)             : {_SAME}
    nd.contrib.isfinite(data)                     -> ops.isfinite(data)          : {_SAME}
    nd.contrib.quadratic(data, a=0, b=0, c=0)     -> ops.quadratic(...)          : {_SAME}
    nd.contrib.gradientmultiplier(data, scalar=1) -> ops.gradientmultiplier(...) : {_SAME}
    nd.contrib.div_sqrt_dim(data)                 -> ops.div_sqrt_dim(data)      : {_SAME}
"""

LINES = in_every_namespace(
    _LINES
    + "\n".join(f"nd.{name}(data) -> ops.{name}(data) : {_SAME}" for name in _UNARY)
    + "\n"
    + "\n".join(f"nd.{n}(lhs, rhs) -> {_of_two(op, n)}" for op, names in _BINARY.items() for n in names)
)
