"""The draws of random numbers in a function that could be made before it runs, in the same order."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hybridc.dialects.table import Dialect
from hybridc.normalize.drawing.integers import may_grow
from hybridc.normalize.drawing.steady import Steady
from hybridc.normalize.random_draws import GENERATORS, NO_DRAWS
from hybridc.program.static_demand import lookup
from hybridc.rules import StatefulRandomness
from hybridc.structure.leaving import exits_of
from hybridc.syntax.computed import computes
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import children, walk

_GIVEN = frozenset({"gen", "generator", "prng", "random_state", "rs"})  # parameters that may be generators
_ARRAYS = frozenset({"numpy.array", "numpy.asarray"})
_LEAVING = (ast.Return, ast.Raise, ast.Yield, ast.YieldFrom, ast.Await)


class _UnfitError(Exception):
    """The draws hang on what the function computes, or are made in an order that it decides."""


@dataclass(frozen=True, eq=False)
class Draw:
    """What is drawn, in which loops, by which statement of the function's body. `assigned`: the assignment that does
    nothing else."""

    node: ast.expr
    statement: ast.stmt
    loops: tuple[ast.For, ...]
    assigned: ast.Assign | None


@dataclass(eq=False)
class Draws:
    """Those of a function, in their order. `moved`: statements that seed and make generators; `needed`: what the others
    need besides; `shapes`: by loops, what of shapes has to be afterwards what it was; `numbers`: parameters that have
    to be such."""

    function: Function
    draws: list[Draw] = field(default_factory=list)
    moved: list[ast.stmt] = field(default_factory=list)
    needed: set[ast.stmt] = field(default_factory=set)
    shapes: Mapping[ast.stmt, Iterable[str]] = field(default_factory=dict)
    numbers: list[str] = field(default_factory=list)


def draws_of(function: Function, module: Module, dialects: tuple[Dialect, ...]) -> Draws | None:
    """None where there are none, or some that nobody can make before."""
    arguments = function.node.args
    if function.node.decorator_list or arguments.vararg or arguments.kwarg or function.owner is not None:
        return None
    finder = _Finder(function, module, dialects)
    try:
        finder.block(function.node.body, ())
    except _UnfitError:
        return None
    finder.found.shapes, finder.found.numbers = finder.steady.shapes, [*finder.steady.numbers]
    finder.found.needed = finder.steady.needed - {*finder.found.moved}
    removed = {s for d in finder.found.draws if (s := d.assigned) is not None and not d.loops}
    is_right = bool(finder.found.draws) and not removed & finder.found.needed
    is_right = is_right and not may_grow(function, [n for n in function.of(ast.Call) if finder.is_draw(n)])
    return finder.found if is_right and finder.are_generators_alone() else None


class _Finder:
    def __init__(self, function: Function, module: Module, dialects: tuple[Dialect, ...]) -> None:
        self.function, self.module, self.dialects = function, module, dialects
        self.found = Draws(function)
        self.steady = Steady(function, module)
        self.parents: Mapping[ast.AST, ast.AST] = {c: n for n in walk(function.node) for c in children(n)}
        self.is_left = False
        self.generators = {*self._given_generators()}

    def named(self, node: ast.expr) -> str | None:
        return self.module.qualified_name(node, self.function.locals)

    def _given_generators(self) -> Iterator[str]:
        """Names that hold generators: those of the file, those that the function makes, and parameters that are asked
        for draws alone."""
        for name, given in self.module.globals.items():
            if name not in self.function.locals and not given.is_rebound and self._makes(given.value):
                yield name
        for statement in self.function.of(ast.Assign):
            if (
                len(statement.targets) == 1
                and isinstance(statement.targets[0], ast.Name)
                and self._makes(statement.value)
            ):
                yield statement.targets[0].id
        for name in self.function.parameters:
            hint = self.function.annotation_of(name)
            if name in _GIVEN or "rng" in name or "Generator" in hint or "RandomState" in hint:
                yield name

    def _makes(self, value: ast.expr | None) -> bool:
        return isinstance(value, ast.Call) and self.named(value.func) in GENERATORS

    def are_generators_alone(self) -> bool:
        """What holds a generator is used for draws, and for nothing else."""
        drawn = {n for d in self.found.draws for n in walk(d.node)} | {n for s in self.found.moved for n in walk(s)}
        used = {n.id for n in drawn if isinstance(n, ast.Name)} & self.generators
        mentions = [n for n in walk(self.function.node) if isinstance(n, ast.Name) and n.id in used]
        return all(n in drawn for n in mentions)

    def is_draw(self, node: ast.AST) -> bool:
        if not isinstance(node, ast.Call):
            return False
        match node.func:
            case ast.Attribute(value=ast.Name(id=name), attr=method) if name in self.generators:
                return method not in NO_DRAWS and method.islower()
        name = self.named(node.func) or ""
        last = name.rpartition(".")[2]
        is_hidden = any(e.refusal == StatefulRandomness.code for e in lookup(self.dialects, name))
        return is_hidden and last not in NO_DRAWS and last.islower() and name not in GENERATORS

    def _is_seeding(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and (self.named(node.func) or "") in ("numpy.random.seed", "random.seed")

    def block(self, statements: Sequence[ast.stmt], loops: tuple[ast.For, ...]) -> None:
        may_skip = False
        for statement in statements:
            inside = walk(statement)
            if not any(self.is_draw(n) or self._is_seeding(n) or self._makes(n) for n in inside):  # type: ignore[arg-type]
                self.is_left |= any(isinstance(n, _LEAVING) for n in inside)
                may_skip |= any(isinstance(n, ast.Break | ast.Continue) for n in inside)
                continue
            top = loops[0] if loops else statement
            if self.is_left or may_skip:
                raise _UnfitError
            match statement:
                case ast.Assign(targets=[ast.Name()], value=ast.Call() as call) if self._makes(call) and not loops:
                    self._move(statement, call)
                case ast.Expr(value=ast.Call() as call) if self._is_seeding(call) and not loops:
                    self._move(statement, call)
                case ast.For():
                    self._loop(statement, loops, top)
                case ast.If(test=test):
                    if not all(n in {*walk(test)} for n in inside if self.is_draw(n)):
                        raise _UnfitError
                    self._simple(statement, test, loops, top)
                    self.is_left |= any(isinstance(n, _LEAVING) for n in inside)
                    may_skip |= any(isinstance(n, ast.Break | ast.Continue) for n in inside)
                case ast.Assign(value=value) | ast.AugAssign(value=value):
                    self._simple(statement, value, loops, top)
                case ast.AnnAssign(value=ast.expr() as value) | ast.Return(value=ast.expr() as value):
                    self._simple(statement, value, loops, top)
                    self.is_left |= isinstance(statement, ast.Return)
                case ast.Expr(value=value):
                    self._simple(statement, value, loops, top)
                case _:
                    raise _UnfitError

    def _move(self, statement: ast.stmt, call: ast.Call) -> None:
        if not all(self.steady.is_steady(a, statement) for a in (*call.args, *(k.value for k in call.keywords))):
            raise _UnfitError
        self.found.moved.append(statement)

    def _loop(self, loop: ast.For, loops: tuple[ast.For, ...], top: ast.stmt) -> None:
        """A loop that counts, of as many turns as is known before."""
        match loop:
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=[*bounds], keywords=[]) as counted, orelse=[]):
                stores = [n for s in loop.body for n in walk(s) if isinstance(n, ast.Name) and n.id == name]
                is_plain = self.named(counted.func) == "builtins.range" and len(bounds) < 3
                is_plain = is_plain and all(isinstance(n.ctx, ast.Load) for n in stores)
                is_plain = is_plain and not any(isinstance(e, ast.Break) for e in exits_of(loop.body))
                is_plain = is_plain and not any(isinstance(n, _LEAVING) for n in walk(loop))
                asked = dict(self.steady.numbers)
                is_plain = is_plain and all(self.steady.is_steady(b, top) for b in bounds)
                self.steady.numbers = asked  # `range` takes nothing else
                if is_plain:
                    self.block(loop.body, (*loops, loop))
                    return
        raise _UnfitError

    def _simple(self, statement: ast.stmt, value: ast.expr, loops: tuple[ast.For, ...], top: ast.stmt) -> None:
        """The draws of an expression that is computed whole."""
        drawn = [n for n in walk(statement) if self.is_draw(n)]
        if any(n not in {*walk(value)} for n in drawn):
            raise _UnfitError
        if any(self._is_seeding(n) or (isinstance(n, ast.Call) and self._makes(n)) for n in walk(statement)):
            raise _UnfitError
        for node in sorted(drawn, key=lambda n: (n.lineno, n.col_offset)):  # type: ignore[attr-defined]
            assert isinstance(node, ast.Call)
            given = [*node.args, *(k.value for k in node.keywords)]
            if not all(k.arg for k in node.keywords) or not all(self.steady.is_steady(a, top) for a in given):
                raise _UnfitError
            whole = self._whole(node, value, top)
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)]) if whole is value and self._is_bound_once(name):
                    assigned: ast.Assign | None = statement
                case _:
                    assigned = None
            self.found.draws.append(Draw(whole, top, loops, assigned))

    def _is_bound_once(self, name: str) -> bool:
        stores = [n for n in self.function.nodes if isinstance(n, ast.Name) and n.id == name]
        is_once = sum(not isinstance(n.ctx, ast.Load) for n in stores) == 1
        return is_once and name not in {*self.function.parameters} | self.function.globals_declared

    def _whole(self, draw: ast.Call, value: ast.expr, top: ast.stmt) -> ast.expr:
        """The draw, or an array of several: `np.array([np.random.rand() for _ in range(n)])`."""
        node: ast.AST = draw
        whole: ast.expr = draw
        while node is not value:
            outer = self.parents[node]
            match outer:
                case ast.ListComp(elt=elt, generators=[ast.comprehension(iter=iterable, ifs=[], is_async=0)]):
                    made = self.parents[outer]
                    if not isinstance(made, ast.Call) or made.args != [outer] or made.keywords or elt is not draw:
                        raise _UnfitError
                    if self.named(made.func) not in _ARRAYS or not self.steady.is_steady(iterable, top):
                        raise _UnfitError
                    whole = outer = made
                case ast.Starred() | ast.Dict() | ast.JoinedStr():
                    raise _UnfitError
                case _ if not computes(outer, node):
                    raise _UnfitError
            node = outer
        return whole
