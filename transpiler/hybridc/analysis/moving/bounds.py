"""The bounds of slices, and the masks of axes that say the same."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hybridc.analysis.moving.sizes import Sizes
from hybridc.structure.trees import Origins, read
from hybridc.syntax.walking import copied


@dataclass(frozen=True, eq=False)
class Bound:
    """A slice of an axis: `lower:upper`."""

    lower: ast.expr | None
    upper: ast.expr | None
    length: ast.expr  # of the axis
    is_of_one_length: bool = False  # in all turns

    @property
    def key(self) -> tuple[str, str]:
        """Slices of equal axes that have it are the same."""
        return _dump(self.lower), _dump(self.upper)

    @property
    def name(self) -> str:
        if self.lower is None:
            return "before"
        return "behind" if self.upper is None else "between"


def _dump(node: ast.expr | None) -> str:
    return "" if node is None else ast.dump(node)


@dataclass(frozen=True)
class Masks:
    """Writes the masks of axes."""

    origins: Origins
    sizes: Sizes
    numpy: str  # the file's name for it
    named: Callable[[ast.expr], str | None]  # the qualified name of a function

    def mask(self, bound: Bound, like: ast.AST) -> ast.expr:
        """`np.arange(n) < i`, or a call of the runtime where a bound may be negative, and so counts from the end."""
        bounds = (bound.lower, bound.upper)
        if all(b is None or self.sizes.is_from_start(b) or _places_from_end(b) is not None for b in bounds):
            tests = [
                self._test(each, operator, bound)
                for each, operator in zip(bounds, (ast.GtE, ast.Lt), strict=True)
                if each is not None
            ]
            return tests[0] if len(tests) == 1 else ast.BinOp(tests[0], ast.BitAnd(), tests[1])
        given = [ast.Constant(None) if b is None else self.again(b) for b in bounds]
        return self.helping("reach", [self.again(bound.length), *given], like)

    def _test(self, bound: ast.expr, operator: type[ast.cmpop], of: Bound) -> ast.expr:
        indices = ast.Call(self.function("arange"), [self.again(of.length)], [])
        given = self.again(bound)
        if (places := _places_from_end(bound)) is not None:
            given = ast.BinOp(self.again(of.length), ast.Sub(), self.again(places))
        return ast.Compare(indices, [operator()], [given])

    def function(self, name: str) -> ast.expr:
        return ast.Attribute(read(self.numpy), name, ast.Load())

    def call(self, name: str, *arguments: ast.expr) -> ast.Call:
        return ast.Call(self.function(name), [*arguments], [])

    def again(self, node: ast.expr) -> ast.expr:
        return self.origins.copied([node])[0] if hasattr(node, "lineno") else self.origins.remade(node)

    def length(self, of: ast.expr, like: ast.AST) -> ast.expr:
        """The length of a slice, which is looked at where it may be below zero."""
        return self.again(of) if self.sizes.is_from_start(of) else self.helping("length", [self.again(of)], like)

    def helping(self, name: str, arguments: Sequence[ast.expr], like: ast.AST) -> ast.Call:
        """A call of the runtime."""
        return self.origins.of_runtime(name, arguments, like)


def _places_from_end(bound: ast.expr) -> ast.expr | None:
    """1 of -1."""
    match bound:
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value)) as places) if value > 0:
            return places
    return None


class Lengths:
    """Names for lengths of axes: `n` for `len(x)` and `x.shape[0]`, of what has been read of a function."""

    def __init__(self, sizes: Sizes) -> None:
        self._sizes = sizes
        self._names: dict[tuple[str, int], str] = {}

    def of(self, array: ast.expr, axis: int) -> ast.expr:
        """The length of an axis of an array, as an expression that is made anew."""
        if isinstance(array, ast.Name):
            if (array.id, axis) in self._names:
                return read(self._names[array.id, axis])
            size = self._sizes.length(array.id, axis)
            for name in self._names.values():
                if size is not None and self._sizes.of(read(name)) == size:
                    return read(name)
        shape = ast.Attribute(copied(array, {}), "shape", ast.Load())
        return ast.Subscript(shape, ast.Constant(axis), ast.Load())

    def note(self, statement: ast.stmt) -> None:
        """What follows the statement may use the names that it gives."""
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in self._sizes.once:
                self._note(name, value)
            case ast.Assign(
                targets=[ast.Tuple(elts=elements)], value=ast.Attribute(value=ast.Name(id=array), attr="shape")
            ) if array in self._sizes.steady and not any(isinstance(e, ast.Starred) for e in elements):
                for axis, element in enumerate(elements):
                    if isinstance(element, ast.Name) and element.id in self._sizes.once:
                        self._names.setdefault((array, axis), element.id)

    def _note(self, name: str, value: ast.expr) -> None:
        match value:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=array)]) if array in self._sizes.steady:
                self._names.setdefault((array, 0), name)
            case ast.Subscript(
                value=ast.Attribute(value=ast.Name(id=array), attr="shape"), slice=ast.Constant(value=int(axis))
            ) if array in self._sizes.steady and axis >= 0:
                self._names.setdefault((array, axis), name)
            case ast.Call() if (lengths := self._sizes.made_with(value)) is not None:
                for axis, each in enumerate(lengths):
                    if isinstance(each, ast.Name) and each.id in self._sizes.steady:
                        self._names.setdefault((name, axis), each.id)
