"""NumPy's functions that draw random numbers, by name: what is no draw, and where the size stands."""

from __future__ import annotations

import ast

GENERATORS = frozenset({"numpy.random.RandomState", "numpy.random.default_rng"})
NO_DRAWS = frozenset({
    "bytes", "default_rng", "get_state", "getstate", "seed", "set_state", "setstate", "shuffle", "spawn",
})  # fmt: skip
OF_DIMENSIONS = frozenset({"rand", "randn"})  # whose arguments are the size
# How many parameters stand before the size
BEFORE_SIZE = {
    "beta": 2, "binomial": 2, "choice": 1, "exponential": 1, "gamma": 2, "geometric": 1, "hypergeometric": 3,
    "integers": 2, "logseries": 1, "lognormal": 2, "negative_binomial": 2, "normal": 2, "poisson": 1, "randint": 2,
    "random": 0, "random_integers": 2, "random_sample": 0, "randrange": 3, "standard_normal": 0, "uniform": 2,
    "zipf": 1,
}  # fmt: skip


def method_of(call: ast.expr) -> str:
    """The name of what is called, without what it belongs to; empty for others."""
    return call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""


def is_of_one(call: ast.expr) -> bool:
    """It gives a number, and no array: no size is given."""
    if not isinstance(call, ast.Call) or any(k.arg == "size" for k in call.keywords):
        return False
    method = method_of(call)
    return len(call.args) <= BEFORE_SIZE.get(method, 0 if method in OF_DIMENSIONS else -1)
