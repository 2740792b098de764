"""Fields of a dataclass that a model makes and returns: Python sets them while it is traced."""

from __future__ import annotations

import ast

from hybridc.interpret.models.run import ModelRun
from hybridc.syntax.walking import walk


def sets_field(run: ModelRun, target: ast.Attribute, statement: ast.stmt) -> bool:
    """`out.loss = v`, of what the function makes itself. What goes by the name shows the array from now on."""
    name = target.value.id if isinstance(target.value, ast.Name) else ""
    if run.state.is_compiled_here or not isinstance(statement, ast.Assign) or not _is_made_here(run, name):
        return False
    value, held = run.state.plan.values.get(statement.value), run.state.environment[name]
    if value is not None:
        run.state.environment[name] = held.but(memory=held.memory | value.memory)
    return True


def _is_made_here(run: ModelRun, name: str) -> bool:
    """All that the function binds the name to is a new object of a dataclass of the file."""
    bound = [n for n in run.state.function.of(ast.Name) if n.id == name and isinstance(n.ctx, ast.Store)]
    made = [
        s.value.func.id
        for s in run.state.function.of(ast.Assign)
        if len(s.targets) == 1 and s.targets[0] in bound
        if isinstance(s.value, ast.Call) and isinstance(s.value.func, ast.Name)
    ]
    return 0 < len(made) == len(bound) and _dataclasses(run).issuperset(made)


def _dataclasses(run: ModelRun) -> frozenset[str]:
    """Those that set fields as Python does."""
    classes = (n for n in run.state.module.of(ast.ClassDef) if n.name in run.state.module.classes and not n.bases)
    return frozenset(c.name for c in classes if any(map(_is_dataclass, c.decorator_list)) and not _says_how(c))


def _is_dataclass(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return "dataclass" in (getattr(called, "id", ""), getattr(called, "attr", ""))


def _says_how(node: ast.ClassDef) -> bool:
    return any(isinstance(n, ast.FunctionDef) and n.name == "__setattr__" for n in walk(node))
