"""Elements of lists that models keep, `self.grid[i] = v`: the attribute gets another list."""

from __future__ import annotations

import ast

from hybridc.domain.values import Value
from hybridc.interpret.elements import index_value
from hybridc.interpret.models.kept import keep
from hybridc.interpret.models.layers import is_own
from hybridc.interpret.models.run import ModelRun
from hybridc.program.plans import Update
from hybridc.syntax.walking import walk


def writes_item(run: ModelRun, target: ast.Subscript, value: Value, statement: ast.stmt) -> bool:
    """The write is into a list of the own object's, which nobody else has."""
    held = target.value
    if not isinstance(held, ast.Attribute) or not is_own(run, held.value) or run.state.is_compiled_here:
        return False
    if isinstance(target.slice, ast.Slice | ast.Tuple) or not _holds_own_list(run, held.attr):
        return False
    index_value(run, target.slice)
    if not value.is_static:
        keep(run, held.attr, value)
    run.state.plan.mutation.updates[statement] = Update.ITEM
    return True


def _holds_own_list(run: ModelRun, name: str) -> bool:
    """The class sets it to new lists alone, and the file only looks up elements of it and counts them."""
    owner = run.owner
    family = [run.models.classes[c] for c in run.models.families.get(owner or "", ())]
    makers = [m for cls in family for m in cls.makers.get(name, ())]
    is_of_class = any(
        isinstance(t, ast.Name) and t.id == name
        for cls in family
        for s in cls.node.body
        if isinstance(s, ast.Assign | ast.AnnAssign)
        for t in (s.targets if isinstance(s, ast.Assign) else [s.target])
    )
    if not makers or not all(map(_makes_list, makers)) or is_of_class:
        return False
    tree = run.state.module.tree
    looked_up = {id(n.value) for n in walk(tree) if isinstance(n, ast.Subscript)}
    looked_up |= {id(a) for n in walk(tree) if isinstance(n, ast.Call) and _counts(n.func) for a in n.args}
    named = (n for n in walk(tree) if isinstance(n, ast.Attribute) and n.attr == name)
    return all(isinstance(n.ctx, ast.Store) or id(n) in looked_up for n in named)


def _makes_list(made: ast.expr) -> bool:
    match made:
        case ast.List() | ast.ListComp():
            return True
        case ast.BinOp(left=left, op=ast.Mult() | ast.Add(), right=right):
            return _makes_list(left) or _makes_list(right)
    return False


def _counts(called: ast.expr) -> bool:
    return isinstance(called, ast.Name) and called.id == "len"
