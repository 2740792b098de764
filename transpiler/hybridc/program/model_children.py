"""The names that a file gives the parts of its models: they win over methods of arrays, `self.head.flatten(x)`."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from hybridc.dialects.table import Dialect
from hybridc.program.static_demand import lookup
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk


def names_of_parts(module: Module, classes: Collection[str], dialects: tuple[Dialect, ...]) -> Iterator[str]:
    """The names of attributes that are set to parts, the keys of tables of parts, and those that parts are added by."""

    def is_part(value: ast.AST) -> bool:
        match value:
            case ast.Call(func=func):
                is_of_file = isinstance(func, ast.Name) and func.id in classes
                return is_of_file or any(e.is_part for e in lookup(dialects, module.qualified_name(func)))
            case ast.IfExp(body=body, orelse=orelse):
                return is_part(body) or is_part(orelse)
        return False

    for statement in module.of(ast.Assign):
        if is_part(statement.value):
            for target in (n for t in statement.targets for n in walk(t)):
                match target:
                    case ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(value=str(name))):
                        yield name
    for call in module.of(ast.Call):
        strings = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if strings and any(map(is_part, call.args)):
            yield from strings  # `net.add_module("flatten", nn.Flatten())`
        yield from (k.arg for k in call.keywords if k.arg is not None and is_part(k.value) and not is_part(call))
    for pair in module.of(ast.Tuple):
        match pair.elts:
            case [ast.Constant(value=str(name)), value] if is_part(value):
                yield name
    for table in module.of(ast.Dict):
        for key, value in zip(table.keys, table.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and is_part(value):
                yield key.value
