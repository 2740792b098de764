"""`name := value` as a statement before the one that has it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc.structure.leaving import Leaving
from hybridc.structure.trees import assign, conjunction, negation, read
from hybridc.structure.work import Structuring
from hybridc.syntax.dataflow import NONE, names_bound_in, names_read, target_reads, targets_bound
from hybridc.syntax.walking import walk

_CHEAP = (ast.Name, ast.Constant, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.expr_context, ast.operator, ast.unaryop)


def walruses(node: ast.expr) -> Iterator[ast.NamedExpr]:
    """The `:=` that are evaluated whenever the expression is, innermost first."""
    if isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return
    if isinstance(node, ast.BoolOp):
        yield from walruses(node.values[0])
    elif isinstance(node, ast.IfExp):
        yield from walruses(node.test)
    elif isinstance(node, ast.Compare):
        yield from walruses(node.left)
        yield from walruses(node.comparators[0])
    else:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from walruses(child)
    if isinstance(node, ast.NamedExpr):
        yield node


def without_walrus(work: Structuring, statement: ast.stmt) -> list[ast.stmt]:
    """`name := value` before the statement that has it."""
    field = "test" if isinstance(statement, ast.If | ast.While) else "value"
    value = getattr(statement, field, None)
    if value is None:
        return [statement]
    if (split := _asked_in_turn(work, statement)) is not None:
        return split
    new = work.origins.copied([value])[0]
    hoisted: list[ast.stmt] = []
    for walrus in list(walruses(new)):
        hoisted.append(work.make(assign(walrus.target.id, walrus.value), statement))
    new = _Named(work, statement).visit(new)
    if not isinstance(statement, ast.While):
        return [*hoisted, work.origins.changed(statement, **{field: new})]
    leaving = Leaving(n for s in statement.body for n in ast.walk(s) if isinstance(n, ast.Continue))
    if statement.orelse or any(isinstance(e, ast.Continue) for e in leaving.of(statement.body)):
        leave = ast.Break()
        guard = work.make(ast.If(negation(new), [*statement.orelse, leave], []), statement)
        work.leaving.exits.add(leave)
        body = [*hoisted, guard, *statement.body]
        endless = work.origins.make(ast.Constant(True), statement)
        return [work.origins.changed(statement, test=endless, body=body, orelse=[])]
    again = work.copied(hoisted)
    return [*hoisted, work.origins.changed(statement, test=new, body=[*statement.body, *again])]


def can_hoist(statement: ast.stmt, value: ast.expr) -> bool:
    """Statements before it can do what all the `:=` in the statement do."""
    count = sum(isinstance(n, ast.NamedExpr) for n in walk(value))
    read_first = NONE
    if isinstance(statement, ast.AugAssign):
        read_first = target_reads(statement.target) | targets_bound(statement.target)
    if names_bound_in(value) & read_first:
        return False
    if len(list(walruses(value))) == count:
        return _reads_no_older(value)
    parts = _parts(statement)
    if parts is None or sum(len(list(walruses(p))) for p in parts) < count:
        return False
    return all(_reads_no_older(p) for p in parts)


def _reads_no_older(value: ast.expr) -> bool:
    """Nothing reads the value that a name has before its `:=`, but for other `:=`, which go first as well."""
    seen: set[str] = set()
    hoisted = {n for w in walruses(value) for n in walk(w.value)}
    for node in _in_order(value):
        if isinstance(node, ast.NamedExpr):
            if node.target.id in seen:
                return False
            if any(w.target.id == node.target.id for w in walruses(value) if w is not node):
                return False
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in hoisted:
            seen.add(node.id)
    return True


def _in_order(node: ast.expr) -> Iterator[ast.expr]:
    """The expression and its parts, in the order in which Python comes to their values."""
    match node:
        case ast.IfExp(test=test, body=body, orelse=orelse):
            parts: list[ast.expr | None] = [test, body, orelse]
        case ast.Dict(keys=keys, values=values):
            parts = [part for pair in zip(keys, values, strict=True) for part in pair]
        case ast.Call(func=function, args=arguments, keywords=keywords):
            parts = [function, *arguments, *(k.value for k in keywords)]
        case _:
            parts = [n for n in ast.iter_child_nodes(node) if isinstance(n, ast.expr)]
    for part in parts:
        if part is not None:
            yield from _in_order(part)
    yield node


def _parts(statement: ast.stmt) -> tuple[ast.expr, ast.expr] | None:
    """The operands of a test by `and` up to the first `:=` that may not be evaluated, and the others."""
    match statement:
        case ast.If(test=ast.BoolOp(op=ast.And(), values=values)):
            pass
        case ast.While(test=ast.BoolOp(op=ast.And(), values=values), orelse=[]):
            pass
        case _:
            return None
    lead = next((k for k, v in enumerate(values) if k and any(isinstance(n, ast.NamedExpr) for n in walk(v))), 0)
    return (conjunction(*values[:lead]), conjunction(*values[lead:])) if lead else None


def _asked_in_turn(work: Structuring, statement: ast.stmt) -> list[ast.stmt] | None:
    """The second part of a test by `and` is asked where the first holds; None where it may as well be hoisted."""
    parts = _parts(statement)
    if parts is None:
        return None
    first, second = (work.origins.make(p, statement) for p in parts)
    if isinstance(statement, ast.While):
        if (repeated := _repeated(work, statement)) is not None:
            return [repeated]
        leaves = [ast.Break(), ast.Break()]
        guards = [work.make(ast.If(negation(t), [e], []), statement) for t, e in zip(parts, leaves, strict=True)]
        work.leaving.exits.update(leaves)
        work.reformed.add(guards[1])
        endless = work.origins.make(ast.Constant(True), statement)
        return [work.origins.changed(statement, test=endless, body=[*guards, *statement.body])]
    assert isinstance(statement, ast.If)
    if statement.orelse:
        name = work.fresh("holds")
        asked = work.make(assign(name, second), statement)
        work.reformed.add(asked)
        chosen = work.make(ast.If(read(name), [asked], []), statement)
        hidden = {n.target.id for n in walk(second) if isinstance(n, ast.NamedExpr)} - work.bound_before(statement)
        unset = [
            work.unset_name(n, statement)
            for n in sorted(hidden)
            if _is_read_only_in(work, n, [second, *statement.body])
        ]
        return [
            *unset,
            work.make(assign(name, first), statement),
            chosen,
            work.origins.changed(statement, test=work.origins.make(read(name), statement)),
        ]
    inner = work.make(ast.If(second, statement.body, []), statement)
    work.reformed.add(inner)
    return [work.origins.changed(statement, test=first, body=[inner])]


def _is_read_only_in(work: Structuring, name: str, parts: list[ast.AST]) -> bool:
    """Nothing else in the function reads the name."""

    def reads(trees: list[ast.AST]) -> int:
        nodes = (n for tree in trees for n in walk(tree))
        return sum(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load) for n in nodes)

    return reads(parts) == reads([work.function])


def _repeated(work: Structuring, loop: ast.While) -> ast.stmt | None:
    """The loop with the value in its test, and again at the head of its body, where that costs little."""
    found = [n for n in walk(loop.test) if isinstance(n, ast.NamedExpr)]
    names = frozenset(n.target.id for n in found)
    values = [n.value for n in found]
    if len(names) < len(found) or names & (work.live_after(loop) | names_read(loop.test)):
        return None
    if not all(isinstance(n, _CHEAP) for v in values for n in walk(v)):
        return None
    test = _Valued(work).visit(work.origins.copied([loop.test])[0])
    bound = [work.make(assign(n.target.id, work.origins.copied([n.value])[0]), loop) for n in found]
    return work.origins.changed(loop, test=test, body=[*bound, *loop.body])


class _Valued(ast.NodeTransformer):
    def __init__(self, work: Structuring) -> None:
        self.work = work

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        return self.work.origins.remade(node.value)


class _Named(ast.NodeTransformer):
    def __init__(self, work: Structuring, statement: ast.stmt) -> None:
        self.work = work
        self.statement = statement

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        return self.work.origins.make(read(node.target.id), self.statement)
