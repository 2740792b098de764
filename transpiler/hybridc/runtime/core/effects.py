"""What the program of a model changes besides what it returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jax import tree_util

from hybridc.runtime.core.holding.containers import CONTAINERS, is_container
from hybridc.runtime.pytrees.records import register_records
from hybridc.runtime.pytrees.results import is_array

if TYPE_CHECKING:
    pass


class Again(BaseException):
    """Attributes turned out to be state: the model is traced anew, with them as arguments."""


class WithEffects:
    """The result of a program that also changes the model, and what it changes."""

    def __init__(self, result: Any, effects: Any) -> None:
        self.result = result
        self.effects = effects


tree_util.register_pytree_node(WithEffects, lambda w: ((w.result, w.effects), None), lambda _, w: WithEffects(*w))


def apart(result: Any) -> tuple[Any, Any]:
    """What a program returns, and what it changes, or None."""
    return (result.result, result.effects) if type(result) is WithEffects else (result, None)


def is_state(value: Any) -> bool:
    """A number that counts, or arrays: compiled code can take it as an argument."""
    if isinstance(value, int | float | complex) and not isinstance(value, bool):
        return True
    leaves = _leaves(value)
    if register_records(leaves):
        leaves = _leaves(value)
    return bool(leaves) and all(map(is_array, leaves))


def _leaves(value: Any) -> list[Any]:
    """Of tuples and records, whose arrays are exchanged with them: lists and dicts stay the same."""
    return tree_util.tree_leaves(value, is_leaf=lambda held: isinstance(held, CONTAINERS))


def is_same(before: Any, after: Any) -> bool:
    if before is after:
        return True
    if type(before) is not type(after) or is_array(after) or is_container(after):
        return False
    if isinstance(after, tuple):
        return len(before) == len(after) and all(map(is_same, before, after))
    return _equal(before, after)


def _equal(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except (TypeError, ValueError):
        return False
