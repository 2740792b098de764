"""Lines of two texts in rows: what belongs together side by side, as far as both go in the same order."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hybridc.sides.matching import Matches

# How many lines of the original, and of the generated source, stand beside each other.
Row = tuple[int, int]

# The worth of a chain, and the number of its last pair with a minus before it: of two of the same worth, the one that
# ends earlier is better.
_NONE = (0, 1)
_SAME, _FIRST, _FURTHER, _BLANK = 8, 3, 2, 1  # what it is worth that two lines stand side by side


def rows(before: Sequence[str], after: Sequence[str], found: Matches, same: Collection[int]) -> list[Row]:
    """The rows from above to below; `same` are lines of the generated source that say what those of the original do.

    Below a line that is another one now, or several, further generated lines are in its row.
    """
    result: list[Row] = []
    line, row = 0, 0
    for there, here in [*_in_order(before, after, found, same), (len(before) + 1, len(after) + 1)]:
        left, right = there - line - 1, here - row - 1
        is_more = row not in same or found.get(row + 1) == found.get(row)
        is_more = is_more and row > 0 and bool(before[line - 1].strip()) and any(map(str.strip, after[row : here - 1]))
        if is_more and not left:
            result[-1] = (1, right + 1)
        elif left or right:
            result.append((left, right))
        if there <= len(before):
            result.append((1, 1))
        line, row = there, here
    return result


def _in_order(before: Sequence[str], after: Sequence[str], found: Matches, same: Collection[int]) -> list[Row]:
    """Pairs of lines, of which each comes after the one before it on both sides, and that are worth the most.

    The best chain that ends at a line of the original or above it is kept in a Fenwick tree.
    """
    best = [_NONE] * (len(before) + 1)
    pairs: list[tuple[int, int, int]] = []  # a pair, and the one before it in its chain
    seen: set[int] = set()
    for here in sorted(found):
        for there in sorted({*found[here]}, reverse=True):
            worth, last = _best(best, there - 1)
            worth += _worth(before[there - 1], after[here - 1], here in same, there in seen)
            _put(best, there, (worth, -len(pairs)))
            pairs.append((there, here, last))
        seen.update(found[here])
    chain: list[Row] = []
    _, last = _best(best, len(before))
    while last <= 0:
        there, here, last = pairs[-last]
        chain.append((there, here))
    return chain[::-1]


def _worth(one: str, other: str, is_same: bool, is_further: bool) -> int:
    if not one.strip():
        return _BLANK
    if one.strip() == other.strip():
        return _SAME
    return _FURTHER if is_further else _SAME if is_same else _FIRST


def _best(tree: list[tuple[int, int]], place: int) -> tuple[int, int]:
    found = _NONE
    while place > 0:
        found = max(found, tree[place])
        place -= place & -place
    return found


def _put(tree: list[tuple[int, int]], place: int, value: tuple[int, int]) -> None:
    while place < len(tree):
        tree[place] = max(tree[place], value)
        place += place & -place
