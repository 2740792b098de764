"""Which elements of arrays are surely rows: a number would raise where the block that writes them indexes them."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from hybridc.analysis.dataflow import blocks, expressions
from hybridc.analysis.liveness import whole_definitions
from hybridc.analysis.walking import children

_PERHAPS = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_EXITS = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def is_surely_row(function: ast.FunctionDef, statement: ast.stmt, name: str) -> bool:
    """What the name holds at the statement has dimensions, wherever the function comes to its end."""
    block = _block_of(function.body, statement)
    if block is None:
        return False
    at = next(i for i, s in enumerate(block) if s is statement)
    before = block[:at]
    while before:
        last = before.pop()
        if name in whole_definitions(last) or _has_blocks(last):
            break
        if _indexes(last, name):
            return True
    for following in block[at:]:
        if _indexes(following, name):
            return True
        if isinstance(following, _EXITS) or _has_blocks(following) or name in whole_definitions(following):
            return False
    return False


def _block_of(block: list[ast.stmt], statement: ast.stmt) -> list[ast.stmt] | None:
    """The block in which the statement stands."""
    waiting = [block]
    while waiting:
        block = waiting.pop()
        if any(s is statement for s in block):
            return block
        for each in block:
            waiting += blocks(each)
            if isinstance(each, ast.FunctionDef):
                waiting.append(each.body)
    return None


def _has_blocks(statement: ast.stmt) -> bool:
    return next(blocks(statement), None) is not None


def _indexes(statement: ast.stmt, name: str) -> bool:
    """The statement does with the name what no number allows: it indexes it, or asks for its length."""
    match statement:
        case ast.Assign(targets=[ast.Tuple() | ast.List()], value=ast.Name(id=taken)) if taken == name:
            return True
        case ast.For(iter=ast.Name(id=taken)) if taken == name:
            return True
    return any(_is_indexing(node, name) for node in _surely_evaluated(expressions(statement)))


def _surely_evaluated(nodes: Iterable[ast.AST]) -> Iterable[ast.AST]:
    waiting = [*nodes]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, _PERHAPS):
            yield node
            waiting += children(node)


def _is_indexing(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Subscript(value=ast.Name(id=taken), slice=index):
            is_number = isinstance(index, ast.Constant) and isinstance(index.value, int)
            return taken == name and (is_number or isinstance(index, ast.Slice))
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=taken)]):
            return taken == name
    return False
