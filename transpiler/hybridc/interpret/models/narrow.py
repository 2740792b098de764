"""Operators of numbers of fewer than 32 bits, whose dtypes a framework may promote otherwise than JAX."""

from __future__ import annotations

import ast
import re

from hybridc.dialects.table import Dialect
from hybridc.domain.values import Value, meets_narrow
from hybridc.interpret.models.run import ModelRun
from hybridc.program.plans import Mapping, Update
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.syntax.walking import walk

NARROW = re.compile(r"\b(?:u?int(?:8|16)|b?float16)\b")


def line_of_narrow(name: str, left: Value, right: Value, dialects: tuple[Dialect, ...]) -> Mapping | None:
    """The line for such numbers that meet what may be an array of another dtype, by the operator's name."""
    if not name or not meets_narrow(left, right):
        return None
    entry = next((e for e in lookup_method(dialects, f"__{name}__") if e.is_of_narrow), None)
    return None if entry is None else Mapping(entry, ("self", "other"))


def note_dtype_kept(run: ModelRun, statement: ast.stmt, name: str) -> None:
    """`self.total += x`, of what the file makes with fewer than 32 bits, keeps its dtype, whatever is added."""
    run.state.plan.mutation.updates.pop(statement, None)
    if not isinstance(statement, ast.AugAssign) or run.models.notation.rebinds:
        return
    value = run.state.plan.values.get(statement.value)
    if value is None or value.is_static or not is_made_narrow(run, name):
        return
    is_array = run.models.is_array(run.owner, name)
    if run.state.plan.references is None:
        update = Update.CAST if is_array else Update.KEEP
    else:
        update = Update.CAST_WRITTEN if is_array else Update.KEEP_WRITTEN
    run.state.plan.mutation.updates[statement] = update


def is_made_narrow(run: ModelRun, name: str) -> bool:
    """Something that the file sets an attribute of the own object to has fewer than 32 bits."""
    owner = run.owner
    made = (*run.models.makers(owner, name), *run.models.given_to_register(owner, name))
    return any(_says_narrow(run, node) for each in made for node in walk(each))


def _says_narrow(run: ModelRun, node: ast.AST) -> bool:
    """`torch.int8`, `"bfloat16"`, `x.half()`"""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and NARROW.search(node.value) is not None
    if not isinstance(node, ast.Attribute | ast.Name):
        return False
    lines = lookup(run.state.dialects, run.state.module.qualified_name(node))
    if not lines and isinstance(node, ast.Attribute) and node.attr in run.models.notation.casts:
        lines = lookup_method(run.state.dialects, node.attr)
    return any(NARROW.search(line.target or "") for line in lines)
