"""A bounded evaluator of pure expressions and of calls of a module's pure functions.

Walks the tree and does what CPython would, value for value; whatever it does not know is Declined.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hybridc.normalize.folding.builtin_calls import MATH_CONSTANTS, call_builtin, call_math, call_method, check_constant
from hybridc.normalize.folding.limits import (
    MAX_CALLS,
    MAX_FILE_STEPS,
    MAX_LENGTH,
    MAX_NESTING,
    MAX_STEPS,
    Budget,
    Declined,
    bounded,
    weigh,
)
from hybridc.normalize.folding.module_names import ModuleNames
from hybridc.normalize.folding.operators import binary, compare, unary
from hybridc.normalize.folding.pure_functions import Frame, bound_arguments, local_names
from hybridc.normalize.folding.statements import Returned, run_block

_FAILURES = (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError, MemoryError)


class Evaluator:
    """Evaluates expressions of one module, each as if at a given position in it."""

    def __init__(self, names: ModuleNames) -> None:
        self.names = names
        self.budget = Budget()
        self.steps_left = MAX_FILE_STEPS
        self.nesting = 0
        self.calls = 0
        self._pending: set[str] = set()
        self._locals: dict[str, frozenset[str]] = {}

    def value(self, node: ast.expr, position: int) -> object:
        """The value of a module-level expression. Raises Declined, and nothing else."""
        self.nesting = self.calls = 0
        self._pending.clear()
        granted = min(MAX_STEPS, self.steps_left)
        self.budget = Budget(granted)
        try:
            return self.evaluate(node, Frame(position))
        except _FAILURES as error:  # the program would raise; or the stack was nearly full before we began
            raise Declined(str(error)) from None
        finally:
            self.steps_left -= granted - max(self.budget.left, 0)

    def evaluate(self, node: ast.expr, frame: Frame) -> object:
        self.budget.spend()
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise Declined("nesting")
        value = self._evaluate(node, frame)
        self.nesting -= 1
        return value

    def _evaluate(self, node: ast.expr, frame: Frame) -> object:
        match node:
            case ast.Constant(value=value):
                return bounded(value)
            case ast.Name(id=name):
                return self._name(name, frame)
            case ast.BinOp(left=left, op=op, right=right):
                return binary(type(op), self.evaluate(left, frame), self.evaluate(right, frame), self.budget)
            case ast.UnaryOp(op=op, operand=operand):
                return unary(type(op), self.evaluate(operand, frame))
            case ast.BoolOp(op=op, values=values):
                return self._boolean(isinstance(op, ast.Or), values, frame)
            case ast.Compare():
                return self._comparison(node, frame)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.evaluate(body if self.evaluate(test, frame) else orelse, frame)
            case ast.Call():
                return self._call(node, frame)
            case ast.Tuple(elts=elements):
                return self._built(tuple(self._all(elements, frame)))
            case ast.List(elts=elements):
                return self._built(self._all(elements, frame))
            case ast.Dict(keys=keys, values=values):
                return self._dict(keys, values, frame)
            case ast.Subscript(value=base, slice=index):
                return self._item(self.evaluate(base, frame), index, frame)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if self._math(name, frame) == "":
                return self._math_constant(attribute)
            case ast.JoinedStr(values=parts):
                return self._formatted(parts, frame)
        raise Declined("expression")

    def _all(self, nodes: Sequence[ast.expr], frame: Frame) -> list[object]:
        return [self.evaluate(node, frame) for node in nodes]

    def _built(self, value: object) -> object:
        weigh(value, self.budget)
        return bounded(value)

    def _name(self, name: str, frame: Frame) -> object:
        if name in frame.local_names:
            if name not in frame.values:
                raise Declined("unbound")
            return frame.values[name]
        imported = self._math(name, frame)
        return self._math_constant(imported) if imported else self._global(name, frame.position)

    def _global(self, name: str, position: int) -> object:
        """A module-level name bound once, before `position`, to a value that cannot change."""
        where, node = self.names.constants.get(name, (position, None))
        if node is None or where >= position or not self.names.is_stable(name) or name in self._pending:
            raise Declined("global")
        self._pending.add(name)
        value = self.evaluate(node, Frame(where))
        self._pending.discard(name)
        check_constant(value, self.budget)
        return value

    def _math(self, name: str, frame: Frame) -> str | None:
        """The name in `math` that a name stands for, "" for `math` itself."""
        position, imported = self.names.math.get(name, (frame.position, ""))
        if position >= frame.position or name in frame.local_names or not self.names.is_stable(name):
            return None
        return imported

    def _math_constant(self, name: str) -> object:
        if name not in MATH_CONSTANTS or name in self.names.stored_attributes:
            raise Declined("math")
        return MATH_CONSTANTS[name]

    def _boolean(self, is_or: bool, values: Sequence[ast.expr], frame: Frame) -> object:
        value: object = None
        for node in values:
            value = self.evaluate(node, frame)
            if bool(value) == is_or:
                break
        return value

    def _comparison(self, node: ast.Compare, frame: Frame) -> object:
        left = self.evaluate(node.left, frame)
        for op, comparator in zip(node.ops, node.comparators, strict=True):
            right = self.evaluate(comparator, frame)
            if not compare(type(op), left, right, self.budget):
                return False
            left = right
        return True

    def _dict(self, keys: Sequence[ast.expr | None], values: Sequence[ast.expr], frame: Frame) -> object:
        built: dict[object, object] = {}
        for key, value in zip(keys, values, strict=True):
            if key is None:
                raise Declined("**")
            entry = self.evaluate(key, frame)
            check_constant(entry, self.budget)
            built[entry] = self.evaluate(value, frame)
        return self._built(built)

    def _item(self, base: object, index: ast.expr, frame: Frame) -> object:
        if isinstance(index, ast.Slice):
            part = slice(*(self._bound(bound, frame) for bound in (index.lower, index.upper, index.step)))
            if isinstance(base, str | tuple | list | range):
                self.budget.spend(len(base) // 10)
                return base[part]
            raise Declined("slice")
        key = self.evaluate(index, frame)
        weigh(key, self.budget)
        if isinstance(base, dict):
            return base[key]
        if isinstance(base, str | tuple | list | range) and isinstance(key, int):
            return base[key]
        raise Declined("subscript")

    def _bound(self, node: ast.expr | None, frame: Frame) -> int | None:
        value = None if node is None else self.evaluate(node, frame)
        if value is None or isinstance(value, int):
            return value
        raise Declined("slice")

    def _formatted(self, parts: Sequence[ast.expr], frame: Frame) -> object:
        """An f-string without conversions and formats."""
        texts: list[str] = []
        for part in parts:
            inner = part.value if isinstance(part, ast.FormattedValue) else part
            if isinstance(part, ast.FormattedValue) and (part.conversion != -1 or part.format_spec is not None):
                raise Declined("format")
            assert isinstance(inner, ast.expr)
            texts.append(str(call_builtin("str", [self.evaluate(inner, frame)], {}, self.budget)))
            if sum(map(len, texts)) > MAX_LENGTH:
                raise Declined("a long value")
        return "".join(texts)

    def _call(self, node: ast.Call, frame: Frame) -> object:
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            raise Declined("*")
        if isinstance(node.func, ast.Attribute) and self._is_math_call(node.func, frame):
            return self._math_call(node.func.attr, node, frame)
        if isinstance(node.func, ast.Attribute):
            base = self.evaluate(node.func.value, frame)
            positional, keywords = self._arguments(node, frame)
            if keywords:
                raise Declined("keywords of a method")
            return call_method(base, node.func.attr, positional, self.budget)
        if not isinstance(node.func, ast.Name) or node.func.id in frame.local_names:
            raise Declined("callee")
        name = node.func.id
        if imported := self._math(name, frame):
            return self._math_call(imported, node, frame)
        if name in self.names.functions:
            return self._function(name, node, frame)
        if not self.names.is_builtin(name):
            raise Declined("callee")
        positional, keywords = self._arguments(node, frame)
        return call_builtin(name, positional, keywords, self.budget)

    def _is_math_call(self, func: ast.Attribute, frame: Frame) -> bool:
        return isinstance(func.value, ast.Name) and self._math(func.value.id, frame) == ""

    def _math_call(self, name: str, node: ast.Call, frame: Frame) -> object:
        if name in self.names.stored_attributes or node.keywords:
            raise Declined("math")
        return call_math(name, self._all(node.args, frame), self.budget)

    def _arguments(self, node: ast.Call, frame: Frame) -> tuple[list[object], dict[str, object]]:
        positional = self._all(node.args, frame)
        keywords: dict[str, object] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise Declined("**")
            keywords[keyword.arg] = self.evaluate(keyword.value, frame)
        return positional, keywords

    def _function(self, name: str, node: ast.Call, frame: Frame) -> object:
        position, function = self.names.functions[name]
        if position >= frame.position or not self.names.is_stable(name):
            raise Declined("callee")
        if name not in self._locals:
            self._locals[name] = local_names(function)
        positional, keywords = self._arguments(node, frame)
        values = bound_arguments(function, positional, keywords, lambda default: self.evaluate(default, Frame(0)))
        self.calls += 1
        if self.calls > MAX_CALLS:
            raise Declined("depth")
        outcome = run_block(self, function.body, Frame(frame.position, values, self._locals[name]))
        self.calls -= 1
        return outcome.value if isinstance(outcome, Returned) else None
