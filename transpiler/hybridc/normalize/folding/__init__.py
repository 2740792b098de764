"""Evaluating what is constant ahead of time: programs in strings, and pure functions of constants.

Three rewrites of a whole file, text to text, before anything else looks at it.
"""

from __future__ import annotations

import ast
from difflib import SequenceMatcher

from hybridc.normalize.folding.constant_calls import fold
from hybridc.normalize.folding.dynamic_code import dynamic_code
from hybridc.normalize.folding.inlining import inline
from hybridc.normalize.folding.unfolding import unfold

__all__ = ["dynamic_code", "fold", "folded", "inline", "lines_before", "unfold"]


def folded(text: str, tree: ast.Module, enabled: frozenset[str]) -> str | None:
    """The program after those of the stages `unfold`, `inline` and `fold` that are enabled; None where nothing changes.

    `fold` goes from the call to its value, so `inline` shows only where it is the last stage.
    """
    unfolded = unfold(text, tree) if "unfold" in enabled else None
    if unfolded is not None:
        text, tree = unfolded, ast.parse(unfolded)
    rewrite = fold if "fold" in enabled else inline if "inline" in enabled else None
    rewritten = rewrite(text, tree) if rewrite is not None else None
    return rewritten if rewritten is not None else unfolded


def lines_before(before: str, after: str) -> dict[int, int]:
    """For every line of a program that was folded, the line that it was, or that stands in its place."""
    old, new = before.split("\n"), after.split("\n")
    found: dict[int, int] = {}
    for tag, start, end, there, there_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for offset in range(there_end - there):
            last = max(start, end - 1)
            found[there + offset + 1] = (start + offset if tag == "equal" else min(start + offset, last)) + 1
    return found
