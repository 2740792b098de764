"""Code as the text of a node: on one line, and no longer than can be read."""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping

from hybridc.core.rendering import clean

LONGEST = 120
_WIDEST = 36


def shown(node: ast.AST, instead: Mapping[ast.AST, str] | None = None) -> str:
    """The code of a node; that of the parts in `instead` is left to nodes of their own."""
    text = ast.unparse(_replaced(node, instead) if instead else node)
    return shortened(text[1:-1] if isinstance(node, ast.Tuple) and len(node.elts) > 1 else text)


def shortened(text: str) -> str:
    """One line without control characters, cut where it is too long."""
    line = clean(" ".join(text.split()))
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def wrapped(text: str) -> list[str]:
    """The text in lines that are not too wide, parted at spaces."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) >= _WIDEST:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return lines


def _replaced(node: ast.AST, instead: Mapping[ast.AST, str]) -> ast.AST:
    """The tree with names in place of some of its parts; the original stays."""
    if node in instead:
        return ast.Name(instead[node], ast.Load())
    changed = copy.copy(node)
    for field, value in ast.iter_fields(node):
        if isinstance(value, list):
            setattr(changed, field, [_replaced(v, instead) if isinstance(v, ast.AST) else v for v in value])
        elif isinstance(value, ast.AST):
            setattr(changed, field, _replaced(value, instead))
    return changed
