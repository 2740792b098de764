"""Loops that count, `while i < n: ...; i += 1`, as those over a range, which compile: where the test is known while
tracing, they would unroll."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from hybridc.analysis.moving.linear import Linear
from hybridc.analysis.moving.sizes import Sizes
from hybridc.structure.leaving import exits_of
from hybridc.structure.trees import assign, names_read_in, read
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structured
from hybridc.syntax.dataflow import names_read, names_stored, names_written
from hybridc.syntax.liveness import Liveness
from hybridc.syntax.module import Function
from hybridc.syntax.turns import whole_number
from hybridc.syntax.walking import walk

Named = Callable[[ast.expr], str | None]
_LATER = (ast.Lambda, ast.FunctionDef, ast.ClassDef, ast.GeneratorExp)  # may read names when these have changed
_UP, _DOWN = (ast.Lt, ast.LtE), (ast.Gt, ast.GtE)
_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}


def with_ranges(
    before: Structured, function: Function, named: Named, known: Collection[str], loops: Collection[ast.AST]
) -> Structured | None:
    """The function in which these loops run over ranges, where they count from one integer to another; None where none
    does. `named`: the qualified name of a function; `known`: parameters that are known while tracing."""
    found = None
    while True:  # inner loops may begin where the counters of outer ones are
        ranged = _Ranged(before, function, named, known, loops)
        node = before.origins.changed(before.node, body=ranged.block(before.node.body))
        if not ranged.has_changed:
            return found
        found = before = Structured(node, before.origins, before.unset, before.assumed)
        function = function.in_form(node)


class _Ranged(Blocks):
    def __init__(
        self, before: Structured, function: Function, named: Named, known: Collection[str], loops: Collection[ast.AST]
    ) -> None:
        super().__init__(before.origins)
        self.sizes = Sizes(function, named)
        self.known = known
        self.loops = loops
        self.liveness = Liveness()
        self.liveness.block(before.node.body, frozenset())
        captured = (n for n in walk(before.node) if n is not before.node and isinstance(n, _LATER))
        self.captured = frozenset(n.id for c in captured for n in walk(c) if isinstance(n, ast.Name))
        self.has_changed = False

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for place, statement in enumerate(statements):
            made = None
            if isinstance(statement, ast.While) and self.origins.original(statement) in self.loops:
                made = self._counted(statement, statements[:place])
            if made is None:
                result.append(self._inside(statement))
                continue
            self.has_changed = True
            start, *new = made
            between = statements[statements.index(start) + 1 : place]
            if names_written([start]).isdisjoint(names_read_in(between)):  # nobody else has what it gives
                result = [s for s in result if self.origins.original(s) is not self.origins.original(start)]
            result += [self._inside(new[0]), *new[1:]]
        return result

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        return [statement]

    def _counted(self, loop: ast.While, above: Sequence[ast.stmt]) -> list[ast.stmt] | None:
        """What sets the counter before the loop, the loop, and what gives it the value that it has behind the loop."""
        *body, last = loop.body
        bounds = next((b for b in _bounds(loop.test) if _step(last, b[0]) is not None), None)
        if bounds is None:
            return None
        name, operator, end = bounds
        by, first = _step(last, name), _start(above, name)
        if not body or by is None or first is None or name in self.captured:
            return None
        start = first.value
        if by.is_up is not issubclass(operator, _UP):
            return None
        changed = frozenset().union(*map(names_stored, loop.body))
        if any(isinstance(e, ast.Continue) for e in exits_of(body)) or name in _stored_in(body):
            return None
        if (names_read(end) | names_read(by.size)) & changed or not all(map(self._is_whole, (end, start, by.size))):
            return None
        limit = end if operator in (ast.Lt, ast.Gt) else _next(end, 1 if by.is_up else -1)
        arguments = [start, limit] if by.is_one and by.is_up else [start, limit, by.step]
        if by.is_one and by.is_up and isinstance(start, ast.Constant) and start.value == 0:
            arguments = [limit]
        over = ast.Call(
            read("range"), [self.origins.copied([a])[0] if hasattr(a, "lineno") else a for a in arguments], []
        )
        new = ast.For(ast.Name(name, ast.Store()), self.origins.make(over, loop.test), body, loop.orelse)
        self.origins.make(new, loop)
        self.origins.of[new] = self.origins.original(loop)
        made: list[ast.stmt] = [first, new]
        if name in self.liveness.after.get(loop, frozenset({name})):
            if not by.is_one or any(isinstance(e, ast.Break) for e in exits_of(body)) or names_read(start) & changed:
                return None
            ends = [self.origins.copied([e])[0] if hasattr(e, "lineno") else e for e in (start, limit)]
            value = ast.Call(read("max" if by.is_up else "min"), ends, [])
            made.append(self.origins.make(assign(name, value), loop))
        return made

    def _is_whole(self, node: ast.expr) -> bool:
        """An integer that is known while tracing, but for counters of loops over ranges."""
        return self._is_known(self.sizes.of(node))

    def _is_known(self, of: Linear | None) -> bool:
        return of is not None and all(self._is_part_known(part) for monomial in of for part in monomial)

    def _is_part_known(self, part: str) -> bool:
        if part in self.sizes.quotients:
            return self._is_known(self.sizes.quotients[part][0])
        return ".shape[" in part or (self.sizes.is_whole(part) and (part in self.known or part in self.sizes.loops))


@dataclass(frozen=True)
class _Step:
    """What a turn adds to the counter: one that is not known as a number has the sign without which no loop ends."""

    size: ast.expr
    is_up: bool

    @property
    def is_one(self) -> bool:
        return isinstance(self.size, ast.Constant) and self.size.value == 1

    @property
    def step(self) -> ast.expr:
        return self.size if self.is_up else ast.UnaryOp(ast.USub(), self.size)


def _bounds(test: ast.expr) -> Iterator[tuple[str, type[ast.cmpop], ast.expr]]:
    """Names that are compared with an end."""
    match test:
        case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE() as op], comparators=[right]):
            for one, end, operator in ((left, right, type(op)), (right, left, _TURNED[type(op)])):
                for name, its_end in _alone(one, end):
                    if name not in names_read(its_end):
                        yield name, operator, its_end


def _alone(side: ast.expr, end: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """`i` and `n - w` of `i + w` and `n`."""
    match side:
        case ast.Name(id=name):
            yield name, end
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            for one, other in ((left, right), (right, left)):
                if isinstance(one, ast.Name):
                    yield one.id, ast.BinOp(end, ast.Sub(), other)
        case ast.BinOp(left=ast.Name(id=name), op=ast.Sub(), right=right):
            yield name, ast.BinOp(end, ast.Add(), right)


def _step(statement: ast.stmt, name: str) -> _Step | None:
    match statement:
        case ast.AugAssign(target=ast.Name(id=target), op=ast.Add() | ast.Sub() as op, value=by):
            pass
        case ast.Assign(
            targets=[ast.Name(id=target)],
            value=ast.BinOp(left=ast.Name(id=read_name), op=ast.Add() | ast.Sub() as op, right=by),
        ) if read_name == target:
            pass
        case _:
            return None
    known = whole_number(by)
    if target != name or known == 0 or name in names_read(by):
        return None
    is_up = isinstance(op, ast.Add)
    return _Step(by, is_up) if known is None or known > 0 else _Step(_number(-known), not is_up)


def _next(end: ast.expr, by: int) -> ast.expr:
    match end, by:
        case ast.Constant(value=int(value)), _:
            return _number(value + by)
        case ast.BinOp(left=left, op=ast.Sub(), right=ast.Constant(value=1)), 1:
            return left
    return ast.BinOp(end, ast.Add() if by > 0 else ast.Sub(), ast.Constant(1))


def _start(above: Sequence[ast.stmt], name: str) -> ast.Assign | None:
    """What the counter is before the loop."""
    for place in range(len(above) - 1, -1, -1):
        statement = above[place]
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                between = frozenset().union(*(names_written([s]) for s in above[place + 1 :]))
                return statement if not names_read(value) & between else None
        if name in names_written([statement]):
            return None
    return None


def _stored_in(statements: Sequence[ast.stmt]) -> frozenset[str]:
    nodes = (n for s in statements for n in walk(s))
    return frozenset(n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load))


def _number(value: int) -> ast.expr:
    return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))
