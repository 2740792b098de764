"""Calls that run code which is not in the file."""

from __future__ import annotations

import ast
from collections import Counter

from hybridc.normalize.folding.host_statements import sites
from hybridc.normalize.folding.module_names import bound_names
from hybridc.normalize.folding.unfolding import unfold
from hybridc.syntax.walking import walk

_RUNS_CODE = frozenset(("exec", "eval", "compile"))


def dynamic_code(tree: ast.Module, source_text: str | None = None) -> list[ast.Call]:
    """The calls of the builtins `exec`, `eval` and `compile` that `unfold` does not write out, in order.

    Without the file's text, comments and statements that share a line are taken not to stand in the way.
    """
    if source_text is not None and source_text.isascii() and not any(name in source_text for name in _RUNS_CODE):
        return []
    calls = _calls(tree)
    if not calls or not any(isinstance(s.call.func, ast.Name) and s.call.func.id in _RUNS_CODE for s in sites(tree)):
        return calls
    try:
        text = source_text if source_text is not None else ast.unparse(tree)
        unfolded = unfold(text, ast.parse(text))
    except RecursionError:  # a tree too deep to be written out
        return calls
    if unfolded is None:
        return calls
    left = Counter(ast.dump(call) for call in _calls(ast.parse(unfolded)))
    remaining: list[ast.Call] = []
    for call in reversed(calls):  # of several alike, the first are those that went
        if left[ast.dump(call)] > 0:
            left[ast.dump(call)] -= 1
            remaining.append(call)
    return remaining[::-1]


def _calls(tree: ast.Module) -> list[ast.Call]:
    calls: list[ast.Call] = []
    if not any(isinstance(node, ast.Name) and node.id in _RUNS_CODE for node in walk(tree)):
        return calls
    rest: list[tuple[ast.AST, frozenset[str]]] = [(tree, _RUNS_CODE)]
    while rest:
        node, visible = rest.pop()
        visible -= _names_of_scope(node)
        if not visible:
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in visible:
            calls.append(node)
        rest.extend((child, visible) for child in ast.iter_child_nodes(node))
    return sorted(calls, key=lambda call: (call.lineno, call.col_offset))


def _names_of_scope(node: ast.AST) -> frozenset[str]:
    names: set[str] = set()
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        arguments = node.args
        every = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
        names.update(argument.arg for argument in every if argument is not None)
    if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef):
        for statement in node.body:
            names.update(bound_names(statement))
    return frozenset(names)
