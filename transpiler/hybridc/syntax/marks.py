"""Facts of single nodes that are kept beside the tree, and handed on to copies of them."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary


@dataclass(frozen=True, slots=True)
class Marks:
    """What is known of a node, whoever reads it."""

    viewed: ast.expr | None = None  # of a call in a target: what it gives a view of
    is_setting: bool = False  # of a target: a setting, or an element of a mutable array: it binds no name
    row: str | None = None  # of an assignment that was made: the name that is a row, or a number; `PLACE`: its target
    copy: int = 0  # which copy it is of what stands at one place in the file


NONE = Marks()
_marked: WeakKeyDictionary[ast.AST, Marks] = WeakKeyDictionary()  # which go with their trees


def marks(node: ast.AST) -> Marks:
    return _marked.get(node, NONE)


def mark(node: ast.AST, **facts: object) -> None:
    """Notes facts of the node beside those that are known."""
    _marked[node] = replace(_marked.get(node, NONE), **facts)  # type: ignore[arg-type]


def hand_on(old: ast.AST, new: ast.AST) -> Marks | None:
    """Gives a node the marks of another; None where that has none."""
    known = _marked.get(old)
    if known is not None:
        _marked[new] = known
    return known
