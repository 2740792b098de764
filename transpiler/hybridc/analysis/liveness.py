"""Liveness of local names, on the structured tree."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from hybridc.analysis.dataflow import (
    NONE,
    Names,
    definitions,
    names_read,
    names_written,
    statement_reads,
    target_reads,
    union,
)
from hybridc.analysis.turns import takes_a_turn


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


@dataclass
class Liveness:
    """Which names are read later. `after[s]`: live when statement `s` is done; `at_head[s]`: when loop `s` tests."""

    after: dict[ast.stmt, Names] = field(default_factory=dict)
    at_head: dict[ast.stmt, Names] = field(default_factory=dict)
    # Live before branches outside of loops, given what is live after them, as far as it was asked for; see `exposed`.
    _before_branches: dict[tuple[ast.stmt, Names], Names] = field(default_factory=dict)
    _is_remembered: bool = False

    def exposed(self, statements: list[ast.stmt], live_out: Names) -> Names:
        """As `block`, and nothing is noted but what it says of branches: those of a chain are asked for one by one."""
        return Liveness(_before_branches=self._before_branches, _is_remembered=True).block(statements, live_out)

    def block(self, statements: list[ast.stmt], live: Names, loop: tuple[Names, Names] = (NONE, NONE)) -> Names:
        """Names live before the block, given those live after it; `loop` holds those at `continue` and at `break`."""
        for statement in reversed(statements):
            self.after[statement] = live
            live = self._before(statement, live, loop)
        return live

    def _before(self, statement: ast.stmt, live: Names, loop: tuple[Names, Names]) -> Names:
        match statement:
            case ast.Return(value=value):
                return names_read(value)
            case ast.Raise():
                return statement_reads(statement)
            case ast.Continue():
                return loop[0]
            case ast.Break():
                return loop[1]
            case ast.If(test=test, body=body, orelse=orelse):
                is_known = self._is_remembered and loop == (NONE, NONE)
                if is_known and (known := self._before_branches.get((statement, live))) is not None:
                    return known
                before = names_read(test) | self.block(body, live, loop) | self.block(orelse, live, loop)
                if is_known:
                    self._before_branches[statement, live] = before
                return before
            case ast.While(test=test, body=body, orelse=orelse):
                after = self.block(orelse, live, loop)
                head = names_read(test) | after
                while (wider := head | self.block(body, head, (head, live))) != head:
                    head = wider
                self.at_head[statement] = head
                return head
            case ast.For(target=target, iter=iterable, body=body, orelse=orelse):
                after = self.block(orelse, live, loop)
                head = after
                while True:
                    inner = self.block(body, head, (head, live)) - whole_target(target) | target_reads(target)
                    if inner <= head:
                        break
                    head |= inner
                self.at_head[statement] = head
                return (inner if takes_a_turn(iterable) else head) | names_read(iterable)
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
                after = self.block(finalbody, live, loop)
                caught = union(self.block(h.body, after, loop) for h in handlers)
                kept = self.block(body, self.block(orelse, after, loop) | caught, loop)
                return kept | caught | after
            case ast.FunctionDef(body=body):
                self.block(body, NONE)
            case ast.With(body=body):
                return self.block(body, live, loop) - NONE | statement_reads(statement)
            case ast.Match(cases=cases):
                taken = union(self.block(c.body, live, loop) for c in cases)
                return live | taken | statement_reads(statement)
        return (live - whole_definitions(statement)) | statement_reads(statement)


def upward_exposed(liveness: Liveness, statements: list[ast.stmt], live_out: Names) -> Names:
    """Names that the block defines, yet needs from before: it reads them first, or leaves them on some path."""
    if not statements:
        return NONE
    return liveness.exposed(statements, live_out) & names_written(statements)
