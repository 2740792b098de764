"""Which statements of code that stays Python are to be one compiled function."""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from hybridc.normalize.moved import free_name
from hybridc.normalize.outlining.computing import LEAST, Computing
from hybridc.normalize.outlining.drawn import draws_in, most_turns
from hybridc.normalize.outlining.few import Few
from hybridc.normalize.outlining.histories import History, histories
from hybridc.normalize.outlining.kinds import Kind, Kinds
from hybridc.normalize.outlining.magnitudes import Number, Numbers
from hybridc.normalize.outlining.newness import changed, new_after, shown, without
from hybridc.normalize.random_draws import method_of
from hybridc.structure.assigned import surely_set
from hybridc.structure.leaving import exits_of
from hybridc.syntax.dataflow import Names, base_name, names_read, names_touched, names_written
from hybridc.syntax.liveness import Liveness, transfer_of
from hybridc.syntax.walking import holds_loops, walk


class Form(enum.Enum):
    """What a function is made of."""

    LOOP = "loop"  # a loop that only computes
    TURNS = "turns"  # turns of a loop, until what stays Python has something to do
    STEP = "step"  # what a turn computes


class Place(NamedTuple):
    """Lines of the text, and what they are to be."""

    first: int
    last: int
    form: Form


@dataclass(frozen=True, eq=False)
class Chunk:
    """Statements that become a function. `later`: those between them that come after the call; `tests`: of a loop's
    turns, what says that what stays Python has something to do; `loop`: that of whose turns they are, if of any.

    Of the inputs, `numbers` are such, `proven` those of them that no caller decides about, `dimensioned` are arrays
    with dimensions, and `vectors` with one. `may_share`: two of the arrays that go in may be one, or show parts of one.
    `new`: outputs that are new arrays, or of which nobody can tell. `draws`: random numbers that are drawn for several
    turns before; `drawn`: the names of those, `turns` those of the first turn and of the one that comes after them, and
    `batch` that of `most` turns for which is drawn at once; `is_first_bound`: turns are the first to bind some of the
    outputs;
    `pythons`: the outputs, by place, that are numbers of Python's, made of what is drawn, with their types;
    `histories`: lists that the turns fill, and `added` the names of what they add; `varying`: names that other turns
    of long loops give something else.
    """

    form: Form
    statements: tuple[ast.stmt, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    numbers: Names
    proven: Names
    dimensioned: Names
    may_share: bool
    new: Names
    later: tuple[ast.stmt, ...] = ()
    loop: ast.For | ast.While | None = None
    tests: tuple[ast.expr, ...] = ()
    draws: tuple[ast.Call, ...] = ()
    drawn: tuple[str, ...] = ()
    turns: tuple[str, str] = ("", "")
    batch: str = ""
    most: str = ""
    is_first_bound: bool = False
    pythons: Mapping[int, str] = field(default_factory=dict)
    vectors: Names = frozenset()
    histories: tuple[History, ...] = ()
    added: tuple[str, ...] = ()
    varying: Names = frozenset()

    @property
    def place(self) -> Place:
        return _place(self.form, self.statements)

    @property
    def new_outputs(self) -> frozenset[int]:
        return frozenset(k for k, name in enumerate(self.outputs) if name in self.new)


@dataclass
class Chooser:
    """Finds them in a scope. `captured`: names that functions see by themselves; `always`: names that are read whenever
    something else is called, beside what the `liveness` of the scope tells; `written`: names whose arrays others may
    write into;
    `refused`: places of what cannot be compiled; `around`: numbers that names have from elsewhere; `light`: functions
    that compute with a few numbers; `long`: the innermost loop of many turns that is looked at."""

    scope: Sequence[ast.stmt]
    kinds: Kinds
    dimensioned: Names
    captured: Set[str]
    liveness: Liveness
    always: Names
    written: Names
    refused: Set[Place]
    around: Mapping[str, Number] = field(default_factory=dict)
    light: Set[str] = frozenset()
    long: ast.For | ast.While | None = None
    few: Few = field(init=False)
    numbers: Numbers = field(init=False)
    computing: Computing = field(init=False)

    def __post_init__(self) -> None:
        self.numbers = Numbers(self.scope, self.kinds, self.around)
        self.computing = Computing(self.kinds, self.numbers)
        self.few = Few(self.scope, self.kinds, (), self.light)

    def chunks(self, body: Sequence[ast.stmt], given: Set[str]) -> Iterator[Chunk]:
        """Those of a block of it, in its order. `given`: names that are surely bound where it begins."""
        yield from self._in_block(body, given, None, is_turn=False)

    def _in_block(
        self, body: Sequence[ast.stmt], given: Set[str], loop: ast.For | ast.While | None, is_turn: bool
    ) -> Iterator[Chunk]:
        """`is_turn`: it is run at every turn of the loop."""
        if not is_turn and not any(isinstance(s, ast.For | ast.While) or holds_loops(s) for s in body):
            return
        now, at = {*given}, 0
        while at < len(body):
            rest = body[at:] if is_turn else body[at : at + 1]
            statement = rest[0]
            chunk = (self._step(rest, now, loop) if is_turn else None) or self._loop(statement, now, loop)
            if chunk is None and isinstance(statement, ast.For | ast.While) and self._is_long(statement):
                chunk = self._filling(statement, now, loop)
                chunk = chunk or self._turns(statement, now, inner=loop is not None)
                chunk = chunk or self._drawn_turns(statement, now, inner=loop is not None)
            if chunk is not None:
                yield chunk
            count = len(chunk.statements) + len(chunk.later) if chunk is not None and chunk.form is Form.STEP else 1
            gone, at = body[at : at + count], at + count
            match statement:
                case _ if chunk is not None:
                    pass
                case ast.For() | ast.While() if self._is_long(statement):
                    target = statement.target if isinstance(statement, ast.For) else ast.Tuple([], ast.Store())
                    inside = now | {n.id for n in walk(target) if isinstance(n, ast.Name)}
                    around, self.long = self.long, statement
                    yield from self._in_block(statement.body, inside, statement, is_turn=True)
                    self.long = around
                case ast.For(target=target, body=inner):
                    inside = now | {n.id for n in walk(target) if isinstance(n, ast.Name)}
                    yield from self._in_block(inner, inside, statement, is_turn=False)
                case ast.With(items=items, body=inner) if not any("errstate" in ast.unparse(i) for i in items):
                    yield from self._in_block(inner, now, loop, is_turn)
                case ast.If(body=inner, orelse=other):
                    for block in (inner, other):
                        yield from self._in_block(block, now, loop, is_turn=False)
            now |= surely_set(gone) or frozenset()

    def _loop(self, statement: ast.stmt, bound: Set[str], around: ast.For | ast.While | None) -> Chunk | None:
        """All of a loop that only computes."""
        if not isinstance(statement, ast.For | ast.While) or not self._is_long(statement):
            return None
        return self._chunk(Form.LOOP, [statement], bound, around) if self.computing.computes(statement) else None

    def _filling(self, loop: ast.For | ast.While, bound: Set[str], around: ast.For | ast.While | None) -> Chunk | None:
        """All of a loop that computes, and appends to lists at every turn."""
        if not isinstance(loop, ast.For) or loop.orelse:
            return None
        found = histories(loop, self.scope, self.computing, self.few, self.written)
        if found is None or not self.computing.computes(found[1]):
            return None
        return self._chunk(Form.LOOP, [loop], bound, around, histories=found[0])

    def _is_long(self, loop: ast.For | ast.While) -> bool:
        """It may take more turns than are worth no compilation."""
        return isinstance(loop, ast.While) or self.kinds.is_long(loop.iter)

    def _step(self, rest: Sequence[ast.stmt], bound: Set[str], loop: ast.For | ast.While | None) -> Chunk | None:
        """What computes from the first of these statements on. Python's numbers are left to Python."""
        taken: list[ast.stmt] = []
        between: list[ast.stmt] = []
        later = 0
        for statement in rest:
            if self.computing.computes(statement) and not self.computing.only_keeps(statement, rest):
                if any(_meet(s, statement) for s in between):
                    break
                taken.append(statement)
                later = len(between)
            elif taken and self.computing.is_of_numbers(statement):
                between.append(statement)
            else:
                break
        if sum(self.computing.weight(s, self.few) for s in taken) < LEAST:
            return None
        return self._chunk(Form.STEP, taken, bound, loop, later=between[:later])

    def _turns(self, loop: ast.For | ast.While, bound: Set[str], inner: bool) -> Chunk | None:
        """The turns of a loop whose body computes, and ends in what stays Python under conditions that it can tell.
        `inner`: it is in another loop, so that it may have a few turns, often."""
        count = next((k for k, s in enumerate(loop.body) if not self.computing.is_clean(s)), len(loop.body))
        head, tail = loop.body[:count], loop.body[count:]
        tests = [s.test for s in tail if isinstance(s, ast.If) and not s.orelse and self.computing.is_test(s.test)]
        if not head or len(tests) < len(tail) or loop.orelse or next(exits_of(head), None) is not None:
            return None
        if not any(map(self.computing.computes, head)):
            return None
        if inner and sum(map(self.computing.weight, head)) < LEAST:
            return None
        asked = [ast.copy_location(ast.Expr(test), test) for test in tests]
        match loop:
            case ast.While(test=test) if self.computing.is_test(test):
                asked.append(ast.copy_location(ast.Expr(test), test))
                return self._chunk(Form.TURNS, head, bound, loop, tests=tests, asked=asked)
            case ast.For(
                target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=[*given], keywords=[])
            ):
                steady = frozenset[str]().union(*map(names_read, given))
                is_plain = len(given) < 3 and all(self.kinds.of(g) is Kind.NUMBER for g in given)
                if not is_plain or steady & names_written(loop.body) or name in names_written(head):
                    return None
                asked.append(ast.copy_location(ast.Expr(given[-1]), given[-1]))
                asked.append(ast.copy_location(ast.Expr(ast.Name(name, ast.Load())), loop.target))
                return self._chunk(Form.TURNS, head, bound | {name}, loop, tests=tests, asked=asked)
        return None

    def _drawn_turns(self, loop: ast.For | ast.While, bound: Set[str], inner: bool) -> Chunk | None:
        """The turns of a loop that counts and draws random numbers, for some of which they can be drawn before."""
        match loop:
            case ast.For(
                target=ast.Name(id=name),
                iter=ast.Call(func=ast.Name(id="range"), args=[*given], keywords=[]),
                orelse=[],
            ) if len(given) < 3 and all(self.kinds.of(g) is Kind.NUMBER for g in given):
                pass
            case _:
                return None
        computing = replace(self.computing, or_draws=True)
        count = next((k for k, s in enumerate(loop.body) if not computing.is_clean(s)), len(loop.body))
        head, tail = loop.body[:count], loop.body[count:]
        tests = [s.test for s in tail if isinstance(s, ast.If) and not s.orelse and self.computing.is_test(s.test)]
        written = names_written(loop.body)
        asked = frozenset[str]().union(*map(names_read, [*given, *tests])) - {name}
        draws = draws_in(head, self.kinds, written | {name})
        is_steady = not asked & written and all(self.kinds.known.get(n) is Kind.NUMBER for n in asked)
        if not draws or len(tests) < len(tail) or not is_steady or name in names_written(head):
            return None
        if next(exits_of(head), None) is not None or not any(map(computing.computes, head)):
            return None
        if inner and sum(map(computing.weight, head)) < LEAST:
            return None
        is_once = not inner or frozenset[str]().union(*map(names_read, given)) <= self.kinds.numbers.keys()
        if (most := most_turns(given, draws, self.kinds, is_once)) is None:
            return None
        chunk = self._chunk(Form.TURNS, head, bound | {name}, loop, tests=tests, draws=draws)
        if chunk is None or self._is_perhaps_pythons(chunk):
            return None
        return replace(chunk, most=most)

    def _is_perhaps_pythons(self, chunk: Chunk) -> bool:
        """Some output is made of draws, and a number of Python's only as long as parameters are numbers."""
        made: set[str] = set()
        for statement in (*chunk.statements, *chunk.statements):
            if names_read(statement) & made or any(n in chunk.draws for n in walk(statement)):
                made |= names_written([statement])
        numbers = {n for n in chunk.outputs if self.kinds.known[n] is Kind.NUMBER}
        return bool(made & numbers & self.kinds.assumed)

    def _chunk(
        self,
        form: Form,
        taken: Sequence[ast.stmt],
        bound: Set[str],
        loop: ast.For | ast.While | None,
        *,
        later: Sequence[ast.stmt] = (),
        tests: Sequence[ast.expr] = (),
        asked: Sequence[ast.stmt] = (),
        draws: Sequence[ast.Call] = (),
        histories: Sequence[History] = (),
    ) -> Chunk | None:
        """`asked`: what the function asks for after the statements; `histories`: lists that they fill."""
        if any(_is_tried(_place(form, taken), place) for place in self.refused):
            return None
        lists = {each.name for each in histories}
        written = names_written(taken) - lists
        live = self._live_after(taken).union(*map(names_touched, later))
        kept = written & (live | (self._changed(taken) & self._entering(taken, live)))
        if loop is not None:  # what a turn leaves for the next one
            kept |= written & self._entering([*taken, *asked], kept)
        entering = self._entering([*taken, *asked], kept) - lists
        if draws and isinstance(loop, ast.For):  # what they alone ask for stays with them, as does what counts
            inside = {n for draw in draws for n in walk(draw)}
            read = {n.id for s in taken for n in walk(s) if isinstance(n, ast.Name) and n not in inside}
            entering = (entering & read) - names_written([ast.Assign([loop.target], ast.Constant(0))])
        is_known = all(Kind.NOTHING < self.kinds.known[n] < Kind.UNKNOWN for n in kept | entering)
        if not kept | lists or not is_known or not entering <= bound or kept & self.captured:
            return None
        if form is Form.TURNS and isinstance(loop, ast.For) and not draws:
            kept |= names_written([ast.Assign([loop.target], ast.Constant(0))])
        if any(self._is_of_two_types(name, taken) for name in kept):
            return None
        order = [n.id for s in (*taken, *asked) for n in walk(s) if isinstance(n, ast.Name)]
        inputs, outputs = (tuple(sorted(names, key=order.index)) for names in (entering, kept))
        arrays = frozenset(n for n in inputs if self.kinds.known[n] is Kind.ARRAY)
        may_share = self.kinds.may_share(arrays)
        numbers, shaped = frozenset(inputs) - arrays, arrays & self.dimensioned
        vectors = arrays & self.few.vectors if histories else frozenset()  # what is kept of others is a number
        pythons = {k: t for k, name in enumerate(outputs) if draws and (t := self._type_of(name, taken)) is not None}
        others = without(self.scope, {*taken})
        seen = self.written | shown(others, self.kinds)
        new = new_after(taken, {*inputs, *outputs}, changed(others, self.kinds), seen, self.kinds)
        return Chunk(
            form, tuple(taken), inputs, outputs, numbers, numbers - self.kinds.assumed, shaped, may_share, new,
            tuple(later), loop, tuple(tests), tuple(draws), is_first_bound=not kept <= entering,
            pythons=pythons, vectors=vectors, histories=tuple(histories),
            varying=names_written([each for each in (self.long, loop if form is Form.TURNS else None) if each]),
        )  # fmt: skip

    def _type_of(self, name: str, taken: Sequence[ast.stmt]) -> str | None:
        """Python's, of a number that it surely is one of."""
        is_number = self.kinds.known[name] is Kind.NUMBER and name not in self.kinds.assumed
        types = self.numbers.types_after(name, taken) if is_number else frozenset()
        return next(iter(types)) if len(types) == 1 and types <= {"int", "float"} else None

    def _is_of_two_types(self, name: str, taken: Sequence[ast.stmt]) -> bool:
        """An integer, or a number of another type, which compiled code would give in one."""
        types = self.numbers.types_after(name, taken)
        return len(types) > 1 and "int" in types

    def _entering(self, taken: Sequence[ast.stmt], kept: Names) -> Names:
        """Names of which they need what is there before."""
        return (transfer_of(taken).of(kept) & self.kinds.known.keys()) - self.captured

    def _live_after(self, taken: Sequence[ast.stmt]) -> Names:
        return self.liveness.after[taken[-1]] | self.always

    def _changed(self, taken: Sequence[ast.stmt]) -> Names:
        """Names whose arrays they may write into."""
        nodes = [n for s in taken for n in walk(s)]
        changed: list[ast.expr] = [n for n in nodes if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store)]
        changed += [n.target for n in nodes if isinstance(n, ast.AugAssign)]
        names = (base_name(n) for n in changed)
        return frozenset(n for n in names if n is not None and self.kinds.known.get(n) is not Kind.NUMBER)


def with_names(chunk: Chunk, taken: set[str]) -> Chunk:
    """The chunk, with names for what is drawn and for what is added to lists. `taken`: the names of the file."""
    if chunk.histories:
        return replace(chunk, added=tuple(free_name(taken, f"new_{each.name}") for each in chunk.histories))
    if not chunk.draws:
        return chunk
    drawn = tuple(free_name(taken, f"drawn_{method_of(draw) or 'number'}") for draw in chunk.draws)
    turns = free_name(taken, "first"), free_name(taken, "last")
    return replace(
        chunk, drawn=drawn, turns=turns, batch=free_name(taken, "batch"),
        numbers=chunk.numbers | {*turns}, proven=chunk.proven | {*turns},
        dimensioned=chunk.dimensioned | {*drawn},
    )  # fmt: skip


def _place(form: Form, statements: Sequence[ast.stmt]) -> Place:
    return Place(statements[0].lineno, statements[-1].end_lineno or 0, form)


def _is_tried(place: Place, refused: Place) -> bool:
    """The same was refused, or a step that has a part of it; of a loop that was refused, less may be right."""
    overlaps = place.first <= refused.last and refused.first <= place.last
    return place == refused or (overlaps and place.form is refused.form is Form.STEP)


def _meet(moved: ast.stmt, statement: ast.stmt) -> bool:
    """The one may not come after the other: a name that one of them gives is in the other."""
    one, other = names_written([moved]), names_written([statement])
    return bool(one & names_touched(statement) or other & names_touched(moved))
