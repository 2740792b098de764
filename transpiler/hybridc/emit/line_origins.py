"""Which lines of a file the parts of what is generated from it come from.

Passes hand nodes of the original's concrete tree on, or put new ones in their place. Both are known where the generated
program is read again, so that its parts have lines. Nothing is told by what text looks like.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import libcst as cst

from hybridc.emit.correspondence import KEPT, Mismatch, Pairs, is_kept, pair_block, same_parts

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
            if node.__class__ is cst.FunctionDef or node.__class__ is cst.ClassDef:
                self._known[node.name] = tree  # which is handed on, whatever becomes of the definition

    def stands_for(self, node: cst.CSTNode, tree: ast.AST) -> None:
        """A node that takes the place of one of the original. Templates without parts are one node wherever they are
        used: such a node says nothing once it stands for several."""
        if node not in self._known and self._made.setdefault(node, tree) is not tree:
            self._made[node] = None

    def takes_over(self, node: cst.CSTNode, old: cst.CSTNode) -> None:
        """A node that comes from where the old one does, in whose place it is."""
        tree = self._known.get(old) or self._made.get(old)
        if tree is not None:
            self.stands_for(node, tree)

    def write(self, statements: Iterable[cst.CSTNode]) -> None:
        """The next top-level statements of the generated program."""
        self._written.extend(statements)

    def keep(self, trees: Iterable[ast.stmt]) -> None:
        """The next top-level statements of the generated program are these of the original."""
        for tree in trees:
            node = cst.Expr(cst.Name(f"{KEPT}{len(self._written)}"))
            self._known[node] = tree
            self._written.append(node)

    def of(self, body: Sequence[ast.stmt]) -> Origins | None:
        """The lines that nodes of the generated program come from. `body`: all of it but imports.

        None where that is not what was written.
        """
        found = _Found(self)
        try:
            pair_block(self._statements(), list(body), found)
        except (Mismatch, ValueError):
            return None
        return found.origins

    def known(self, body: Sequence[ast.stmt]) -> Origins:
        """The same, but for statements that are not what was written."""
        written = self._statements()
        origins: Origins = {}
        for node, tree in zip(written, body, strict=True) if len(written) == len(body) else ():
            found = _Found(self)
            try:
                pair_block([node], [tree], found)
            except (Mismatch, ValueError):
                continue
            origins |= found.origins
        return origins

    def _statements(self) -> list[cst.CSTNode]:
        """What was written, statement by statement, without imports."""
        lines = (node.body if isinstance(node, cst.SimpleStatementLine) else [node] for node in self._written)
        return [part for line in lines for part in line if not isinstance(part, cst.Import | cst.ImportFrom)]

    def origin(self, node: cst.CSTNode) -> tuple[int, int] | None:
        tree = self._known.get(node) or self._made.get(node)
        if tree is None and isinstance(node, cst.FunctionDef | cst.ClassDef):
            tree = self._known.get(node.name)
        return self.lines_of(tree)

    def kept(self, node: cst.CSTNode) -> ast.AST | None:
        """The statement of the original that the node stands for, where it is one that stays."""
        return self._known.get(node) if is_kept(node) else None

    def lines_of(self, tree: ast.AST | None) -> tuple[int, int] | None:
        first, last = _first(tree), _last(tree)
        return None if first is None or last is None else (self.line(first), self.line(last))


def _first(tree: ast.AST | None) -> int | None:
    return getattr(tree, "lineno", None)


def _last(tree: ast.AST | None) -> int | None:
    return getattr(tree, "end_lineno", None) or _first(tree)


class _Found(Pairs):
    """Takes every pair of nodes of the generated program; a node may stand in several places."""

    def __init__(self, lines: LineOrigins) -> None:
        super().__init__()
        self.lines = lines
        self.origins: Origins = {}

    def __setitem__(self, node: cst.CSTNode, tree: ast.AST) -> None:
        if (original := self.lines.kept(node)) is not None:
            self._keep(original, tree)
            return
        origin = self.lines.origin(node)
        if origin is not None:
            self.origins[tree] = origin

    def _keep(self, original: ast.AST, tree: ast.AST) -> None:
        """A statement that stayed: so did its parts, of which nothing needs to be said where all of it is one line."""
        is_line = all(_first(each) == _last(each) for each in (original, tree))
        for each, part in [(original, tree)] if is_line else same_parts(original, tree):
            if isinstance(each, ast.stmt) and each is not original:
                self._keep(each, part)
            elif (lines := self.lines.lines_of(each)) is not None:
                self.origins[part] = lines
