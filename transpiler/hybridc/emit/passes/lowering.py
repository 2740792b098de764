"""One walk over a graph function, which hands every node to all passes, innermost first."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import libcst as cst

from hybridc.emit.concrete import concrete_body
from hybridc.emit.concrete_tree import is_expression, semantic_fields, text_of, with_children
from hybridc.emit.correspondence import Pairs, is_kept, pair, pair_block
from hybridc.emit.passes.base import Context, Pass, Statement
from hybridc.emit.passes.blocks import returned_directly, statements_of
from hybridc.emit.passes.comments import (
    Gone,
    comments_above,
    comments_in,
    gone,
    joined_block,
    kept_comments,
    left_out,
    with_comments,
    without_blank_lines,
)
from hybridc.emit.passes.lines import filled
from hybridc.emit.passes.references import referred
from hybridc.emit.templates import expression, held_together, over_lines, unparenthesized
from hybridc.program.assumptions import Kind
from hybridc.program.plans import LoopForm

_SCOPES = (cst.If, cst.While, cst.For, cst.FunctionDef, cst.Match)


class Lowering:
    """Rewrites one function with the passes given, in their order."""

    def __init__(self, context: Context, passes: Sequence[type[Pass]]) -> None:
        self.context = context
        self.kinds = tuple(passes)
        self.passes = [p(self.context) for p in passes]
        self.pairs: Pairs = {}
        self._known: dict[type[ast.AST], list[Callable[..., Any]]] = {}

    def function(self, node: cst.FunctionDef, tree: ast.FunctionDef) -> cst.FunctionDef:
        """The function with its body rewritten."""
        structured = self.context.plan.structured
        body: cst.BaseSuite = node.body
        if structured.node is not tree:
            body = concrete_body(node, tree, structured)
        pair_block(body.body, structured.node.body, self.pairs)
        self.context.origins.learn(self.pairs)
        suite = self.suite(body)
        if self.context.plan.references is None:  # else what is returned may be read before it is written
            suite = suite.with_changes(body=returned_directly(self.context, suite.body))
        return node.with_changes(body=suite)

    def statements_of(self, trees: list[ast.stmt], nodes: Sequence[cst.BaseStatement]) -> list[Statement]:
        """Statements rewritten by themselves, among them what stands for those that are gone."""
        pair_block(nodes, trees, self.pairs)
        self.context.origins.learn(self.pairs)
        return self._lowered(nodes)

    def value(self, node: cst.BaseExpression, tree: ast.expr) -> cst.BaseExpression:
        """An expression rewritten by itself."""
        pair(node, tree, self.pairs)
        self.context.origins.learn(self.pairs)
        return self.expression(node)

    def suite(self, node: cst.BaseSuite) -> cst.IndentedBlock:
        """A block, always on lines of its own."""
        block = _indented(node)
        new = self._lowered(block.body)
        if new and isinstance(new[0], cst.FunctionDef):
            new[0] = without_blank_lines(new[0])
        return joined_block(block, new)

    def _lowered(self, nodes: Sequence[cst.BaseStatement]) -> list[Statement]:
        result: list[Statement] = []
        starts: dict[str, Statement] = {}  # names that structured code sets to constants, just above
        for node in nodes:
            above = self._taken_by(node, starts)
            if above or not (name := self._start_of(node)):
                result += starts.values()
                starts = {}
            new = self.statement(node)  # type: ignore[arg-type]
            if above and new:
                new[0] = new[0].with_changes(leading_lines=[*above[0].leading_lines, *comments_above(new[0])])
            if not above and name and len(new) == 1:
                starts[name] = new[0]
                continue
            result += new or [kept_comments(node)]
        return [*result, *starts.values()]

    def _start_of(self, node: cst.BaseStatement) -> str | None:
        """The name that a statement which no user wrote sets to a constant."""
        tree = self.pairs.get(node.body[0]) if isinstance(node, cst.SimpleStatementLine) and node.body else None
        match tree:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant()) if (
                tree in self.context.plan.structured.origins.made
            ):
                return name
        return None

    def _taken_by(self, node: cst.BaseStatement, starts: dict[str, Statement]) -> list[Statement]:
        """The statements whose constants a compiled loop starts from: they go into its call."""
        tree = self.pairs.get(node)
        loop = self.context.plan.control.loops.get(tree) if isinstance(tree, ast.For | ast.While) else None
        if loop is None or loop.form is LoopForm.PYTHON or not any(n in starts for n in loop.carry):
            return []
        if not any(kind.takes_starts for kind in self.kinds):
            return []
        assert isinstance(tree, ast.stmt)
        taken = [starts.pop(name) for name in list(starts) if name in loop.carry]
        values = [cst.ensure_type(cst.ensure_type(t, cst.SimpleStatementLine).body[0], cst.Assign) for t in taken]
        self.context.initial[tree] = {text_of(v.targets[0].target): v.value for v in values}
        return taken

    def statement(self, node: Statement) -> list[Statement]:
        if isinstance(node, cst.SimpleStatementLine):
            return self._line(node)
        tree = self.pairs.get(node)
        if isinstance(node, cst.With | cst.Try):
            if isinstance(node, cst.With) and isinstance(tree, ast.With) and tree in self.context.plan.control.gone:
                return self._block_alone(node, self.context.plan.control.gone[tree])
            entered = self._entered(node)
            if entered is not None:
                self._note_origin(node, [entered])
            return [] if entered is None else [entered]
        if tree is None or not isinstance(node, _SCOPES) or not isinstance(tree, ast.stmt):
            return [node]
        bases = tuple(base for p in self.passes for base in p.enter(tree))
        with self.context.names.scope(*bases) as chosen:
            updated = self._compound(node)
            new = self._handed(tree, node, [updated], chosen)
        self._note_origin(node, new)
        return new

    def _note_origin(self, node: cst.CSTNode, new: Sequence[cst.CSTNode]) -> None:
        tree = self.pairs.get(node)
        for each in new if tree is not None else ():
            small = each.body if isinstance(each, cst.SimpleStatementLine) else [each]
            for part in small:
                self.context.origins.stands_for(part, tree)  # type: ignore[arg-type]

    def _block_alone(self, node: cst.With, code: str | None) -> list[Statement]:
        """The block of a `with` that the converted code goes without; None where that says nothing to it."""
        block = _indented(node.body)
        beside, below = block.header.comment, [line for line in block.footer if line.comment is not None]
        above = [*node.leading_lines, *([cst.EmptyLine(comment=beside)] if beside is not None else ())]
        head = node.with_changes(body=cst.SimpleStatementSuite([cst.Expr(cst.Ellipsis())]))
        first = gone(above) if code is None else left_out(head, code, above)
        return [first, *self._lowered(block.body), *([gone(below)] if below else ())]

    def _entered(self, node: cst.With | cst.Try) -> Statement | None:
        """`with` and `try` of Python that stays; None of a `try` in which nothing is left to fail."""
        body = self.suite(node.body)
        if isinstance(node, cst.With):
            items = [i.with_changes(item=self.expression(i.item)) for i in node.items]
            return node.with_changes(items=items, body=body)
        if not statements_of(body) and statements_of(node.body) and _is_silent(node):
            return None
        changes: dict[str, object] = {"body": body}
        changes["handlers"] = [self._handler(h) for h in node.handlers]
        for field in ("orelse", "finalbody"):
            held = getattr(node, field)
            if held is not None:
                changes[field] = held.with_changes(body=self.suite(held.body))
        return node.with_changes(**changes)

    def _handler(self, node: cst.ExceptHandler) -> cst.ExceptHandler:
        kind = None if node.type is None else self.expression(node.type)
        return node.with_changes(type=kind, body=self.suite(node.body))

    def _line(self, node: cst.SimpleStatementLine) -> list[Statement]:
        if len(node.body) == 1 and is_kept(node.body[0]):
            return [node]
        result: list[Statement] = []
        small: list[cst.BaseSmallStatement] = []
        changed = False
        for part in node.body:
            updated = self._children(part)
            assert isinstance(updated, cst.BaseSmallStatement)
            new = self._in_place_of(part, updated)
            self._note_origin(part, [updated] if new is None else new)
            if new is None:
                small.append(updated)
                changed |= updated is not part
            else:
                changed = True
                if small:
                    result.append(cst.SimpleStatementLine(_unterminated(small)))
                    small = []
                result += new
        if small:
            if not result:
                return [
                    node.with_changes(body=small) if changed and len(small) == len(node.body) else _line_of(node, small)
                ]
            result.append(cst.SimpleStatementLine(_unterminated(small)))
        return with_comments(result, node)

    def _in_place_of(self, part: cst.BaseSmallStatement, updated: cst.BaseSmallStatement) -> list[Statement] | None:
        """What the passes put in the place of a small statement; None where it stays."""
        tree = self.pairs.get(part)
        if not isinstance(tree, ast.stmt) or not self._handlers(tree):
            return None
        whole: list[Statement] = [cst.SimpleStatementLine([_alone(updated)])]
        new = self._handed(tree, part, whole, ())
        return None if new == whole else new

    def _handed(
        self, tree: ast.stmt, original: cst.CSTNode, nodes: list[Statement], chosen: tuple[str, ...]
    ) -> list[Statement]:
        """Hands a statement to the passes, until one of them puts others in its place."""
        more = (chosen,) if isinstance(original, _SCOPES) else ()
        for handler in self._handlers(tree):
            if len(nodes) == 1 and not isinstance(nodes[0], Gone):
                nodes = handler(tree, original, nodes[0], *more)
        return nodes

    def _handlers(self, tree: ast.AST) -> list[Callable[..., Any]]:
        """What the passes do with a kind of node."""
        kind = type(tree)
        if kind not in self._known:
            name = f"leave_{kind.__name__}"
            self._known[kind] = [getattr(self.passes[i], name) for i in _having(self.kinds, name)]
        return self._known[kind]

    def _compound(self, node: cst.If | cst.While | cst.For | cst.FunctionDef | cst.Match) -> Statement:
        if isinstance(node, cst.Match):
            cases = [self._case(c) for c in node.cases]
            return node.with_changes(subject=self.expression(node.subject), cases=cases)
        changes: dict[str, object] = {"body": self.suite(node.body)}
        if isinstance(node, cst.FunctionDef):
            return node.with_changes(params=self._children(node.params), **changes)
        for name in ("test", "iter"):
            child = getattr(node, name, None)
            if child is not None:
                changes[name] = self.expression(child)
        if isinstance(node.orelse, cst.Else):
            changes["orelse"] = node.orelse.with_changes(body=self.suite(node.orelse.body))
        elif isinstance(node.orelse, cst.If):
            changes["orelse"] = self._elif(node.orelse)
        return node.with_changes(**changes)

    def _case(self, case: cst.MatchCase) -> cst.MatchCase:
        guard = None if case.guard is None else self.expression(case.guard)
        return case.with_changes(guard=guard, body=self.suite(case.body))

    def _elif(self, node: cst.If) -> cst.If | cst.Else:
        """An `elif` stays one only if nothing but an `if` comes of it."""
        new = joined_block(cst.IndentedBlock([]), self.statement(node))
        first, *rest = new.body
        return first if isinstance(first, cst.If) and not (rest or new.footer) else cst.Else(new)

    def expression(self, node: cst.BaseExpression) -> cst.BaseExpression:
        new = over_lines(node, self._expression(node))
        if (tree := self.pairs.get(node)) is not None:
            self.context.origins.stands_for(new, tree)
        return new

    def _expression(self, node: cst.BaseExpression) -> cst.BaseExpression:
        updated = self._children(node)
        tree = self.pairs.get(node)
        if tree is None:
            return updated  # type: ignore[return-value]
        for handler in self._handlers(tree):
            updated = handler(tree, node, updated)
        if (rows := self.context.plan.lines.rows.get(tree)) is not None:  # type: ignore[call-overload]
            return filled(rows.entry.target or "", rows.entry, {"self": unparenthesized(updated)})  # type: ignore[arg-type]
        if (
            isinstance(updated, cst.BinaryOperation)
            and (call := self.context.plan.lines.dtype_joins.get(tree)) is not None
        ):
            parts = {"left": unparenthesized(updated.left), "right": unparenthesized(updated.right)}
            updated = expression(call, **parts)
        if tree in self.context.plan.lines.arrays:
            updated = expression("jnp.array({x})", x=updated)  # type: ignore[arg-type]
        for beside in self.context.plan.assumed.at(Kind.ELEMENTWISE, tree):
            updated = expression(f"control.beside({{x}}, {beside.subject})", x=updated)  # type: ignore[arg-type]
        if self.context.plan.references is not None:
            updated = referred(self.context.plan.references, tree, updated)  # type: ignore[arg-type]
        if isinstance(tree, ast.Name) and self._is_numpys(tree):
            updated = expression("jnp.asarray({x})", x=updated)  # type: ignore[arg-type]
        if (cast := self.context.plan.lines.casts.get(tree)) is not None:  # type: ignore[call-overload]
            updated = expression(cast, x=updated)  # type: ignore[arg-type]
        elif tree in self.context.plan.assumed.nodes(Kind.VALUE):
            updated = expression("control.number({x})", x=updated)  # type: ignore[arg-type]
        if self.context.plan.is_asked(self.context.plan.mutation.beside.get(tree)):  # type: ignore[call-overload]
            with self.context.names.scope("part") as (part,):
                return expression(f"{part}.beside({{x}})", x=unparenthesized(updated))  # type: ignore[arg-type]
        return updated  # type: ignore[return-value]

    def _is_numpys(self, tree: ast.Name) -> bool:
        """A global that code around compiled functions has as an array of NumPy's."""
        is_read = tree.id in self.context.numpys and isinstance(tree.ctx, ast.Load)
        return is_read and tree.id not in self.context.plan.function.locals

    def _children(self, node: cst.CSTNode) -> cst.CSTNode:
        """The node with its expressions rewritten; the same object where nothing changed."""
        return held_together(node, with_children(node, self._child))

    def _child(self, node: cst.CSTNode) -> cst.CSTNode:
        kind = type(node)
        if is_expression(kind):
            return self.expression(node)  # type: ignore[arg-type]
        return self._children(node) if semantic_fields(kind) else node


@cache
def _having(passes: tuple[type[Pass], ...], name: str) -> tuple[int, ...]:
    """Which of the passes have a method of that name."""
    return tuple(i for i, each in enumerate(passes) if hasattr(each, name))


def _indented(suite: cst.BaseSuite) -> cst.IndentedBlock:
    """A block on lines of its own."""
    if isinstance(suite, cst.SimpleStatementSuite):
        return cst.IndentedBlock([cst.SimpleStatementLine(suite.body, trailing_whitespace=suite.trailing_whitespace)])
    return cst.ensure_type(suite, cst.IndentedBlock)


def _is_silent(node: cst.Try) -> bool:
    """Around its block it says nothing: `except ImportError: pass`."""
    parts = [node, *node.handlers]
    is_alone = node.orelse is None and node.finalbody is None and not any(statements_of(h.body) for h in node.handlers)
    return is_alone and not any(map(comments_in, parts))


def _unterminated(small: list[cst.BaseSmallStatement]) -> list[cst.BaseSmallStatement]:
    return [*small[:-1], _alone(small[-1])]


def _alone(small: cst.BaseSmallStatement) -> cst.BaseSmallStatement:
    has_semicolon = small.semicolon is not cst.MaybeSentinel.DEFAULT
    return small.with_changes(semicolon=cst.MaybeSentinel.DEFAULT) if has_semicolon else small


def _line_of(node: cst.SimpleStatementLine, small: list[cst.BaseSmallStatement]) -> cst.SimpleStatementLine:
    return node if list(node.body) == small else node.with_changes(body=_unterminated(small))
