"""Names of frameworks that nothing takes the place of, as plans tell: what is written may still need their imports."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from hybridc.core.results import Outcome
from hybridc.program.models import FileModels
from hybridc.program.plans import FunctionPlan, Program
from hybridc.syntax.walking import walk


def has_unseen(program: Program, models: FileModels, outcomes: Mapping[str, Outcome]) -> bool:
    """There are such, in what is not refused; more are found than there are, never fewer."""
    names = {n for n, path in program.module.imports.items() if path.partition(".")[0] in models.roots}
    for name, plan in (*program.host_plans.items(), *program.plans.items()):
        if outcomes.get(name) is not Outcome.REFUSED and _is_unseen(plan, program, names, models.roots):
            return True
    return False


def _is_unseen(plan: FunctionPlan, program: Program, names: Collection[str], roots: Collection[str]) -> bool:
    nodes = [n for s in plan.structured.node.body for n in walk(s)]
    left = {inner for n in nodes for part in _parts_left_out(n, plan, program) for inner in walk(part)}
    around: dict[ast.AST, ast.expr] = {}
    for node in nodes:
        if isinstance(node, ast.Attribute):
            around[node.value] = node
        elif isinstance(node, ast.Call):
            around[node.func] = node
    for node in nodes:
        match node:
            case ast.withitem(optional_vars=ast.Subscript() | ast.Attribute()) | ast.Delete(targets=[_, _, *_]):
                if any(isinstance(n, ast.Name) and n.id in names and isinstance(n.ctx, ast.Load) for n in walk(node)):
                    return True
            case ast.Name(id=name, ctx=ast.Load()) if name in names and node not in left:
                each: ast.expr | None = node
                while each is not None and each not in plan.lines.mappings:
                    each = around.get(each)
                if each is None:
                    return True
            case ast.Import(names=aliases) if node not in plan.lines.frameworks:
                if any(a.name.partition(".")[0] in roots for a in aliases) and node not in program.module.tree.body:
                    return True
            case ast.ImportFrom(module=str(module)) if node not in plan.lines.frameworks:
                if module.partition(".")[0] in roots and node not in program.module.tree.body:
                    return True
    return False


def _parts_left_out(node: ast.AST, plan: FunctionPlan, program: Program) -> Iterator[ast.AST]:
    """What is not written as code: what compiled code goes without, and hints, which are text where they need it."""
    match node:
        case ast.With(items=items) if node in plan.control.gone:
            yield from (item.context_expr for item in items)
        case ast.stmt() if node in plan.control.gone or node in program.left_out:
            yield node
        case ast.If(test=test, body=body, orelse=orelse) if node in plan.control.decided:
            yield test
            yield from orelse if plan.control.decided[node] else body
        case ast.expr() if node in plan.control.decided:
            yield node
    for name in ("annotation", "returns"):
        if isinstance(hint := getattr(node, name, None), ast.expr):
            yield hint
