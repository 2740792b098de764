"""Ahead-of-time evaluation: programs in strings are written out, pure functions of constants computed."""

from __future__ import annotations

import ast

from hybridc.folding.calls import fold, inline
from hybridc.folding.unfold import dynamic_code, unfold

__all__ = ["dynamic_code", "folded"]


def folded(text: str, tree: ast.Module, enabled: frozenset[str]) -> str | None:
    """The text after the stages `unfold`, `inline` and `fold`, as far as they are enabled; None if nothing changed."""
    result: str | None = None
    if "unfold" in enabled and (unfolded := unfold(text, tree)) is not None:
        result, tree = unfolded, ast.parse(unfolded)
    current = text if result is None else result
    last = fold if "fold" in enabled else inline if "inline" in enabled else None
    changed = last(current, tree) if last is not None else None
    return result if changed is None else changed
