"""Arrays that `x += y` does not write into, those of frameworks without in-place operators: the name gets a new one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc.dialects.notation import Models
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk

_NUMPY = "numpy."


def is_numpys(name: str, function: Function, module: Module, notation: Models) -> bool:
    """The function sets the name to an array of NumPy's, which `+=` writes into."""
    return any(_is_of_numpy(node, module, notation) for made in _set_to(name, function) for node in walk(made))


def _set_to(name: str, function: Function) -> Iterator[ast.expr]:
    for statement in function.of(ast.Assign):
        targets = (n for t in statement.targets for n in walk(t))
        if any(isinstance(n, ast.Name) and n.id == name for n in targets):
            yield statement.value


def _is_of_numpy(node: ast.AST, module: Module, notation: Models) -> bool:
    match node:
        case ast.Attribute(attr=attribute) if attribute in notation.numpys:
            return True
        case ast.Call(func=func):
            return (module.qualified_name(func) or "").startswith(_NUMPY)
    return False
