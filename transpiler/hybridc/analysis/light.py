"""What is computed of numbers and elements of arrays, and chooses nothing: at little cost for many turns at once."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hybridc.analysis.moving.sizes import Sizes
from hybridc.program.plans import FunctionPlan
from hybridc.syntax.walking import walk

PLAIN = (
    ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.operator, ast.unaryop, ast.cmpop,
    ast.expr_context, ast.Subscript, ast.Tuple, ast.Attribute,
)  # fmt: skip
# Both sides of a choice are computed where turns are taken at once: derivatives of these may be no numbers.
_SINGULAR = (ast.Call, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_PRODUCTS = frozenset({"numpy.dot", "numpy.inner", "numpy.vdot"})
_OF_NUMBERS = frozenset(f"builtins.{n}" for n in ("abs", "int", "float", "len", "max", "min"))


@dataclass(frozen=True)
class Light:
    """In one function. `computes`: whether a function of the file is a formula; `local`: names that are set there."""

    plan: FunctionPlan
    sizes: Sizes
    computes: Callable[[str], bool]
    local: frozenset[str]

    def is_number(self, node: ast.expr) -> bool:
        """It is computed of numbers and elements of arrays, without choosing what is computed."""
        arrays = {*self._arrays_in(node)}
        return all(self._is_plain(part) for part in walk(node) if part not in arrays)

    def _is_plain(self, part: ast.AST) -> bool:
        match part:
            case ast.Call(func=ast.Name(id=name)) if self.sizes.named(part.func) is None:
                is_own = name in self.plan.function.locals
                return not part.keywords and not is_own and self.computes(name)
            case ast.Call():
                return not part.keywords and (
                    _is_plain_call(self.plan, part) or self.sizes.named(part.func) in _OF_NUMBERS
                )
            case ast.Name():
                return self._may_be_number(part)
            case ast.Attribute(attr=attribute):
                return attribute == "shape" or self.sizes.named(part) is not None
            case ast.IfExp(body=body, orelse=orelse):
                return not any(isinstance(n, _SINGULAR) for side in (body, orelse) for n in walk(side))
        return isinstance(part, PLAIN)

    def _may_be_number(self, name: ast.Name) -> bool:
        value = self.plan.values.get(name)
        if name.id in self.local:
            return True
        if value is None:
            return self.sizes.named(name) is not None
        return value.is_static or value.is_scalar

    def _arrays_in(self, node: ast.expr) -> Iterator[ast.Name]:
        """Names that only elements, by numbers, or lengths are read of."""
        for part in walk(node):
            match part:
                case ast.Subscript(value=ast.Name() as array):
                    yield array
                case ast.Attribute(value=ast.Name() as array):
                    yield array
                case ast.BinOp(left=left, op=ast.MatMult(), right=right):
                    yield from (n for n in (left, right) if isinstance(n, ast.Name))
                case ast.Call(func=function, args=[*given]) if self.sizes.named(function) in _PRODUCTS:
                    yield from (n for n in given if isinstance(n, ast.Name))
                case ast.Call(func=ast.Name() as function, args=[ast.Name() as array]) if function.id == "len":
                    yield array
                    yield function
                case ast.Call(func=ast.Name() as function):
                    yield function

    def is_length(self, node: ast.AST) -> bool:
        return isinstance(node, PLAIN) or (isinstance(node, ast.Call) and self.sizes.named(node.func) in _OF_NUMBERS)


def _is_plain_call(plan: FunctionPlan, call: ast.Call) -> bool:
    """By a function of the framework that takes numbers, or the elements of one row."""
    mapping = plan.lines.mappings.get(call)
    if mapping is None or mapping.is_method or mapping.entry.writes:
        return False
    name = mapping.entry.name
    return mapping.entry.shape in ("elementwise", "reduce") or name in _PRODUCTS


def computes_numbers(plan: FunctionPlan | None) -> bool:
    """The function is a formula: what it is given and makes are names, and it chooses nothing."""
    if plan is None or plan.arguments.mutated or plan.is_referred:
        return False
    nodes = [n for s in plan.structured.node.body for n in walk(s)]
    stores = (n for n in nodes if isinstance(n, ast.Subscript | ast.Attribute) and isinstance(n.ctx, ast.Store))
    own = plan.function.locals
    read = (n for n in nodes if isinstance(n, ast.Name) and n.id not in own and n in plan.values)
    if not all(plan.values[n].is_static for n in read):
        return False
    is_formula = all(isinstance(s, ast.Assign | ast.Return) or _is_text(s) for s in plan.structured.node.body)
    is_plain = all(isinstance(n, (*PLAIN, ast.Call, ast.stmt)) and not isinstance(n, ast.IfExp) for n in nodes)
    return (
        is_formula
        and is_plain
        and not any(stores)
        and all(not n.keywords and _is_plain_call(plan, n) for n in nodes if isinstance(n, ast.Call))
    )


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
