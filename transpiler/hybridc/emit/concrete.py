"""The concrete tree of a function in structured form: what is left of the original keeps its comments and spacing."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

import libcst as cst

from hybridc.emit.concrete_tree import children
from hybridc.emit.correspondence import Pairs, pair_block
from hybridc.emit.templates import new_expression
from hybridc.structure import Structured
from hybridc.syntax.walking import walk

Statement = cst.SimpleStatementLine | cst.BaseCompoundStatement


def concrete_body(node: cst.FunctionDef, tree: ast.FunctionDef, structured: Structured) -> cst.IndentedBlock:
    """The body of `structured`, made from `node`, which is the function as `tree` has it."""
    pairs: Pairs = {}
    pair_block(node.body.body, tree.body, pairs)
    builder = _Builder({t: n for n, t in pairs.items()}, structured)
    for line in _lines(node):
        for small in line.body:
            builder.lines[small] = line
    block = node.body
    statements = builder.block(structured.node.body)
    if isinstance(block, cst.IndentedBlock):
        return block.with_changes(body=statements)
    return cst.IndentedBlock(statements)


def _lines(node: cst.CSTNode) -> list[cst.SimpleStatementLine | cst.SimpleStatementSuite]:
    found: list[cst.SimpleStatementLine | cst.SimpleStatementSuite] = []
    todo = [node]
    while todo:
        each = todo.pop()
        if isinstance(each, cst.SimpleStatementLine | cst.SimpleStatementSuite):
            found.append(each)
        elif not isinstance(each, cst.BaseExpression):
            todo += children(each)
    return found


def _inside(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    for child in children(node):
        yield child
        yield from _inside(child)


class _Builder:
    def __init__(self, nodes: dict[ast.AST, cst.CSTNode], structured: Structured) -> None:
        self.nodes = nodes
        self.origins = structured.origins
        self.lines: dict[cst.CSTNode, cst.SimpleStatementLine | cst.SimpleStatementSuite] = {}
        self._used: set[cst.CSTNode] = set()

    def block(self, statements: Sequence[ast.stmt]) -> list[Statement]:
        result: list[Statement] = []
        first_made: int | None = None  # of a run of made statements, which belong to the one that follows
        for index, statement in enumerate(statements):
            node = self.statement(statement)
            if self._is_made(statement):
                first_made = index if first_made is None else first_made
            elif first_made is not None:
                if statement.lineno == statements[first_made].lineno and node.leading_lines:
                    result[first_made] = result[first_made].with_changes(leading_lines=node.leading_lines)
                    node = node.with_changes(leading_lines=[])
                first_made = None
            result.append(node)
        return result

    def _is_made(self, statement: ast.stmt) -> bool:
        return isinstance(statement, ast.Assign) and self.origins.original(statement) not in self.nodes

    def original(self, tree: ast.AST) -> cst.CSTNode | None:
        """The concrete node, as a copy where it is used already."""
        node = self.nodes.get(self.origins.original(tree))
        if node is None:
            return None
        nodes = {node, *_inside(node)} if isinstance(node, cst.BaseExpression) else {node}
        if nodes & self._used:
            return node.deep_clone()
        self._used |= nodes
        return node

    def statement(self, tree: ast.stmt) -> Statement:
        if isinstance(tree, ast.If | ast.While | ast.For):
            return self._compound(tree)
        base = self.nodes.get(self.origins.original(tree))
        if isinstance(tree, ast.FunctionDef) and tree in self.origins.of:
            function = self.original(tree)
            assert isinstance(function, cst.FunctionDef)
            return function.with_changes(
                params=_with_first(function.params, tree), body=self._suite(tree.body, function.body)
            )
        if isinstance(base, cst.With | cst.Try) and isinstance(tree, ast.With | ast.Try) and tree in self.origins.of:
            return self._entered(tree, base)
        if isinstance(base, cst.BaseCompoundStatement) and isinstance(tree, _COMPOUND):
            node = self.original(tree)
            assert isinstance(node, cst.BaseCompoundStatement)
            return node
        if isinstance(base, cst.BaseSmallStatement) and isinstance(tree, _ABSTRACT.get(type(base), ())):
            return self._line(tree, base)
        made = self._made(tree)
        if isinstance(base, cst.BaseSmallStatement):
            return self._in_line(made, base)
        return made.with_changes(leading_lines=base.leading_lines) if isinstance(base, cst.If) else made

    def _entered(self, tree: ast.With | ast.Try, base: cst.With | cst.Try) -> Statement:
        """`with` and `try`, with other statements in them."""
        changes: dict[str, object] = {"body": self._suite(tree.body, base.body)}
        if isinstance(tree, ast.Try) and isinstance(base, cst.Try):
            changes["handlers"] = [
                handler.with_changes(body=self._suite(other.body, handler.body))
                for handler, other in zip(base.handlers, tree.handlers, strict=True)
            ]
            for field, block in (("orelse", tree.orelse), ("finalbody", tree.finalbody)):
                if (held := getattr(base, field)) is not None:
                    changes[field] = held.with_changes(body=self._suite(block, held.body))
        return base.with_changes(**changes)

    def _line(self, tree: ast.stmt, base: cst.BaseSmallStatement) -> Statement:
        node = self.original(tree)
        assert isinstance(node, cst.BaseSmallStatement)
        alone = node.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)
        value = getattr(tree, "value", None)
        before = getattr(self.origins.original(tree), "value", None)
        if isinstance(value, ast.expr) and (self._is_changed(value) or self.origins.original(value) is not before):
            new = self.expression(value)
            space = {"whitespace_after_return": _SPACE} if isinstance(alone, cst.Return) else {}
            alone = alone.with_changes(value=_bare(new), **space)
        if isinstance(tree, ast.Assign) and self._is_another(tree.targets[0], self.origins.original(tree)):
            alone = alone.with_changes(targets=[cst.AssignTarget(self._target(tree.targets[0]))])
        elif isinstance(tree, ast.AugAssign) and self._is_changed(tree.target):
            alone = alone.with_changes(target=self._target(tree.target))
        return self._in_line(cst.SimpleStatementLine([alone]), base)

    def _is_another(self, target: ast.expr, before: ast.AST) -> bool:
        """The statement assigns to something else than it did."""
        targets = getattr(before, "targets", [])
        return self._is_changed(target) or not any(self.origins.original(target) is each for each in targets)

    def _in_line(self, made: Statement, base: cst.BaseSmallStatement) -> Statement:
        """The statement with the comments of the line that it stands in."""
        line = self.lines[base]
        if isinstance(line, cst.SimpleStatementLine) and line.body[0] is base:
            made = made.with_changes(leading_lines=line.leading_lines)
        if line.body[-1] is base:
            made = made.with_changes(trailing_whitespace=line.trailing_whitespace)
        return made

    def _made(self, tree: ast.stmt) -> Statement:
        """A statement that was not there before."""
        match tree:
            case ast.Pass():
                return cst.SimpleStatementLine([cst.Pass()])
            case ast.Expr(value=value):
                return cst.SimpleStatementLine([cst.Expr(self.expression(value))])
            case ast.Return(value=value):
                return cst.SimpleStatementLine([cst.Return(None if value is None else self.expression(value))])
            case ast.Assign(targets=[target], value=value):
                made = cst.Assign([cst.AssignTarget(self._target(target))], self.expression(value))
                return cst.SimpleStatementLine([made])
            case ast.AugAssign(target=target, op=op, value=value):
                operator = cst.AddAssign() if isinstance(op, ast.Add) else cst.SubtractAssign()
                made_value = self.expression(value)
                if isinstance(made_value, cst.UnaryOperation):
                    operator = cst.SubtractAssign() if isinstance(op, ast.Add) else cst.AddAssign()
                    made_value = made_value.expression
                return cst.SimpleStatementLine([cst.AugAssign(self._target(target), operator, made_value)])
        raise AssertionError(f"no concrete form for a made {type(tree).__name__}")

    def _target(self, tree: ast.expr) -> cst.BaseAssignTargetExpression:
        node = _bare(self.expression(tree))
        assert isinstance(node, cst.BaseAssignTargetExpression)
        return node

    def _compound(self, tree: ast.If | ast.While | ast.For) -> Statement:
        base = self.original(tree)
        body = self._suite(tree.body, getattr(base, "body", None))
        orelse = self._orelse(tree, base)
        if isinstance(tree, ast.If):
            test = self.expression(tree.test)
            if isinstance(base, cst.If):
                return base.with_changes(test=test, body=body, orelse=orelse, whitespace_before_test=_SPACE)
            return cst.If(test, body, orelse, leading_lines=_above(base))
        if isinstance(tree, ast.While):
            test = self.expression(tree.test)
            if isinstance(base, cst.While):
                return base.with_changes(test=test, body=body, orelse=orelse, whitespace_after_while=_SPACE)
            assert orelse is None or isinstance(orelse, cst.Else)
            return cst.While(test, body, orelse, leading_lines=_above(base))
        if not isinstance(base, cst.For):
            assert orelse is None or isinstance(orelse, cst.Else)
            above = _above(base)
            return cst.For(self._target(tree.target), self.expression(tree.iter), body, orelse, leading_lines=above)
        target = self._target(tree.target) if self._is_changed(tree.target) else base.target
        iterated = self.expression(tree.iter) if self._is_changed(tree.iter) else base.iter
        return base.with_changes(target=target, iter=iterated, body=body, orelse=orelse)

    def _suite(self, statements: Sequence[ast.stmt], base: cst.CSTNode | None) -> cst.IndentedBlock:
        nodes = self.block(statements)
        if isinstance(base, cst.IndentedBlock):
            return base.with_changes(body=nodes)
        return cst.IndentedBlock(nodes)

    def _orelse(self, tree: ast.If | ast.While | ast.For, base: cst.CSTNode | None) -> cst.If | cst.Else | None:
        if not tree.orelse:
            return None
        old = getattr(base, "orelse", None)
        if len(tree.orelse) == 1 and isinstance(tree.orelse[0], ast.If) and isinstance(tree, ast.If):
            inner = self.statement(tree.orelse[0])
            if isinstance(inner, cst.If) and not inner.leading_lines:
                return inner
            if isinstance(inner, cst.If) and isinstance(old, cst.If):
                return inner
            return cst.Else(cst.IndentedBlock([inner]))
        if isinstance(old, cst.Else):
            return old.with_changes(body=self._suite(tree.orelse, old.body))
        return cst.Else(self._suite(tree.orelse, None))

    def expression(self, tree: ast.expr) -> cst.BaseExpression:
        node = self.original(tree) if not self._is_changed(tree) else None
        if node is not None:
            assert isinstance(node, cst.BaseExpression)
            return node
        return self._made_expression(tree)

    def _is_changed(self, tree: ast.expr) -> bool:
        """Something was put into an expression that was there before."""
        return any(n in self.origins.made for n in walk(tree)) or self.origins.original(tree) not in self.nodes

    def _made_expression(self, tree: ast.expr) -> cst.BaseExpression:
        """The expression from its text, with the parts that were there before as they were written."""
        parts: dict[str, cst.BaseExpression] = {}
        shown = _Shown(self, parts).visit(_shallow(tree))
        return new_expression(ast.unparse(shown), **parts)


class _Shown(ast.NodeTransformer):
    """Puts placeholders where original expressions belong."""

    def __init__(self, builder: _Builder, parts: dict[str, cst.BaseExpression]) -> None:
        self.builder = builder
        self.parts = parts

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.expr) and not isinstance(node, ast.Constant) and not self.builder._is_changed(node):
            name = f"HYB_p{len(self.parts)}"
            original = self.builder.original(node)
            if isinstance(original, cst.BaseExpression):
                self.parts[name.removeprefix("HYB_")] = original
                return ast.Name(name, ast.Load())
        return self.generic_visit(_shallow(node))


def _shallow(node: ast.AST) -> ast.AST:
    """A copy of the node alone, so that its parts can be replaced."""
    fields = {f: list(v) if isinstance(v := getattr(node, f), list) else v for f in node._fields if hasattr(node, f)}
    return type(node)(**fields)


def _above(base: cst.CSTNode | None) -> Sequence[cst.EmptyLine]:
    return getattr(base, "leading_lines", ())


_COMPOUND = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.With, ast.Try, ast.Match)
_SPACE = cst.SimpleWhitespace(" ")
_ABSTRACT: dict[type[cst.CSTNode], tuple[type[ast.stmt], ...]] = {
    cst.Expr: (ast.Expr,),
    cst.Assign: (ast.Assign,),
    cst.AugAssign: (ast.AugAssign,),
    cst.AnnAssign: (ast.AnnAssign,),
    cst.Return: (ast.Return,),
    cst.Assert: (ast.Assert,),
    cst.Raise: (ast.Raise,),
    cst.Pass: (ast.Pass,),
    cst.Break: (ast.Break,),
    cst.Continue: (ast.Continue,),
    cst.Del: (ast.Delete,),
    cst.Import: (ast.Import,),
    cst.ImportFrom: (ast.ImportFrom,),
    cst.Global: (ast.Global,),
    cst.Nonlocal: (ast.Nonlocal,),
}


def _with_first(parameters: cst.Parameters, tree: ast.FunctionDef) -> cst.Parameters:
    """The parameters, after those that the function has been given."""
    added = tree.args.args[: len(tree.args.args) - len(parameters.params)]
    if not added:
        return parameters
    return parameters.with_changes(params=[*(cst.Param(cst.Name(a.arg)) for a in added), *parameters.params])


def _bare(node: cst.BaseExpression) -> cst.BaseExpression:
    """A tuple as it stands in an assignment or after `return`, where it needs no parentheses."""
    return node.with_changes(lpar=[], rpar=[]) if isinstance(node, cst.Tuple) and node.elements else node
