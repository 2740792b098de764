"""Calls in the examples of docstrings, as doctest reads them."""

from __future__ import annotations

import ast
import re

from hybridc.syntax.dataflow import remembered
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk

_EXAMPLES = re.compile(r"^\s*>>> (.+)$", re.MULTILINE)


@remembered
def calls_in_examples(module: Module) -> tuple[ast.Call, ...]:
    """Those that stand in one line."""
    return tuple(call for f in module.functions.values() for line in _lines(f.node) for call in _calls(line))


def _lines(function: ast.FunctionDef) -> list[str]:
    return _EXAMPLES.findall(ast.get_docstring(function) or "")


def _calls(line: str) -> list[ast.Call]:
    try:
        return [node for node in walk(ast.parse(line)) if isinstance(node, ast.Call)]
    except (SyntaxError, ValueError):  # its first line alone is none
        return []
