"""Compiled functions that cost more than they save: they compute with a few numbers, or take a few operations, and
loops of code that stays Python call them at every turn. Such functions are best left to Python."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property

from hybridc.dialects.table import Dialect
from hybridc.normalize.outlining.computing import LEAST
from hybridc.normalize.outlining.few import Few
from hybridc.normalize.outlining.kinds import Kind, Kinds, Result
from hybridc.normalize.outlining.learning import learn
from hybridc.normalize.outlining.written_lists import elements_written
from hybridc.program.host.code import HostScope, host_scopes
from hybridc.program.host.lists_held import ListsHeld
from hybridc.program.plans import Program
from hybridc.program.static_demand import lookup
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import Names, names_read, names_written
from hybridc.syntax.module import Function
from hybridc.syntax.walking import all_given, walk

_MOST = 200  # operations on numbers that take Python as long as a call of a compiled function
_LOOPS = (ast.For, ast.While)
_COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)
_INDEFINITE = (*_COMPREHENSIONS, ast.Try, ast.With)
_OPERATIONS = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call, ast.AugAssign)
_OF_NUMBERS = frozenset(
    f"scipy.{name}"
    for name in (
        "integrate.dblquad", "integrate.quad", "integrate.tplquad", "optimize.bisect", "optimize.brenth",
        "optimize.brentq", "optimize.minimize_scalar", "optimize.newton", "optimize.ridder", "optimize.root_scalar",
    )
)  # fmt: skip
_ELEMENTWISE = frozenset({"elementwise", "same"})
# Which may call what they are given once, for all numbers there are.
_AT_ONCE = frozenset({"scipy.optimize.curve_fit", "scipy.integrate.fixed_quad", "numpy.fromfunction"})


def called_in_loops(
    program: Program, dialects: tuple[Dialect, ...], results: Mapping[str, Result], names: Collection[str]
) -> dict[str, int]:
    """Such functions, of those by these names, each with the line of a loop."""
    found = _Calls(program, dialects, results)
    known = {n for n in names if n in program.compiled and program.compiled_as(n) is not None}
    light, listed = found.light(known), found.given_lists(known)
    called = found.called(light, listed) if light or listed else {}
    light |= listed
    staying = _with_callees(called.keys() & light, light, program)
    return {name: called.get(name, 0) for name in staying}


def light_functions(
    program: Program, dialects: tuple[Dialect, ...], results: Mapping[str, Result], names: Collection[str]
) -> set[str]:
    """Those of the functions by these names that compute with a few numbers, if they are given such."""
    return _Calls(program, dialects, results).light({*names})


def calls_of_compiled(
    program: Program, dialects: tuple[Dialect, ...], results: Mapping[str, Result], names: Collection[str]
) -> Iterator[tuple[HostScope, ast.Call, str, int]]:
    """Calls of functions by these names that loops come by which stay Python, one for each function in each loop, with
    the function and the line of the loop."""
    found = _Calls(program, dialects, results)
    told: set[tuple[str, ast.AST]] = set()
    for scope in host_scopes(program):
        calls = [(use.call, use.name.id) for use in scope.uses if use.call is not None and use.name.id in names]
        loops = _in_loops(scope, found.kinds(scope)) if calls else {}
        for call, name in calls:
            if call in loops and (name, loops[call]) not in told:
                told.add((name, loops[call]))
                yield scope, call, name, loops[call].lineno


def _with_callees(wanted: Set[str], light: Set[str], program: Program) -> set[str]:
    """Of these, and of what they call, those that no compiled function needs, and that need none."""
    functions = program.module.functions
    named = {n: {x.id for x in walk(functions[n].node) if isinstance(x, ast.Name)} for n in program.compiled}
    staying, waiting = set[str](), [*wanted]
    while waiting:
        if (name := waiting.pop()) not in staying:
            staying.add(name)
            waiting += named[name] & light
    others = program.compiled.keys() - staying
    needed = frozenset[str]().union(*(named[name] for name in others)) & staying
    needing = {name for name in staying if named[name] & others - {name}}
    beside: dict[str, set[str]] = {name: set() for name in staying}
    for name in staying:  # one that is compiled needs those that it names, and may not be named by others
        for other in named[name] & staying:
            beside[name].add(other)
            beside[other].add(name)
    return staying - _reaching(needed | needing, beside)


def _reaching(ends: Set[str], edges: Mapping[str, Set[str]]) -> set[str]:
    """The names from which edges lead to one of these, and these."""
    back: dict[str, list[str]] = {}
    for name, reached in edges.items():
        for each in reached:
            back.setdefault(each, []).append(name)
    found, waiting = set[str](), [*ends]
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += back.get(name, ())
    return found


@dataclass
class _Calls:
    """`scopes`: what is known of the scopes that stay Python."""

    program: Program
    dialects: tuple[Dialect, ...]
    results: Mapping[str, Result]
    scopes: dict[HostScope, Few] = field(default_factory=dict)
    known: dict[HostScope, Kinds] = field(default_factory=dict)

    @cached_property
    def top(self) -> Kinds:
        kinds = Kinds(self.program.module, self.dialects, self.results)
        learn(kinds, self.program.module.tree.body)
        return kinds

    def light(self, names: Set[str]) -> set[str]:
        """Those that compute with a few numbers, if they are given such."""
        functions = self.program.module.functions
        short = {n for n in names if self._is_short(functions[n])}
        found = {n for n in short if self._is_light(functions[n], short)}
        return found - _reaching(short - found, {n: _called_names(functions[n]) & short for n in found})

    def given_lists(self, names: Set[str]) -> set[str]:
        """Those that calls give lists, and that run over such once: a call makes an array of every element first."""
        listed = {f.qualified_name for f, _, _ in ListsHeld(self.program.module).given()} & names
        return {n for n in listed if not any(map(_has_loop, self.program.module.functions[n].of_any(*_LOOPS)))}

    @cached_property
    def _short(self) -> set[str]:
        functions = self.program.module.functions
        return {n for n in self.program.compiled if self._is_short(functions[n])}

    def _is_short(self, function: Function) -> bool:
        inside = [n for s in function.node.body for n in walk(s)]
        loops = [n for n in inside if isinstance(n, _LOOPS)]
        turns = [self._written_turns(loop) for loop in loops]
        is_plain = bool(function.parameters) and not any(isinstance(n, _INDEFINITE) for n in inside)
        are_few = len(loops) < 2 and all(count or _converges(loop) for loop, count in zip(loops, turns, strict=True))
        return is_plain and are_few and _weight(function) * max([1, *turns]) <= _MOST

    def _written_turns(self, loop: ast.For | ast.While) -> int:
        """How many turns the text tells, if they are few; or 0."""
        if isinstance(loop, ast.While) or self.top.is_long(loop.iter):
            return 0
        return len(elements_written(loop.iter, self.program.module) or ())

    def _is_light(self, function: Function, light: Set[str]) -> bool:
        body = function.node.body
        kinds = Kinds(self.program.module, self.dialects, self.results, {**self.top.known, **_unknown(function)})
        learn(kinds, body)
        few = Few(body, kinds, {*function.parameters, *self._numbers_around(function)}, light)
        kept = (ast.Assign, ast.AugAssign, ast.Return, ast.If, ast.While)
        inner = {s for f in function.of_any(ast.FunctionDef) if f is not function.node for s in walk(f)}
        values = (v for s in function.of_any(*kept) if s not in inner for v in _values(s))
        return all(few.holds(v) for v in values if not isinstance(v, ast.Lambda))

    def _numbers_around(self, function: Function) -> Iterator[str]:
        """Globals that the function reads which are a few numbers."""
        few = self._few(host_scopes(self.program)[0])
        yield from few.names - {*function.locals, *function.parameters}

    def kinds(self, scope: HostScope) -> Kinds:
        if isinstance(scope.node, ast.Module):
            return self.top
        if scope not in self.known:
            known = {name: kind for name, kind in self.top.known.items() if name not in scope.hidden}
            kinds = self.known[scope] = Kinds(self.program.module, self.dialects, self.results, known)
            kinds.known |= dict.fromkeys(scope.hidden, Kind.NOTHING)
            if isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef):
                function = next((f for f in self.program.module.functions.values() if f.node is scope.node), None)
                kinds.known |= _unknown(function) if function is not None else {}
            learn(kinds, scope.node.body)
        return self.known[scope]

    def _few(self, scope: HostScope) -> Few:
        if scope not in self.scopes:
            functions = self.program.module.functions
            own = next((f for f in functions.values() if f.node is scope.node), None)
            taken = frozenset() if own is None else _shown_as_numbers(own, self.program)
            self.scopes[scope] = Few(scope.node.body, self.kinds(scope), taken, self._short)
        return self.scopes[scope]

    def called(self, names: Set[str], listed: Set[str]) -> dict[str, int]:
        """Those that loops call, or what calls functions again and again, with a few numbers as far as the text tells,
        or with lists, with the line."""
        found: dict[str, int] = {}
        others: set[str] = set()
        hot = self._called_often()
        for scope in host_scopes(self.program):
            few = self._few(scope)
            is_hot = isinstance(scope.node, ast.FunctionDef) and scope.node.name in hot
            in_loops = _in_loops(scope, few.kinds)
            for use in scope.uses:
                if use.name.id not in names | listed:
                    continue
                function = self.program.module.functions[use.name.id]
                if use.call is None:
                    state = self._handed(use.name, scope, function)
                elif is_hot or use.call in in_loops:
                    state = use.name.id in listed or self._given(use.call, few, function)
                else:
                    continue
                if state is None:
                    others.add(use.name.id)
                elif state:
                    found.setdefault(use.name.id, use.name.lineno)
        return {name: line for name, line in found.items() if name not in others}

    def _given(self, call: ast.Call, few: Few, function: Function) -> bool | None:
        """Whether the function is given a few numbers, or does so little that no array makes it worth a call; None
        where it is given an array of any size."""
        if _is_cheap(function):
            return True
        given = arguments_given(function, call)
        shown = _shown_as_numbers(function, self.program)
        unknown = False
        for name, value in given.items():
            if few.holds(value) or name in shown:
                continue
            if few.kinds.of(value) is Kind.ARRAY:
                return None
            unknown = True
        return not unknown or bool(shown) or (self._is_of_elements(function) and _weight(function) < 2 * LEAST)

    def _is_of_elements(self, function: Function) -> bool:
        """It computes element by element, so that nothing tells numbers from arrays."""
        names = [self.program.module.qualified_name(c.func, function.locals) for c in function.of(ast.Call)]
        are_elementwise = all(any(e.shape in _ELEMENTWISE for e in lookup(self.dialects, n)) for n in names)
        return are_elementwise and not function.of_any(*_LOOPS, ast.Slice)

    def _handed(self, name: ast.Name, scope: HostScope, function: Function) -> bool | None:
        """The same for one that is handed over, to what calls it as often as it likes."""
        call = next((c for c in scope.parents if isinstance(c, ast.Call) and name in all_given(c)), None)
        to = None if call is None else self.program.module.qualified_name(call.func, scope.hidden)
        if to is None or not to.startswith("scipy.") or to in _AT_ONCE:
            if self.takes_functions:
                return None
            return False if call is None or to is not None else bool(_shown_as_numbers(function, self.program))
        return to in _OF_NUMBERS or bool(_shown_as_numbers(function, self.program))

    @cached_property
    def takes_functions(self) -> bool:
        """Some compiled function calls what it is given, which has to be compiled then, whatever way it comes there."""
        plans = self.program.compiled.values()
        return any(_called_names(p.function) & p.arguments.static_parameters for p in plans)

    def _called_often(self) -> set[str]:
        """Functions of code that stays Python which loops call, or what calls functions."""
        calling: dict[str, set[str]] = {}
        often: set[str] = set()
        for scope in host_scopes(self.program):
            in_loops = _in_loops(scope, self._few(scope).kinds)
            for call in (n for n in scope.parents if isinstance(n, ast.Call)):
                often |= {_called(call)} if call in in_loops else set()
                if isinstance(scope.node, ast.FunctionDef):
                    calling.setdefault(_called(call), set()).add(scope.node.name)
        return _reaching(often, calling) - {""}


def _is_element(index: ast.expr) -> bool:
    """`r[0]`, and `s[i, j + 1]`."""
    if isinstance(index, ast.Tuple):
        return not any(isinstance(part, ast.Slice) for part in index.elts)
    return isinstance(index, ast.Constant) and isinstance(index.value, int)


def _has_loop(loop: ast.AST) -> bool:
    return any(isinstance(n, (*_LOOPS, *_COMPREHENSIONS)) for n in walk(loop) if n is not loop)


def _converges(loop: ast.For | ast.While) -> bool:
    """`while abs(dx) > eps`, which tests nothing that counts, so that it takes a few turns by all appearances."""
    counters = {ast.unparse(s.target) for s in walk(loop) if isinstance(s, ast.AugAssign) and _is_step(s.value)}
    for statement in walk(loop):
        match statement:
            case ast.Assign(targets=[target], value=ast.BinOp(left=left, right=step)) if _is_step(step):
                counters |= {ast.unparse(target)} & {ast.unparse(left)}
    tested = {n.id for n in walk(loop.test) if isinstance(n, ast.Name)} if isinstance(loop, ast.While) else counters
    return isinstance(loop, ast.While) and not tested & counters and not isinstance(loop.test, ast.Constant)


def _is_step(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def _called_names(function: Function) -> set[str]:
    return {c.func.id for c in function.of(ast.Call) if isinstance(c.func, ast.Name)}


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _unknown(function: Function) -> dict[str, Kind]:
    return dict.fromkeys(function.parameters, Kind.UNKNOWN)


def _values(statement: ast.AST) -> Iterator[ast.expr]:
    match statement:
        case ast.If(test=test) | ast.While(test=test):
            yield test
        case ast.Assign(value=value) | ast.AugAssign(value=value) | ast.Return(value=ast.expr() as value):
            yield value


def _weight(function: Function) -> int:
    return sum(isinstance(n, _OPERATIONS) for s in function.node.body for n in walk(s))


def _is_cheap(function: Function) -> bool:
    return not function.of_any(*_LOOPS) and _weight(function) < LEAST


def _shown_as_numbers(function: Function, program: Program) -> frozenset[str]:
    """Parameters of which a part at a time is read, `r[0]`, or that a test, or a function of numbers, takes."""
    counts: dict[str, int] = {}
    shown: dict[str, int] = {}
    tested: set[str] = set()
    made: list[tuple[Names, Names]] = []
    for statement in function.node.body:
        for node in walk(statement):
            match node:
                case ast.Name(id=name) if name in function.parameters:
                    counts[name] = counts.get(name, 0) + 1
                case ast.Subscript(value=ast.Name(id=name), slice=index) if _is_element(index):
                    shown[name] = shown.get(name, 0) + 1
                case ast.Assign(targets=[ast.Tuple()], value=ast.Name(id=name)):
                    shown[name] = shown.get(name, 0) + 1
                case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                    tested |= names_read(test)
                case ast.Assign(value=value):
                    made += [(names_written([node]), names_read(value))]
                case ast.Call() if (program.module.qualified_name(node.func) or "").startswith("math."):
                    tested |= {n.id for a in node.args for n in walk(a) if isinstance(n, ast.Name)}
    while others := {n for written, read in made if written & tested for n in read} - tested:
        tested |= others
    return frozenset({n for n in shown if shown[n] == counts.get(n)} | tested & {*function.parameters})


def _in_loops(scope: HostScope, kinds: Kinds) -> dict[ast.AST, ast.stmt | ast.expr]:
    """The expressions that turns of loops come by, each with the outermost of these loops."""
    inside: dict[ast.AST, ast.stmt | ast.expr] = {}
    for statement in scope.statements:
        if statement in inside:
            continue
        match statement:
            case ast.For(body=body) if kinds.is_long(statement.iter):
                inside |= {n: statement for s in body for n in walk(s)}
            case ast.While(body=body, test=test):
                inside |= {n: statement for s in [test, *body] for n in walk(s)}
            case ast.stmt():
                for node in walk(statement) if not isinstance(statement, ast.For | ast.While) else ():
                    if isinstance(node, _COMPREHENSIONS) and any(kinds.is_long(g.iter) for g in node.generators):
                        inside |= dict.fromkeys(walk(node), node)
    return inside
