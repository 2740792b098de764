"""Classes of names of a file that may hold one array, or a view of it, whatever the order in which it is run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from hybridc.dialects.table import Dialect
from hybridc.program.same_objects import given_objects, is_new, same_objects
from hybridc.program.static_demand import fitting, lookup
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import all_given, walk

NUMBERS = frozenset(f"builtins.{n}" for n in ("len", "int", "float", "bool", "str", "complex", "round", "abs"))
_ARRAYS_OF_LISTS = frozenset({"jnp.array", "jnp.asarray"})  # with as many dimensions as the list has
ANY = "*"  # what is held where no name follows


class NameClasses:
    """Names of the file, those of functions and attributes apart, by what they may hold."""

    def __init__(self, module: Module, dialects: tuple[Dialect, ...]) -> None:
        self.module = module
        self.dialects = dialects
        self._leaders: dict[str, str] = {}

    def of(self, name: str) -> str:
        """The one that stands for the class of the name."""
        leaders = self._leaders
        while name in leaders:
            if (leader := leaders[name]) in leaders:
                leaders[name] = leaders[leader]
            name = leader
        return name

    def is_one_of(self, value: ast.expr, changed: Mapping[str, ast.AST]) -> bool:
        """What the module's expression gives is of these classes."""
        return any(self.of(source) in changed for source in self._sources(value, None))

    def is_number(self, value: ast.expr | None, depth: int = 0) -> bool:
        """It is a number, text or the like, of which nothing changes."""
        match value:
            case ast.Constant() | ast.Lambda() | ast.JoinedStr():
                return True
            case ast.UnaryOp(operand=operand):
                return self.is_number(operand, depth)
            case ast.BinOp(left=left, right=right):
                return self.is_number(left, depth) and self.is_number(right, depth)
            case ast.Name(id=name) if name in self.module.globals and depth < 9:
                return self.is_number(self.module.globals[name].value, depth + 1)
            case ast.Name():  # `int`
                return (self.module.qualified_name(value) or "").startswith("builtins.")
            case ast.Attribute(value=ast.Call(func=function)):  # `np.finfo(float).eps`
                entries = lookup(self.dialects, self.module.qualified_name(function))
                return bool(entries) and all(e.is_static for e in entries)
            case ast.Attribute():
                return self.module.qualified_name(value) is not None
            case ast.Call(func=function, args=arguments):
                called = self.module.qualified_name(function)
                is_elementwise = any(e.shape == "elementwise" for e in lookup(self.dialects, called))
                is_of_numbers = is_elementwise and all(self.is_number(a, depth) for a in arguments)
                return called is not None and (called in NUMBERS or called.startswith("math.") or is_of_numbers)
        return False

    def _sources(self, value: ast.expr, function: Function | None) -> Iterator[str]:
        waiting: list[ast.expr] = [
            each
            for part in _parts(value)
            if not self._is_number_of_a_table(part, function)
            for each in same_objects(part)
        ]
        while waiting:
            match waiting.pop():
                case ast.Name(id=name):
                    yield self._key(name, function)
                case ast.Attribute() as named if lookup(self.dialects, self._qualified(named, function)):
                    continue  # `np.uint8`
                case ast.Attribute(value=holder, attr=name):
                    yield f".{name}"
                    waiting += same_objects(holder)  # `W.T`, `W.flat`
                case ast.Call(func=called) as call:
                    if isinstance(called, ast.Name) and called.id in self.module.functions:
                        yield f"{called.id}()"
                    elif not is_new(call, self._qualified(called, function), self.dialects):
                        is_path = self._qualified(called, function) is not None  # `np.roll(x)`: `np` holds nothing
                        waiting += (
                            [o for a in all_given(call) for o in same_objects(a)] if is_path else given_objects(call)
                        )
                        if self._is_of_file(called, function):
                            yield ANY

    def _is_number_of_a_table(self, node: ast.expr, function: Function | None) -> bool:
        """`TABLE[kind][0]` of dicts and lists, where the file tells that numbers are there: who changes such a table
        changes it itself. Of an array of one axis, what surely is a number gives one."""
        match node:
            case ast.Subscript(value=ast.Name() as held, slice=index) if self._is_counted(index, function):
                if _levels(self._array_of(self._global_made(held, function))) == 1:
                    return True
        depth = 0
        while isinstance(node, ast.Subscript) and not any(isinstance(n, ast.Slice) for n in walk(node.slice)):
            node, depth = node.value, depth + 1
        return depth > 0 and _levels(self._global_made(node, function)) == depth

    def _is_counted(self, index: ast.expr, function: Function | None) -> bool:
        """It is a number, or computed of what loops of the function count, and of nothing else."""
        match index:
            case ast.Constant(value=value):
                return type(value) is int
            case ast.UnaryOp(operand=operand):
                return self._is_counted(operand, function)
            case ast.BinOp(left=left, right=right):
                return self._is_counted(left, function) and self._is_counted(right, function)
            case ast.Name(id=name) if function is not None and name not in function.parameters:
                stored = [n for n in function.of(ast.Name) if n.id == name and isinstance(n.ctx, ast.Store)]
                counted = {self._counter(loop, function) for loop in function.of(ast.For)}
                return bool(stored) and counted.issuperset(stored)
        return False

    def _counter(self, loop: ast.For, function: Function) -> ast.Name | None:
        match loop:
            case ast.For(target=ast.Name() as target, iter=ast.Call(func=called)):
                return target if self._qualified(called, function) == "builtins.range" else None
            case ast.For(target=ast.Tuple(elts=[ast.Name() as target, _]), iter=ast.Call(func=called)):
                return target if self._qualified(called, function) == "builtins.enumerate" else None
        return None

    def _run_over(self, rows: ast.expr, function: Function | None) -> list[ast.expr]:
        """What a loop over this gives elements of that are not numbers alone."""
        match rows:
            case ast.Call(func=ast.Name(id="zip" | "enumerate" | "reversed" as name), args=given) if (
                self._qualified(rows.func, function) == f"builtins.{name}"
            ):
                return [each for row in given for each in self._run_over(row, function)]
        made = self._global_made(rows, function)
        return [] if _levels(self._array_of(made) if isinstance(made, ast.Call) else made) == 1 else [rows]

    def _array_of(self, made: ast.expr | None) -> ast.expr | None:
        """The list that an array is made of."""
        if not isinstance(made, ast.Call) or not made.args:
            return None
        found = fitting(lookup(self.dialects, self.module.qualified_name(made.func)), made)
        return made.args[0] if found is not None and found[0].target in _ARRAYS_OF_LISTS else None

    def _global_made(self, node: ast.expr, function: Function | None) -> ast.expr | None:
        """The expression that the global of this name is made by, once."""
        if not isinstance(node, ast.Name) or (function is not None and node.id in function.bound):
            return None
        known = self.module.globals.get(node.id)
        return None if known is None or known.is_rebound else known.value

    def _is_of_file(self, called: ast.expr, function: Function | None) -> bool:
        """It may be a function of the file, whatever it is called by."""
        if self._qualified(called, function) is not None:
            return False
        return not isinstance(called, ast.Attribute) or called.attr in self.module.method_names

    def _qualified(self, called: ast.expr, function: Function | None) -> str | None:
        return self.module.qualified_name(called, function.locals if function is not None else frozenset())

    def _key(self, name: str, function: Function | None) -> str:
        is_local = function is not None and name in function.bound
        return f"{function.qualified_name}:{name}" if is_local and function is not None else name

    def _join(self, one: str, other: str) -> None:
        if (led := self.of(one)) != (leader := self.of(other)):
            self._leaders[led] = leader

    def _join_all(self, one: str, others: Iterable[str]) -> None:
        for other in others:
            self._join(one, other)


def _levels(made: ast.expr | None) -> int | None:
    """How many indices lead to a number or a text that is written there, everywhere in the display."""
    match made:
        case ast.Dict(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
            depths = {_levels(part) for part in parts}
            inner = depths.pop() if len(depths) == 1 else None
            return None if inner is None else inner + 1
        case ast.Constant() | ast.UnaryOp(operand=ast.Constant()):
            return 0
    return None


def _parts(value: ast.expr) -> Iterator[ast.expr]:
    """What a display holds, or the expression itself."""
    if isinstance(value, ast.Tuple | ast.List):
        for each in value.elts:
            yield from _parts(each)
    else:
        yield value
