"""Parameters that a compiled function uses as indices alone, which its callers may give masks for.

What a mask chooses has a shape that depends on values. Where the function is called from Python these are known, so
that the mask is told as the places that it chooses: `@control.takes_masks`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from hybridc.program.assumptions import Kind
from hybridc.program.plans import FunctionPlan
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.walking import children, walk

COUNTERS = frozenset("ijkln")  # what everybody calls a number


def places_given(plan: FunctionPlan, plans: Mapping[str, FunctionPlan]) -> frozenset[str]:
    """Those that nothing shows to be numbers, as the function is written out; `plans`: of functions that it calls."""
    if plan.references is not None:
        return frozenset()
    known = plan.arguments.static_parameters | plan.arguments.evident | plan.expected_numbers
    asked = {*plan.function.parameters} - known - plan.assumed.subjects(Kind.MASKS) - COUNTERS
    are_read = any(isinstance(s.slice, ast.Name) and s.slice.id in asked for s in plan.function.of(ast.Subscript))
    if not are_read and not any(plans[name].entry.places for name in plan.calls & plans.keys()):
        return frozenset()
    reads: set[str] = set()
    for node in walk(plan.structured.node):
        if isinstance(node, ast.arguments) and node is not plan.structured.node.args:
            asked -= {a.arg for a in walk(node) if isinstance(a, ast.arg)}
        places = {*_places(node, plans)}
        asked -= {
            n.id for n in children(node) if isinstance(n, ast.Name) and n not in places and not _is_apart(node, n)
        }
        reads |= {n.id for n in places if isinstance(n, ast.Name)}
    return frozenset(asked & reads)


def read_by(function: ast.FunctionDef, name: str) -> ast.Subscript | None:
    """What the function reads by this parameter alone."""
    for node in walk(function):
        match node:
            case ast.Subscript(slice=ast.Name(id=place), ctx=ast.Load()) if place == name:
                return node
    return None


def _places(node: ast.AST, plans: Mapping[str, FunctionPlan]) -> Iterator[ast.expr]:
    match node:
        case ast.Subscript(slice=ast.Name() as place, ctx=ast.Load()):
            yield place
        case ast.Call(func=ast.Name(id=called)) if called in plans:
            taken = plans[called].entry.places
            yield from (a for p, a in arguments_given(plans[called].function, node).items() if p in taken)


def _is_apart(node: ast.AST, name: ast.Name) -> bool:
    """Nothing is done with what the name holds: it is given something, or asked whether it is None."""
    match node:
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot()]):
            return left is name
        case ast.Assign(targets=targets):
            return name in targets
    return False
