"""What control flow leaves where."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Self

from hybridc.syntax.walking import walk

Exit = ast.Return | ast.Break | ast.Continue


class Growing(set[ast.AST]):
    """A set that knows what was added to it since that was asked for."""

    def __init__(self, nodes: Iterable[ast.AST]) -> None:
        super().__init__(nodes)
        self._added: list[ast.AST] = []

    def add(self, node: ast.AST) -> None:
        self.update([node])

    def update(self, *others: Iterable[ast.AST]) -> None:
        nodes = [node for other in others for node in other]
        self._added += nodes
        super().update(nodes)

    def __ior__(self, others: AbstractSet[ast.AST]) -> Self:  # type: ignore[override, misc]
        self.update(others)
        return self

    def added(self) -> list[ast.AST]:
        found, self._added = self._added, []
        return found


class Leaving:
    """Questions about the exits that are to go."""

    def __init__(self, exits: Iterable[ast.stmt]) -> None:
        self.exits = Growing(exits)

    def inside(self, statements: Sequence[ast.stmt]) -> Iterator[Exit]:
        """The exits among these statements, those within loops included."""
        for statement in statements:
            for node in walk(statement):
                if node in self.exits:
                    assert isinstance(node, ast.Return | ast.Break | ast.Continue)
                    yield node

    def touches(self, statement: ast.stmt) -> bool:
        return next(self.inside([statement]), None) is not None

    def of(self, statements: Sequence[ast.stmt]) -> Iterator[Exit]:
        """The exits that leave these statements, not only a loop in them."""
        for statement in statements:
            match statement:
                case ast.Return() | ast.Break() | ast.Continue():
                    if statement in self.exits:
                        yield statement
                case ast.For(body=body, orelse=orelse) | ast.While(body=body, orelse=orelse):
                    yield from (e for e in self.of(body) if isinstance(e, ast.Return))
                    yield from self.of(orelse)
                case _:
                    yield from self.of(_inner(statement))

    def leaves(self, statement: ast.stmt) -> bool:
        return next(self.of([statement]), None) is not None

    def copies(self, statements: Sequence[ast.stmt]) -> int:
        """How often what follows these statements would be written, were it put at the end of every path."""
        for index, statement in enumerate(statements):
            if isinstance(statement, ast.If) and self.leaves(statement):
                rest = statements[index + 1 :]
                return min(
                    sum(
                        0 if always_leaves(side) else self.copies([*side, *rest])
                        for side in (statement.body, statement.orelse)
                    ),
                    100,
                )
        return 1


def always_leaves(statements: Sequence[ast.stmt]) -> bool:
    """No path comes to the end of the block."""
    if not statements:
        return False
    last = statements[-1]
    if isinstance(last, ast.If):
        return always_leaves(last.body) and always_leaves(last.orelse)
    if is_endless(last):
        return not any(isinstance(n, ast.Break) for s in last.body for n in _outside_loops(s))  # type: ignore[attr-defined]
    return isinstance(last, ast.Return | ast.Break | ast.Continue | ast.Raise)


def is_endless(statement: ast.AST) -> bool:
    """`while True`, which takes at least one turn and ends by an exit only."""
    return (
        isinstance(statement, ast.While)
        and isinstance(statement.test, ast.Constant)
        and bool(statement.test.value) is True
    )


def _outside_loops(statement: ast.stmt) -> Iterator[ast.stmt]:
    """The statement and what is in it, but for the bodies of loops."""
    yield statement
    if isinstance(statement, ast.For | ast.While):
        for inner in statement.orelse:
            yield from _outside_loops(inner)
        return
    for child in _inner(statement):
        yield from _outside_loops(child)


def exits_of(statements: Sequence[ast.stmt]) -> Iterator[Exit]:
    """Every `break` and `return` that leaves these statements, and every `continue` of the loop around them."""
    for statement in statements:
        match statement:
            case ast.Return() | ast.Break() | ast.Continue():
                yield statement
            case ast.For(body=body, orelse=orelse) | ast.While(body=body, orelse=orelse):
                yield from (e for e in exits_of(body) if isinstance(e, ast.Return))
                yield from exits_of(orelse)
            case _:
                yield from exits_of(_inner(statement))


def _inner(statement: ast.stmt) -> list[ast.stmt]:
    """The statements of all blocks of a statement that is no loop; a nested function's exits are its own."""
    match statement:
        case ast.If(body=body, orelse=orelse):
            return [*body, *orelse]
        case ast.With(body=body):
            return body
        case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
            return [*body, *(s for h in handlers for s in h.body), *orelse, *finalbody]
        case ast.Match(cases=cases):
            return [s for case in cases for s in case.body]
    return []


def turns_over(loop: ast.For | ast.While) -> bool:
    """Some `continue` in the loop is its own."""
    return any(isinstance(n, ast.Continue) for s in loop.body for n in _outside_loops(s))


def ends_every_turn(loop: ast.For) -> bool:
    """No turn is cut short, so that what the body leaves is what holds after the loop."""
    return not any(isinstance(e, ast.Break | ast.Continue) for e in exits_of(loop.body))


def size(statements: Sequence[ast.stmt]) -> int:
    """How many statements there are, those in blocks included."""
    return sum(isinstance(node, ast.stmt) for statement in statements for node in walk(statement))


def with_companions(function: ast.FunctionDef, exits: Iterable[ast.stmt]) -> set[ast.stmt]:
    """The exits and those that cannot stay without them: flags tell of all that end a loop, or of none."""
    loops = [node for node in walk(function) if isinstance(node, ast.For | ast.While)]
    leaving = Leaving(exits)
    for loop in reversed(loops):  # an inner loop's `return` ends the outer one as well
        ends_early = any(isinstance(e, ast.Break) for e in exits_of(loop.body))
        leaves = any(not isinstance(e, ast.Continue) for e in leaving.of(loop.body))
        if leaves or (ends_early and any(leaving.leaves(s) for s in loop.orelse)):
            leaving.exits |= set(exits_of(loop.body))
    return {e for e in leaving.exits if isinstance(e, ast.stmt)}
