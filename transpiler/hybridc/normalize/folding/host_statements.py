"""The expressions of a module that are evaluated exactly once, in order, when it runs; and replacing some of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hybridc.normalize.folding.source_text import Edit, SourceText, has_comment

# Other scopes, and strings whose parts have no place of their own in the text.
_NOT_ENTERED = frozenset(
    ("Lambda", "ListComp", "SetComp", "DictComp", "GeneratorExp", "JoinedStr", "TemplateStr", "Await")
)


@dataclass(frozen=True, slots=True)
class Site:
    """A call, the node that it stands in, and the place of its top-level statement in the module."""

    call: ast.Call
    parent: ast.AST
    position: int


def simple_statements(tree: ast.Module) -> Iterator[tuple[int, ast.stmt]]:
    """Expression statements and assignments of a module, also those under `if __name__ == "__main__":`."""
    for position, statement in enumerate(tree.body):
        inner = statement.body if isinstance(statement, ast.If) and is_main_guard(statement.test) else [statement]
        for one in inner:
            if isinstance(one, ast.Expr | ast.Assign | ast.AugAssign | ast.AnnAssign):
                yield position, one


def is_main_guard(test: ast.expr) -> bool:
    match test:
        case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value="__main__")]):
            return True
    return False


def sites(tree: ast.Module) -> Iterator[Site]:
    """Every call in the simple statements, outer ones first."""
    for position, statement in simple_statements(tree):
        for node, parent in _evaluated(statement):
            if isinstance(node, ast.Call):
                yield Site(node, parent, position)


def replaced_calls(tree: ast.Module, source: SourceText, new_text: Callable[[Site], str | None]) -> list[Edit]:
    """Edits for the outermost calls for which `new_text` has one."""
    edits: list[Edit] = []
    done = 0
    for site in sorted(sites(tree), key=lambda site: (source.span(site.call)[0], -source.span(site.call)[1])):
        start, end = source.span(site.call)
        if start < done:
            continue
        text = new_text(site)
        if text is None or has_comment(source.segment(site.call)):
            continue
        if source.data[end : end + 1].isalpha():  # `f(1)if x else y`
            text += " "
        edits.append(Edit(start, end, text))
        done = end
    return edits


def _evaluated(statement: ast.stmt) -> Iterator[tuple[ast.AST, ast.AST]]:
    rest: list[tuple[ast.AST, ast.AST]] = [(child, statement) for child in _parts(statement)]
    while rest:
        node, parent = rest.pop()
        if type(node).__name__ in _NOT_ENTERED:
            continue
        yield node, parent
        rest.extend((child, node) for child in ast.iter_child_nodes(node))


def _parts(statement: ast.stmt) -> list[ast.AST]:
    if isinstance(statement, ast.AnnAssign):
        return [] if statement.value is None else [statement.value]
    return list(ast.iter_child_nodes(statement))


def needs_parentheses(new: ast.expr, parent: ast.AST, old: ast.expr) -> bool:
    """Whether `new`, put where `old` stood in `parent`, would be read as something else or be hard to read."""
    if isinstance(new, ast.Name | ast.Call | ast.Subscript | ast.List | ast.Dict | ast.ListComp | ast.JoinedStr):
        return False
    is_negative = isinstance(new, ast.UnaryOp) and isinstance(new.operand, ast.Constant)
    match parent:
        case ast.Call(func=func):
            return func is old
        case ast.keyword() | ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.Expr():
            return False
        case ast.Tuple() | ast.List() | ast.Dict() | ast.Set():
            return not isinstance(new, ast.Constant | ast.UnaryOp | ast.BinOp | ast.BoolOp | ast.Compare)
        case ast.Attribute():
            return not (isinstance(new, ast.Constant) and isinstance(new.value, str))
        case ast.BinOp(left=left, op=op):
            if is_negative:
                return isinstance(op, ast.Pow) if left is old else isinstance(op, ast.Add | ast.Sub)
        case ast.UnaryOp():
            return not isinstance(new, ast.Constant)
    return not isinstance(new, ast.Constant) and not is_negative
