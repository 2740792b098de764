"""How much the evaluator may do. Every limit is checked before the work, never after."""

from __future__ import annotations

MAX_STEPS = 20_000  # for one call
MAX_FILE_STEPS = 200_000  # for all calls of a file
MAX_CALLS = 50  # calls inside one another
MAX_NESTING = 250  # blocks and expressions inside one another, over all those calls: about two Python frames each
MAX_BITS = 4_096
MAX_LENGTH = 10_000
MAX_DEPTH = 50  # tuples inside tuples: comparing and hashing them recurses in C
MAX_DIGITS = 400  # of text that is read as a number, and places to round to


class Declined(Exception):
    """The evaluator does not know the value, or finding it would cost too much. Never reaches a user."""


class Budget:
    """The steps that are left."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Raises Declined where `steps` are more than what is left."""
        self.left -= steps
        if self.left < 0:
            raise Declined("out of steps")


def weigh(value: object, budget: Budget) -> None:
    """Pays for one walk over everything inside `value`, shared parts counted each time they are met.

    Raises Declined where that is too much or too deep: comparing two such values would take as long.
    """
    level: list[object] = [value]
    for _ in range(MAX_DEPTH):
        inner: list[object] = []
        for item in level:
            budget.spend()
            if isinstance(item, list | tuple):
                budget.spend(len(item))
                inner.extend(item)
            elif isinstance(item, dict):
                budget.spend(2 * len(item))
                inner.extend(item.keys())
                inner.extend(item.values())
        if not inner:
            return
        level = inner
    raise Declined("too deep")


def bounded(value: object) -> object:
    """`value`, where it is of a kind and size that the evaluator works with. Raises Declined otherwise."""
    kind = type(value)
    if kind is int:
        if value.bit_length() > MAX_BITS:  # type: ignore[attr-defined]
            raise Declined("a large number")
    elif kind in (str, list, tuple, dict):
        if len(value) > MAX_LENGTH:  # type: ignore[arg-type]
            raise Declined("a long value")
    elif value is not None and kind not in (bool, float, range):
        raise Declined("another kind of value")
    return value
