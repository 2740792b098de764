"""Lists of numbers that are used as tables: made whole, then read and written by index. An array does the same.

`best = [0] * (n + 1)` with `best[i] = max(best[i - 1], x[i])`, and lists of such lists.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk

_REDUCTIONS = ("len", "sum", "max", "min", "any", "all")
_ITERATORS = ("enumerate", "zip", "reversed")
_NO_NUMBERS = (ast.Starred, ast.Tuple, ast.Dict, ast.Set, ast.ListComp, ast.GeneratorExp, ast.Lambda, ast.JoinedStr)
_NESTED = (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def tables(function: Function, module: Module) -> frozenset[str]:
    """The names that hold nothing but such lists."""
    return _Tables(function, module).fit()


def axes_of(node: ast.expr) -> int:
    """The axes of the table that an expression makes; 0 for what makes none."""
    match node:
        case (
            ast.BinOp(left=ast.List(elts=elements), op=ast.Mult())
            | ast.BinOp(right=ast.List(elts=elements), op=ast.Mult())
        ) if elements and not any(isinstance(e, ast.Starred | ast.List | ast.ListComp) for e in elements):
            return 1
        case ast.Call(func=ast.Name(id="list"), args=[ast.Call(func=ast.Name(id="range"))], keywords=[]):
            return 1
        case ast.List(elts=[_, *_] as elements):
            depths = {axes_of(e) if isinstance(e, ast.List) else 0 for e in elements}
            lengths = {len(e.elts) for e in elements if isinstance(e, ast.List)}
            is_even = len(depths) == 1 and len(lengths) < 2 and (depths == {0}) == (not lengths)
            return depths.pop() + 1 if is_even and not any(isinstance(e, _NO_NUMBERS) for e in elements) else 0
        case ast.ListComp(elt=element, generators=[ast.comprehension(ifs=[])]):
            is_made = isinstance(element, ast.ListComp | ast.BinOp | ast.List)
            inner = axes_of(element) if is_made else 0
            return inner + 1 if inner or not isinstance(element, ast.ListComp | ast.List) else 0
    return 0


def elements_of(node: ast.expr) -> Iterator[ast.expr]:
    """What the table that the expression makes is filled with."""
    match node:
        case ast.List(elts=elements):
            for element in elements:
                yield from elements_of(element) if isinstance(element, ast.List) else [element]
        case ast.ListComp(elt=element):
            yield from elements_of(element) if axes_of(element) else [element]
        case (
            ast.BinOp(left=ast.List(elts=elements), op=ast.Mult())
            | ast.BinOp(right=ast.List(elts=elements), op=ast.Mult())
        ):
            yield from elements


class _Tables:
    def __init__(self, function: Function, module: Module) -> None:
        self.function = function
        self.module = module
        self.parents = {child: node for node in walk(function.node) for child in ast.iter_child_nodes(node)}
        self.axes: dict[str, int] = {}
        self.same: list[tuple[str, str]] = []
        self.unfit: set[str] = set(function.parameters)

    def fit(self) -> frozenset[str]:
        names = [n for n in walk(self.function.node) if isinstance(n, ast.Name)]
        for name in names:
            if isinstance(name.ctx, ast.Store):
                self._stored(name)
        for name in names:
            if not isinstance(name.ctx, ast.Store) and name.id in self.axes and not self._is_table_use(name):
                self.unfit.add(name.id)
        for node in walk(self.function.node):
            if isinstance(node, _NESTED) and node is not self.function.node:
                self.unfit |= {n.id for n in walk(node) if isinstance(n, ast.Name)}
        known: tuple[int, int] | None = None
        while known != (known := (len(self.unfit), len(self.axes))):
            for one, other in self.same:
                self.axes.setdefault(one, self.axes.get(other, 0))
                if not self.unfit.isdisjoint((one, other)) or self.axes[one] != self.axes.get(other):
                    self.unfit |= {one, other}
        return frozenset(name for name, count in self.axes.items() if name not in self.unfit and count)

    def _stored(self, node: ast.Name) -> None:
        """The name is set to a table, or to another name for one."""
        statement = self.parents[node]
        pairs: list[tuple[ast.expr, ast.expr]] = []
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            pairs = [(node, statement.value)]
        elif isinstance(statement, ast.Tuple) and isinstance(parent := self.parents[statement], ast.Assign):
            if isinstance(parent.value, ast.Tuple) and len(parent.value.elts) == len(statement.elts):
                pairs = [*zip(statement.elts, parent.value.elts, strict=True)]
        value = next((v for t, v in pairs if t is node), None)
        axes = axes_of(value) if value is not None else 0
        if axes and self.axes.setdefault(node.id, axes) == axes:
            return
        if isinstance(value, ast.Name):
            self.same.append((node.id, value.id))
            self.axes.setdefault(node.id, self.axes.get(value.id, 0))
        else:
            self.unfit.add(node.id)

    def _is_table_use(self, node: ast.Name) -> bool:
        """What reads the name, or writes an element, does to an array what it does to a list."""
        place: ast.expr = node
        depth = 0
        while isinstance(parent := self.parents[place], ast.Subscript) and parent.value is place:
            if isinstance(parent.slice, ast.Slice | ast.Tuple):
                return False
            place, depth = parent, depth + 1
        axes = self.axes[node.id]
        if depth == axes:
            return True
        if depth > axes or not isinstance(getattr(place, "ctx", None), ast.Load):
            return False
        match parent:
            case ast.Call(func=ast.Name(id=name)):
                is_builtin = name in (_REDUCTIONS + _ITERATORS if depth + 1 == axes else ("len",))
                return is_builtin and name not in self.function.locals and place in parent.args
            case ast.Call(func=function):
                return self.module.qualified_name(function, self.function.locals) is not None
            case ast.For(iter=iterated) | ast.comprehension(iter=iterated):
                return iterated is place and depth + 1 == axes  # a row that is bound to a name is a list
            case ast.Return():
                return True
            case ast.Tuple() if isinstance(self.parents[parent], ast.Return):
                return True
            case ast.Assign() | ast.Tuple() if depth == 0:
                return self._is_passed_on(parent)
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[right]):
                return right is place and depth + 1 == axes
        return False

    def _is_passed_on(self, node: ast.AST) -> bool:
        """`other = name`, `one, other = other, one`."""
        match node:
            case ast.Tuple():
                return self._is_passed_on(self.parents[node])
            case ast.Assign(targets=[target], value=value):
                both = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
                return both or (isinstance(target, ast.Name) and isinstance(value, ast.Name))
        return False
