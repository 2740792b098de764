"""Parameters that functions of the file choose by, `x[keep]`, and of which the text tells that they are masks: by what
all calls of the file give, or by what else is done with them, `x[~keep]`, `np.count_nonzero(keep)`.

They are taken for arrays of truth values, which `control.expect_masks` looks at.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc.dialects.table import Dialect
from hybridc.program.masks.as_places import COUNTERS
from hybridc.program.static_demand import is_spread, lookup, lookup_method
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import values_bound

TOLD = "calls of the file, or what is done with it, tell of a mask"
_ORDERING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_OF_BITS = (ast.BitAnd, ast.BitOr, ast.BitXor)
_COUNTING = frozenset({"any", "all", "count_nonzero"})  # whoever sums may sum indices
_BOOL = frozenset({"bool", "bool_"})

Parameter = tuple[str, str]


class MasksTold:
    """Reads the file once."""

    def __init__(self, module: Module, dialects: tuple[Dialect, ...]) -> None:
        self.module = module
        self.dialects = dialects
        self._choosing = {(n, p): is_shown for n, f in module.functions.items() for p, is_shown in self._chosen_by(f)}
        self._told: set[Parameter] = set()
        if not self._choosing:
            return
        self._scopes = {name: values_bound(scope) for name, scope in {"": module, **module.functions}.items()}
        self._given: dict[Parameter, list[tuple[ast.expr | None, str]]] = {}  # by calls, with where they stand
        for scope, call in self._calls():
            if isinstance(call.func, ast.Name) and (function := module.functions.get(call.func.id)) is not None:
                given = {} if is_spread(call) else arguments_given(function, call)
                for parameter in function.parameters:
                    self._given.setdefault((function.qualified_name, parameter), []).append(
                        (given.get(parameter), scope)
                    )
        self._follow()

    def of(self, function: Function, *, is_called: bool) -> frozenset[str]:
        """Its parameters of that kind. `is_called`: by compiled code, which knows no shape of what a mask chooses;
        others may give masks for what nothing but calls tells of as well."""
        name = function.qualified_name
        told = (p for p in function.parameters if (name, p) in self._told)
        return frozenset(p for p in told if is_called or self._choosing[name, p])

    def _follow(self) -> None:
        while True:
            handed = {
                (scope, argument.id): self._choosing.get((scope, argument.id), False) or self._choosing[place]
                for place in self._choosing
                for argument, scope in self._given.get(place, ())
                if isinstance(argument, ast.Name) and scope and argument.id in self.module.functions[scope].parameters
            }
            new = {place for place in self._choosing.keys() - self._told if self._is_told(place)}
            if not new and handed.items() <= self._choosing.items():
                return
            self._told |= new
            self._choosing |= handed

    def _is_told(self, place: Parameter) -> bool:
        given = [
            (argument, scope)
            for argument, scope in self._given.get(place, ())
            if not self._is_of_callers(argument, scope)
        ]
        if self._choosing[place]:
            return not any(self._is_no_mask(argument) for argument, _ in given)
        return bool(given) and all(a is not None and self.is_mask(a, scope) for a, scope in given)

    def _is_of_callers(self, argument: ast.expr | None, scope: str) -> bool:
        """What a function hands on that nothing of the file calls, as a method does: nobody knows what that is."""
        match argument:
            case ast.Name(id=name) if scope and name not in self._scopes[scope]:
                function = self.module.functions[scope]
                return name in function.parameters and (scope, name) not in self._given
        return False

    def _is_no_mask(self, argument: ast.expr | None) -> bool:
        return isinstance(argument, ast.Constant | ast.List | ast.Tuple)

    def is_mask(self, node: ast.expr, scope: str, asked: frozenset[str] = frozenset()) -> bool:
        """It gives truth values, by its text."""
        match node:
            case ast.Compare(ops=operators):
                return all(isinstance(operator, _ORDERING) for operator in operators)
            case ast.UnaryOp(op=ast.Invert(), operand=inner) | ast.Subscript(value=inner):
                return self.is_mask(inner, scope, asked)
            case ast.BinOp(left=left, op=operator, right=right) if isinstance(operator, _OF_BITS):
                return self.is_mask(left, scope, asked) and self.is_mask(right, scope, asked)
            case ast.Name(id=name) if name not in asked:
                if (scope, name) in self._told and name not in self._scopes[scope]:
                    return True
                values = self._scopes[scope].get(name) or self._scopes[""].get(name, [])
                return bool(values) and all(v is not None and self.is_mask(v, scope, asked | {name}) for v in values)
            case ast.Call():
                return self._gives_truth(node, scope)
        return False

    def _gives_truth(self, call: ast.Call, scope: str) -> bool:
        given = [*call.args, *(k.value for k in call.keywords if k.arg == "dtype")]
        if any((n.id if isinstance(n, ast.Name) else getattr(n, "attr", "")) in _BOOL for n in given):
            return True  # `x.astype(bool)`, `np.zeros(n, dtype=bool)`
        function = self.module.functions.get(scope)
        path = self.module.qualified_name(call.func, frozenset() if function is None else function.locals)
        lines = lookup(self.dialects, path)
        if not lines and isinstance(call.func, ast.Attribute):
            lines = lookup_method(self.dialects, call.func.attr)
        return bool(lines) and all(line.dtype == "bool" and line.shape not in ("reduce", "scalar") for line in lines)

    def _chosen_by(self, function: Function) -> Iterator[tuple[str, bool]]:
        """Parameters that something is read by, and whether the function itself shows that they are masks."""
        bound = {n.id for n in function.of(ast.Name) if isinstance(n.ctx, ast.Store)}
        alone: set[str] = set()
        shown: set[str] = set()
        for subscript in function.of(ast.Subscript):
            if isinstance(subscript.slice, ast.Name):
                alone.add(subscript.slice.id)
            elif isinstance(subscript.slice, ast.UnaryOp | ast.BinOp):
                shown |= _of_bits(subscript.slice)
        for call in function.of(ast.Call):
            match call:
                case ast.Call(func=ast.Attribute(attr=method), args=[ast.Name(id=name)]) if method in _COUNTING:
                    shown |= {name} & alone
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method), args=[]) if method in _COUNTING:
                    shown |= {name} & alone
        yield from ((p, p in shown) for p in function.parameters if p in alone | shown and p not in bound)

    def _calls(self) -> Iterator[tuple[str, ast.Call]]:
        inside: dict[ast.Call, str] = {}
        for name, function in self.module.functions.items():
            inside |= dict.fromkeys(function.of(ast.Call), name)
        return ((inside.get(call, ""), call) for call in self.module.of(ast.Call))


def _of_bits(node: ast.expr, is_shown: bool = False) -> set[str]:
    """Names of which an index takes the opposite, or that it joins with such or with a comparison: `~a & b`. Nothing
    shows `i & j` to be no numbers."""
    match node:
        case ast.UnaryOp(op=ast.Invert(), operand=inner):
            return _of_bits(inner, True)
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr(), right=right):
            is_shown |= any(isinstance(side, ast.UnaryOp | ast.Compare) for side in (left, right))
            return _of_bits(left, is_shown) | _of_bits(right, is_shown)
        case ast.Name(id=name) if is_shown and name not in COUNTERS:
            return {name}
    return set()
