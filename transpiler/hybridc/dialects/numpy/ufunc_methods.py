"""Methods of NumPy's functions of two numbers: `np.add.outer(a, b)`, `np.maximum.accumulate(a)`."""

# What reduces an array as the function does from element to element, with the facts of its result.
_REDUCTIONS = {
    "add": ("jnp.sum", "sum"),
    "multiply": ("jnp.prod", "sum"),
    "maximum": ("jnp.max", "same"),
    "minimum": ("jnp.min", "same"),
    "logical_and": ("jnp.all", "bool"),
    "logical_or": ("jnp.any", "bool"),
}
_TOTALS = {"add": "cumsum", "multiply": "cumprod"}
_WITH_OUTER = ("add", "subtract", "multiply", "maximum", "minimum")
_COMPARISONS = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "logical_and", "logical_or")
_QUOTIENTS = ("divide", "true_divide")
_OTHERS = ("floor_divide", "mod", "remainder", "power")


def _reduced(name: str, function: str, dtype: str) -> str:
    facts = f"dtype={dtype} shape=? number"
    return f"""
    numpy.{name}.reduce(array) -> {function}(array, axis=0) : {facts}
    numpy.{name}.reduce(array, *, keepdims) -> {function}(array, axis=0, keepdims=keepdims) : {facts}
    numpy.{name}.reduce(array, axis, *, keepdims=False) -> {function}(array, axis=axis, keepdims=keepdims) : {facts}
"""


def _total(name: str, function: str) -> str:
    def facts(axis: str) -> str:
        return f"dtype=sum shape=? widens unproven=numpy_like.{function}(array,axis={axis})"

    return f"""
    numpy.{name}.accumulate(array) -> jnp.{function}(array, axis=0) : {facts("0")}
    numpy.{name}.accumulate(array, axis) -> jnp.{function}(array, axis=axis) : {facts("axis")}
"""


def _extreme(name: str) -> str:
    return f"""
    numpy.{name}.accumulate(array, axis=0) -> lax.associative_scan(jnp.{name}, jnp.asarray(array), axis=axis) : dtype=same shape=same
"""


def _outer(name: str, facts: str) -> str:
    if name in _WITH_OUTER:
        return f"    numpy.{name}.outer(A, B, /) -> jnp.{name}.outer(A, B) : {facts}\n"
    return f"    numpy.{name}.outer(A, B, /) -> numpy_like.outer(jnp.{name}, A, B) : {facts}\n"


LINES = "".join(
    [
        *(_reduced(name, *each) for name, each in _REDUCTIONS.items()),
        *(_total(name, function) for name, function in _TOTALS.items()),
        *(_extreme(name) for name in ("maximum", "minimum")),
        *(_outer(name, "shape=? number makes=promote") for name in _WITH_OUTER),
        *(_outer(name, "dtype=bool shape=? number") for name in _COMPARISONS),
        *(_outer(name, "dtype=float shape=? number makes=float64") for name in _QUOTIENTS),
        *(_outer(name, "shape=? number") for name in _OTHERS),
    ]
)
