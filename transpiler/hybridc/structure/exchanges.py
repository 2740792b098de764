"""Arguments whose arrays change places, `u, w = w, u`: a flag says whether they have, a number which one a name holds.

Nothing is copied for the caller: what `u` was given is `w if exchanged else u` in the end.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hybridc.structure.called_only import of_itself
from hybridc.structure.trees import assign, read
from hybridc.structure.views import Blocks
from hybridc.structure.work import Structuring
from hybridc.syntax.dataflow import parameters
from hybridc.syntax.walking import walk

_BLOCKS = ("body", "orelse", "finalbody")


@dataclass(frozen=True, eq=False)
class _Exchange:
    """`targets` take what `sources` held, once `last` is done; before that, `compared` are the arrays."""

    targets: tuple[str, ...]
    sources: tuple[str, ...]
    last: ast.stmt
    names: tuple[ast.Name, ...]  # that bind something
    compared: tuple[ast.Name, ...]


@dataclass(eq=False)
class Exchanged:
    """Names that hold arrays of one another in turn, and how the function says which."""

    names: tuple[str, ...]
    exchanges: list[_Exchange] = field(default_factory=list)
    flag: str | None = None  # for two names
    held: Mapping[str, str] = field(default_factory=dict)  # for more: by name, that of its number

    def name_states(self, work: Structuring) -> None:
        if len(self.names) == 2:
            self.flag = work.fresh("exchanged", "is_exchanged")
        else:
            self.held = {name: work.fresh(f"in_{name}") for name in self.names}

    def at_first(self) -> Iterator[ast.stmt]:
        if self.flag is not None:
            yield assign(self.flag, ast.Constant(False))
        for number, state in enumerate(self.held.values()):
            yield assign(state, ast.Constant(number))

    def behind(self, exchange: _Exchange) -> ast.stmt:
        if self.flag is not None:
            return assign(self.flag, ast.UnaryOp(ast.Not(), read(self.flag)))
        targets: list[ast.expr] = [ast.Name(self.held[n], ast.Store()) for n in exchange.targets]
        return ast.Assign(
            [ast.Tuple(targets, ast.Store())], ast.Tuple([read(self.held[n]) for n in exchange.sources], ast.Load())
        )

    def now(self, name: str) -> ast.expr:
        """What the array that the parameter was given is."""
        if self.flag is not None:
            other = next(n for n in self.names if n != name)
            return ast.IfExp(read(self.flag), read(other), read(name))
        number = self.names.index(name)
        others = [n for n in self.names if n != name]
        found: ast.expr = read(others[-1])
        for each in reversed([name, *others[:-1]]):
            is_there = ast.Compare(read(self.held[each]), [ast.Eq()], [ast.Constant(number)])
            found = ast.IfExp(is_there, read(each), found)
        return found


def exchanged(function: ast.FunctionDef, wanted: Collection[str]) -> list[Exchanged]:
    """Groups of names with some of `wanted` in them, whose every new array is one of the group."""
    found = exchanges(function)
    groups: list[set[str]] = []
    for exchange in found:
        joined = {*exchange.targets}.union(*(g for g in groups if g & {*exchange.targets}))
        groups = [g for g in groups if not g & joined] + [joined]
    result = []
    for group in groups:
        of_it = [e for e in found if e.targets[0] in group]
        if group & {*wanted} and _is_closed(function, group, of_it, wanted):
            order = [p for p in parameters(function) if p in group]
            result.append(Exchanged((*order, *sorted(group - {*order})), of_it))
    return result


def exchanges(function: ast.FunctionDef) -> list[_Exchange]:
    return list(_exchanges(function, of_itself(function)))


def _exchanges(function: ast.FunctionDef, own: Sequence[ast.AST]) -> Iterator[_Exchange]:
    counts: dict[str, int] = {}
    for node in walk(function):
        if isinstance(node, ast.Name):
            counts[node.id] = counts.get(node.id, 0) + 1
    threes: list[tuple[str, _Exchange]] = []
    for owner in (function, *own):
        for name in _BLOCKS:
            block = getattr(owner, name, None)
            if isinstance(block, list) and not (owner is not function and isinstance(owner, ast.FunctionDef)):
                for index, statement in enumerate(block):
                    if (exchange := _at_once(statement)) is not None:
                        yield exchange
                    elif (three := _in_three(block[index : index + 3])) is not None:
                        threes.append(three)
    for kept, exchange in threes:
        if counts[kept] == 2 * sum(k == kept for k, _ in threes):
            yield exchange


def _at_once(statement: ast.stmt) -> _Exchange | None:
    """`u, w = w, u`"""
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=left) | ast.List(elts=left)], value=ast.Tuple() | ast.List() as value):
            targets = [n for n in left if isinstance(n, ast.Name)]
            sources = [n.id for n in value.elts if isinstance(n, ast.Name)]
            names = [n.id for n in targets]
            is_whole = len(names) == len(left) == len(value.elts) == len({*names})
            if is_whole and len(names) > 1 and sorted(names) == sorted(sources):
                read_there = tuple(n for n in value.elts if isinstance(n, ast.Name))
                return _Exchange(tuple(names), tuple(sources), statement, tuple(targets), read_there)
    return None


def _in_three(statements: Sequence[ast.stmt]) -> tuple[str, _Exchange] | None:
    """`kept = u`, `u = w`, `w = kept`"""
    match statements:
        case [
            ast.Assign(targets=[ast.Name(id=kept)], value=ast.Name(id=one)),
            ast.Assign(targets=[ast.Name(id=first) as left], value=ast.Name(id=other)),
            ast.Assign(targets=[ast.Name(id=second) as right], value=ast.Name(id=last) as held),
        ] if (first, second, last) == (one, other, kept) and len({one, other, kept}) == 3:
            return kept, _Exchange((one, other), (other, one), statements[-1], (left, right), (left, held))
    return None


def _is_closed(
    function: ast.FunctionDef, group: set[str], exchanges: Sequence[_Exchange], wanted: Collection[str]
) -> bool:
    """Nothing but the exchanges binds the names, but for what makes one anew above them all."""
    known = {n for e in exchanges for n in e.names}
    written = {n.target for n in walk(function) if isinstance(n, ast.AugAssign)}  # in place
    bound = [n for n in walk(function) if _binds(n, group) and n not in known | written]
    first = next(k for k, s in enumerate(function.body) if any(n in known for n in walk(s)))
    above = [s.targets for s in function.body[:first] if isinstance(s, ast.Assign)]
    made = [t.id for targets in above for t in targets if isinstance(t, ast.Name) and t.id in group]
    is_made = group - {*parameters(function)} <= {*made} and not {*made} & {*wanted}
    return is_made and len(bound) == len(made) == len({*made})


def _binds(node: ast.AST, names: set[str]) -> bool:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            return name in names
        case ast.Nonlocal(names=declared) | ast.Global(names=declared):
            return bool(names & {*declared})
        case ast.FunctionDef(name=name) | ast.ExceptHandler(name=str(name)) | ast.alias(name=name):
            return name in names
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
            return name in names
    return False


class Following(Blocks):
    """Says behind every exchange what it has done."""

    def __init__(self, work: Structuring, groups: Sequence[Exchanged]) -> None:
        super().__init__(work.origins)
        self.work = work
        self.last = {e.last: (g, e) for g in groups for e in g.exchanges}

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        if statement not in self.last:
            return [statement]
        group, exchange = self.last[statement]
        return [statement, self.work.make(group.behind(exchange), statement)]
