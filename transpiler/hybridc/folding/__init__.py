"""Evaluating pure functions of constants ahead of time."""

from __future__ import annotations

import ast


def folded(text: str, tree: ast.Module, enabled: frozenset[str]) -> str | None:
    return None
