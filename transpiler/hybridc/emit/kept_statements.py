"""Statements in functions that no pass changes: libcst does not read them. A name stands for each, and its text takes
the name's place once what is around it is written.

    def forward(self, x):                      def forward(self, x):
        scale = self.scale + 1                     HYB_KEPT_1
        return torch.relu(x) * scale               return torch.relu(x) * scale
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from hybridc.emit.correspondence import KEPT
from hybridc.program.plans import FunctionPlan, LoopForm, Mapping, Table
from hybridc.syntax.dataflow import blocks
from hybridc.syntax.walking import walk

_NAME = re.compile(rf"\b{KEPT}\d+\b")

# Statements that keep their places, and the plan by which they are rewritten.
Block = tuple[Sequence[ast.stmt], FunctionPlan]
_SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return, ast.Raise, ast.Assert)


@dataclass(frozen=True)
class KeptStatements:
    """The text of a top-level statement, `rows` from the line `first` on, without what stays in it."""

    rows: list[str]
    first: int
    _texts: dict[str, str] = field(default_factory=dict)  # by names

    def text_without(self, blocks_: Iterable[Block]) -> str:
        """The text, with names in the place of what stays in the blocks."""
        if any(KEPT in row for row in self.rows):
            return "\n".join(self.rows)
        rows: list[str | None] = [*self.rows]
        for body, plan in blocks_:
            for statement in self._staying(body, plan, plan.tables()):
                start, end = self._rows_of(statement)
                before, after = self._around(statement)
                name = f"{KEPT}{start}"
                text = "\n".join(self.rows[start : end + 1])
                self._texts[name] = text[len(before) : len(text) - len(after)]
                rows[start : end + 1] = [f"{before}{name}{after}", *[None] * (end - start)]
        return "\n".join(row for row in rows if row is not None)

    def put_back(self, text: str) -> str:
        """What was written, with the statements that stay."""
        return _NAME.sub(lambda found: self._texts[found[0]], text) if self._texts else text

    def _staying(self, body: Sequence[ast.stmt], plan: FunctionPlan, tables: list[Table]) -> Iterator[ast.stmt]:
        """The statements that stay as they are, of a block that stays where it is."""
        before: ast.stmt | None = None
        for statement in body:
            is_result = isinstance(statement, ast.Return) and before is not None and not isinstance(before, _SIMPLE)
            before = statement
            if is_result or _means_nothing(statement) or _is_text(statement):
                continue  # a pass may say it in other words, or ask for it
            if isinstance(statement, _SIMPLE):
                if self._stays(walk(statement), plan, tables) and self._is_alone(statement):
                    yield statement
            elif statement is plan.structured.node:
                if self._stays_whole(statement, plan, tables):
                    yield statement
                else:
                    yield from self._staying(statement.body, plan, tables)
            elif not any(statement in table for table in tables) and _is_pythons(statement, plan):
                for block in blocks(statement):
                    yield from self._staying(block, plan, tables)

    def _stays_whole(self, function: ast.FunctionDef, plan: FunctionPlan, tables: list[Table]) -> bool:
        """All of a function stays, its layout as well: passes put blocks on lines of their own."""
        nodes = walk(function)
        start, end = self._rows_of(function)
        inner = [node for node in nodes if isinstance(node, ast.stmt) and node is not function]
        return (
            self._stays(nodes, plan, tables)
            and all(map(self._is_alone, [*inner, function]))
            and all(_is_pythons(node, plan) and not _means_nothing(node) for node in inner)
            and not any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) for node in inner)
            and not any(row.endswith("\\") for row in self.rows[start : end + 1])
        )

    def _stays(self, nodes: list[ast.AST], plan: FunctionPlan, tables: list[Table]) -> bool:
        """Nothing is decided of the nodes."""
        if not all(table.isdisjoint(nodes) for table in tables):
            return False
        mapped = [node for node in nodes if isinstance(node, ast.expr) and node in plan.lines.mappings]
        return all(self._is_as_written(node, plan.lines.mappings[node]) for node in mapped)

    def _is_as_written(self, node: ast.expr, mapping: Mapping) -> bool:
        """The line gives a name, and that is the one that stands there."""
        entry = mapping.entry
        if entry.target is None:
            return True
        if mapping.is_method or mapping.is_stacked or mapping.is_adapted or mapping.wraps:
            return False
        if isinstance(node, ast.Call):
            return entry.passes_on and (entry.stays or self._begins_with(node.func, f"{entry.target}("))
        is_name = entry.parameters is None or entry.passes_on
        return is_name and (entry.stays or self._begins_with(node, entry.target))

    def _begins_with(self, node: ast.expr, text: str) -> bool:
        """At the node stands that text: with what follows the node, if the text is longer."""
        start, _ = self._rows_of(node)
        length = len(text.encode())
        return self.rows[start].encode()[node.col_offset : node.col_offset + length] == text.encode()

    def _rows_of(self, node: ast.stmt | ast.expr) -> tuple[int, int]:
        """The first and the last row; those of a function begin with its decorators, and end with comments in it."""
        start, end = node.lineno - self.first, (node.end_lineno or node.lineno) - self.first
        if isinstance(node, ast.FunctionDef):
            start = min([start, *(d.lineno - self.first for d in node.decorator_list)])
            for row in range(end + 1, len(self.rows)):
                text = self.rows[row].lstrip()
                if text and not text.startswith("#"):
                    break
                end = row if text and len(self.rows[row]) - len(text) > node.col_offset else end
        return start, end

    def _around(self, statement: ast.stmt) -> tuple[str, str]:
        """What stands before and behind the statement in its lines."""
        start, end = self._rows_of(statement)
        before = self.rows[start].encode()[: statement.col_offset].decode()
        if end != (statement.end_lineno or statement.lineno) - self.first:
            return before, ""
        return before, self.rows[end].encode()[statement.end_col_offset :].decode()

    def _is_alone(self, statement: ast.stmt) -> bool:
        before, after = self._around(statement)
        return not before.strip() and (not after.strip() or after.lstrip().startswith("#"))


def _means_nothing(statement: ast.stmt) -> bool:
    """`x = x`, which goes."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=other)):
            return name == other
    return False


def _is_text(statement: ast.stmt) -> bool:
    """Documentation, whose place in a function is asked for."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_pythons(statement: ast.stmt, plan: FunctionPlan) -> bool:
    loop = plan.control.loops.get(statement)
    return loop is None or loop.form is LoopForm.PYTHON
