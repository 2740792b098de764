"""Whether anybody can tell that a name got a copy in place of the array that it would have."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set

from hybridc.normalize.outlining.kinds import Kind, Kinds
from hybridc.program.host.writers import READING
from hybridc.structure.assigned import surely_set
from hybridc.syntax.dataflow import Names, blocks, expressions, own_statements
from hybridc.syntax.in_place import changed_in_place
from hybridc.syntax.walking import children, walk

_ONLY_READS = frozenset(
    f"builtins.{name}"
    for name in (
        "abs", "bool", "complex", "float", "int", "len", "print", "range", "repr", "round", "str", "sum", "type",
    )
)  # fmt: skip
_ASKED = frozenset({"dtype", "ndim", "shape", "size"})


def changed(statements: Sequence[ast.stmt], kinds: Kinds) -> Names:
    """Names whose arrays these statements may write into, by themselves or by what they call."""
    found: set[str] = set()
    for statement in own_statements(statements):
        found |= changed_in_place(statement)
        for expression in expressions(statement):
            for call in walk(expression):
                if isinstance(call, ast.Call):
                    found |= {name for a in _written(call, kinds) for name in _shown_in(a, kinds, is_read=False)}
    return frozenset(n for n in found if kinds.known.get(n) is not Kind.NUMBER)


def _written(call: ast.Call, kinds: Kinds) -> Iterator[ast.expr]:
    """Arguments that the call may write into."""
    given = [*call.args, *(k.value for k in call.keywords)]
    name = kinds.module.qualified_name(call.func)
    if name is not None:
        if name.partition(".")[0] not in READING | {"builtins", "math", "numpy", "time"}:
            yield from given
        return
    match call.func:
        case ast.Name(id=own) if (result := kinds.results.get(own)) is not None:
            named = call.args if not call.keywords else []
            yield from (a for p, a in zip(result.parameters, named, strict=False) if p in result.written)
            yield from given if call.keywords and result.written else ()
        case ast.Attribute(value=held) if kinds.of(held) is Kind.ARRAY:  # what writes into it is no reading method
            return
        case _:
            yield from given


def shown(statements: Sequence[ast.stmt], kinds: Kinds) -> Names:
    """Names whose arrays go on to something else: another name, a list, an attribute, a view, an unknown function."""
    return frozenset(name for s in own_statements(statements) for name in _shown_by(s, kinds))


def _shown_by(statement: ast.stmt, kinds: Kinds) -> Iterator[str]:
    match statement:
        case ast.Assign(targets=targets, value=value):
            copies = all(isinstance(t, ast.Subscript) and kinds.of(t.value) is Kind.ARRAY for t in targets)
            yield from _shown_in(value, kinds, is_read=copies)
        case ast.AugAssign(target=target, value=value):
            yield from _shown_in(value, kinds, is_read=kinds.of(target) <= Kind.ARRAY)
        case ast.If(test=test) | ast.While(test=test) | ast.Expr(value=test):
            yield from _shown_in(test, kinds, is_read=True)
        case _:
            for expression in expressions(statement):
                yield from _shown_in(expression, kinds, is_read=False)


def _shown_in(node: ast.AST, kinds: Kinds, is_read: bool) -> Iterator[str]:
    """`is_read`: what is around the expression only computes with it."""
    match node:
        case ast.Name(id=name):
            if not is_read and isinstance(node.ctx, ast.Load):
                yield name
            return
        case ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.FormattedValue() | ast.Slice():
            is_inner = True
        case ast.Attribute(attr=attribute):
            is_inner = is_read or attribute in _ASKED
        case ast.Subscript(value=held, slice=index):
            yield from _shown_in(held, kinds, is_read)
            yield from _shown_in(index, kinds, is_read=True)
            return
        case ast.Call():
            is_inner = _reads_alone(node, kinds, is_read)
        case _:
            is_inner = is_read and isinstance(node, ast.IfExp | ast.BoolOp | ast.JoinedStr | ast.keyword)
    for child in children(node):
        yield from _shown_in(child, kinds, is_inner)


def _reads_alone(call: ast.Call, kinds: Kinds, is_read: bool) -> bool:
    """The call keeps nothing of what it is given, and gives none of it to what does more than compute with it."""
    name = kinds.module.qualified_name(call.func)
    if name is not None:
        return name in _ONLY_READS or name.partition(".")[0] in READING | {"math"} or (is_read or kinds.is_new(call))
    match call.func:
        case ast.Name(id=own):
            return own in kinds.results and (is_read or kinds.results[own].is_new)
        case ast.Attribute(value=held):
            return kinds.of(held) is Kind.ARRAY and (is_read or kinds.is_new(call))
    return False


def new_after(taken: Sequence[ast.stmt], names: Set[str], written: Names, seen: Names, kinds: Kinds) -> Names:
    """Of the names, those that hold arrays of their own after these statements, or the one that they had and that
    nothing else shows; all, if nobody writes into any of theirs: `written` are those that the scope writes into
    elsewhere, `seen` those that it shows to what may."""
    bound: dict[str, list[ast.expr | None]] = {}
    for statement in own_statements(taken):
        for name, value in _bindings(statement):
            bound.setdefault(name, []).append(value)
    made = {n for n, values in bound.items() if all(v is not None and kinds.is_new(v) for v in values)}
    sure = surely_set(taken) or frozenset()
    if (written | seen).isdisjoint(names) and changed(taken, kinds) <= made & sure:
        return frozenset(names)
    own = (made - kinds.shared - seen) | sure
    return frozenset(made & own & names) - shown(taken, kinds)


def _bindings(statement: ast.stmt) -> Iterator[tuple[str, ast.expr | None]]:
    """Names that get another object, and which, where that is told."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, value
        case ast.Assign(targets=[ast.Tuple(elts=elements)], value=ast.Call() as value):
            yield from ((e.id, value) for e in elements if isinstance(e, ast.Name))
        case ast.AugAssign(target=ast.Name()):
            return
        case ast.Assign() | ast.AnnAssign() | ast.For():
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            stored = (n for t in targets for n in walk(t) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
            yield from ((n.id, None) for n in stored)


def without(statements: Sequence[ast.stmt], gone: Set[ast.stmt]) -> list[ast.stmt]:
    """The statements without those, of which some may be parts."""
    found: list[ast.stmt] = []
    for statement in statements:
        if statement in gone:
            continue
        inside = [s for block in blocks(statement) for s in block]
        left = without(inside, gone)
        found += [statement] if left == inside else left
    return found
