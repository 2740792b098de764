"""Loops that unroll because they move the bounds of slices, and the function in which they need not."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from functools import partial

from hybridc.analysis.moving.span import Unfit
from hybridc.analysis.moving.statements import Rewriting
from hybridc.program.plans import FunctionPlan
from hybridc.program.static_demand import StaticDemand
from hybridc.structure.work import Structured
from hybridc.syntax.dataflow import targets_bound
from hybridc.syntax.module import Function
from hybridc.syntax.turns import whole_number
from hybridc.syntax.walking import walk

_SHORT = 8  # turns of a loop over literal numbers, which stays Python's


def moves_slices(function: Function) -> bool:
    """A loop that counts gives slices their bounds."""
    loops = {loop for loop in function.of(ast.For) if _counts(loop)}
    sources = _moved(function, loops) if loops and function.of(ast.Slice) else {}
    return any(_moved_by(part, sources) for part in (function.of(ast.Slice) if sources else ()))


def with_masks(
    plan: FunctionPlan,
    numpy: str,
    named: Callable[[ast.expr], str | None],
    known: Collection[str],
    again: Callable[[Function], StaticDemand],
    or_asks: bool,
) -> Structured | None:
    """The function in which slices that loops move, or whose bounds are computed of values, are masks of whole axes;
    None where no loop gains by it.

    `numpy`: the file's name for it; `named`: the qualified name of a function; `known`: parameters that are known while
    tracing; `again`: what a function needs to know then; `or_asks`: tracing may tell that slices which are as long in
    all turns lie within their arrays.
    """
    function = plan.function
    loops: set[ast.stmt] = {loop for loop in function.of(ast.For) if _counts(loop)}
    loops |= {function.node} if (traced := _traced(plan)) else set()  # which stands for what moves those
    while loops:
        sources = _moved(function, loops)
        sources |= {name: sources.get(name, set()) | {function.node} for name in traced}
        slices = {part: moved for part in function.of(ast.Slice) if (moved := _moved_by(part, sources))}
        loops &= frozenset().union(*slices.values())
        if not loops:
            return None
        try:
            made = Rewriting(plan, numpy, named, partial(_is_moved, sources, known), or_asks).rewritten()
        except Unfit as unfit:
            found = [slices[n] for n in walk(unfit.node) if isinstance(n, ast.Slice) and n in slices]
            without = frozenset().union(*found)
            if not found or function.node in without:
                return None
            loops -= without
            continue
        original = made.origins.original
        still = {original(loop) for loop in again(function.in_form(made.node)).unrolled}
        left = {loop for loop in loops if original(loop) in still}
        if not left:
            return made
        loops -= left
    return None


def _traced(plan: FunctionPlan) -> frozenset[str]:
    """Names in bounds of slices that only the running program knows."""
    parts = [b for s in plan.function.of(ast.Slice) for b in (s.lower, s.upper) if b is not None]
    unknown = [b for b in parts if (value := plan.values.get(b)) is not None and value.is_traced]
    return frozenset(n.id for b in unknown for n in walk(b) if isinstance(n, ast.Name) and _is_traced(plan, n))


def _is_traced(plan: FunctionPlan, name: ast.Name) -> bool:
    value = plan.values.get(name)
    return value is not None and value.is_traced and value.form.is_numeric


def _counts(loop: ast.For) -> bool:
    match loop.iter:
        case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]) if isinstance(loop.target, ast.Name):
            known = [value for a in arguments if (value := whole_number(a)) is not None]
            return len(known) < len(arguments) or 0 in known[2:] or len(range(*known)) > _SHORT
    return False


def _moved(function: Function, loops: Collection[ast.stmt]) -> dict[str, set[ast.stmt]]:
    """Names that change with loops."""
    found: dict[str, set[ast.stmt]] = {}
    for loop in loops:
        for name in targets_bound(loop.target) if isinstance(loop, ast.For) else ():
            found.setdefault(name, set()).add(loop)
    assigned = [
        (name, statement.value)
        for statement in function.of(ast.Assign)
        for target in statement.targets
        for name in (targets_bound(target) if not isinstance(target, ast.Subscript) else ())
    ]
    assigned += [(s.target.id, s.value) for s in function.of(ast.AugAssign) if isinstance(s.target, ast.Name)]
    readers: dict[str, set[str]] = {}  # what is given something of a name
    for name, value in assigned:
        for node in walk(value):
            if isinstance(node, ast.Name):
                readers.setdefault(node.id, set()).add(name)
    left = [*found]
    while left:
        name = left.pop()
        for reader in readers.get(name, ()):
            if not found[name] <= found.setdefault(reader, set()):
                found[reader] |= found[name]
                left.append(reader)
    return found


def _is_moved(sources: Mapping[str, set[ast.stmt]], known: Collection[str], part: ast.expr) -> bool:
    """Raises Unfit for an element of what is known while tracing: a number that is not cannot be its index."""
    moved = bool(_moved_by(part, sources))
    for node in walk(part) if moved else ():
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in known:
            raise Unfit(part)
    return moved


def _moved_by(part: ast.expr, sources: Mapping[str, set[ast.stmt]]) -> set[ast.stmt]:
    return {loop for n in walk(part) if isinstance(n, ast.Name) for loop in sources.get(n.id, ())}
