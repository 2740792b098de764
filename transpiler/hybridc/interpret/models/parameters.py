"""Parameters and buffers of layers, which methods that compute read, and write where their framework allows it:
`self.fc.weight.data.clamp_(-c, c)` is `self.fc.weight = ...`, which the runtime hands on to the caller."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.interpret.models.layers import is_own, lines_of_maker, makers_of
from hybridc.interpret.models.run import ModelRun
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.dataflow import calls_in, targets_bound
from hybridc.syntax.messages import text_of


def is_data(run: ModelRun, node: ast.Attribute, is_method: bool = False) -> bool:
    """`weight.data`: the same array, by another name."""
    lines = lookup_method(run.state.dialects, node.attr)
    return any((e.parameters is not None) is is_method and e.is_view and e.shape == e.dtype == "same" for e in lines)


def expect_not_named(run: ModelRun, held: ast.expr | None, statement: ast.stmt) -> None:
    """No name that is read later is the array, or a view of it, that the statement writes; without one, of any
    parameter."""
    later = run.state.liveness.after.get(statement, frozenset())
    for assigned in run.state.function.of(ast.Assign):
        names = {t.id for t in assigned.targets if isinstance(t, ast.Name)} & later
        value: ast.AST = assigned.value if names else ast.Pass()
        while isinstance(value, ast.Call | ast.Subscript | ast.Attribute) and not _is_named(run, value, held):
            value = value.func if isinstance(value, ast.Call) else value.value
        if isinstance(value, ast.Attribute) and not _is_computed_from(run, assigned.value, value):
            shown = "a parameter" if held is None else text_of(held)
            run.report(rules.SharedMemory(name=shown, other=min(names)), statement)


def _is_named(run: ModelRun, node: ast.expr, held: ast.expr | None) -> bool:
    return is_of_layer(run, node) if held is None else text_of(node) == text_of(held)


def _is_computed_from(run: ModelRun, node: ast.AST, held: ast.AST) -> bool:
    """Methods between the two give new arrays, as `weight.norm()` does."""
    while node is not held:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            lines = lookup_method(run.state.dialects, node.func.attr)
            if lines and not any(e.is_view or e.back for e in lines):
                return True
        node = node.func if isinstance(node, ast.Call) else node.value  # type: ignore[attr-defined]
    return False


def makes_parameter(run: ModelRun, value: ast.expr | None) -> bool:
    """`nn.Parameter(w)`: what a model is made of does not change while it runs."""
    lines = lines_of_maker(run, value) if isinstance(value, ast.Call) else ()
    return any((e.target or "").rpartition(".")[2] == "Parameter" for e in lines)


def is_cell(run: ModelRun, node: ast.expr) -> bool:
    """The name of a loop over `net.parameters()`, of what holds arrays."""
    return isinstance(node, ast.Name) and any(
        node.id in targets_bound(loop.target) and any(isinstance(c.func, ast.Attribute) for c in calls_in(loop.iter))
        for loop in run.state.function.of(ast.For)
    )


def is_of_layer(run: ModelRun, node: ast.expr) -> bool:
    """`self.fc.weight`, of a layer that the file makes, or `self.scale`: a parameter or buffer."""
    if not isinstance(node, ast.Attribute):
        return False
    if is_own(run, node.value):
        return run.models.is_array(run.owner, node.attr)
    makers = makers_of(run, node.value)
    return bool(makers) and all(e.is_part for _, e in makers)
