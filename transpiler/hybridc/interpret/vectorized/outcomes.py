"""Which kinds of numbers a function of single elements may give, as `np.vectorize` takes that of the first for all."""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator

from hybridc.syntax.dataflow import names_written, own_statements, parameters
from hybridc.syntax.module import Module

# What a number is promoted from: names of parameters, whose kinds callers decide, and "bool", "int" and "float".
Kind = frozenset[str]
_BOOL, _INT, _FLOAT = frozenset({"bool"}), frozenset({"int"}), frozenset({"float"})
_INTEGERS_OF_MATH = ("floor", "ceil", "trunc", "gcd", "factorial", "comb")
_OF_INTEGERS = frozenset({"builtins.int", "builtins.len", *(f"math.{name}" for name in _INTEGERS_OF_MATH)})
_FLOATS_OF_BOTH = (
    "sqrt", "exp", "expm1", "log", "log10", "log2", "log1p", "sin", "cos", "tan", "sinh", "cosh", "tanh", "hypot",
)  # fmt: skip
_FLOATS_OF_MATH = ("pow", "atan", "atan2", "asin", "acos", "erf", "erfc", "gamma", "lgamma", "fabs")
_OF_FLOATS = frozenset([
    "builtins.float", *(f"math.{name}" for name in _FLOATS_OF_BOTH + _FLOATS_OF_MATH),
    *(f"numpy.{name}" for name in _FLOATS_OF_BOTH),
])  # fmt: skip
_MOST = 64  # ways that one expression may come out


class Uniform(enum.Enum):
    """Whether all elements give one kind."""

    ALWAYS = "for all arguments"
    NUMBERS = "for all but truth values"
    WIDE = "for numbers of 64 bits"
    FLOATS = "for floating point numbers of 64 bits"
    UNKNOWN = "nothing proves it"


def uniform(function: ast.FunctionDef | ast.Lambda, module: Module) -> Uniform:
    """What of the function's text proves that all that it gives is of one kind; of a tuple, that each item is."""
    outcomes = _Outcomes(function, module)
    returned = outcomes.returned()
    if returned and all(isinstance(value, ast.Tuple) for value in returned):
        rows = [value.elts for value in returned if isinstance(value, ast.Tuple)]
        if len({len(row) for row in rows}) != 1:
            return Uniform.UNKNOWN
        proofs = {_proof(outcomes.kinds([*column]), function) for column in zip(*rows, strict=True)}
        return next(
            p for p in (Uniform.UNKNOWN, Uniform.FLOATS, Uniform.WIDE, Uniform.NUMBERS, Uniform.ALWAYS) if p in proofs
        )
    return _proof(outcomes.kinds(returned), function)


def _proof(found: frozenset[Kind] | None, function: ast.FunctionDef | ast.Lambda) -> Uniform:
    if not found:
        return Uniform.UNKNOWN
    if len(found) == 1:
        return Uniform.ALWAYS
    if all("float" in kind for kind in found):
        return Uniform.WIDE
    names = frozenset(parameters(function))
    if len({kind - _INT if kind & names else kind for kind in found}) == 1:  # `2 * v` and `v`
        return Uniform.NUMBERS
    return Uniform.FLOATS if all(kind & (names | _FLOAT) for kind in found) else Uniform.UNKNOWN


class _Outcomes:
    def __init__(self, function: ast.FunctionDef | ast.Lambda, module: Module) -> None:
        self.function = function
        self.module = module
        self.parameters = frozenset(parameters(function))
        self.statements = [] if isinstance(function, ast.Lambda) else [*own_statements(function.body)]
        self.bound: dict[str, list[ast.expr | None]] = {}
        for name, value in (each for statement in self.statements for each in _bindings(statement)):
            self.bound.setdefault(name, []).append(value)
        written = names_written([] if isinstance(function, ast.Lambda) else function.body)
        for name in written - self.bound.keys():
            self.bound[name] = [None]
        self.following: dict[str, frozenset[Kind]] = {}

    def returned(self) -> list[ast.expr | None]:
        """What it may give; None for nothing."""
        if isinstance(self.function, ast.Lambda):
            return [self.function.body]
        values = [s.value for s in self.statements if isinstance(s, ast.Return)]
        return values if _ends(self.function.body) else [*values, None]

    def kinds(self, values: list[ast.expr | None]) -> frozenset[Kind] | None:
        """Of all of them; None where one is not known."""
        found = [None if value is None else self._of(value) for value in values]
        kinds = frozenset(kind for each in found if each is not None for kind in each)
        return None if None in found or len(kinds) > _MOST else kinds

    def _of(self, node: ast.expr) -> frozenset[Kind] | None:
        match node:
            case ast.Constant(value=bool()):
                return frozenset({_BOOL})
            case ast.Constant(value=int()):
                return frozenset({_INT})
            case ast.Constant(value=float()):
                return frozenset({_FLOAT})
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return frozenset({_BOOL})
            case ast.UnaryOp(operand=operand):
                return self._of(operand)
            case ast.IfExp(body=body, orelse=orelse):
                return self.kinds([body, orelse])
            case ast.Name(id=name):
                return self._of_name(name)
            case ast.BinOp(left=left, op=op, right=right):
                return self._of_operator(op, left, right)
            case ast.Call(func=func, args=args) if not node.keywords:
                return self._of_call(node, func, args)
        return None

    def _of_name(self, name: str) -> frozenset[Kind] | None:
        if name in self.following:
            return self.following[name]
        given = frozenset({frozenset({name})}) if name in self.parameters else frozenset[Kind]()
        if name not in self.bound:
            return frozenset({frozenset({name})})  # which is one for all elements, whatever it is
        self.following[name] = given
        while (found := self.kinds(self.bound[name])) is not None and not found <= self.following[name]:
            self.following[name] |= found  # `s = s + v`: what it was before says
        known = self.following.pop(name)
        return None if found is None else known

    def _of_operator(self, op: ast.operator, left: ast.expr, right: ast.expr) -> frozenset[Kind] | None:
        one, other = self._of(left), self._of(right)
        if one is None or other is None:
            return None
        if isinstance(op, ast.Div):
            return frozenset({_FLOAT})
        if isinstance(op, ast.Pow) and not (isinstance(right, ast.Constant) and right.value in (1, 2, 3, 4)):
            return frozenset(kind for a in one for b in other for kind in _powers(a, b))
        if not isinstance(op, ast.Add | ast.Sub | ast.Mult | ast.FloorDiv | ast.Mod | ast.Pow):
            return None
        return frozenset(a | b if a != _BOOL or b != _BOOL else _INT for a in one for b in other)

    def _of_call(self, call: ast.Call, func: ast.expr, args: list[ast.expr]) -> frozenset[Kind] | None:
        name = self.module.qualified_name(func)
        if name in _OF_FLOATS:
            return frozenset({_FLOAT})
        if name in _OF_INTEGERS or (name == "builtins.round" and len(args) == 1):
            return frozenset({_INT})
        if name == "builtins.bool":
            return frozenset({_BOOL})
        if name == "builtins.abs" or (name in ("builtins.min", "builtins.max") and len(args) > 1):
            return self.kinds([*args])
        is_method = isinstance(func, ast.Attribute) and name is None
        if is_method or (name or "").startswith("numpy."):  # of operands of one dtype, it gives one
            operands = [func.value, *args] if isinstance(func, ast.Attribute) and is_method else args
            found = [self._of(operand) for operand in operands]
            return (
                frozenset({frozenset({ast.unparse(call)})})
                if all(f is not None and len(f) == 1 for f in found)
                else None
            )
        return None


def _powers(base: Kind, exponent: Kind) -> tuple[Kind, ...]:
    """Of integers, it is a float where the exponent is below 0."""
    both = base | exponent
    return (_FLOAT,) if "float" in both else (both, _FLOAT)


def _bindings(node: ast.stmt) -> Iterator[tuple[str, ast.expr | None]]:
    """The names that a node binds, and what they are; None of those that nothing simple tells of."""
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                if isinstance(target, ast.Name):
                    yield target.id, value
                else:
                    yield from ((n.id, None) for n in ast.walk(target) if isinstance(n, ast.Name))
        case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
            yield name, ast.BinOp(ast.Name(name, ast.Load()), op, value)
        case ast.For(target=target, iter=iterable):
            is_range = isinstance(iterable, ast.Call) and getattr(iterable.func, "id", "") == "range"
            counter = ast.Constant(0) if is_range else None
            yield from ((n.id, counter) for n in ast.walk(target) if isinstance(n, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name), value=value):
            yield name, value


def _ends(body: list[ast.stmt]) -> bool:
    """What is behind these statements is never reached."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    return isinstance(last, ast.Return | ast.Raise)
