"""Wrong conversions at the seams, by name. Python runs them, so that a test shows what the comparison would find."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable

# What rewritten programs call.
HELPERS = """
def _copied(value):
    return value.copy() if isinstance(value, np.ndarray) else value


def _number(value):
    return value.copy() if isinstance(value, np.ndarray) and value.ndim else value
"""


class _Naive(ast.NodeTransformer):
    def called(self, name: str, *given: ast.expr) -> ast.Call:
        return ast.Call(ast.Name(name, ast.Load()), [*given], [])


class NumberForRow(_Naive):
    """What `s = y[k]` gives is taken for a number: it shares nothing with the array."""

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Assign(targets=[ast.Name()], value=ast.Subscript(slice=ast.Constant() | ast.Name())):
                node.value = self.called("_number", node.value)
        return node


class RowForNumber(_Naive):
    """An element that an operator changes is written back into the array, as if it were a row: also where it is none."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        held: dict[str, ast.Subscript] = {}
        for part in ast.walk(node):
            match part:
                case ast.Assign(
                    targets=[ast.Name(id=name)], value=ast.Subscript(slice=ast.Constant() | ast.Name()) as value
                ):
                    held[name] = value
        for owner in ast.walk(node):
            for field in ("body", "orelse", "finalbody"):
                block = getattr(owner, field, None)
                if isinstance(block, list):
                    block[:] = [new for s in block for new in self.written_back(s, held)]
        return node

    def written_back(self, statement: ast.stmt, held: dict[str, ast.Subscript]) -> list[ast.stmt]:
        match statement:
            case ast.AugAssign(target=ast.Name(id=name)) if name in held:
                target = ast.Subscript(held[name].value, held[name].slice, ast.Store())
                return [statement, ast.Assign([target], ast.Name(name, ast.Load()))]
        return [statement]


class BoundEarly(_Naive):
    """Nested functions and lambdas keep what names held when they were made."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        own = {a.arg for a in node.args.args}
        local = own | {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        for inner in ast.walk(node):
            if inner is node or not isinstance(inner, ast.FunctionDef | ast.Lambda):
                continue
            if any(isinstance(n, ast.Nonlocal | ast.Global) for n in ast.walk(inner)):
                continue
            taken = {a.arg for a in (*inner.args.args, *inner.args.kwonlyargs)}
            body = inner.body if isinstance(inner.body, list) else [inner.body]
            names = [n for part in body for n in ast.walk(part) if isinstance(n, ast.Name)]
            stored = {n.id for n in names if isinstance(n.ctx, ast.Store)}
            for name in sorted({n.id for n in names} & local - taken - stored):
                inner.args.kwonlyargs.append(ast.arg(name))
                inner.args.kw_defaults.append(ast.Name(name, ast.Load()))
        return node


class CalleesWritesLost(_Naive):
    """Functions of the module change copies of what they are given."""

    def visit_Module(self, node: ast.Module) -> ast.AST:
        functions = {s.name for s in node.body if isinstance(s, ast.FunctionDef)}
        for call in [n for n in ast.walk(node) if isinstance(n, ast.Call)]:
            if isinstance(call.func, ast.Name) and call.func.id in functions:
                call.args = [a if isinstance(a, ast.Starred) else self.called("_copied", a) for a in call.args]
        return node


class ContainersHoldCopies(_Naive):
    """Lists, tuples and dicts hold copies of the arrays that are put into them."""

    def visit_List(self, node: ast.List) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.elts = [e if isinstance(e, ast.Starred) else self.called("_copied", e) for e in node.elts]
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        node.values = [self.called("_copied", value) for value in node.values]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("append", "insert"):
            node.args[-1] = self.called("_copied", node.args[-1])
        return node


class ReadAgain(_Naive):
    """A name for an element is looked up again wherever it is read, as if it were a view of any array."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        bound: dict[str, list[ast.expr]] = {}
        for part in ast.walk(node):
            match part:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    bound.setdefault(name, []).append(value)
        stores = [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        once = {n: v[0] for n, v in bound.items() if stores.count(n) == 1 and isinstance(v[0], ast.Subscript)}
        plain = {
            n: v
            for n, v in once.items()
            if isinstance(v.value, ast.Name) and v.value.id not in once and isinstance(v.slice, ast.Constant | ast.Name)
        }

        class Reading(ast.NodeTransformer):
            def visit_Name(self, name: ast.Name) -> ast.AST:
                return copy.deepcopy(plain[name.id]) if isinstance(name.ctx, ast.Load) and name.id in plain else name

        node.body = [Reading().visit(s) for s in node.body]
        return node


class ResultsAreCopies(_Naive):
    """What functions return shares nothing with what they were given."""

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if isinstance(node.value, ast.Name | ast.Subscript):
            node.value = self.called("_copied", node.value)
        return node


NAIVE: dict[str, Callable[[], _Naive]] = {
    "a row is a number": NumberForRow,
    "a number is a row": RowForNumber,
    "closures bind early": BoundEarly,
    "what callees write is lost": CalleesWritesLost,
    "containers hold copies": ContainersHoldCopies,
    "elements are looked up again": ReadAgain,
    "results are copies": ResultsAreCopies,
}


def rewritten(source: str, naive: Callable[[], _Naive]) -> str | None:
    """The program converted like that; None where that changes nothing."""
    tree = ast.parse(source)
    before = ast.dump(tree)
    changed = ast.fix_missing_locations(naive().visit(tree))
    if ast.dump(changed) == before:
        return None
    text = ast.unparse(changed)
    place = next(i for i, line in enumerate(text.split("\n")) if line.startswith("import numpy")) + 1
    lines = text.split("\n")
    return "\n".join([*lines[:place], HELPERS, *lines[place:]])
