"""Where an import goes among those of a module."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import libcst as cst

from hybridc.emit.concrete_tree import text_of
from hybridc.emit.passes.base import Statement
from hybridc.emit.templates import statement

ENABLE_X64 = 'jax.config.update("jax_enable_x64", True)'


@dataclass(frozen=True)
class ImportOrder:
    """The order of import sorters, which keep the package `beside` the module apart from those that are installed."""

    beside: str | None

    def with_import(self, body: list[Statement], line: cst.SimpleStatementLine) -> list[Statement]:
        """Puts an import where import sorters would: the standard library apart, `import` before `from`, by name."""
        start = next((i for i, node in enumerate(body) if _is_import(node) and not self._is_future(node)), None)
        if start is None:
            place = next(
                (i for i, node in enumerate(body) if not (_is_import(node) or (i == 0 and is_docstring(node)))),
                len(body),
            )
            return [*body[:place], line, *body[place:]]
        end = start
        while end < len(body) and _is_import(body[end]):
            end += 1
        key = self._key(line)
        place = next((i for i in range(start, end) if self._key(body[i]) > key), end)
        lead: list[cst.EmptyLine] = []
        if place < end and self._key(body[place])[0] == key[0]:
            lead = list(body[place].leading_lines)
            body = [*body[:place], body[place].with_changes(leading_lines=[]), *body[place + 1 :]]
        elif place < end:
            follows_own = place > start and self._key(body[place - 1])[0] == key[0]
            lead = [] if follows_own else list(body[place].leading_lines)
            body = [
                *body[:place],
                body[place].with_changes(leading_lines=[cst.EmptyLine(indent=False)]),
                *body[place + 1 :],
            ]
        elif self._key(body[end - 1])[0] != key[0]:
            lead = [cst.EmptyLine(indent=False)]
        return [*body[:place], line.with_changes(leading_lines=lead), *body[place:]]

    def with_x64(self, body: list[Statement]) -> list[Statement]:
        last = max((i for i, node in enumerate(body) if _is_import(node)), default=-1)
        line = statement(ENABLE_X64).with_changes(leading_lines=[cst.EmptyLine(indent=False)])
        return [*body[: last + 1], line, *body[last + 1 :]]

    def settled(self, body: list[Statement]) -> list[Statement]:
        """A blank line between a docstring and the imports, and between the sections of these."""
        for index in range(1, len(body)):
            node, before = body[index], body[index - 1]
            bare = not any(line.comment is None for line in node.leading_lines)
            apart = is_docstring(before) or (
                _is_import(before) and _is_import(node) and self._key(before)[0] != self._key(node)[0]
            )
            if _is_import(node) and apart and bare:
                body[index] = node.with_changes(leading_lines=[cst.EmptyLine(indent=False), *node.leading_lines])
        return body

    def _key(self, node: cst.CSTNode) -> tuple[int, int, str]:
        assert isinstance(node, cst.SimpleStatementLine)
        small = node.body[0]
        if isinstance(small, cst.Import):
            name, is_from = text_of(small.names[0].name), 0
        else:
            assert isinstance(small, cst.ImportFrom)
            name, is_from = ("." if small.relative else "") + (text_of(small.module) if small.module else ""), 1
        return (self._section(name), is_from, name)

    def _section(self, name: str) -> int:
        root = name.partition(".")[0]
        if not root:
            return 3
        if root in sys.stdlib_module_names or root == "__future__":
            return 0
        return 2 if self.beside is not None and f"{name}.".startswith(f"{self.beside}.") else 1

    def _is_future(self, node: cst.CSTNode) -> bool:
        return _is_import(node) and self._key(node)[2] == "__future__"


def _is_import(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.SimpleStatementLine) and isinstance(node.body[0], cst.Import | cst.ImportFrom)


def is_docstring(node: cst.CSTNode) -> bool:
    return (
        isinstance(node, cst.SimpleStatementLine)
        and isinstance(node.body[0], cst.Expr)
        and isinstance(node.body[0].value, cst.SimpleString | cst.ConcatenatedString)
    )
