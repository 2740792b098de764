"""The abstract interpretation of writes by masks, and by what only tracing tells may be masks."""

from __future__ import annotations

import ast
from dataclasses import replace

from hybridc import rules
from hybridc.domain.atoms import Dtype
from hybridc.domain.values import BOOL, FLOAT, Form, Value, is_bool, promote
from hybridc.interpret.evaluation import Run
from hybridc.interpret.masks import Chosen, chosen_by, guards, masks_in
from hybridc.program.plans import Update
from hybridc.syntax.messages import text_of


def is_by_mask(run: Run, target: ast.Subscript, index: Value, value: Value, statement: ast.stmt) -> bool:
    """Whether `x[mask] = v` can be written as a choice between the values of two arrays.

    A number goes everywhere; whether the value is one, or a row, shows while tracing. Where `v` is computed from
    other arrays by the same mask, element by element, it is computed from the whole arrays instead.
    """
    origins = run.state.plan.structured.origins
    if statement in origins.full:
        return True
    if not _chooses(index) or not value.form.is_numeric:
        return False
    found = _chosen(run, statement, target)
    if found is not None and not all(read in origins.chosen for read in found.reads):
        run.state.plan.mutation.unmasked[statement] = tuple(found.subscripts)
        return False
    return True


def _chosen(run: Run, statement: ast.stmt, target: ast.Subscript) -> Chosen | None:
    """What the value is computed from, element by element."""
    given = getattr(statement, "value", None)
    is_guarded = _guards(run, statement, target)[1]
    return None if given is None else chosen_by(run.state, given, target.slice, is_guarded)


def _guards(run: Run, statement: ast.stmt, target: ast.Subscript) -> tuple[bool, bool]:
    """The operator's derivative may be none, in the array that is written, and in the value."""
    if not isinstance(statement, ast.AugAssign):
        return False, False
    return guards(run.state, statement.op, target, statement.value, Chosen(ast.dump(target.slice)))


def masked(
    run: Run,
    statement: ast.stmt,
    name: str,
    target: ast.Subscript,
    array: Value,
    index: Value,
    value: Value,
    operator: str,
) -> None:
    """`x[mask] = v`: where the mask is known to have the shape of the array, `jnp.where` says the same."""
    keeps = promote(array.dtype, value.dtype) == array.dtype or array.dtype == FLOAT
    is_full = statement in run.state.plan.structured.origins.full
    found = _chosen(run, statement, target)
    is_whole = is_full or (bool(index.shape) and index.shape == array.shape and _are_whole(run, found, index))
    is_operator = isinstance(statement, ast.AugAssign)  # on a number, or it is asked
    is_known = is_full or is_operator or (found is not None and bool(found.reads)) or _is_number(value)
    if not is_full and _is_asked(run, statement, target, found, index, is_whole):
        asked(run, statement, name, target, operator)
        return
    update = Update.WHERE if keeps and is_whole else Update.WHERE_CAST
    run.state.plan.mutation.updates[statement] = update if is_whole and is_known else Update.MASKED
    _note_parts(run, statement, target, found)
    form = "jnp.where" if is_whole else "control.masked"
    run.report(rules.ItemAssignment(target=f"{name}[mask]", operator=operator, form=form), statement)
    written(run, name)


def _is_asked(
    run: Run, statement: ast.stmt, target: ast.Subscript, found: Chosen | None, index: Value, is_whole: bool
) -> bool:
    """How the value spreads over what is chosen is asked when it is traced, or what is not chosen is in its way."""
    if index.form is Form.TUPLE or (found is not None and found.beside and found.reads):
        return True
    if isinstance(statement, ast.AugAssign):
        given = run.state.plan.values[statement.value]
        has_reads = found is not None and bool(found.reads)
        if not has_reads and not _is_number(given):
            return True
        return any(_guards(run, statement, target)) and not (is_whole and (has_reads or given.is_static))
    return not is_whole and found is not None and bool(found.reads)


def _are_whole(run: Run, found: Chosen | None, index: Value) -> bool:
    """What is read has the shape of the mask."""
    held = () if found is None else [run.state.plan.values[read.value] for read in found.subscripts]
    return all(value.shape == index.shape for value in held)


def _note_parts(run: Run, statement: ast.stmt, target: ast.Subscript, found: Chosen | None) -> None:
    plan = run.state.plan
    plan.mutation.guarded.discard(statement)
    if _guards(run, statement, target)[0]:
        plan.mutation.guarded.add(statement)
    for read in () if found is None else found.subscripts:
        plan.mutation.asked[read] = statement
        plan.mutation.guarded.discard(read)
    plan.mutation.guarded |= found.guarded if found is not None else set()
    plan.mutation.beside.update(dict.fromkeys(found.beside if found is not None and found.reads else (), statement))


def written(run: Run, name: str) -> None:
    """After a write the name holds a new array of the same type."""
    value = run.state.environment[name]
    run.state.environment[name] = replace(value.traced(), form=Form.ARRAY if not value.is_scalar else value.form)


def asked(run: Run, statement: ast.stmt, name: str, target: ast.Subscript, operator: str) -> None:
    ask(run, statement, target)
    run.report(rules.ItemAssignment(target=text_of(target), operator=operator, form="control.at"), statement)
    written(run, name)


def note_window(run: Run, statement: ast.stmt, target: ast.Subscript) -> bool:
    """`x[:, p:p + n] = v`, where only running tells `p`, and `n` is known while tracing."""
    index = target.slice
    found = [s for s in (index.elts if isinstance(index, ast.Tuple) else [index]) if _is_window(run, s)]
    if len(found) != 1:
        return False
    run.state.plan.lines.windows |= set(found)  # type: ignore[arg-type]
    ask(run, statement, target)
    return True


def _is_window(run: Run, part: ast.expr) -> bool:
    match part:
        case ast.Slice(lower=ast.expr() as start, upper=ast.BinOp(left=left, op=ast.Add(), right=right), step=None):
            told = run.evaluate(start)
            lengths = [n for n, other in ((right, left), (left, right)) if ast.dump(other) == ast.dump(start)]
            is_number = told.is_traced and told.is_scalar and not told.is_static
            return is_number and bool(lengths) and not run.evaluate(lengths[0]).is_array
    return False


def ask(run: Run, statement: ast.stmt, target: ast.Subscript) -> None:
    """`x[i] = v`, where only tracing tells whether `i` is a mask; so it is with what is read by `i`."""
    plan = run.state.plan
    plan.mutation.updates[statement] = Update.AT_ASKED
    found = _chosen(run, statement, target)
    _note_parts(run, statement, target, found)
    if isinstance(statement, ast.AugAssign) and statement in plan.lines.operators and not (found and found.reads):
        plan.mutation.beside[statement.value] = statement


def _is_number(value: Value) -> bool:
    return value.is_scalar or (value.is_static and value.form is Form.NUMBER)


def is_mask(index: Value) -> bool:
    """An array of truth values as an index."""
    return is_bool(index) and not index.is_scalar and not index.is_static


def may_be_mask(index: Value, node: ast.expr) -> bool:
    """What only tracing tells may be a mask, alone or beside slices and numbers. Sums and the like are none."""
    is_tuple = index.form is Form.TUPLE and index.items is not None
    parts = index.items if is_tuple and index.items is not None else (index,)
    numeric = [p for p in parts if p.form.is_numeric and p.constant is not Ellipsis and not _is_number(p)]
    nodes = node.elts if is_tuple and isinstance(node, ast.Tuple) else [node]
    if any(isinstance(n, ast.BinOp) and not isinstance(n.op, ast.BitAnd | ast.BitOr | ast.BitXor) for n in nodes):
        return False
    return len(numeric) == 1 and numeric[0].is_traced and _may_be_bool(numeric[0].dtype)


def _may_be_bool(dtype: Dtype) -> bool:
    return bool(dtype) and all(atom.is_unknown or atom.is_parameter or atom in BOOL for atom in dtype)


def _chooses(index: Value) -> bool:
    """A mask, alone or beside slices and numbers."""
    if index.form is not Form.TUPLE or index.items is None:
        return is_mask(index)
    masks = masks_in(index)
    rest = [p for p in index.items if p not in masks]
    return len(masks) == 1 and all(
        p.form is Form.RANGE or p.constant is Ellipsis or (p.is_scalar and p.form is Form.NUMBER) for p in rest
    )
