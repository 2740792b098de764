"""Liveness of local names, on the structured tree.

What is live before a statement follows from what is live where control goes on: after it, at the loop's next `continue`
and behind its `break`. That is one transfer for each statement (gen and kill), made once from those of its parts; a
loop's least fixpoint is in it, for what a turn generates is live at the head after one more turn. With these, one way
down the tree notes what is live at each statement, so that the work is linear whatever the nesting.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce

from hybridc.syntax.dataflow import (
    NONE,
    Names,
    blocks,
    definitions,
    names_read,
    names_written,
    remembered,
    statement_reads,
    target_reads,
    union,
)
from hybridc.syntax.turns import takes_a_turn, turning

Killed = Names | None  # on all paths that lead there; None where none does


def whole_definitions(definition: ast.stmt) -> Names:
    """Names whose old value the statement makes unreachable."""
    match definition:
        case ast.Assign(targets=targets):
            return union(whole_target(t) for t in targets)
        case ast.AnnAssign(target=target, value=value) if value is not None:
            return whole_target(target)
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
            return frozenset({name})
        case ast.Import() | ast.ImportFrom():
            return definitions(definition)
    return NONE


def whole_target(target: ast.expr) -> Names:
    """Names that an assignment to `target` makes new."""
    if isinstance(target, ast.Name):
        return frozenset({target.id})
    if isinstance(target, ast.Tuple | ast.List):
        return union(whole_target(e) for e in target.elts)
    if isinstance(target, ast.Starred):
        return whole_target(target.value)
    return NONE


@dataclass(frozen=True, slots=True)
class Transfer:
    """What is live before, by what is live after and at the loop's `continue` and `break`: `reads`, and of each of
    those what is not killed on the way."""

    reads: Names
    after: Killed = None
    at_continue: Killed = None
    at_break: Killed = None

    def of(self, live: Names, loop: tuple[Names, Names] = (NONE, NONE)) -> Names:
        return (
            self.reads
            | _through(live, self.after)
            | _through(loop[0], self.at_continue)
            | _through(loop[1], self.at_break)
        )

    def then(self, later: Transfer) -> Transfer:
        """This, and where it does not leave, the later one."""
        if self.after is None:
            return self
        return Transfer(
            self.reads | later.reads - self.after,
            _also(self.after, later.after),
            _either(self.at_continue, _also(self.after, later.at_continue)),
            _either(self.at_break, _also(self.after, later.at_break)),
        )

    def beside(self, other: Transfer) -> Transfer:
        """One of the two."""
        return Transfer(
            self.reads | other.reads,
            _either(self.after, other.after),
            _either(self.at_continue, other.at_continue),
            _either(self.at_break, other.at_break),
        )


_NOTHING = Transfer(NONE, NONE)


def _through(live: Names, killed: Killed) -> Names:
    return NONE if killed is None else live - killed


def _also(killed: Names, later: Killed) -> Killed:
    return None if later is None else killed | later


def _either(one: Killed, other: Killed) -> Killed:
    return other if one is None else one if other is None else one & other


def transfer_of(statements: Iterable[ast.stmt], idle: frozenset[ast.stmt] = frozenset()) -> Transfer:
    """Of a block, in which those assignments are idle."""
    block = [*statements]
    sure = turning(block)
    return reduce(Transfer.then, (_transfer(s, idle, s in sure) for s in block), _NOTHING)


@remembered
def _transfer(statement: ast.stmt, idle: frozenset[ast.stmt], takes_turn: bool = False) -> Transfer:
    """`takes_turn`: the loop's test holds at first."""
    if statement in idle:
        return Transfer(NONE, whole_definitions(statement))
    match statement:
        case ast.Return(value=value):
            return Transfer(names_read(value))
        case ast.Raise():
            return Transfer(statement_reads(statement))
        case ast.Continue():
            return Transfer(NONE, at_continue=NONE)
        case ast.Break():
            return Transfer(NONE, at_break=NONE)
        case ast.If(test=test, body=body, orelse=orelse):
            return Transfer(names_read(test), NONE).then(transfer_of(body, idle).beside(transfer_of(orelse, idle)))
        case ast.While() | ast.For():
            return _loop(statement, idle, takes_turn)
        case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
            after = transfer_of(finalbody, idle)
            caught = [transfer_of(h.body, idle).then(after) for h in handlers]
            end = reduce(Transfer.beside, caught, transfer_of(orelse, idle).then(after))
            return reduce(Transfer.beside, caught, transfer_of(body, idle).then(end)).beside(after)
        case ast.With(body=body):
            return Transfer(statement_reads(statement), NONE).then(transfer_of(body, idle))
        case ast.Match(cases=cases):
            taken = reduce(Transfer.beside, (transfer_of(c.body, idle) for c in cases), _NOTHING)
            return Transfer(statement_reads(statement), NONE).then(taken)
    return Transfer(statement_reads(statement), whole_definitions(statement))


def _loop(loop: ast.While | ast.For, idle: frozenset[ast.stmt], takes_turn: bool) -> Transfer:
    """What is live at the head: what follows the loop reads, and a turn, before it sets it."""
    end, turn = transfer_of(loop.orelse, idle), _turn(loop, idle)
    head = end.beside(Transfer(turn.reads, turn.at_break))
    if takes_turn if isinstance(loop, ast.While) else takes_a_turn(loop.iter):
        to_head = _either(turn.after, turn.at_continue)
        again = _NOTHING if to_head is None else Transfer(NONE, to_head).then(head)
        first = Transfer(turn.reads, turn.at_break)
        head = first if to_head is None else first.beside(again)
    return head if isinstance(loop, ast.While) else Transfer(names_read(loop.iter), NONE).then(head)


def _turn(loop: ast.While | ast.For, idle: frozenset[ast.stmt]) -> Transfer:
    """A turn of the loop, from its head; `after` and `at_continue` are the head again."""
    if isinstance(loop, ast.While):
        return Transfer(names_read(loop.test), NONE).then(transfer_of(loop.body, idle))
    return Transfer(target_reads(loop.target), whole_target(loop.target)).then(transfer_of(loop.body, idle))


@dataclass
class Liveness:
    """Which names are read later. `after[s]`: live when statement `s` is done; `at_head[s]`: when loop `s` tests.

    `idle`: assignments of which nothing is read, so that they read nothing.
    """

    idle: frozenset[ast.stmt] = frozenset()
    after: dict[ast.stmt, Names] = field(default_factory=dict)
    at_head: dict[ast.stmt, Names] = field(default_factory=dict)
    around: dict[ast.stmt, tuple[Names, Names]] = field(
        default_factory=dict
    )  # at the `continue` and `break` behind loops

    def block(self, statements: list[ast.stmt], live: Names, loop: tuple[Names, Names] = (NONE, NONE)) -> Names:
        """Names live before the block, given those live after it; `loop` holds those at `continue` and at `break`."""
        sure = turning(statements)
        for statement in reversed(statements):
            self.after[statement] = live
            self._inside(statement, live, loop)
            live = _transfer(statement, self.idle, statement in sure).of(live, loop)
        return live

    def _inside(self, statement: ast.stmt, live: Names, loop: tuple[Names, Names]) -> None:
        match statement:
            case ast.While(body=body, orelse=orelse) | ast.For(body=body, orelse=orelse):
                turn = _turn(statement, self.idle)
                self.around[statement] = loop
                self.at_head[statement] = head = (
                    self.block(orelse, live, loop) | turn.reads | _through(live, turn.at_break)
                )
                self.block(body, head, (head, live))
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
                after = self.block(finalbody, live, loop)
                caught = union(self.block(h.body, after, loop) for h in handlers)
                self.block(body, self.block(orelse, after, loop) | caught, loop)
            case ast.FunctionDef(body=body):
                self.block(body, NONE)
            case ast.If() | ast.With() | ast.Match():
                for block in blocks(statement):
                    self.block(block, live, loop)


def upward_exposed(statements: list[ast.stmt], live_out: Names) -> Names:
    """Names that the block defines, yet needs from before: it reads them first, or leaves them on some path."""
    return transfer_of(statements).of(live_out) & names_written(statements)
