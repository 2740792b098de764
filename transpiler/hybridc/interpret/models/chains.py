"""Chains of methods that write in place: `x.sub_(m).div_(s)`."""

from __future__ import annotations

import ast

from hybridc.domain.values import share_nothing
from hybridc.interpret.models.part_arrays import runs_none
from hybridc.interpret.models.run import ModelRun
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.in_place import asks_to_write, first_given
from hybridc.syntax.messages import text_of
from hybridc.syntax.walking import all_given, walk


def begins_with(run: ModelRun, array: ast.expr) -> ast.expr:
    """What a chain begins with: `x` of `x.sub_(m).div_(s)`."""
    match array:
        case ast.Call(func=ast.Attribute(value=inner, attr=name)):
            if any(e.writes for e in lookup_method(run.state.dialects, name)):
                return begins_with(run, inner)
    return array


def links(run: ModelRun, node: ast.expr | None) -> list[ast.Call]:
    """The calls of a chain, the last first."""
    found: list[ast.Call] = []
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and begins_with(run, node) is not node:
        found.append(node)
        node = node.func.value
    return found


def reads_again(run: ModelRun, node: ast.Call, held: ast.expr) -> bool:
    """What a chain is given after its first write may read the array that it has written by then: itself, or in what
    it runs, `self.mean.mul_(0.5).add_(self.shown())`."""
    array = run.evaluate(held)
    for each in (n for link in links(run, node)[:-1] for a in all_given(link) for n in walk(a)):
        value = run.state.plan.values.get(each)
        if value is not None and not share_nothing(array, value):
            return True
        if isinstance(each, ast.Call) and each not in run.state.plan.lines.mappings and not runs_none(run, each.func):
            return True
        if isinstance(each, ast.Attribute) and each.attr in run.models.properties:
            return True
    return False


def gives_back(run: ModelRun, value: ast.expr, held: ast.expr) -> bool:
    """The value is what `held` is, written into or not: `self.mean.add_(x)`, `torch.relu_(self.mean)`."""
    value = begins_with(run, value)
    if isinstance(value, ast.Call) and (mapping := run.state.plan.lines.mappings.get(value)) is not None:
        given = first_given(value, mapping.entry)
        if given is not None and asks_to_write(value, mapping.entry):
            return gives_back(run, given, held)
    return text_of(value) == text_of(held)
