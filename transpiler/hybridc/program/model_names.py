"""The names that generated code gives the runtime's modules, in files that use some of them for something else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from hybridc.program.models import FileModels
from hybridc.program.plans import FunctionPlan, Program
from hybridc.program.plans import Mapping as Line
from hybridc.syntax.module import Module


def with_free_names(program: Program, models: FileModels) -> Mapping[str, str]:
    """Gives the lines of all plans names that the file does not bind, and returns what imports these."""
    imports = dict(models.notation.imports)
    taken = _bound(program.module, models)
    renamed = {name: f"{models.notation.prefix}_{name}" for name in imports if name in taken}
    for name, new in renamed.items():
        text = imports.pop(name)
        imports[new] = f"{text.partition(' as ')[0]} as {new}"
    if renamed:
        for plan in (*program.plans.values(), *program.host_plans.values()):
            _rename(plan, renamed)
        program.headers |= {node: _renamed(line, renamed) for node, line in program.headers.items()}
    return imports


def free_name(name: str, imports: Mapping[str, str], models: FileModels) -> str:
    """The name that generated code has for a module of the runtime."""
    renamed = f"{models.notation.prefix}_{name}"
    return renamed if renamed in imports else name


def _bound(module: Module, models: FileModels) -> set[str]:
    """Names that the file binds to something that is not the framework's."""
    meant = {name: _path(text) for name, text in models.notation.imports.items()}
    known = {n for n, path in module.imports.items() if path.partition(".")[0] in models.roots or path == meant.get(n)}
    found = set(module.imports) - known
    found |= {n.arg for n in module.of(ast.arg)}
    found |= {n.name for n in module.of(ast.FunctionDef)} | {n.name for n in module.of(ast.ClassDef)}
    return found | {n.id for n in module.of(ast.Name) if isinstance(n.ctx, ast.Store)}


def _path(statement: str) -> str:
    """What an import names: `numpy` of `import numpy as np`, `typing.Final` of `from typing import Final`."""
    words = statement.split()
    return f"{words[1]}.{words[3]}" if words[0] == "from" else words[1]


def _rename(plan: FunctionPlan, renamed: Mapping[str, str]) -> None:
    for node, line in plan.lines.mappings.items():
        plan.lines.mappings[node] = _renamed(line, renamed)
    for node, line in plan.lines.rows.items():
        plan.lines.rows[node] = _renamed(line, renamed)
    for statement, line in plan.lines.operators.items():
        plan.lines.operators[statement] = _renamed(line, renamed)
    for names in plan.lines.frameworks.values():
        names |= {name: _renamed(line, renamed) for name, line in names.items()}


def _renamed(line: Line, renamed: Mapping[str, str]) -> Line:
    target = line.entry.target
    if target is None:
        return line
    new = _replaced(target, renamed.items())
    return line if new == target else replace(line, entry=replace(line.entry, target=new))


def _replaced(target: str, renamed: Iterable[tuple[str, str]]) -> str:
    for name, new in renamed:
        target = re.sub(rf"(?<![\w.]){name}(?=\.)", new, target)
    return target
