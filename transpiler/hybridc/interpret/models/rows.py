"""What models run over: rows of arrays, of which a framework's vectors may have other ones than JAX's."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import lru_cache

from hybridc import rules
from hybridc.domain.atoms import unknown
from hybridc.domain.sources import Source
from hybridc.domain.values import Form, Value
from hybridc.interpret import interpreter
from hybridc.interpret.looping import iteration
from hybridc.interpret.models import flow, turns
from hybridc.interpret.models.array_uses import is_used_as_array
from hybridc.interpret.models.run import ModelRun
from hybridc.program.plans import Mapping
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.in_place import changed_below
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk

_ITERATORS = frozenset({"enumerate", "zip", "reversed", "range"})


def for_loop(run: ModelRun, statement: ast.For) -> None:
    around, run.computes = run.computes, computes_with(run, statement.target, statement.iter)
    flow.for_loop(run, statement)
    run.computes = around
    for loop, name in _reversed(run.state.module).get(statement.lineno, ()):
        _expect_unwritten(run, statement, loop, name)


@lru_cache(maxsize=2)
def _reversed(module: Module) -> dict[int, list[tuple[ast.For, str]]]:
    """By lines of the file, the loops over `reversed(name)`."""
    found: dict[int, list[tuple[ast.For, str]]] = {}
    for loop in module.of(ast.For):
        for each in walk(loop.iter):
            match each:
                case ast.Call(func=ast.Name(id="reversed"), args=[ast.Name(id=name)]):
                    found.setdefault(loop.lineno, []).append((loop, name))
    return found


def _written_below(loop: ast.For) -> set[str]:
    methods = (n.func for n in walk(loop) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute))
    named = {m.value.id for m in methods if m.attr.endswith("_") and isinstance(m.value, ast.Name)}
    return named | changed_below(loop)


def _expect_unwritten(run: ModelRun, statement: ast.For, loop: ast.For, name: str) -> None:
    """`reversed` of a framework's array gives rows of a copy."""
    value = run.state.environment.get(name)
    if value is None or not value.is_traced or value.form not in (Form.ARRAY, Form.NUMBER):
        return
    if run.state.plan.references is not None:
        run.state.plan.references.keep(value.held, statement)
    elif _written_below(loop) & {n.id for n in walk(loop.target) if isinstance(n, ast.Name)}:
        run.report(rules.SharedMemory(name=text_of(loop.target), other=text_of(loop.iter)), statement)


def comprehension(
    run: ModelRun, node: ast.ListComp | ast.GeneratorExp | ast.DictComp, element: ast.expr, form: Form
) -> Value:
    around = run.computes
    run.computes = any(computes_with(run, g.target, g.iter) for g in node.generators)
    result = flow.comprehension(run, node, element, form)
    run.computes = around
    for generator in node.generators:
        value = run.state.plan.values.get(generator.iter)
        if value is not None and value.form in (Form.ARRAY, Form.NUMBER):
            note_rows(run, generator.iter, value)
    return result


def assign(run: ModelRun, statement: ast.Assign) -> None:
    interpreter.assign(run, statement)
    value = run.state.plan.values.get(statement.value)
    if value is not None and any(isinstance(t, ast.Tuple | ast.List) for t in statement.targets):
        names = {statement.value.id} if isinstance(statement.value, ast.Name) else set()
        if not run.parts.leaves_unknown(run) and (value.form is not Form.UNKNOWN or _are_computed_with(run, names)):
            note_rows(run, statement.value, value)


def element(run: ModelRun, iterated: ast.expr) -> Value | None:
    found = turns.element(run, iterated)
    is_leaf = not (isinstance(iterated, ast.Call) and getattr(iterated.func, "id", "") in _ITERATORS)
    value = run.state.plan.values.get(iterated)
    if is_leaf and found is not None and value is not None and value.form is Form.UNKNOWN:
        if run.computes or is_used_as_array(run, iterated):
            note_rows(run, iterated, value)
    return found


def value_source(run: ModelRun, node: ast.expr, value: Value) -> Source | None:
    source = iteration.value_source(run, node, value)
    if source is None or source.is_python or not note_rows(run, node, value):
        return source
    return replace(source, element=replace(source.element, shape=unknown(), rank=None))


def note_rows(run: ModelRun, node: ast.expr, value: Value) -> bool:
    """Whether the line says what is run over."""
    run.state.plan.lines.rows.pop(node, None)
    lines = lookup_method(run.state.dialects, "__iter__")
    entry = next((e for e in lines if e.is_operator), None)
    if entry is None or not value.is_traced or (value.rank or 0) > 1 or not value.form.is_numeric or value.items:
        return False
    run.state.plan.lines.rows[node] = Mapping(entry, ("self",))
    return True


def computes_with(run: ModelRun, target: ast.expr, iterated: ast.expr) -> bool:
    """The names stand in arithmetic, but for what `enumerate` counts."""
    counts = isinstance(iterated, ast.Call) and getattr(iterated.func, "id", "") == "enumerate"
    bound = target.elts[1:] if counts and isinstance(target, ast.Tuple) else [target]
    return _are_computed_with(run, {n.id for t in bound for n in walk(t) if isinstance(n, ast.Name)})


def _are_computed_with(run: ModelRun, names: set[str]) -> bool:
    """One of the names stands in arithmetic."""
    return any(
        isinstance(side, ast.Name) and side.id in names
        for each in run.state.function.of_any(ast.BinOp, ast.UnaryOp, ast.Compare, ast.AugAssign)
        for side in _operands(each)
    )


def _operands(node: ast.AST) -> tuple[ast.expr, ...]:
    match node:
        case ast.BinOp(left=left, right=right):
            return (left, right)
        case ast.UnaryOp(operand=operand):
            return (operand,)
        case ast.Compare(left=left, comparators=others):
            return (left, *others)
        case ast.AugAssign(target=target, value=value):
            return (target, value)
    return ()
