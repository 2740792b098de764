"""Names that are None or a value, as a value and a flag that tells whether there is one.

`last = None` becomes `has_last = False`, and `last is None` becomes `not has_last`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc.structure.optional import TakesTurn, choices, none_test, optional_names, pairs, unhinted
from hybridc.structure.trees import assign, negation, read
from hybridc.structure.work import Structured, Structuring
from hybridc.syntax.dataflow import is_none
from hybridc.syntax.liveness import Liveness
from hybridc.syntax.walking import walk


def with_flags(before: Structured, takes_turn: TakesTurn) -> tuple[Structured, list[str]]:
    """The function with a flag for each name that is fit for one, and those names."""
    names = optional_names(before.node, takes_turn)
    work = Structuring(before, (), (), {}, {}, (), {})
    rewriting = _Flagged(work, before.node, {name: work.fresh(f"has_{name}") for name in names})
    node = before.node
    if names:
        body = rewriting.top(node.body)
        liveness = Liveness()
        liveness.block(body, frozenset())
        node = work.origins.changed(node, body=rewriting.read_later(body, liveness))
    return Structured(node, work.origins, work.unset, work.assumed), names


class _Flagged(ast.NodeTransformer):
    """Rewrites statements with flags."""

    def __init__(self, work: Structuring, function: ast.FunctionDef, flags: dict[str, str]) -> None:
        self.work = work
        self.flags = flags
        self.sets: dict[ast.AST, str] = {}  # the statements that set them
        self.perhaps_none = unhinted(function)

    def top(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        """The body of the function: each name has something to hold before it is first mentioned."""
        result: list[ast.stmt] = []
        waiting = dict.fromkeys(self.flags)
        for statement in statements:
            mentioned = {n.id for n in walk(statement) if isinstance(n, ast.Name)}
            new = self._statement(statement)
            first = [name for name in waiting if name in mentioned]
            for name in first:
                del waiting[name]
                if not _gives_value(statement, name):
                    new.insert(sum(self._clears(s, name) for s in new), self.work.unset_name(name, statement))
            result += new
        return result

    def read_later(self, statements: Sequence[ast.stmt], liveness: Liveness) -> list[ast.stmt]:
        """The statements without what sets a flag that nothing asks for any more."""
        result: list[ast.stmt] = []
        for statement in statements:
            flag = self.sets.get(statement)
            if flag is not None and flag not in liveness.after[statement]:
                continue
            blocks = {
                field: self.read_later(block, liveness)
                for field, block in ast.iter_fields(statement)
                if field in ("body", "orelse", "finalbody")
                and any(s in self.sets for inner in block for s in walk(inner))
            }
            if not blocks.get("body", [statement]):
                blocks["body"] = [self.work.make(ast.Pass(), statement)]
            result.append(self.work.origins.changed(statement, **blocks) if blocks else statement)
        return result

    def _clears(self, statement: ast.stmt, name: str) -> bool:
        match statement:
            case ast.Assign(value=ast.Constant(value=False)):
                return self.sets.get(statement) == self.flags[name]
        return False

    def _block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        return [new for statement in statements for new in self._statement(statement)]

    def _statement(self, statement: ast.stmt) -> list[ast.stmt]:
        if not any(isinstance(n, ast.Name) and n.id in self.flags for n in walk(statement)):
            return [statement]
        if isinstance(statement, ast.Assign):
            return self._assign(statement)
        fields: dict[str, object] = {}
        for field, value in ast.iter_fields(statement):
            if field in ("body", "orelse", "finalbody"):
                fields[field] = self._block(value)
            elif field == "test":
                fields[field] = self._test(value)
            elif isinstance(value, ast.expr) and field != "target":
                fields[field] = self._expression(value)
        return [self.work.origins.changed(statement, **fields)]

    def _assign(self, statement: ast.Assign) -> list[ast.stmt]:
        given = pairs(statement)
        known = [(t.id, v) for t, v in given if isinstance(t, ast.Name) and t.id in self.flags]
        if not any(is_none(v) for _, v in known):
            if len(known) == len(given) == 1 and isinstance(known[0][1], ast.IfExp) and _chooses_none(known[0][1]):
                return self._statement(self._as_branch(statement, known[0][1]))
            new = self.work.origins.changed(statement, value=self._expression(statement.value))
            return [new, *(self._set(name, self._is_there(value), statement) for name, value in known)]
        if len(given) == 1:
            return [self._set(known[0][0], ast.Constant(False), statement)]
        single = [self.work.make(ast.Assign([t], self.work.origins.copied([v])[0]), statement) for t, v in given]
        return self._block(single)

    def _as_branch(self, statement: ast.Assign, value: ast.IfExp) -> ast.stmt:
        """`if test: name = one`, `else: name = other`."""
        one, other = (self.work.origins.changed(statement, value=part) for part in (value.body, value.orelse))
        return self.work.make(ast.If(value.test, [one], [other]), statement)

    def _is_there(self, value: ast.expr) -> ast.expr:
        if isinstance(value, ast.Name) and value.id in self.perhaps_none:
            return ast.Compare(read(value.id), [ast.IsNot()], [ast.Constant(None)])
        return ast.Constant(True)

    def _set(self, name: str, value: ast.expr, like: ast.stmt) -> ast.stmt:
        new = self.work.make(assign(self.flags[name], value), like)
        self.sets[new] = self.flags[name]
        return new

    def _expression(self, node: ast.expr) -> ast.expr:
        return self.visit(self.work.origins.copied([node])[0])  # type: ignore[no-any-return]

    def _test(self, node: ast.expr) -> ast.expr:
        return self._asked(self.work.origins.copied([node])[0])

    def _asked(self, node: ast.expr) -> ast.expr:
        """An expression of which only the truth counts."""
        match node:
            case ast.Name(id=name) if name in self.flags:
                return self.work.origins.make(ast.IfExp(read(self.flags[name]), node, ast.Constant(False)), node)
            case ast.UnaryOp(op=ast.Not()):
                node.operand = self._asked(node.operand)
                return node
            case ast.BoolOp():
                return self._guarded(node)
        return self.visit(node)  # type: ignore[no-any-return]

    def _guarded(self, node: ast.BoolOp) -> ast.expr:
        """`and` and `or` in a test. Operands that need a value are not looked at where there is none."""
        lead = next((k for k, v in enumerate(node.values) if k and self._needs_value(v)), len(node.values))
        values = [self._asked(v) for v in node.values]
        if lead == len(values):
            node.values = values
            return node
        first, rest = (v[0] if len(v) == 1 else ast.BoolOp(node.op, v) for v in (values[:lead], values[lead:]))
        if isinstance(node.op, ast.And):
            new = ast.IfExp(first, rest, ast.Constant(False))
        else:
            new = ast.IfExp(negation(first), rest, ast.Constant(True))
        return self.work.origins.make(new, node)

    def _needs_value(self, node: ast.expr) -> bool:
        asked = {n.left for n in walk(node) if isinstance(n, ast.Compare) and none_test(n) is not None}
        return any(isinstance(n, ast.Name) and n.id in self.flags and n not in asked for n in walk(node))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        match none_test(node):
            case (name, is_none) if name in self.flags:
                there = self.work.origins.make(read(self.flags[name]), node)
                return self.work.origins.make(negation(there), node) if is_none else there
        self.generic_visit(node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.Not):
            return self._asked(node)
        self.generic_visit(node)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test = self._asked(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node


def _chooses_none(value: ast.expr) -> bool:
    return any(is_none(c) for c in choices(value))


def _gives_value(statement: ast.stmt, name: str) -> bool:
    """An assignment that gives the name something else than None."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=target)], value=value):
            return target == name and not _chooses_none(value)
    return False
