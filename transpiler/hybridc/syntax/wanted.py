"""Which checks are asked for, and where the program itself says that it wants none."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from hybridc.core.options import Check
from hybridc.dialects import SILENCING
from hybridc.syntax.module import Module


@dataclass(frozen=True)
class Silence:
    """Lines on which no such checks are wanted."""

    first: int
    last: int
    kinds: frozenset[Check]


@dataclass(frozen=True)
class Wanted:
    """The checks to make."""

    kinds: frozenset[Check] = frozenset()
    silences: tuple[Silence, ...] = ()

    def at(self, kind: Check, node: ast.AST) -> bool:
        """Whether to make a check of this kind where the node stands."""
        if kind not in self.kinds:
            return False
        line = getattr(node, "lineno", 0)
        return not any(s.first <= line <= s.last and kind in s.kinds for s in self.silences)


NOTHING_WANTED = Wanted()


def wanted(kinds: frozenset[Check], module: Module) -> Wanted:
    """What of these kinds is to be checked in the file."""
    return Wanted(kinds, tuple(_silences(module))) if kinds else NOTHING_WANTED


def _silences(module: Module) -> Iterator[Silence]:
    for node in module.of(ast.With):
        for item in node.items:
            kinds = frozenset(_silenced(item.context_expr, module))
            if kinds:
                yield Silence(node.lineno, node.end_lineno or node.lineno, kinds)


def _silenced(setting: ast.expr, module: Module) -> Iterator[Check]:
    if not isinstance(setting, ast.Call):
        return
    keywords = SILENCING.get(module.qualified_name(setting.func) or "", {})
    for keyword in setting.keywords:
        match keyword.value:
            case ast.Constant(value="ignore"):
                yield from (Check(kind) for kind in keywords.get(keyword.arg or "", ()))
