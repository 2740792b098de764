"""What the program of a model changes besides what it returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jax import tree_util

from hybridc.runtime.results import is_array

if TYPE_CHECKING:
    from hybridc.runtime.modules import Module


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


class Places:
    """Attributes that a program sets, as a part of its result that holds no arrays."""

    def __init__(self, value: tuple[tuple[Module, str], ...]) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Places) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)


tree_util.register_pytree_node(Places, lambda places: ((), places), lambda places, _: places)


def is_state(value: Any) -> bool:
    """A number that counts, or arrays: compiled code can take it as an argument."""
    if isinstance(value, int | float | complex) and not isinstance(value, bool):
        return True
    leaves = tree_util.tree_leaves(value)
    return bool(leaves) and all(map(is_array, leaves))


def is_same(before: Any, after: Any) -> bool:
    return before is after or (type(before) is type(after) and not is_array(after) and _equal(before, after))


def _equal(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except (TypeError, ValueError):
        return False
