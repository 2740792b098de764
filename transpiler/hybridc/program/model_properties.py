"""Properties of models: attributes that are computed where they are read, of arrays that the model keeps."""

from __future__ import annotations

import ast

from hybridc.dialects.table import Dialect
from hybridc.program.models import FileModels, is_property, own_name
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.module import Function, Module

_NEW = (ast.BinOp, ast.UnaryOp, ast.Compare)


def property_named(models: FileModels, owner: str | None, name: str, module: Module) -> Function | None:
    """What computes the attribute, in a class of the file."""
    method = models.method(owner, name, module)
    function = None if method is None else module.functions[method]
    return function if function is not None and is_property(function) else None


def arrays_of(
    function: Function, models: FileModels, module: Module, dialects: tuple[Dialect, ...], depth: int = 3
) -> frozenset[str]:
    """The attributes whose arrays the property computes from: not of their shapes alone."""
    own, found = own_name(function), set[str]()
    asked = {n.value for n in function.of(ast.Attribute) if any(e.is_static for e in lookup_method(dialects, n.attr))}
    for node in function.of(ast.Attribute):
        if node in asked or not isinstance(node.value, ast.Name) or node.value.id != own:
            continue
        if models.is_array(function.owner, node.attr) or models.is_computed(function.owner, node.attr):
            found.add(node.attr)
        elif depth and (inner := property_named(models, function.owner, node.attr, module)) is not None:
            found |= arrays_of(inner, models, module, dialects, depth - 1)
    return frozenset(found)


def is_new(function: Function) -> bool:
    """What the property gives is no array that the model keeps."""
    returns = function.of(ast.Return)
    return all(isinstance(r.value, _NEW) for r in returns)
