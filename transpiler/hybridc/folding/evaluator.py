"""A bounded evaluator of pure Python: numbers, strings and tuples, with the results that CPython gives.

It counts steps and measures a result before computing it, so that `2 ** 10 ** 9` and endless loops are given up at
once. It never calls `eval` or `exec`.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

STEPS = 20_000
DEPTH = 40
BITS = 4096
LENGTH = 10_000


class GivenUp(Exception):
    """The value is not known: impure, too large, too long, or an exception in the program itself."""


class _Return(Exception):
    def __init__(self, value: Any) -> None:
        self.value = value


class _Break(Exception):
    pass


class _Continue(Exception):
    pass


_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip
_UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert, ast.Not: operator.not_,
}  # fmt: skip
_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip
_BUILTINS: dict[str, Callable[..., Any]] = {
    f.__name__: f for f in (abs, min, max, sum, len, round, divmod, bool, any, all, float)
}
_MATH = frozenset(
    [
        "sqrt",
        "exp",
        "log",
        "log2",
        "log10",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "atan2",
        "floor",
        "ceil",
        "trunc",
        "hypot",
        "fabs",
        "gcd",
    ]
)
_MATH_CONSTANTS = frozenset({"pi", "e", "tau", "inf", "nan"})
_SCALARS = (int, float, bool, str, type(None))


class Evaluator:
    """Evaluates calls of a file's pure functions.

    `functions` are those that may be called; `constant` gives the value of a global, or raises GivenUp; `math_name` is
    the name under which `math` is imported, if it is.
    """

    def __init__(
        self, functions: Mapping[str, ast.FunctionDef], constant: Callable[[str], Any], math_name: str | None
    ) -> None:
        self.functions = functions
        self.constant = constant
        self.math_name = math_name
        self.steps = 0
        self.depth = 0

    def value(self, node: ast.expr, local: dict[str, Any] | None = None) -> Any:
        """The value of an expression. Raises GivenUp."""
        try:
            return self._value(node, {} if local is None else local)
        except (
            ArithmeticError,
            ValueError,
            TypeError,
            LookupError,
            AttributeError,
            RecursionError,
            MemoryError,
        ) as error:
            raise GivenUp(str(error)) from error
        except (_Return, _Break, _Continue) as error:
            raise GivenUp("a statement out of place") from error

    def _tick(self) -> None:
        self.steps += 1
        if self.steps > STEPS:
            raise GivenUp("too many steps")

    def _value(self, node: ast.expr, local: dict[str, Any]) -> Any:
        self._tick()
        match node:
            case ast.Constant(value=value) if isinstance(value, _SCALARS):
                return value
            case ast.Name(id=name):
                return local[name] if name in local else self.constant(name)
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(op, self._value(left, local), self._value(right, local))
            case ast.UnaryOp(op=op, operand=operand):
                return _UNARY[type(op)](self._value(operand, local))
            case ast.BoolOp(op=op, values=values):
                return self._boolean(op, values, local)
            case ast.Compare():
                return self._comparison(node, local)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._value(body if self._value(test, local) else orelse, local)
            case ast.Tuple(elts=elements):
                return tuple(self._value(e, local) for e in elements)
            case ast.List(elts=elements):
                return [self._value(e, local) for e in elements]
            case ast.Subscript(value=value, slice=index):
                return self._value(value, local)[self._index(index, local)]
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == self.math_name and name not in local:
                if attribute in _MATH_CONSTANTS:
                    return getattr(math, attribute)
            case ast.Call():
                return self._call(node, local)
        raise GivenUp(f"not evaluated: {type(node).__name__}")

    def _index(self, node: ast.expr, local: dict[str, Any]) -> Any:
        if isinstance(node, ast.Slice):
            parts = (None if p is None else self._value(p, local) for p in (node.lower, node.upper, node.step))
            return slice(*parts)
        return self._value(node, local)

    def _binary(self, op: ast.operator, left: Any, right: Any) -> Any:
        if type(op) not in _BINARY:
            raise GivenUp("an operator that is not evaluated")
        _check_size(op, left, right)
        result = _BINARY[type(op)](left, right)
        if isinstance(result, complex):
            raise GivenUp("a complex number")
        return result

    def _boolean(self, op: ast.boolop, values: list[ast.expr], local: dict[str, Any]) -> Any:
        for value in values:
            result = self._value(value, local)
            if bool(result) is isinstance(op, ast.Or):
                return result
        return result

    def _comparison(self, node: ast.Compare, local: dict[str, Any]) -> bool:
        left = self._value(node.left, local)
        for op, comparator in zip(node.ops, node.comparators, strict=True):
            right = self._value(comparator, local)
            if isinstance(op, ast.Is | ast.IsNot) and right is not None and left is not None:
                raise GivenUp("identity of values")
            if not _COMPARE[type(op)](left, right):
                return False
            left = right
        return True

    def _call(self, node: ast.Call, local: dict[str, Any]) -> Any:
        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            raise GivenUp("starred arguments")
        arguments = [self._value(a, local) for a in node.args]
        keywords = {k.arg: self._value(k.value, local) for k in node.keywords if k.arg is not None}
        match node.func:
            case ast.Name(id=name) if name not in local and name in self.functions:
                return self._apply(self.functions[name], arguments, keywords)
            case ast.Name(id="range") if "range" not in local and not keywords:
                return self._range(arguments)
            case ast.Name(id="int") if "int" not in local and len(arguments) == 1 and not isinstance(arguments[0], str):
                return int(arguments[0])
            case ast.Name(id=name) if name not in local and name in _BUILTINS and not keywords:
                if name == "round" and len(arguments) > 1 and abs(arguments[1]) > 30:
                    raise GivenUp("rounding to very many digits")
                self._spend(arguments)
                return _BUILTINS[name](*arguments)
            case ast.Attribute(value=ast.Name(id=module), attr=name) if (
                module == self.math_name and module not in local
            ):
                if name in _MATH and not keywords:
                    return getattr(math, name)(*arguments)
        raise GivenUp("a call that is not evaluated")

    def _spend(self, arguments: list[Any]) -> None:
        self.steps += sum(len(a) for a in arguments if isinstance(a, list | tuple | str | range))
        self._tick()

    def _range(self, arguments: list[Any]) -> range:
        result = range(*arguments)
        if result and (len(result) if abs(result[-1] - result[0]) < 2**60 else STEPS + 1) > STEPS:
            raise GivenUp("a range too long")
        return result

    def _apply(self, function: ast.FunctionDef, arguments: list[Any], keywords: dict[str, Any]) -> Any:
        if self.depth >= DEPTH:
            raise GivenUp("recursion too deep")
        local = self._bound(function, arguments, keywords)
        self.depth += 1
        try:
            self._block(function.body, local)
        except _Return as returned:
            return returned.value
        finally:
            self.depth -= 1
        return None

    def _bound(self, function: ast.FunctionDef, arguments: list[Any], keywords: dict[str, Any]) -> dict[str, Any]:
        signature = function.args
        if signature.vararg or signature.kwarg or signature.kwonlyargs or signature.posonlyargs:
            raise GivenUp("a signature that is not evaluated")
        names = [a.arg for a in signature.args]
        if len(arguments) > len(names) or any(k not in names[len(arguments) :] for k in keywords):
            raise GivenUp("arguments that do not fit")
        local = dict(zip(names, arguments, strict=False)) | keywords
        for name, default in zip(reversed(names), reversed(signature.defaults), strict=False):
            if name not in local:
                if not isinstance(default, ast.Constant):
                    raise GivenUp("a default that is not a constant")
                local[name] = default.value
        if len(local) != len(names):
            raise GivenUp("arguments missing")
        return local

    def _block(self, statements: list[ast.stmt], local: dict[str, Any]) -> None:
        for statement in statements:
            self._tick()
            self._statement(statement, local)

    def _statement(self, statement: ast.stmt, local: dict[str, Any]) -> None:
        match statement:
            case ast.Return(value=value):
                raise _Return(None if value is None else self._value(value, local))
            case ast.Assign(targets=targets, value=value):
                result = self._value(value, local)
                for target in targets:
                    self._assign(target, result, local)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                local[name] = self._value(value, local)
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value) if name in local:
                if isinstance(local[name], list):
                    raise GivenUp("a list that changes")
                local[name] = self._binary(op, local[name], self._value(value, local))
            case ast.If(test=test, body=body, orelse=orelse):
                self._block(body if self._value(test, local) else orelse, local)
            case ast.While():
                self._while(statement, local)
            case ast.For():
                self._for(statement, local)
            case ast.Break():
                raise _Break
            case ast.Continue():
                raise _Continue
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                return
            case _:
                raise GivenUp(f"a statement that is not evaluated: {type(statement).__name__}")

    def _assign(self, target: ast.expr, value: Any, local: dict[str, Any]) -> None:
        if isinstance(target, ast.Name):
            local[target.id] = value
        elif isinstance(target, ast.Tuple) and isinstance(value, list | tuple) and len(value) == len(target.elts):
            for element, part in zip(target.elts, value, strict=True):
                self._assign(element, part, local)
        else:
            raise GivenUp("a target that is not evaluated")

    def _while(self, loop: ast.While, local: dict[str, Any]) -> None:
        while self._value(loop.test, local):
            try:
                self._block(loop.body, local)
            except _Break:
                return
            except _Continue:
                continue
        self._block(loop.orelse, local)

    def _for(self, loop: ast.For, local: dict[str, Any]) -> None:
        items = self._value(loop.iter, local)
        if not isinstance(items, list | tuple | str | range):
            raise GivenUp("iteration over something else")
        for item in items:
            self._tick()
            self._assign(loop.target, item, local)
            try:
                self._block(loop.body, local)
            except _Break:
                return
            except _Continue:
                continue
        self._block(loop.orelse, local)


def _bits(value: Any) -> int:
    return value.bit_length() if isinstance(value, int) else 64


def _check_size(op: ast.operator, left: Any, right: Any) -> None:
    """Gives up before a result is computed that would be too large to hold."""
    sized = [v for v in (left, right) if isinstance(v, str | list | tuple)]
    if sized:
        if isinstance(op, ast.Mult):
            count = right if sized[0] is left else left
            if not isinstance(count, int) or count * len(sized[0]) > LENGTH:
                raise GivenUp("a sequence too long")
        elif not isinstance(op, ast.Add) or sum(map(len, sized)) > LENGTH:
            raise GivenUp("a sequence operation that is not evaluated")
    elif isinstance(left, int) and isinstance(right, int):
        grown = {
            ast.Pow: _bits(left) * max(right, 1),
            ast.LShift: _bits(left) + max(right, 0),
            ast.Mult: _bits(left) + _bits(right),
        }
        if grown.get(type(op), 0) > BITS:
            raise GivenUp("an integer too large")
