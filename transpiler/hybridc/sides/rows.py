"""Lines of two texts in rows: what belongs together side by side, as far as both go in the same order."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hybridc.sides.matching import Matches

# How many lines of the original, and of the generated source, stand beside each other.
Row = tuple[int, int]

_SAME, _FIRST, _FURTHER, _BLANK = 8, 3, 2, 1  # what it is worth that two lines stand side by side


def rows(before: Sequence[str], after: Sequence[str], found: Matches, same: Collection[int]) -> list[Row]:
    """The rows from above to below; `same` are lines of the generated source that say what those of the original do."""
    result: list[Row] = []
    line, row = 0, 0
    for there, here in [*_in_order(before, after, found, same), (len(before) + 1, len(after) + 1)]:
        left, right = there - line - 1, here - row - 1
        if left or right:
            result.append((left, right))
        if there <= len(before):
            result.append((1, 1))
        line, row = there, here
    return result


def _in_order(before: Sequence[str], after: Sequence[str], found: Matches, same: Collection[int]) -> list[Row]:
    """Pairs of lines, of which each comes after the one before it on both sides, and that are worth the most.

    The best chain that ends at a line of the original or above it is kept in a Fenwick tree.
    """
    best: list[tuple[int, int]] = [(0, -1)] * (len(before) + 1)  # the worth of a chain, and its last pair
    pairs: list[tuple[int, int, int]] = []  # a pair, and the one before it in its chain
    seen: set[int] = set()
    for here in sorted(found):
        new = []
        for there in sorted({*found[here]}, reverse=True):
            worth, previous = _best(best, there - 1)
            pairs.append((there, here, previous))
            new.append((there, worth + _worth(before[there - 1], after[here - 1], here in same, there in seen)))
            _put(best, there, (new[-1][1], len(pairs) - 1))
        seen.update(found[here])
    chain: list[Row] = []
    _, last = _best(best, len(before))
    while last >= 0:
        there, here, last = pairs[last]
        chain.append((there, here))
    return chain[::-1]


def _worth(one: str, other: str, is_same: bool, is_further: bool) -> int:
    if not one.strip():
        return _BLANK
    return _SAME if is_same or one.strip() == other.strip() else _FURTHER if is_further else _FIRST


def _best(tree: list[tuple[int, int]], place: int) -> tuple[int, int]:
    found = (0, -1)
    while place > 0:
        found = max(found, tree[place])
        place -= place & -place
    return found


def _put(tree: list[tuple[int, int]], place: int, value: tuple[int, int]) -> None:
    while place < len(tree):
        tree[place] = max(tree[place], value)
        place += place & -place
