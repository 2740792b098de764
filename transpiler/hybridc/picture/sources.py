"""What expressions are computed from, and which of their names they bind."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hybridc.picture.labels import shown
from hybridc.picture.state import NONE
from hybridc.syntax.walking import children


@dataclass(frozen=True, slots=True)
class Closure:
    """What a function in the function reads of the names around it whenever it is called, and which it may change."""

    reads: frozenset[str]
    writes: frozenset[str] = NONE

    @classmethod
    def any_of(cls, closures: Sequence[Closure]) -> Closure:
        """That of a name for one of several functions."""
        return cls(NONE.union(*(c.reads for c in closures)), NONE.union(*(c.writes for c in closures)))


@dataclass
class Sources:
    """What an expression is computed from: names, nodes, and the text that stands for the calls among these."""

    names: dict[str, None] = field(default_factory=dict)
    nodes: list[str] = field(default_factory=list)
    instead: dict[ast.AST, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.names or self.nodes)


def always_bound(expression: ast.expr) -> set[str]:
    """The names that the expression binds whatever its parts come to."""
    found: set[str] = set()
    todo: list[ast.AST] = [expression]
    while todo:
        match todo.pop():
            case ast.BoolOp(values=[first, *_]) | ast.IfExp(test=first):
                todo.append(first)
            case ast.Compare(left=left, comparators=[right, *_]):
                todo += [left, right]
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                pass
            case node:
                found |= {node.target.id} if isinstance(node, ast.NamedExpr) else set()
                todo += children(node)
    return found


def short_call(func: ast.expr) -> str:
    """`relu(…)`, for a call that has a node of its own."""
    name = func.attr if isinstance(func, ast.Attribute) else shown(func)
    return f"{name}(…)"


def in_order(nodes: Iterable[str]) -> list[str]:
    """As they were drawn."""
    return sorted(nodes, key=lambda node: int(node[1:]))
