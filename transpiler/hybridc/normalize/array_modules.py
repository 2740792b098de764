"""Modules that files ask an array or a model for, and that are NumPy where these lie on the host.

    def forward(self, x):                   def forward(self, x):
        xp = self.xp                ->
        return xp.zeros(3) + x                  return np.zeros(3) + x

A rewrite of a whole file, text to text, before anything else looks at it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc.dialects.notation import ArrayModules, Models
from hybridc.normalize.moved import Edit, Line, Moved, edited, is_alone, replaced
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk

_NUMPY = "numpy"
Definition = ast.FunctionDef | ast.AsyncFunctionDef


def without_array_modules(text: str, module: Module, notation: Models) -> Moved | None:
    """The file with NumPy by name where it asks for the module of an array; None where it does not."""
    asked = notation.array_modules
    if asked is None or not any(_gives(node, module, asked) for node in walk(module.tree)):
        return None
    lines = text.split("\n")
    name, is_new = _name(module)
    edits: list[Edit] = []
    gone: set[int] = set()
    seen: set[ast.AST] = set()
    for function in (n for n in walk(module.tree) if isinstance(n, Definition)):
        for local, statements in _aliases(function, module, asked):
            edits += [replaced(lines, n, name) for n in walk(function) if isinstance(n, ast.Name) and _reads(n, local)]
            for body, statement in statements:
                seen |= set(walk(statement))
                if len(body) > 1 and is_alone(lines, statement):
                    gone |= set(range(statement.lineno, (statement.end_lineno or 0) + 1))
                elif statement.lineno == statement.end_lineno:
                    edits.append(replaced(lines, statement, "pass"))  # type: ignore[arg-type]
    for node in walk(module.tree):
        if node not in seen and isinstance(node, ast.expr) and _gives(node, module, asked):
            edits.append(replaced(lines, node, name))
    top = _after_imports(module.tree)
    kept = edited(lines, 1, len(lines), set(edits), 0)
    result = [line for line in kept[:top] if line.origin not in gone]
    result += (
        [Line(f"import {_NUMPY} as {name}" if name != _NUMPY else f"import {_NUMPY}", top or 1, ())] if is_new else []
    )
    result += [line for line in kept[top:] if line.origin not in gone]
    return Moved("\n".join(line.text for line in result), {}, tuple(result))


def _gives(node: ast.AST, module: Module, asked: ArrayModules) -> bool:
    """`self.xp`, `get_array_module(x)`."""
    if not isinstance(node, ast.expr) or node.lineno != node.end_lineno:
        return False
    match node:
        case ast.Attribute(attr=name, ctx=ast.Load()):
            return name in asked.attributes and name not in _stored(module) and module.qualified_name(node) is None
        case ast.Call(func=called):
            return module.qualified_name(called) in asked.functions
    return False


def _stored(module: Module) -> set[str]:
    """Attributes that the file sets: they are its own."""
    return {n.attr for n in module.of(ast.Attribute) if not isinstance(n.ctx, ast.Load)}


def _aliases(
    function: Definition, module: Module, asked: ArrayModules
) -> Iterator[tuple[str, list[tuple[list[ast.stmt], ast.Assign]]]]:
    """Names that a function sets to such modules alone, with the statements, and the bodies that hold them."""
    bodies = [
        body
        for node in walk(function)
        for body in (getattr(node, each, None) for each in ("body", "orelse", "finalbody"))
        if isinstance(body, list)
    ]
    found: dict[str, list[tuple[list[ast.stmt], ast.Assign]]] = {}
    for body in bodies:
        for statement in body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if _gives(value, module, asked):
                    found.setdefault(name, []).append((body, statement))
    arguments = {a.arg for n in walk(function) if isinstance(n, ast.arguments) for a in _all(n)}
    for name, statements in found.items():
        stores = [
            n for n in walk(function) if isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load)
        ]
        if len(stores) == len(statements) and name not in arguments:
            yield name, statements


def _all(arguments: ast.arguments) -> list[ast.arg]:
    others = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *others]


def _reads(node: ast.Name, name: str) -> bool:
    return node.id == name and isinstance(node.ctx, ast.Load)


def _name(module: Module) -> tuple[str, bool]:
    """What the file calls NumPy, and whether it has to import it."""
    known = next((name for name, path in module.imports.items() if path == _NUMPY), None)
    if known is not None:
        return known, False
    bound = module.imports.keys() | module.globals.keys() | module.functions.keys() | module.classes
    return ("np", True) if "np" not in bound else (_NUMPY, True)


def _after_imports(tree: ast.Module) -> int:
    """The last line of the imports at the top, or of the docstring."""
    ends = [0]
    for statement in tree.body:
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if isinstance(statement, ast.Import | ast.ImportFrom) or is_text:
            ends.append(statement.end_lineno or 0)
    return ends[-1]
