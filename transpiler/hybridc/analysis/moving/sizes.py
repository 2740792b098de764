"""What the text of a function says of its integers, those that loops count among them: how far slices reach."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from hybridc.analysis.moving.linear import Linear, product_of, sum_of
from hybridc.syntax.dataflow import names_read, names_written
from hybridc.syntax.module import Function
from hybridc.syntax.turns import takes_a_turn, whole_number
from hybridc.syntax.walking import copied, pairs, walk

_LIKE = frozenset({"numpy.zeros_like", "numpy.ones_like", "numpy.empty_like", "numpy.full_like", "numpy.copy"})
_MADE = frozenset({"numpy.zeros", "numpy.ones", "numpy.empty", "numpy.full"})
_COUNTS = frozenset({"numpy.argmin", "numpy.argmax", "numpy.count_nonzero", "numpy.searchsorted"})


@dataclass(eq=False)
class Sizes:
    """Integers of a function as sums of what it is given, of the lengths of its arrays and of loops' variables."""

    function: Function
    named: Callable[[ast.expr], str | None]  # the qualified name of what is called
    counted: Callable[[ast.For], bool] = lambda _: False  # it was a `while` loop
    ranks: dict[str, int] = field(default_factory=dict)  # how many lengths the function takes of an array
    assigned: dict[str, ast.expr] = field(default_factory=dict)
    loops: dict[str, list[ast.For]] = field(default_factory=dict)
    quotients: dict[str, tuple[Linear, int]] = field(default_factory=dict)
    _asked: set[str] = field(default_factory=set)
    _from_start: dict[str, bool] = field(default_factory=dict)
    _is_now: bool = False

    def __post_init__(self) -> None:
        parameters = {*self.function.parameters}
        self._stores = Counter(n.id for n in self.function.of(ast.Name) if isinstance(n.ctx, ast.Store))
        self.once = {name for name, times in self._stores.items() if times == 1} - parameters
        self.steady = self.once | (parameters - self._stores.keys())
        self.steady |= {name for name in parameters & self._stores.keys() if self._is_set_first(name)}
        self._whole = {*self._taken_for_whole()}
        self._given = self._values_given()
        for loop in self.function.of(ast.For):
            self.loops.setdefault(loop.target.id if isinstance(loop.target, ast.Name) else "", []).append(loop)
        for statement in self.function.node.body:  # what is set in loops or branches holds for some turns only
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in self.once:
                    self.assigned[name] = value
                case ast.Assign(targets=[ast.Tuple() as target], value=ast.Tuple() as value):
                    given = pairs(target, value)
                    self.assigned |= {e.id: v for e, v in given if isinstance(e, ast.Name) and e.id in self.once}
                case ast.Assign(targets=[ast.Tuple(elts=elements)], value=ast.Attribute(attr="shape") as shape):
                    if isinstance(shape.value, ast.Name) and not any(isinstance(e, ast.Starred) for e in elements):
                        self.ranks[shape.value.id] = len(elements)
                    for axis, element in enumerate(elements):
                        if isinstance(element, ast.Name) and element.id in self.once:
                            self.assigned[element.id] = ast.Subscript(shape, ast.Constant(axis), ast.Load())
                        elif not isinstance(element, ast.Name):
                            break

    def _is_set_first(self, name: str) -> bool:
        """`a = a.copy()`, before anything else is done with it, and nothing else afterwards."""
        uses = [s for s in self.function.node.body if any(isinstance(n, ast.Name) and n.id == name for n in walk(s))]
        match uses[0]:
            case ast.Assign(targets=[ast.Name(id=target)]):
                return target == name and self._stores[name] == 1
        return False

    def _taken_for_whole(self) -> Iterator[str]:
        """Names that only integers may have where the text uses them: ends of ranges, bounds of slices, lengths."""
        for call in self.function.of(ast.Call):
            match call:
                case ast.Call(func=ast.Name(id="range"), args=arguments):
                    yield from _names(arguments)
                case ast.Call(func=function, args=[ast.Tuple(elts=elements), *_]) if self.named(function) in _MADE:
                    yield from _names(elements)
        for part in self.function.of(ast.Slice):
            yield from _names([b for b in (part.lower, part.upper) if b is not None])
        for argument in (*self.function.node.args.args, *self.function.node.args.kwonlyargs):
            if isinstance(argument.annotation, ast.Name) and argument.annotation.id == "int":
                yield argument.arg

    def is_whole(self, name: str) -> bool:
        """The text takes it for an integer."""
        return name in self._whole or (name in self.loops and self._is_counter(name))

    def counts(self, of: Linear | None) -> bool:
        """A sum of integers, no name for something else among its parts."""
        return of is not None and all(map(self._is_integer, (part for m in of for part in m)))

    def _is_integer(self, part: str) -> bool:
        if part in self.quotients:
            return self.counts(self.quotients[part][0])
        return _is_length(part) or self.is_whole(part)

    def made_with(self, made: ast.expr) -> Sequence[ast.expr] | None:
        """The lengths that an array is made with; None where a name may stand for several."""
        match made:
            case ast.Call(func=function, args=[ast.Tuple(elts=lengths), *_]) if self.named(function) in _MADE:
                return None if any(isinstance(e, ast.Starred) for e in lengths) else lengths
            case ast.Call(func=function, args=[length, *_]) if self.named(function) in _MADE:
                return [length] if self.counts(self.of(length)) else None
        return None

    def now(self, node: ast.expr) -> Linear | None:
        """As `of`, where names stand for what they hold at one moment."""
        self._is_now = True
        found = self.of(node)
        self._is_now = False
        return found

    def of(self, node: ast.expr) -> Linear | None:
        match node:
            case ast.Constant(value=bool()):
                return None
            case ast.Constant(value=int(value)):
                return {(): value} if value else {}
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                found = self.of(operand)
                return None if found is None else sum_of({}, found, -1)
            case ast.Name(id=name):
                return self._of_name(name)
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=array)]):
                return self.length(array, 0)
            case ast.Subscript(
                value=ast.Attribute(value=ast.Name(id=array), attr="shape"), slice=ast.Constant(value=int(axis))
            ):
                return self.length(array, axis)
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=ast.Constant(value=int(divisor))) if divisor > 0:
                inner = self.of(left)
                if inner is None:
                    return None
                name = f"({sorted(inner.items())})//{divisor}"
                self.quotients[name] = inner, divisor
                return {(name,): 1}
            case ast.BinOp(left=left, op=operator, right=right):
                one, other = self.of(left), self.of(right)
                if one is None or other is None:
                    return None
                match operator:
                    case ast.Add():
                        return sum_of(one, other)
                    case ast.Sub():
                        return sum_of(one, other, -1)
                    case ast.Mult():
                        return product_of(one, other)
        return None

    def difference(self, one: Linear | None, other: Linear) -> Linear | None:
        return None if one is None else sum_of(one, other, -1)

    def _of_name(self, name: str) -> Linear | None:
        if name in self.loops and self._is_counter(name):
            return {(name,): 1}
        if name not in self.steady:
            return {(name,): 1} if self._is_now else None
        made = self.assigned.get(name)
        if made is not None and name not in self._asked:
            self._asked.add(name)
            found = self.of(made)
            self._asked.discard(name)
            if found is not None:
                return found
        return {(name,): 1}

    def length(self, array: str, axis: int) -> Linear | None:
        if array not in self.steady or axis < 0:
            return None
        made = self.assigned.get(array)
        lengths = None if made is None else self.made_with(made)
        if lengths is not None and axis < len(lengths) and (found := self.of(lengths[axis])) is not None:
            return found
        if made is not None and (like := self._like(made)) is not None and like != array:
            return self.length(like, axis)
        return {(f"{array}.shape[{axis}]",): 1}

    def _like(self, made: ast.expr) -> str | None:
        """The array whose shape it has."""
        match made:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="copy"), args=[]) if name in self.steady:
                return name
            case ast.Call(func=function, args=[ast.Name(id=name), *_]) if name in self.steady:
                return name if self.named(function) in _LIKE else None
        return None

    def rank_made(self, array: str) -> int | None:
        """How many dimensions an array has that the function makes, or says to have."""
        made = self.assigned.get(array)
        if made is None and array in self.once:
            return None
        lengths = None if made is None else self.made_with(made)
        match made:
            case ast.Call(func=function, args=[ast.Call(func=ast.Name(id="len")), *_]) if self.named(function) in _MADE:
                return 1
        return len(lengths) if lengths is not None else self.rank(ast.Name(array, ast.Load()))

    def rank(self, array: ast.expr) -> int | None:
        """How many dimensions the function says that an array has."""
        if not isinstance(array, ast.Name) or array.id not in self.steady:
            return None
        if array.id not in self.ranks and (made := self.assigned.get(array.id)) is not None:
            like = self._like(made)
            return None if like is None or like == array.id else self.rank(ast.Name(like, ast.Load()))
        return self.ranks.get(array.id)

    def extent(self, lower: ast.expr, upper: ast.expr) -> ast.expr | None:
        """What the upper bound is more than the lower, where it is said to be so: `w` of `i` and `i + w`."""
        match upper:
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                for base, more in ((left, right), (right, left)):
                    if ast.dump(base) == ast.dump(lower):
                        return more
        one, other = self.of(lower), self.of(upper)
        if one is None or other is None:
            return None
        more_by = sum_of(other, one, -1)
        return ast.Constant(more_by.get((), 0)) if more_by.keys() <= {()} else None

    def _is_counter(self, name: str) -> bool:
        """Only loops over ranges set it."""
        ranges = [
            loop
            for loop in self.loops[name]
            if isinstance(loop.iter, ast.Call) and self.named(loop.iter.func) == "builtins.range"
        ]
        return self._stores[name] == len(ranges) and name not in self.function.parameters

    def takes_turn(self, loop: ast.For, above: Sequence[ast.stmt]) -> bool:
        """The loop is over a range that surely is not empty, in every turn of the loops around. `above`: what stands
        before it in its block."""
        match loop.iter:
            case ast.Call(func=ast.Name(id="range"), args=[stop], keywords=[]):
                start: ast.expr = ast.Constant(0)
            case ast.Call(func=ast.Name(id="range"), args=[start, stop], keywords=[]):
                pass
            case _:
                return takes_a_turn(loop.iter)
        first, end = (self.of(_resolved(bound, above)) for bound in (start, stop))
        if first is None or end is None:
            return False
        more = sum_of(sum_of(end, first, -1), {(): 1}, -1)
        return all(map(self._is_positive, self._extremes(more, greatest=False)))

    def is_at_most(self, node: ast.expr, length: Linear | None) -> bool:
        """It surely is not more than this length, in every turn of the loops around."""
        found = self.of(node)
        if found is None or length is None:
            return False
        return all(self._is_positive(sum_of(length, each, -1)) for each in self._extremes(found, greatest=True))

    def is_from_start(self, node: ast.expr) -> bool:
        """It surely is not below zero."""
        match node:
            case ast.Name(id=name) if name not in self._asked and self._is_set_from_start(name):
                return True
            case ast.Call(func=ast.Name(id="int"), args=[inner], keywords=[]):
                return self.is_from_start(inner)
            case ast.Call(func=function) if self.named(function) in _COUNTS:
                return True
            case ast.Call(func=function, args=[ast.Compare()], keywords=[]) if self.named(function) == "numpy.sum":
                return True
            case ast.Call(func=ast.Name(id="max"), args=[_, _, *_] as arguments, keywords=[]):
                return any(map(self.is_from_start, arguments))
            case ast.Call(func=ast.Name(id="min"), args=[_, _, *_] as arguments, keywords=[]):
                return all(map(self.is_from_start, arguments))
            case ast.BinOp(left=left, op=ast.Add() | ast.Mult() | ast.FloorDiv(), right=right):
                if self.is_from_start(left) and self.is_from_start(right):
                    return True
        found = self.of(node)
        return found is not None and all(map(self._is_positive, self._extremes(found, greatest=False)))

    def is_of_blocks(self, node: ast.AST) -> bool:
        """A loop that takes steps moves it: `x[i:i + size]`, `for i in range(0, n, size)`."""
        counters = {n.id for n in walk(node) if isinstance(n, ast.Name)} & self.loops.keys()
        ranges = [loop.iter for name in counters for loop in self.loops[name]]
        return any(
            isinstance(r, ast.Call) and len(r.args) == 3 and abs(whole_number(r.args[2]) or 0) != 1 for r in ranges
        )

    def _is_set_from_start(self, name: str) -> bool:
        """All that it is given is not below zero."""
        given = self._given.get(name, [])
        if name in self.function.parameters or not given or len(given) != self._stores[name]:
            return False
        if name not in self._from_start:
            self._asked.add(name)
            found = all(map(self.is_from_start, given))
            self._asked.discard(name)
            self._from_start[name] = found
        return self._from_start[name]

    def _values_given(self) -> dict[str, list[ast.expr]]:
        """What names are given, and what is added to them or multiplied with them."""
        given: dict[str, list[ast.expr]] = {}
        for statement in self.function.of_any(ast.Assign, ast.AugAssign):
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    given.setdefault(name, []).append(value)
                case ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Mult(), value=value):
                    given.setdefault(name, []).append(value)
        return given

    def _extremes(self, of: Linear, *, greatest: bool) -> list[Linear]:
        """What it is at most, or at least, without loops' variables, for each of the loops that set them."""
        name = next((m[0] for m in of if len(m) == 1 and m[0] in self.loops), None)
        if name is None:
            return [of]
        rest = {m: c for m, c in of.items() if m != (name,)}
        found = []
        for loop in self.loops[name]:
            last = self._extreme(loop, is_last=(of[(name,)] > 0) is greatest)
            if last is None or (name,) in last:
                return [{("?",): -1}]
            found += self._extremes(sum_of(rest, last, of[(name,)]), greatest=greatest)
        return found

    def _is_positive(self, of: Linear) -> bool:
        """It is zero or more: a sum of lengths, as far as is known."""
        rest = dict(of)
        for name, (inner, divisor) in self.quotients.items():
            times = rest.get((name,), 0)
            if times < 0 and times % divisor == 0:  # so often the quotient is at most what is divided
                del rest[(name,)]
                rest = sum_of(rest, inner, times // divisor)
        return all(c > 0 and all(map(_is_length, m)) for m, c in rest.items())

    def _extreme(self, loop: ast.For, *, is_last: bool) -> Linear | None:
        """The greatest number of a range that is not empty, or its least."""
        match loop.iter:
            case ast.Call(func=ast.Name(id="range"), args=[stop], keywords=[]):
                start, by = ast.Constant(0), 1
            case ast.Call(func=ast.Name(id="range"), args=[start, stop], keywords=[]):
                by = 1
            case ast.Call(func=ast.Name(id="range"), args=[start, stop, ast.Constant(value=int(by))], keywords=[]):
                if by < 1:
                    return None
            case ast.Call(func=ast.Name(id="range"), args=[start, stop, ast.UnaryOp(op=ast.USub())], keywords=[]):
                by = -1
            case ast.Call(func=ast.Name(id="range"), args=[start, stop, _], keywords=[]) if self.counted(loop):
                by = 1  # or no loop would have ended
            case _:
                return None
        if is_last == (by > 0):  # the end of the range
            found = self.of(stop)
            return None if found is None else sum_of(found, {(): 1 if by > 0 else -1}, -1)
        return self.of(start)


def _resolved(node: ast.expr, above: Sequence[ast.stmt]) -> ast.expr:
    """With what the last assignments above give names."""
    for place in range(len(above) - 1, -1, -1):
        match above[place]:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in names_read(node):
                between = frozenset().union(*(names_written([s]) for s in above[place:]))
                if not names_read(value) & between:
                    node = copied(node, {id(n): value for n in walk(node) if isinstance(n, ast.Name) and n.id == name})
        if names_written([above[place]]) & names_read(node):
            break
    return node


def _is_length(part: str) -> bool:
    return ".shape[" in part and "//" not in part


def _names(nodes: Sequence[ast.expr]) -> Iterator[str]:
    """The names that they are computed of."""
    for node in nodes:
        match node:
            case ast.Name(id=name):
                yield name
            case ast.BinOp(left=left, right=right):
                yield from _names([left, right])
            case ast.UnaryOp(operand=operand):
                yield from _names([operand])
