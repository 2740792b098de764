"""How much of what a file asks of frameworks is mapped."""

from __future__ import annotations

import ast

from hybridc.core.results import Outcome, Usage
from hybridc.dialects.table import Dialect
from hybridc.program.models import FileModels
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.syntax.module import Module


def usage(
    module: Module, dialects: tuple[Dialect, ...], models: FileModels | None, outcomes: dict[str, Outcome]
) -> Usage:
    """Calls of frameworks' functions by their qualified names, and of methods that only their arrays have."""
    found = mapped = 0
    roots = {root for d in dialects for root in d.roots}
    for node in module.of(ast.Call):
        name = module.qualified_name(node.func)
        if name is not None and name.partition(".")[0] in roots:
            entries = lookup(dialects, name)
        elif name is None and isinstance(node.func, ast.Attribute) and models is not None:
            entries = lookup_method(dialects, node.func.attr)
            if not entries:
                continue
        else:
            continue
        found += 1
        mapped += any(e.target is not None or e.is_gone for e in entries)
    entries_of_models = () if models is None else [n for n in models.computing if _is_entry(n, models)]
    converted = sum(outcomes.get(n) is Outcome.COMPILED for n in entries_of_models)
    return Usage(found, mapped, len(entries_of_models), converted)


def _is_entry(name: str, models: FileModels) -> bool:
    return name.rpartition(".")[2] in models.notation.entries
