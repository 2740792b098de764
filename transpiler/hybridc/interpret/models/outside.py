"""NumPy's arrays in models: made of what is known while tracing, they stay NumPy's until they are used."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import partial

from hybridc import rules
from hybridc.domain.values import Value
from hybridc.interpret.elements import index_value
from hybridc.interpret.models import operators
from hybridc.interpret.models.attributes import is_of_models
from hybridc.interpret.models.run import ModelRun
from hybridc.program.parts import table
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.messages import text_of


def outside_call(run: ModelRun, node: ast.Call, name: str | None, given: list[Value]) -> bool:
    """A call of NumPy's, or of a function of the file that speaks of nothing else, with what is known."""
    if not run.parts.makes_tables or not all(v.is_static for v in given):
        return False
    if name is not None:
        return is_numpys_name(run, name)
    function = run.state.module.functions.get(node.func.id) if isinstance(node.func, ast.Name) else None
    if function is None or node.func.id in run.state.environment or not any(v.is_outside for v in given):  # type: ignore[attr-defined]
        return False
    named = (
        run.state.module.qualified_name(n, function.locals)
        for n in function.of_any(ast.Name, ast.Attribute)
        if isinstance(n, ast.Name | ast.Attribute)
    )
    return all(n is None or is_numpys_name(run, n) or n.startswith(("builtins.", "math.")) for n in named)


def is_copy_of_table(run: ModelRun, node: ast.Call, receiver: Value) -> bool:
    """`table.copy()`, which is written apart from the table."""
    is_copied = isinstance(node.func, ast.Attribute) and node.func.attr == "copy" and not node.args
    return run.parts.makes_tables and is_copied and receiver.is_outside and not run.state.is_compiled_here


def as_whose(run: ModelRun, node: ast.Call, name: str, value: Value) -> Value:
    """What NumPy's functions make of what is traced is NumPy's array, whose methods mean what they mean there; what
    the framework makes of it is not. Functions of elements give back what they are given."""
    if not value.is_traced:
        return value
    if is_of_models(run, name):
        return replace(value, memory=value.memory | run.state.allocate(node)) if are_numpys(run, value) else value
    mapping = run.state.plan.lines.mappings.get(node)
    if mapping is None or not is_numpys_name(run, name):
        return value
    given = (run.state.plan.values.get(a) for a in node.args)
    is_numpys = mapping.entry.shape != "elementwise" or any(v is not None and are_numpys(run, v) for v in given)
    return noted_as_numpys(run, value) if is_numpys else value


def are_numpys(run: ModelRun, value: Value) -> bool:
    """Nothing but arrays that functions of NumPy's made here, of what is traced."""
    sites = {m.newest for m in value.memory}
    return value.is_traced and bool(sites) and sites <= run.numpys


def noted_as_numpys(run: ModelRun, value: Value) -> Value:
    run.numpys |= {m.newest for m in value.memory if not (m.is_list or m.is_parameter)}
    return value


def is_only_numpys(run: ModelRun, method: str) -> bool:
    """A method that the framework's arrays do not have: `x.astype(float)`."""
    lines = lookup_method(run.state.dialects, method)
    of_models = tuple(d for d in run.state.dialects if d.is_of_models)
    return bool(lines) and not lookup_method(of_models, method)


def is_numpys_name(run: ModelRun, name: str) -> bool:
    root = name.partition(".")[0]
    return any(root in d.roots and not d.is_of_models for d in run.state.dialects)


def subscript(run: ModelRun, node: ast.Subscript) -> Value:
    value = operators.subscript(run, node)
    is_known = run.state.plan.values[node.value].is_outside and index_value(run, node.slice).is_static
    if are_numpys(run, run.state.plan.values[node.value]):
        noted_as_numpys(run, value)
    return table() if is_known and run.parts.makes_tables else value


def binop(run: ModelRun, node: ast.BinOp) -> Value:
    left, right = run.evaluate(node.left), run.evaluate(node.right)
    if run.parts.makes_tables and left.is_static and right.is_static and (left.is_outside or right.is_outside):
        return table()
    value, operands = operators.binop(run, node), (left, right)
    if any(map(partial(are_numpys, run), operands)) and all(
        are_numpys(run, o) or o.is_static or not o.memory for o in operands
    ):
        noted_as_numpys(run, value)
    return value


def write_element(run: ModelRun, target: ast.Subscript, value: Value, statement: ast.stmt) -> None:
    if not _stays(run, target, value, statement):
        operators.write_element(run, target, value, statement)


def augmented_element(run: ModelRun, statement: ast.AugAssign, target: ast.Subscript, value: Value) -> None:
    if not _stays(run, target, value, statement):
        operators.augmented_element(run, statement, target, value)


def _stays(run: ModelRun, target: ast.Subscript, value: Value, statement: ast.stmt) -> bool:
    """A write into an array of NumPy's is Python's, which writes while the model is traced."""
    if not run.parts.makes_tables or not run.evaluate(target.value).is_outside or run.state.is_compiled_here:
        return False
    if not value.is_static or not index_value(run, target.slice).is_static:
        what = f"writing what the model computes into `{text_of(target.value)}`, an array of NumPy's,"
        run.report(rules.UnsupportedStatement(what=what), statement)
    return True
