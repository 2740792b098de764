"""What a generated file imports of the framework that it was converted from: nothing."""

import ast
import re


def imported(code, roots):
    """The modules of these packages that the code imports, wherever and however."""
    if not re.search(rf"\b(import|from|import_module|__import__)\b.*\b({'|'.join(roots)})\b", code):
        return []
    found = []
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Import(names=names):
                found += [a.name for a in names]
            case ast.ImportFrom(module=str(module), level=0):
                found.append(module)
            case ast.Call(
                func=ast.Attribute(attr="import_module") | ast.Name(id="import_module" | "__import__"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                found.append(name)
    return [name for name in found if name.partition(".")[0] in roots]
