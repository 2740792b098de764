"""What compiled calls return besides arrays: Python objects, as they were while the call was traced."""

from __future__ import annotations

from typing import Any

import jax
from jax import tree_util

from hybridc.runtime.pytrees.key_order import with_order
from hybridc.runtime.pytrees.records import register_records
from hybridc.runtime.pytrees.structure import is_numeric


class Fixed:
    """Holds a Python object among the results of a traced function; JAX sees no array in it."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fixed) and type(other.value) is type(self.value) and bool(other.value == self.value)

    def __hash__(self) -> int:
        return hash(type(self.value))


tree_util.register_pytree_node(Fixed, lambda fixed: ((), fixed), lambda fixed, _: fixed)


def is_array(leaf: Any) -> bool:
    return isinstance(leaf, jax.Array) or (is_numeric(leaf) and hasattr(leaf, "dtype"))


def arrays_in(result: Any) -> list[Any]:
    leaves = tree_util.tree_leaves(result)
    if register_records(leaves):
        leaves = tree_util.tree_leaves(result)
    return [leaf for leaf in leaves if is_array(leaf)]


def with_fixed(result: Any, module: str) -> tuple[Any, bool]:
    """A result in which Python objects are `Fixed`, and whether there are any.

    Raises TypeError for an object that holds arrays where JAX cannot see them.
    """
    found = False
    register_records(tree_util.tree_leaves(result))

    def fixed(leaf: Any) -> Any:
        nonlocal found
        if is_array(leaf):
            return leaf
        found = True
        if any(isinstance(held, jax.core.Tracer) for held in getattr(leaf, "__dict__", {}).values()):
            raise TypeError(
                f"`{module}` returns a {type(leaf).__name__}, which JAX does not know as a container of arrays; "
                "return a tuple, dict or NamedTuple, or register it with `jax.tree_util.register_dataclass`"
            )
        return Fixed(leaf)

    return tree_util.tree_map(fixed, with_order(result), is_leaf=lambda leaf: leaf is None), found


def without_fixed(result: Any) -> Any:
    """The result as `forward` gave it."""
    return tree_util.tree_map(
        lambda leaf: leaf.value if isinstance(leaf, Fixed) else leaf,
        result,
        is_leaf=lambda leaf: isinstance(leaf, Fixed),
    )
