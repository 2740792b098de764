"""Parameters that a compiled function uses as indices alone, which its callers may give masks for.

What a mask chooses has a shape that depends on values. Where the function is called from Python these are known, so
that the mask is told as the places that it chooses, or known while tracing: `@control.takes_masks`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set

from hybridc.program.assumptions import Kind
from hybridc.program.plans import FunctionPlan
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.walking import children, walk

COUNTERS = frozenset("ijkln")  # what everybody calls a number


def places_given(plan: FunctionPlan, plans: Mapping[str, FunctionPlan]) -> frozenset[str]:
    """Those that nothing shows to be numbers, as the function is written out; `plans`: of functions that it calls."""
    known = plan.arguments.static_parameters | plan.arguments.evident | plan.expected_numbers
    asked = {*plan.function.parameters} - known - plan.assumed.subjects(Kind.MASKS) - COUNTERS
    are_read = any(_choosing(s, asked) for s in plan.function.of(ast.Subscript))
    if not are_read and not any(plans[name].entry.places for name in plan.calls & plans.keys()):
        return frozenset()
    nodes = [*walk(plan.structured.node)]
    places = {place: node for node in nodes for place in _places(node, plans, asked)}
    for node in nodes:
        if isinstance(node, ast.arguments) and node is not plan.structured.node.args:
            asked -= {a.arg for a in walk(node) if isinstance(a, ast.arg)}
        asked -= {
            n.id for n in children(node) if isinstance(n, ast.Name) and n not in places and not _is_apart(node, n)
        }
    read = (p for p, n in places.items() if not (isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store)))
    return frozenset(asked & {place.id for place in read if isinstance(place, ast.Name)})


def standing_beside(plan: FunctionPlan, plans: Mapping[str, FunctionPlan]) -> frozenset[str]:
    """Those of its places that stand beside other indices, in it or in what it hands them to."""
    found: set[str] = set()
    for node in walk(plan.structured.node):
        match node:
            case ast.Subscript(slice=ast.Tuple(elts=parts)):
                found |= {part.id for part in parts if isinstance(part, ast.Name)}
            case ast.Call(func=ast.Name(id=called)) if called in plans:
                given = arguments_given(plans[called].function, node)
                taken = plans[called].entry.places_beside
                found |= {a.id for p, a in given.items() if p in taken and isinstance(a, ast.Name)}
    return plan.entry.places & found


def read_by(function: ast.FunctionDef, name: str) -> ast.Subscript | None:
    """What the function reads by this parameter alone."""
    for node in walk(function):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and _choosing(node, {name}):
            return node
    return None


def _choosing(subscript: ast.Subscript, asked: Set[str]) -> list[ast.Name]:
    """The one of these that the array is indexed by, perhaps beside slices and others that are none of them."""
    index = subscript.slice
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    found = [part for part in parts if isinstance(part, ast.Name) and part.id in asked]
    return found if len(found) == 1 else []


def _places(node: ast.AST, plans: Mapping[str, FunctionPlan], asked: Set[str]) -> Iterator[ast.expr]:
    match node:
        case ast.Subscript():
            yield from _choosing(node, asked)
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
