"""Learns what the names of a scope hold from all that binds them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from hybridc.normalize.outlining.dimensions import is_vector
from hybridc.normalize.outlining.kinds import Kind, Kinds
from hybridc.normalize.outlining.written_lists import elements_written
from hybridc.normalize.random_draws import GENERATORS
from hybridc.structure.optional import pairs
from hybridc.syntax.dataflow import blocks, expressions, own_statements
from hybridc.syntax.turns import whole_number
from hybridc.syntax.walking import walk

_Given = Callable[..., Kind]


def learn(kinds: Kinds, body: Sequence[ast.stmt]) -> None:
    """Binds the names of the statements, again until nothing changes."""
    kinds.settled = None
    bindings = [*_bindings(body)]
    for target, _ in bindings:
        kinds.known |= {name: kinds.known.get(name, Kind.NOTHING) for name in _names(target)}
    _note_bound_once(kinds, body)
    before = None
    while before != kinds.known:
        before = dict(kinds.known)
        for target, give in bindings:
            _bind(kinds, target, give)
    kinds.settled, kinds.given = {}, {}
    _note_assumed(kinds, body)
    kinds.of_names |= _of_names(kinds, body)
    kinds.shared |= {name for target, _ in bindings for name in _names(target)} - {*_new(kinds, body)}


def _note_assumed(kinds: Kinds, body: Sequence[ast.stmt]) -> None:
    """Names that are bound to what is computed of others of these; what a range counts is a number all the same."""
    bound = [
        (target, statement.value)
        for statement in own_statements(body)
        if isinstance(statement, ast.Assign | ast.AugAssign) and kinds.assumed
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
    ]
    before = -1
    while before != len(kinds.assumed):
        before = len(kinds.assumed)
        for target, value in bound:
            if not kinds.assumed.isdisjoint(n.id for n in walk(value) if isinstance(n, ast.Name)):
                kinds.assumed |= {*_names(target)}


def _note_bound_once(kinds: Kinds, body: Sequence[ast.stmt]) -> None:
    counts = Counter(name for target, _ in _bindings(body) for name in _names(target))
    for statement in own_statements(body):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if counts[name] == 1:
                number = whole_number(value)
                if number is not None:
                    kinds.numbers[name] = number
                elif is_vector(value, kinds.module):
                    kinds.vectors.add(name)
                elif isinstance(value, ast.Call) and kinds.module.qualified_name(value.func) in GENERATORS:
                    kinds.generators.add(name)


def _new(kinds: Kinds, body: Sequence[ast.stmt]) -> Iterator[str]:
    """Names that are bound to numbers and new arrays alone."""
    counts: Counter[str] = Counter(name for target, _ in _bindings(body) for name in _names(target))
    for statement in own_statements(body):
        match statement:
            case ast.Assign(targets=[target], value=value):
                names = [t.id for t in getattr(target, "elts", [target]) if isinstance(t, ast.Name)]
                values = [v.id for v in getattr(value, "elts", []) if isinstance(v, ast.Name)]
                if sorted(names) == sorted(values) and len({*names}) == len(values):  # they change places
                    counts.subtract(names)
                elif isinstance(target, ast.Name) or isinstance(value, ast.Call):
                    counts.subtract(names if kinds.is_new(value) or _is_given(kinds, value, names) else ())
            case ast.AugAssign(target=ast.Name(id=name)):
                counts[name] -= 1
            case ast.For(target=ast.Name(id=name)) if kinds.known.get(name) is Kind.NUMBER:
                counts[name] -= 1
    yield from (name for name, count in counts.items() if not count)


def _of_names(kinds: Kinds, body: Sequence[ast.stmt]) -> dict[str, set[str]]:
    """Names that are bound to new arrays, numbers and other names alone, with these."""
    counts: Counter[str] = Counter(name for target, _ in _bindings(body) for name in _names(target))
    shown: dict[str, set[str]] = {name: set() for name in counts}
    for statement in own_statements(body):
        match statement:
            case ast.Assign(targets=[_]):
                for target, value in pairs(statement):
                    if isinstance(target, ast.Name):
                        if isinstance(value, ast.Name):
                            shown[target.id].add(value.id)
                        counts[target.id] -= isinstance(value, ast.Name) or kinds.is_new(value)
            case ast.AugAssign(target=ast.Name(id=name)):
                counts[name] -= 1
            case ast.For(target=ast.Name(id=name)) if kinds.known.get(name) is Kind.NUMBER:
                counts[name] -= 1
    return {name: others for name, others in shown.items() if not counts[name]}


def _is_given(kinds: Kinds, value: ast.expr, names: list[str]) -> bool:
    """`u = relax(u)`, which gives back what it is given."""
    match value:
        case ast.Call(func=ast.Name(id=name), args=args) if name in kinds.results and len(names) == 1:
            held = dict(zip(kinds.results[name].parameters, args, strict=False)).get(kinds.results[name].given or "")
            return isinstance(held, ast.Name) and held.id == names[0]
    return False


def _bind(kinds: Kinds, target: ast.expr, give: _Given) -> None:
    match target:
        case ast.Name(id=name):
            kinds.known[name] = max(kinds.known.get(name, Kind.NOTHING), give(kinds))
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            for position, element in enumerate(elements):
                is_one = isinstance(element, ast.Name)  # of `i, (a, b)` nothing is told
                _bind(kinds, element, (lambda k, at=position: give(k, at, len(elements))) if is_one else _unknown)
        case ast.Starred(value=inner):
            _bind(kinds, inner, _unknown)


def _names(target: ast.expr) -> Iterator[str]:
    """Names that get another object."""
    return (n.id for n in walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def _unknown(*_: object) -> Kind:
    return Kind.UNKNOWN


def _bindings(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.expr, _Given]]:
    """The targets of statements, and what they are given."""
    for statement in body:
        match statement:
            case ast.Assign(targets=targets, value=value):
                yield from ((target, _value(value)) for target in targets)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield target, _value(value)
            case ast.AugAssign(target=ast.Name(id=name) as target, value=value):
                both = ast.BinOp(ast.Name(name, ast.Load()), statement.op, value)
                yield target, _value(both)
            case ast.For(target=target, iter=iterable):
                yield target, _element(iterable)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield ast.Name(name, ast.Store()), _unknown
                continue
            case ast.Import() | ast.ImportFrom():
                for alias in statement.names:
                    name = alias.asname or alias.name.partition(".")[0]
                    yield ast.Name(name, ast.Store()), _imported(name)
            case ast.With(items=items):
                yield from ((i.optional_vars, _unknown) for i in items if i.optional_vars is not None)
            case ast.Try(handlers=handlers):
                yield from ((ast.Name(h.name, ast.Store()), _unknown) for h in handlers if h.name)
        for expression in expressions(statement):
            for node in walk(expression):
                if isinstance(node, ast.NamedExpr):
                    yield node.target, _unknown
        for block in blocks(statement):
            yield from _bindings(block)


def _value(value: ast.expr) -> _Given:
    def give(kinds: Kinds, position: int | None = None, count: int = 0) -> Kind:
        if position is None:
            return kinds.of(value)
        match value:
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                is_one = len(elements) == count and not any(isinstance(e, ast.Starred) for e in elements)
                return kinds.of(elements[position]) if is_one else Kind.UNKNOWN
            case ast.Attribute(value=held, attr="shape"):
                return Kind.NUMBER if kinds.of(held) <= Kind.ARRAY else Kind.UNKNOWN
            case ast.Call():
                found = kinds.results_of(value)
                if isinstance(found, tuple):
                    return found[position] if position < len(found) else Kind.UNKNOWN
                return Kind.NOTHING if found is Kind.NOTHING else Kind.UNKNOWN
        found = kinds.of(value)
        return found if found in (Kind.NOTHING, Kind.ARRAY) else Kind.UNKNOWN

    return give


def _imported(name: str) -> _Given:
    def give(kinds: Kinds, *_: object) -> Kind:
        return kinds.imported(ast.Name(name, ast.Load()))

    return give


def _element(iterable: ast.expr) -> _Given:
    def give(kinds: Kinds, position: int | None = None, count: int = 0) -> Kind:
        match iterable:
            case ast.Call(func=ast.Name(id="range"), args=given):
                is_number = all(kinds.of(g) <= Kind.NUMBER for g in given)
                return Kind.NUMBER if is_number and position is None else Kind.UNKNOWN
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner]) if position is not None and count == 2:
                return Kind.NUMBER if position == 0 else _element(inner)(kinds)
            case ast.Call(func=ast.Name(id="zip"), args=given) if position is not None and count == len(given):
                return _element(given[position])(kinds)
            case ast.Name(id=name) if name in kinds.vectors:
                return Kind.NUMBER if position is None else Kind.UNKNOWN
        if (written := elements_written(iterable, kinds.module)) is not None:
            return max(_value(e)(kinds, position, count) for e in written)
        found = kinds.of(iterable)
        return found if found in (Kind.NOTHING, Kind.ARRAY) else Kind.UNKNOWN

    return give
