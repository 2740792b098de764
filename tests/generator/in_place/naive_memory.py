"""Wrong conversions that lose what arrays share: copies in the place of names and views, changes that go nowhere."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

import numpy as np
from branches import blocks
from in_place.rewriting import Rewriting, call, parsed, root, written

ENTRY = "f"


def copied(value: object) -> object:
    return value.copy() if isinstance(value, np.ndarray) else value


class BothSidesWritten(Rewriting):
    """What is written into a name that is one array or another is written into the first, whichever it is."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        chosen: dict[str, str] = {}
        for part in ast.walk(node):
            match part:
                case ast.Assign(targets=[ast.Name(name)], value=ast.IfExp(body=ast.Name(first))):
                    chosen[name] = first
        for owner in list(ast.walk(node)) if chosen else ():
            for block in blocks(owner):
                block[:] = [new for statement in block for new in (statement, *self.carried(statement, chosen))]
        return node

    def carried(self, statement: ast.stmt, chosen: dict[str, str]) -> Iterator[ast.stmt]:
        for name, first in chosen.items():
            if name in written(statement):
                yield parsed(f"{first}[...] = {name}")


class CopiedWhereBound(Rewriting):
    """`y = ...` binds a copy where the value is of a kind."""

    def __init__(self, is_meant: Callable[[ast.expr], bool]) -> None:
        self.is_meant = is_meant

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        if isinstance(node.targets[0], ast.Name) and self.is_meant(node.value):
            node.value = call("_copied", node.value)
        return node


def is_slice(value: ast.expr) -> bool:
    return isinstance(value, ast.Subscript) and not _is_row(value)


def _is_row(value: ast.expr) -> bool:
    """Whether it is one element of something, a row of a matrix."""
    apart = (ast.Slice, ast.Tuple, ast.Constant)
    return isinstance(value, ast.Subscript) and (
        not isinstance(value.slice, apart)
        or (isinstance(value.slice, ast.Constant) and isinstance(value.slice.value, int))
    )


def is_transpose(value: ast.expr) -> bool:
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return value.func.attr in ("transpose", "swapaxes", "flip")
    return isinstance(value, ast.Attribute) and value.attr == "T"


def is_reshape(value: ast.expr) -> bool:
    is_method = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)
    return is_method and value.func.attr in ("reshape", "ravel")


def is_name(value: ast.expr) -> bool:
    return isinstance(value, ast.Name)


def is_conditional(value: ast.expr) -> bool:
    return isinstance(value, ast.IfExp)


class RowsCopied(CopiedWhereBound):
    """Rows are copies: those of loops, and `row = m[i]`."""

    def __init__(self) -> None:
        super().__init__(_is_row)

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        names = [n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)]
        node.body[:0] = [parsed(f"{name} = _copied({name})") for name in names]
        return node


class LoopsOverSnapshots(Rewriting):
    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        node.iter = call("_copied", node.iter) if isinstance(node.iter, ast.Name) else node.iter
        return node


class ElementsCopied(Rewriting):
    """What lists, tuples and dicts hold are copies."""

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        if isinstance(node.targets[0], ast.Name):
            match node.value:
                case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
                    parts[:] = [call("_copied", part) for part in parts]
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "append":
            node.args = [call("_copied", part) for part in node.args]
        return node


class ChangesOfArgumentsLost(Rewriting):
    """A function changes copies of what it is given: the program's own function, or those that it calls."""

    def __init__(self, entry: bool) -> None:
        self.entry = entry

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        if (node.name == ENTRY) is self.entry:
            node.body[:0] = [parsed(f"{a.arg} = _copied({a.arg})") for a in node.args.args]
        return node


class ArgumentsApart(Rewriting):
    """A callee is given one array once: where it is given it again, or another part of it, that is a copy."""

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id.startswith("into"):
            seen: set[str | None] = {None}
            for index, argument in enumerate(node.args):
                base = root(argument)
                if base in seen:
                    node.args[index] = call("_copied", argument)
                seen.add(base)
        return node


class ReturnedCopied(Rewriting):
    """What a callee returns is a copy."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        for part in ast.walk(node) if node.name != ENTRY else ():
            if isinstance(part, ast.Return) and part.value is not None:
                part.value = call("_copied", part.value)
        return node


class Closures(Rewriting):
    """What a function inside does with arrays around it: `captured` makes its value of one of their names."""

    captured = "{name}"

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        if node.name == ENTRY:
            self.generic_visit(node)
            return node
        given = {a.arg for a in node.args.args}
        bound = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        around = {name for part in ast.walk(node) for name in written(part)} - given - bound
        if not self.is_inside(node):
            return node
        for name in sorted(around):
            for part in ast.walk(node):
                if isinstance(part, ast.Name) and part.id == name:
                    part.id = f"own_{name}"
            self.capture(node, name)
        return node

    def capture(self, node: ast.FunctionDef, name: str) -> None:
        raise NotImplementedError

    def is_inside(self, node: ast.FunctionDef) -> bool:
        return node.col_offset > 0


class ClosureWritesLost(Closures):
    def capture(self, node: ast.FunctionDef, name: str) -> None:
        node.body.insert(0, parsed(f"own_{name} = _copied({name})"))


class ClosuresSeeTheFirst(Closures):
    """A function inside goes on with the array that the name was bound to where the function was made."""

    def capture(self, node: ast.FunctionDef, name: str) -> None:
        node.args.args.append(ast.arg(f"own_{name}"))
        node.args.defaults.append(ast.Name(name, ast.Load()))


class Views(Rewriting):
    """Views that have names are copies; writes are carried over to the base, or from it, alone."""

    def __init__(self, to_base: bool) -> None:
        self.to_base = to_base

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        views: dict[str, ast.expr] = {}
        for part in ast.walk(node):
            match part:
                case ast.Assign(targets=[ast.Name(name)], value=value) if self.is_view(value):
                    views[name] = value
                    part.value = call("_copied", value)
        for owner in list(ast.walk(node)) if views else ():
            for block in blocks(owner):
                block[:] = [new for statement in block for new in (statement, *self.carried(statement, views))]
        return node

    def is_view(self, value: ast.expr) -> bool:
        """Whether it is one of a name, at places that stay the same."""
        names = {n.id for n in ast.walk(value) if isinstance(n, ast.Name)} - {"np"}
        return isinstance(value, ast.Subscript | ast.Attribute) and names == {root(value)}

    def carried(self, statement: ast.stmt, views: dict[str, ast.expr]) -> Iterator[ast.stmt]:
        for name, view in views.items():
            if self.to_base and name in written(statement):
                yield parsed(f"{ast.unparse(view)}[...] = {name}")
            elif not self.to_base and root(view) in written(statement):
                yield parsed(f"if '{name}' in dir():\n    {name} = _copied({ast.unparse(view)})")
