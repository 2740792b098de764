"""Pytrees taken apart into the arrays that a compiled function carries, and the Python objects that it cannot."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import tree_util

from hybridc.runtime.mutables.parts import collapsed, expanded
from hybridc.runtime.pytrees.key_order import with_order
from hybridc.runtime.pytrees.records import register_records

NUMBERS = (bool, int, float, complex)


class _Array:
    """Stands in a frame for an array."""

    def __repr__(self) -> str:
        return "an array"


ARRAY = _Array()


class _Unset:
    """What a name holds before anything sets it. To compute with it, or to return it, is a TypeError."""

    def __repr__(self) -> str:
        return "unset"


unset = _Unset()


class Frame(NamedTuple):
    """A pytree without its arrays."""

    tree: Any
    leaves: tuple[Any, ...]  # `ARRAY` where an array belongs

    def filled(self, arrays: Sequence[Any]) -> Any:
        return collapsed(self.framing(arrays))

    def framing(self, arrays: Sequence[Any]) -> Any:
        """The pytree, in which parts stand for arrays that are written in place."""
        rest = iter(arrays)
        return tree_util.tree_unflatten(self.tree, [next(rest) if leaf is ARRAY else leaf for leaf in self.leaves])

    def paths(self) -> dict[str, Any]:
        """What stands at each place, None included."""
        whole = tree_util.tree_unflatten(self.tree, self.leaves)
        found, _ = tree_util.tree_flatten_with_path(whole, is_leaf=lambda x: x is None)
        return {tree_util.keystr(path) or "the value": leaf for path, leaf in found}

    def array_paths(self) -> list[str]:
        return [path for path, leaf in self.paths().items() if leaf is ARRAY]


def taken_apart(tree: Any, kept: Collection[int] = (), *, inside: bool = False) -> tuple[list[Any], Frame]:
    """The arrays and numbers of a pytree, and what is left. `kept`: places of numbers that are to stay in Python;
    `inside`: a function that is traced gives it."""
    tree = with_order(tree)
    leaves, structure = tree_util.tree_flatten(expanded(tree, inside=inside))
    if register_records(leaves):
        leaves, structure = tree_util.tree_flatten(expanded(tree, inside=inside))
    return framed(leaves, structure, [place not in kept and is_numeric(leaf) for place, leaf in enumerate(leaves)])


def framed(leaves: list[Any], structure: Any, is_array: list[bool]) -> tuple[list[Any], Frame]:
    """The arrays among the leaves of a pytree, and what is left."""
    arrays = [leaf for leaf, yes in zip(leaves, is_array, strict=True) if yes]
    return arrays, Frame(structure, tuple(ARRAY if yes else x for x, yes in zip(leaves, is_array, strict=True)))


def is_numeric(leaf: Any) -> bool:
    """JAX can compute with it."""
    if isinstance(leaf, np.ndarray | np.generic):
        return leaf.dtype.kind in "biufcV" and leaf.dtype.names is None
    return isinstance(leaf, jax.Array | bool | int | float | complex)


def same_object(one: Any, other: Any) -> bool:
    """Nobody can tell the two Python objects apart: equal is not enough, as `1`, `1.0` and `True` are."""
    if one is other:
        return True
    if type(one) is not type(other) or isinstance(one, jax.Array | np.ndarray):
        return False
    return repr(one) == repr(other) if isinstance(one, NUMBERS) else bool(one == other)


def difference(one: Frame, other: Frame) -> str | None:
    """Where two pytrees differ apart from their arrays, and how; None where they do not."""
    if one.tree == other.tree:
        pairs = zip(one.leaves, other.leaves, strict=True)
        if all(same_object(a, b) for a, b in pairs):
            return None
    left, right = one.paths(), other.paths()
    for path in [*left, *(p for p in right if p not in left)]:
        a, b = left.get(path, "nothing"), right.get(path, "nothing")
        if path not in left or path not in right or not same_object(a, b):
            return f"{path} is {_shown(a)} and {_shown(b)}"
    if list(left) != list(right):
        return "the keys of a dict come in different orders"
    return f"the structure is {one.tree} and {other.tree}"


def is_first_value(before: Frame, after: Frame) -> bool:
    """The pytrees are the same but for places that held None and do not any more."""
    whole = tree_util.tree_unflatten(before.tree, before.leaves)
    leaves, tree = tree_util.tree_flatten(whole, is_leaf=lambda x: x is None)
    shape: Any = tree  # jax's stubs leave out its methods
    try:
        parts = shape.flatten_up_to(tree_util.tree_unflatten(after.tree, after.leaves))
    except ValueError:
        return False
    others = all(leaf is None or same_object(leaf, part) for leaf, part in zip(leaves, parts, strict=True))
    return others and any(leaf is None and part is not None for leaf, part in zip(leaves, parts, strict=True))


def with_zeros(value: Any, like: Any) -> Any | None:
    """The pytree with zeros wherever it is unset and `like`, of types instead of arrays, is not.

    None where there is no such place, or where the two have nothing in common.
    """
    changed = False

    def zeros(kind: Any) -> Any:
        return jnp.zeros(kind.shape, kind.dtype) if isinstance(kind, jax.ShapeDtypeStruct) else kind

    def filled(part: Any, other: Any) -> Any:
        nonlocal changed
        if part is not unset or any(leaf is unset for leaf in tree_util.tree_leaves(other)):
            return part
        changed = True
        return tree_util.tree_map(zeros, other)

    for is_leaf in None, _is_no_container:  # whose other places may be of any kind
        try:
            result = tree_util.tree_map(filled, value, like, is_leaf=is_leaf)
        except ValueError:
            continue
        return result if changed else None
    return None


def _is_no_container(value: Any) -> bool:
    return not isinstance(value, tuple | list | dict)


def _shown(leaf: Any) -> str:
    return leaf if leaf == "nothing" else repr(leaf)
