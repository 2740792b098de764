"""Why functions that compute with arrays stay Python: what they call, or do, that only Python can."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from hybridc import rules
from hybridc.core.results import Outcome
from hybridc.dialects.table import Dialect
from hybridc.program.classify import Evidence
from hybridc.program.state import Finding
from hybridc.program.static_demand import lookup
from hybridc.syntax.module import Function, Module


def left_to_python(
    module: Module, evidence: Mapping[str, Evidence], outcomes: Mapping[str, Outcome], dialects: tuple[Dialect, ...]
) -> Iterator[Finding]:
    """A note for each function that calls what another library does in JAX; where nothing of the file is compiled, or
    refused, for every one that names a framework's arrays."""
    is_said = any(outcome is not Outcome.HOST for outcome in outcomes.values())
    for name, function in module.functions.items():
        found = evidence.get(name)
        if found is None or outcomes.get(name) is not Outcome.HOST or not found.arrays:
            continue
        nodes = sorted((n for n in found.host if isinstance(n, ast.expr | ast.stmt)), key=lambda n: n.lineno)
        calls = [n for n in nodes if isinstance(n, ast.Call)]
        why = next((w for call in calls if (w := _of_library(call, function, module, dialects))), None)
        if why is None and nodes and not is_said:
            why = _of_python(nodes[0])
        if why is not None:
            yield Finding(rules.FunctionOnHost(function=function.name, why=why), function.node, name)


def _of_library(call: ast.Call, function: Function, module: Module, dialects: tuple[Dialect, ...]) -> str | None:
    name = module.qualified_name(call.func, function.locals)
    line = next((e for e in lookup(dialects, name) if e.refusal == rules.OtherLibrary.code), None)
    if line is None:
        return None
    rule = rules.OtherLibrary(name=ast.unparse(call.func), advice=line.advice)
    return f"{rule.filled_message()} ({rule.code})"


def _of_python(node: ast.expr | ast.stmt) -> str:
    if isinstance(node, ast.Call):
        return f"it calls `{ast.unparse(node.func)}`, which is not known to compute with arrays"
    return f"`{ast.unparse(node).splitlines()[0]}` is for Python alone"
