"""Results that are numbers of Python's where some arguments are: `n / len(x)` is NumPy's of a number of NumPy's."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property

from hybridc.program.plans import FunctionPlan
from hybridc.syntax.dataflow import names_stored
from hybridc.syntax.walking import pairs

_OF_ANY = frozenset(f"builtins.{name}" for name in ("float", "int", "round")) | {"ndarray.__float__", "ndarray.__int__"}
_OF_PYTHONS = frozenset(f"builtins.{name}" for name in ("abs", "max", "min", "pow"))
_NUMBERS = (int, float, complex)


class PythonsNumbers:
    """Of one function."""

    def __init__(self, plan: FunctionPlan) -> None:
        self.plan, self.function = plan, plan.function

    def givers(self, place: int | None) -> frozenset[str]:
        """The parameters that have to be numbers of Python's for the result, or a part of it, to be one; none where
        nothing makes it one."""
        returned = [r.value for r in self.function.of(ast.Return) if r.value is not None]
        if place is not None:
            tuples = [r.elts for r in returned if isinstance(r, ast.Tuple | ast.List)]
            returned = [elements[place] for elements in tuples if place < len(elements)] if tuples else []
        found = [self._of(value, frozenset()) for value in returned]
        if not found or any(each is None for each in found):
            return frozenset()
        return frozenset().union(*(each for each in found if each is not None))

    def _of(self, node: ast.expr, looked_at: frozenset[str]) -> frozenset[str] | None:
        """The parameters that it is computed of, by Python's own operators alone; None for anything else."""
        match node:
            case ast.Constant(value=value) if type(value) in _NUMBERS:
                return frozenset()
            case ast.Name(id=name):
                return self._of_name(name, looked_at)
            case ast.BinOp(op=op, left=left, right=right) if not isinstance(op, ast.MatMult):
                return self._of_all([left, right], looked_at)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
                return self._of(operand, looked_at)
            case ast.IfExp(body=body, orelse=orelse):
                return self._of_all([body, orelse], looked_at)
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
                return self._of_all(args, looked_at) if name in _OF_PYTHONS else None
        return None

    def _of_all(self, nodes: list[ast.expr], looked_at: frozenset[str]) -> frozenset[str] | None:
        found = [self._of(node, looked_at) for node in nodes]
        return None if any(each is None for each in found) else frozenset().union(*(e for e in found if e is not None))

    def _of_name(self, name: str, looked_at: frozenset[str]) -> frozenset[str] | None:
        if name in looked_at:
            return frozenset()
        given = frozenset([name]) if name in self.function.parameters else frozenset[str]()
        values = self._bound.get(name, ())
        if None in values or not (given or values):
            return None
        inside = self._of_all([v for v in values if v is not None], looked_at | {name})
        return None if inside is None else given | inside

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
