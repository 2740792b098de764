"""What Python can tell before a function runs: of what it is given, and of what its first lines make of that."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from hybridc.structure.optional import pairs
from hybridc.syntax.dataflow import names_written
from hybridc.syntax.in_place import changed_in_place, given_to_write
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import statements, walk

_SHAPES = frozenset({"shape", "size", "ndim"})
_NUMBERS = frozenset({f"builtins.{name}" for name in ("len", "int", "float", "max", "min", "abs", "round", "range")})
_MAKING = frozenset({
    f"numpy.{name}"
    for name in ("arange", "array", "asarray", "copy", "empty", "empty_like", "eye", "full", "full_like", "linspace",
                 "ones", "ones_like", "zeros", "zeros_like")
})  # fmt: skip
_PLAIN = (
    ast.Constant, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Tuple, ast.List, ast.operator, ast.unaryop, ast.cmpop,
    ast.expr_context, ast.keyword, ast.Starred,
)  # fmt: skip


class Steady:
    """Expressions of a function that mean the same before it and within it. `needed`: statements that these ask for;
    `shapes`: by loops that bind a name anew, what is asked of the shape of its array, which is to stay what it is;
    `numbers`: parameters whose values are needed, of functions that write into what may be any array."""

    def __init__(self, function: Function, module: Module) -> None:
        self.function, self.module = function, module
        self.needed: set[ast.stmt] = set()
        self.numbers: dict[str, None] = {}  # parameters that decide what is drawn, and are to be numbers
        self.shapes: defaultdict[ast.stmt, dict[str, None]] = defaultdict(dict)
        self._bound: defaultdict[str, list[int]] = defaultdict(list)  # by names, the lines that bind them
        for node in function.nodes:
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                self._bound[node.id].append(node.lineno)
        self._changed = {*self._written_into(), *_handed_to_writers(function, module, set())}
        self._made: dict[str, ast.Assign] = {}  # by names, the statement of the body that binds them first
        for statement in function.node.body:
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                self._made = dict.fromkeys(names_written([statement]), statement) | self._made

    def named(self, node: ast.expr) -> str | None:
        return self.module.qualified_name(node, self.function.locals)

    def _written_into(self) -> Iterator[str]:
        """Names of arrays that are written into, or that others have as well."""
        yield from _written(self.function)
        for statement in self.function.of(ast.Assign):
            if isinstance(statement.value, ast.Name | ast.Subscript | ast.IfExp):  # `y = x`, `row = x[0]`
                yield from (n.id for n in walk(statement.value) if isinstance(n, ast.Name))

    def is_steady(self, node: ast.expr, before: ast.stmt) -> bool:
        """`before`: the statement of the function's body that needs it."""
        asked: set[ast.stmt] = set()
        if not self._is_steady(node, before, asked):
            return False
        self.needed |= asked
        return True

    def _is_steady(self, node: ast.AST, before: ast.stmt, asked: set[ast.stmt]) -> bool:
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)], keywords=[]):
                return self.named(node.func) == "builtins.len" and self._keeps_shape(name, node, before, asked)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if attribute in _SHAPES:
                return self._keeps_shape(name, node, before, asked)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="copy"), args=[], keywords=[]):
                return name not in self._changed and self._is_kept(name, before, asked)
            case ast.Subscript(value=ast.Attribute() as shape, slice=ast.Constant()):
                return shape.attr == "shape" and self._is_steady(shape, before, asked)
            case ast.Call(func=called, args=args, keywords=keywords):
                name = self.named(called) or ""
                is_number = name in _NUMBERS | _MAKING or name.startswith(
                    ("math.", "numpy.sqrt", "numpy.exp", "numpy.log")
                )
                given = [*args, *(k.value for k in keywords if k.arg)]
                return is_number and all(self._is_steady(each, before, asked) for each in given)
            case ast.Attribute():
                return self.named(node) is not None
            case ast.Name(id=name, ctx=ast.Load()):
                return name not in self._changed and self._is_kept(name, before, asked) and self._is_value(name)
        parts = ast.iter_child_nodes(node)
        return isinstance(node, _PLAIN) and all(self._is_steady(part, before, asked) for part in parts)

    def _is_value(self, name: str) -> bool:
        """It is a number where the function writes into arrays that may be it, or show it."""
        if not self._writes_elsewhere:
            return True
        if name in self.function.parameters:
            self.numbers[name] = None
            return True
        made = self._made.get(name)
        return made is None or not any(self.named(n.func) in _MAKING for n in walk(made) if isinstance(n, ast.Call))

    @cached_property
    def _writes_elsewhere(self) -> bool:
        """The function writes into arrays that it did not make itself."""
        made: defaultdict[str, list[bool]] = defaultdict(list)
        for statement in self.function.of(ast.Assign):
            for target, value in pairs(statement):
                for name in names_written([ast.Assign([target], value)]):
                    made[name].append(isinstance(target, ast.Name) and self._is_new(value))
        new = {name for name, each in made.items() if all(each)} - {*self.function.parameters}
        for loop in self.function.of(ast.For):
            names = {n.id for n in walk(loop.target) if isinstance(n, ast.Name)}
            new = new | names if self._counts(loop.iter) else new - names
        augmented = {s.target.id for s in self.function.of(ast.AugAssign) if isinstance(s.target, ast.Name)}
        handed = {*_handed_to_writers(self.function, self.module, set())}
        return not {*_written(self.function), *augmented, *handed} <= new

    def _counts(self, iterable: ast.expr) -> bool:
        return isinstance(iterable, ast.Call) and self.named(iterable.func) == "builtins.range"

    def _is_new(self, value: ast.expr) -> bool:
        match value:
            case ast.Constant() | ast.BinOp() | ast.UnaryOp() | ast.Compare():
                return True
            case ast.Call(func=ast.Attribute(attr="copy"), args=[], keywords=[]):
                return True
            case ast.Call(func=called):
                name = self.named(called) or ""
                return name in (_MAKING | _NUMBERS) - {"numpy.asarray"} or name.startswith(("math.", "numpy.random."))
        return False

    def _keeps_shape(self, name: str, node: ast.expr, before: ast.stmt, asked: set[ast.stmt]) -> bool:
        """So it does, or what a loop makes of it is asked for it afterwards."""
        if self._is_kept(name, before, asked):
            return True
        made = None if name in self.function.parameters else self._made.get(name)
        if not isinstance(before, ast.For) or (made is None and name not in self.function.parameters):
            return False
        later = [line for line in self._bound[name] if made is None or line != made.lineno]
        if not all(line >= before.lineno for line in later):
            return False
        if made is not None:
            if made.lineno >= before.lineno or not self._is_steady(made.value, made, asked):
                return False
            asked.add(made)
        self.shapes[before][ast.unparse(node)] = None
        return True

    def _is_kept(self, name: str, before: ast.stmt, asked: set[ast.stmt]) -> bool:
        """The name stays what it is: a parameter or a global, or bound once by what is steady itself."""
        bound = self._bound.get(name, [])
        if name in self.function.parameters:
            return all(line > (before.end_lineno or 0) for line in bound)
        if not bound:
            return name not in self.function.locals
        made = self._made.get(name)
        if len(bound) > 1 or made is None or made.lineno >= before.lineno:
            return False
        asked.add(made)
        return self._is_steady(made.value, made, asked)


def _written(function: Function) -> Iterator[str]:
    """Names whose arrays the function writes into by itself; `n += 1` binds the name of a number anew."""
    for statement in statements(function.node):
        if not (isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name)):
            yield from changed_in_place(statement)
    for call in function.of(ast.Call):
        yield from (n.id for each in given_to_write(call) for n in walk(each) if isinstance(n, ast.Name))


def _handed_to_writers(function: Function, module: Module, asked: set[str]) -> Iterator[str]:
    """Names that are handed to functions of the file which write into what they get there."""
    for call in function.of(ast.Call):
        called = module.functions.get(call.func.id) if isinstance(call.func, ast.Name) else None
        if called is None or called.qualified_name in asked:
            continue
        asked = asked | {called.qualified_name}
        augmented = {s.target.id for s in called.of(ast.AugAssign) if isinstance(s.target, ast.Name)}
        written = {*_written(called), *augmented, *_handed_to_writers(called, module, asked)}
        given = [*zip(called.positional, call.args, strict=False), *((k.arg, k.value) for k in call.keywords)]
        yield from (n.id for p, a in given if p in written for n in walk(a) if isinstance(n, ast.Name))
