"""What Python's numbers of a scope are: of which types, and in how many bits its integers have room.

Compiled code has 64 of them, and one type for a name; Python's integers have no end, and a name has what it was given.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hybridc.normalize.outlining.kinds import Kind, Kinds
from hybridc.normalize.outlining.written_lists import elements_written
from hybridc.structure.assigned import surely_set
from hybridc.syntax.dataflow import own_statements
from hybridc.syntax.walking import pairs, walk

MOST = 63  # bits of an integer, without its sign
_COUNTED = 31  # of what loops count, and of how many turns they take
_OF_FLOATS = 53
_ROUNDS = 8
_INT, _FLOAT, _BOOL, _NUMPY = "int", "float", "bool", "numpy"


class _Turns(ast.expr):
    """What counts the turns of a loop."""


class _Element(ast.expr):
    """What a loop gets of what it runs over, or one of its parts."""

    def __init__(self, of: ast.expr, part: int | None = None) -> None:
        super().__init__()
        self.of, self.part = of, part

    def among(self, written: Sequence[ast.expr]) -> list[ast.expr]:
        if self.part is None:
            return [*written]
        parts = (getattr(each, "elts", []) for each in written)
        return [p[self.part] if self.part < len(p) else _Turns() for p in parts]


class Number(NamedTuple):
    """`types` it may be of; `bits`: of an integer of Python's, 0 where it is none."""

    types: frozenset[str] = frozenset()
    bits: int = 0

    def beside(self, other: Number) -> Number:
        return Number(self.types | other.types, max(self.bits, other.bits))


_NOTHING = Number()
_ANY = Number(frozenset({_INT}), MOST)  # more raises where it goes into compiled code


def of_callers(default: ast.expr) -> Number:
    """What a parameter may be that has this number as its default."""
    is_whole = isinstance(default, ast.Constant) and isinstance(default.value, int)
    return _ANY if is_whole else Number(frozenset({_FLOAT}))


class Numbers:
    """Those of a scope, by its statements."""

    def __init__(self, body: Sequence[ast.stmt], kinds: Kinds, around: Mapping[str, Number] | None = None) -> None:
        """`around`: what names are that the scope has from elsewhere."""
        self.kinds = kinds
        self.known = dict(around or {})
        bindings = [*_bindings(body)]
        self.known |= {name: _NOTHING for name, _ in bindings}
        self._settled: dict[ast.expr, Number] = {}
        self._is_settled = False
        for round_ in range(_ROUNDS):
            before = dict(self.known)
            for name, value in bindings:
                self.known[name] = self.known.get(name, _NOTHING).beside(self._bound(name, value))
            if before == self.known:
                break
            if round_ == _ROUNDS - 2:  # what still grows has no end
                grown = {n for n, number in self.known.items() if number.bits > before.get(n, _NOTHING).bits}
                self.known |= {n: self.known[n]._replace(bits=MOST + 2) for n in grown}
        self._is_settled = True

    def has_room(self, node: ast.expr) -> bool:
        """Nothing in the expression needs more bits than compiled integers have."""
        return all(self.of(n).bits <= MOST for n in walk(node) if isinstance(n, ast.BinOp | ast.Constant | ast.Name))

    def types_after(self, name: str, taken: Sequence[ast.stmt]) -> frozenset[str]:
        """Those of what the name holds after these statements."""
        added = {s.target.id for s in taken if isinstance(s, ast.AugAssign) and isinstance(s.target, ast.Name)}
        if name not in added | (surely_set(taken) or frozenset()):
            return self.known.get(name, _NOTHING).types
        inside = (self._bound(held, value) for held, value in _bindings(taken) if held == name)
        return frozenset[str]().union(*(number.types for number in inside))

    def of(self, node: ast.expr) -> Number:
        if not self._is_settled:
            return self._number(node)
        if node not in self._settled:
            self._settled[node] = self._number(node)
        return self._settled[node]

    def _number(self, node: ast.expr) -> Number:
        match node:
            case ast.Constant(value=bool()):
                return Number(frozenset({_BOOL}), 1)
            case ast.Constant(value=int() as value):
                return Number(frozenset({_INT}), max(1, abs(value).bit_length()))
            case ast.Constant(value=float() | complex()):
                return Number(frozenset({_FLOAT}))
            case ast.Name(id=name):
                is_number = self.kinds.known.get(name) in (Kind.NOTHING, Kind.NUMBER)
                return self.known.get(name, _ANY) if is_number else Number(frozenset({_NUMPY}))
            case ast.UnaryOp(op=ast.Not()) | ast.Compare():
                parts = [node.left, *node.comparators] if isinstance(node, ast.Compare) else [node.operand]
                is_numpys = any(_NUMPY in self.of(part).types for part in parts)
                return Number(frozenset({_NUMPY if is_numpys else _BOOL}), 1)
            case ast.UnaryOp(operand=operand):
                return self.of(operand)
            case ast.BoolOp(values=values):
                return self._either(values)
            case ast.IfExp(body=body, orelse=orelse):
                return self._either([body, orelse])
            case ast.BinOp():
                return self._operator(node)
            case ast.Call(func=ast.Name(id="abs" | "min" | "max"), args=[*args]) if args:
                return self._either(args)
            case ast.Call(func=ast.Name(id="int" | "round"), args=[_]):
                return Number(frozenset({_INT}), _OF_FLOATS)
            case ast.Call(func=ast.Name(id="len"), args=[_]):
                return Number(frozenset({_INT}), _COUNTED)
            case ast.Call(func=ast.Attribute(attr=method)) if (
                self.kinds.draws(node) and self.kinds.of(node) <= Kind.NUMBER
            ):
                given = self._either([*node.args, *(k.value for k in node.keywords)])
                if method in ("binomial", "poisson"):
                    return _ANY
                return Number(frozenset({_INT}), given.bits) if method == "randint" else Number(frozenset({_FLOAT}))
            case ast.Call(func=ast.Name(id="float"), args=[_]):
                return Number(frozenset({_FLOAT}))
            case ast.Attribute(attr="size" | "ndim") | ast.Subscript(value=ast.Attribute(attr="shape")):
                return Number(frozenset({_INT}), _COUNTED)
        path = self.kinds.module.qualified_name(node.func) if isinstance(node, ast.Call) else None
        return Number(frozenset({_FLOAT if path is not None and path.startswith("math.") else _NUMPY}))

    def _either(self, nodes: Iterable[ast.expr]) -> Number:
        found = _NOTHING
        for node in nodes:
            found = found.beside(self.of(node))
        return found

    def _operator(self, node: ast.BinOp) -> Number:
        match node:
            case ast.BinOp(
                left=ast.Constant(value=int() as base), op=ast.Pow(), right=ast.Constant(value=int() as power)
            ):
                if 0 <= power <= MOST:
                    return self.of(ast.Constant(base**power))
        left, right = self.of(node.left), self.of(node.right)
        both = left.types | right.types
        if not left.types or not right.types:  # nothing is known of one yet
            return _NOTHING
        types = frozenset({_NUMPY}) if _NUMPY in both else both
        types = types - {_INT, _BOOL} if _FLOAT in types and not self._may_be_whole(left, right) else types
        if isinstance(node.op, ast.Div) and _NUMPY not in types:
            types = frozenset({_FLOAT})
        is_whole = not types.isdisjoint({_INT, _BOOL})
        bits = _bits(node.op, left.bits, right.bits, node.right) if is_whole else 0
        return Number(frozenset(_INT if t == _BOOL else t for t in types), min(bits, MOST + 2))

    def _may_be_whole(self, left: Number, right: Number) -> bool:
        """Both may be integers at once."""
        return bool(left.types & {_INT, _BOOL}) and bool(right.types & {_INT, _BOOL})

    def _bound(self, name: str, value: ast.expr) -> Number:
        match value:
            case ast.Call(func=ast.Name(id="range"), args=[*given]):  # no loop takes more turns than are counted
                first, step = given[:1] if len(given) > 1 else [], given[2:]
                bits = _COUNTED + self._either(step).bits
                return Number(frozenset({_INT}), min(max(self._either(first).bits, bits) + len(first), MOST + 1))
            case _Turns():
                return Number(frozenset({_INT}), _COUNTED)
            case _Element():
                written = elements_written(value.of, self.kinds.module)
                if written is None:
                    return self._bound(name, value.of) if value.part is None else _ANY
                return self._either(value.among(written))
            case ast.BinOp(op=ast.Add() | ast.Sub(), left=ast.Name(id=held), right=added) if held == name and not any(
                isinstance(n, ast.Name) and n.id == name for n in walk(added)
            ):
                more = self.of(added)
                types = self.of(value).types
                return Number(types, min(more.bits + _COUNTED, MOST + 2) if more.bits else 0)
        return self.of(value)


def _bits(operator: ast.operator, left: int, right: int, other: ast.expr) -> int:
    if not left or not right:
        return max(left, right) if isinstance(operator, ast.Add | ast.Sub) else 0
    match operator:
        case ast.Add() | ast.Sub():
            return max(left, right) + 1
        case ast.Mult():
            return left + right
        case ast.Mod() if isinstance(other, ast.Constant) and isinstance(other.value, int):
            return max(1, (abs(other.value) - 1).bit_length())
        case ast.Mod():
            return right
        case ast.FloorDiv() | ast.RShift():
            return left
        case ast.Pow() if left == 1:  # `(-1) ** k`
            return 1
        case ast.Pow() | ast.LShift() if isinstance(other, ast.Constant) and isinstance(other.value, int):
            return left * max(other.value, 1) if isinstance(operator, ast.Pow) else left + other.value
        case ast.BitAnd() | ast.BitOr() | ast.BitXor():
            return max(left, right)
    return MOST + 2


def _bindings(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Names with what they are bound to, by loops with what these run over."""
    for statement in own_statements(body):
        match statement:
            case ast.Assign(targets=targets, value=value):
                given = (pair for target in targets for pair in pairs(target, value))
                yield from ((target.id, v) for target, v in given if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                yield name, ast.BinOp(ast.Name(name, ast.Load()), op, value)
            case ast.For(target=target, iter=iterable):
                yield from _elements(target, iterable)


def _elements(target: ast.expr, iterable: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    match target, iterable:
        case ast.Name(id=name), _:
            yield name, _Element(iterable)
        case ast.Tuple(elts=[ast.Name(id=name), other]), ast.Call(func=ast.Name(id="enumerate"), args=[inner]):
            yield name, _Turns()
            yield from _elements(other, inner)
        case ast.Tuple(elts=targets), ast.Call(func=ast.Name(id="zip"), args=given) if len(targets) == len(given):
            for each in zip(targets, given, strict=True):
                yield from _elements(*each)
        case ast.Tuple(elts=targets), _:
            yield from ((t.id, _Element(iterable, n)) for n, t in enumerate(targets) if isinstance(t, ast.Name))
