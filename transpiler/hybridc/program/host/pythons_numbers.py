"""Results that are numbers of Python's where some arguments are: `n / len(x)` is NumPy's of a number of NumPy's."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property

from hybridc.domain.numpy_dtypes import name_of
from hybridc.program.plans import FunctionPlan
from hybridc.syntax.dataflow import names_stored
from hybridc.syntax.walking import pairs

_OF_ANY = frozenset(f"builtins.{name}" for name in ("float", "int", "round")) | {"ndarray.__float__", "ndarray.__int__"}
_OF_PYTHONS = frozenset(f"builtins.{name}" for name in ("abs", "max", "min", "pow"))
_NUMBERS = (int, float, complex, bool)


class PythonsNumbers:
    """Of one function."""

    def __init__(self, plan: FunctionPlan) -> None:
        self.plan, self.function = plan, plan.function

    def givers(self, place: int | None) -> frozenset[str] | None:
        """The parameters that have to be numbers of Python's for the result, or a part of it, to be one; None where
        nothing makes it one."""
        returned = [r.value for r in self.function.of(ast.Return) if r.value is not None]
        if place is not None:
            tuples = [r.elts for r in returned if isinstance(r, ast.Tuple | ast.List)]
            returned = [elements[place] for elements in tuples if place < len(elements)] if tuples else []
        return self._reached(returned) if returned else None

    def _reached(self, values: Sequence[ast.expr]) -> frozenset[str] | None:
        """The parameters that they are computed of by Python's own operators alone, also by way of names, each of which
        is looked at once; None where something else is among that."""
        found: set[str] = set()
        left, seen = [*values], set[str]()
        while left:
            read = self._read(left.pop())
            if read is None:
                return None
            for name in read - seen:
                seen.add(name)
                bound = self._bound.get(name, [])
                is_given = name in self.function.parameters
                if None in bound or not (is_given or bound):
                    return None
                found |= {name} if is_given else set()
                left += [value for value in bound if value is not None]
        return frozenset(found)

    def _read(self, node: ast.expr) -> frozenset[str] | None:
        """The names that Python's own operators alone compute it of; None for anything else."""
        match node:
            case ast.Constant(value=value) if type(value) in _NUMBERS:
                return frozenset()
            case ast.Name(id=name):
                return frozenset() if self._is_global(node) else frozenset([name])
            case ast.BinOp(op=op, left=left, right=right) if not isinstance(op, ast.MatMult):
                return self._read_in([left, right])
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Not(), operand=operand):
                return self._read(operand)
            case ast.Compare(left=left, comparators=comparators):
                return self._read_in([left, *comparators])
            case ast.BoolOp(values=values):
                return self._read_in(values)
            case ast.IfExp(body=body, orelse=orelse):
                return self._read_in([body, orelse])
            case (
                ast.Attribute(attr="size" | "ndim")
                | ast.Subscript(value=ast.Attribute(attr="shape"), slice=ast.Constant())
            ):
                return frozenset()
            case ast.Call(func=ast.Name(id="len")) if "len" not in self.function.locals:
                return frozenset()
            case ast.Call(args=args) if (mapping := self.plan.lines.mappings.get(node)) is not None:
                name = mapping.entry.name
                if name in _OF_ANY or name.startswith("math."):
                    return frozenset()
                return self._read_in(args) if name in _OF_PYTHONS else None
        return None

    def _is_global(self, node: ast.Name) -> bool:
        """A number of Python's that the top level gives a name."""
        value = self.plan.values.get(node)
        is_own = node.id in self.function.locals or node.id in self.function.parameters
        return not is_own and value is not None and (name_of(value.dtype) or "").startswith("weak ")

    def _read_in(self, nodes: list[ast.expr]) -> frozenset[str] | None:
        found = [self._read(node) for node in nodes]
        return None if any(each is None for each in found) else frozenset().union(*(e for e in found if e is not None))

    @cached_property
    def _bound(self) -> dict[str, list[ast.expr | None]]:
        """What names are bound to; None where something else binds them."""
        found: dict[str, list[ast.expr | None]] = {}
        for name, value in self._bindings():
            found.setdefault(name, []).append(value)
        return found

    def _bindings(self) -> Iterator[tuple[str, ast.expr | None]]:
        for node in self.function.nodes:
            match node:
                case ast.Assign() if node in self.plan.structured.unset:
                    continue
                case ast.Assign(targets=targets, value=value):
                    for target, given in (pair for t in targets for pair in pairs(t, value)):
                        yield from _named(target, given)
                case ast.AugAssign(target=ast.Name(id=name), value=value):
                    yield name, None if isinstance(node.op, ast.MatMult) else value
                case (
                    ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value)
                ):
                    yield from _named(target, value)
                case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"))):
                    yield name, ast.Constant(0)
                case ast.For(target=target) | ast.comprehension(target=target):
                    yield from _named(target, None)
                case ast.With() | ast.Try() | ast.Match() | ast.Global() | ast.Nonlocal():
                    yield from ((name, None) for name in names_stored(node))
                case ast.FunctionDef(name=name) | ast.ExceptHandler(name=str(name)):
                    yield name, None


def _named(target: ast.expr, value: ast.expr | None) -> Iterator[tuple[str, ast.expr | None]]:
    if isinstance(target, ast.Name):
        yield target.id, value
        return
    for each in ast.walk(target):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each.id, None
