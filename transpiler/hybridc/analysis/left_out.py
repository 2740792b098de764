"""What is left out of a file because it is refused and in no function: statements, and classes for their bases."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping

from hybridc import rules
from hybridc.analysis.dataflow import names_read, targets_bound
from hybridc.analysis.model_program import defining_expressions
from hybridc.analysis.models import FileModels
from hybridc.analysis.module import Function, Module
from hybridc.analysis.plans import Program
from hybridc.analysis.state import Finding
from hybridc.results import Outcome


def with_dependents(tree: ast.Module, left_out: Mapping[ast.AST, str]) -> dict[ast.AST, str]:
    """What is left out, and the statements that read, when the file is imported, what is defined there."""
    found = dict(left_out)
    gone: dict[str, str] = {}
    for statement in tree.body if left_out else ():
        if isinstance(statement, ast.ClassDef | ast.FunctionDef):
            read = frozenset().union(*map(names_read, defining_expressions(statement)))
            bound: Collection[str] = [statement.name]
        else:
            read = names_read(statement)
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            bound = frozenset().union(*map(targets_bound, targets))
        rule = None if isinstance(statement, ast.FunctionDef) else own_rule(statement, left_out)
        rule = rule or next((gone[name] for name in sorted(read) if name in gone), None)
        if rule is None:
            gone = {name: r for name, r in gone.items() if name not in bound}
        else:
            found[statement] = rule
            gone |= dict.fromkeys(bound, rule)
    return found


def uses_of_classes(module: Module, left_out: Mapping[ast.AST, str]) -> Iterator[tuple[Function, Finding | None]]:
    """The functions that name classes that are left out, with a finding; methods of these classes, without one."""
    dependent = with_dependents(module.tree, left_out)
    gone = {c.name: rule for c, rule in dependent.items() if isinstance(c, ast.ClassDef)}
    for function in module.functions.values() if gone else ():
        if function.owner in gone:
            yield function, None
            continue
        for node in function.of(ast.Name):
            if node.id in gone and node.id not in function.locals:
                details = {"name": node.id, "suggestion": f": the class is left out, which {gone[node.id]} refuses"}
                yield function, (rules.UnmappedName, node, details, function.qualified_name)


def computing_with_refused(
    program: Program, outcomes: Mapping[str, Outcome], findings: Iterable[Finding], models: FileModels
) -> Iterator[tuple[str, Finding]]:
    """Of the functions that are compiled, those that use a class that is refused, or whose derivative is, by name."""
    classes, functions = program.module.classes, program.module.functions
    refused = {owner for rule, _, _, owner in findings if rule.severity.is_refusal and owner in classes}
    methods = {name for name, outcome in outcomes.items() if outcome is Outcome.REFUSED}
    for name, cls in models.classes.items():
        if cls.has_derivative and any(m.startswith(f"{each}.") for each in (name, *cls.ancestors) for m in methods):
            refused.add(name)
    for name in program.plans if refused else ():
        function = functions.get(name)
        used = models.classes_used(function, program.module) & refused if function is not None else set()
        if used and function is not None and function.owner not in used and name not in methods:
            details = {"name": min(used), "suggestion": ": it is refused itself"}
            yield name, (rules.UnmappedName, function.node, details, name)


def own_rule(tree: ast.stmt, left_out: Mapping[ast.AST, str]) -> str | None:
    """The rule that leaves a statement out for a part of its own."""
    parts = defining_expressions(tree) if isinstance(tree, ast.ClassDef) else [tree]
    return next((left_out[n] for p in parts for n in ast.walk(p) if n in left_out), None) if left_out else None
