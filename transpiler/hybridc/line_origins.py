"""Which lines of a file the parts of what is generated from it come from.

Passes hand nodes of the original's concrete tree on, or put new ones in their place. Both are known where the generated
program is read again, so that its parts have lines. Nothing is told by what text looks like.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import libcst as cst

from hybridc.correspondence import Mismatch, Pairs, pair_block

# By nodes of the generated program: the first and the last line of what they were in the original.
Origins = dict[ast.AST, tuple[int, int]]


@dataclass(frozen=True)
class LineOrigins:
    """`line` gives the line of the file that a line of the text comes from."""

    line: Callable[[int], int]
    _known: dict[cst.CSTNode, ast.AST] = field(default_factory=dict)
    _made: dict[cst.CSTNode, ast.AST | None] = field(default_factory=dict)
    _written: list[cst.CSTNode] = field(default_factory=list)

    def learn(self, pairs: Pairs) -> None:
        """Nodes of the original, or of its structured form, with what they are in Python's tree, which has places."""
        self._known.update(pairs)
        for node, tree in pairs.items():
            if isinstance(node, cst.FunctionDef | cst.ClassDef):
                self._known[node.name] = tree  # which is handed on, whatever becomes of the definition

    def stands_for(self, node: cst.CSTNode, tree: ast.AST) -> None:
        """A node that takes the place of one of the original. Templates without parts are one node wherever they are
        used: such a node says nothing once it stands for several."""
        if node not in self._known and self._made.setdefault(node, tree) is not tree:
            self._made[node] = None

    def write(self, statements: Iterable[cst.CSTNode]) -> None:
        """The next top-level statements of the generated program."""
        self._written.extend(statements)

    def of(self, body: Sequence[ast.stmt]) -> Origins | None:
        """The lines that nodes of the generated program come from. `body`: all of it but imports.

        None where that is not what was written.
        """
        found = _Found(self)
        try:
            pair_block(self._written, list(body), found)
        except (Mismatch, ValueError):
            return None
        return found.origins

    def origin(self, node: cst.CSTNode) -> tuple[int, int] | None:
        tree = self._known.get(node) or self._made.get(node)
        if tree is None and isinstance(node, cst.FunctionDef | cst.ClassDef):
            tree = self._known.get(node.name)
        first = getattr(tree, "lineno", None)
        last = getattr(tree, "end_lineno", None) or first
        return None if first is None or last is None else (self.line(first), self.line(last))


class _Found(Pairs):
    """Takes every pair of nodes of the generated program; a node may stand in several places."""

    def __init__(self, lines: LineOrigins) -> None:
        super().__init__()
        self.lines = lines
        self.origins: Origins = {}

    def __setitem__(self, node: cst.CSTNode, tree: ast.AST) -> None:
        origin = self.lines.origin(node)
        if origin is not None:
            self.origins[tree] = origin
