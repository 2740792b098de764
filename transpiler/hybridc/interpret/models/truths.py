"""Attributes that the file sets to arrays of truth values alone: as indices they choose elements, as no others do."""

from __future__ import annotations

import ast

from hybridc.interpret.models.run import ModelRun
from hybridc.program.static_demand import fitting_method, lookup, lookup_method
from hybridc.syntax.module import Function


def holds_truths(run: ModelRun, name: str) -> bool:
    owner = run.owner
    made = (*run.models.makers(owner, name), *run.models.given_to_register(owner, name))
    return bool(made) and all(_gives_truths(run, each) for each in made)


def _gives_truths(run: ModelRun, node: ast.expr) -> bool:
    """`x > 0`, `torch.ones(3, dtype=torch.bool)`, `x.bool()`, `torch.tensor([True])`, and what is as these are."""
    match node:
        case ast.Compare(ops=[ast.Gt() | ast.GtE() | ast.Lt() | ast.LtE() | ast.Eq() | ast.NotEq()]):
            return True
        case ast.Constant(value=bool()):
            return True
        case ast.List(elts=[_, *_] as parts) | ast.Tuple(elts=[_, *_] as parts):
            return all(_gives_truths(run, part) for part in parts)
        case ast.UnaryOp(op=ast.Invert(), operand=inner) | ast.Subscript(value=inner):
            return _gives_truths(run, inner)
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.BitXor(), right=right):
            return _gives_truths(run, left) and _gives_truths(run, right)
        case ast.Name(id=name):
            return any(_binds_truths(run, f, name) for f in _constructors(run))
        case ast.Call():
            return _call_gives_truths(run, node)
    return False


def _call_gives_truths(run: ModelRun, call: ast.Call) -> bool:
    if any(_is_bool(run, k.value) for k in call.keywords if k.arg == "dtype"):
        return True
    entries = lookup(run.state.dialects, run.state.module.qualified_name(call.func))
    is_method = not entries and isinstance(call.func, ast.Attribute)
    if is_method:
        found = fitting_method(lookup_method(run.state.dialects, call.func.attr), call)  # type: ignore[attr-defined]
        entries = () if found is None else found[:1]
        if any(_is_bool(run, a) for a in call.args) and call.func.attr in run.models.notation.casts:  # type: ignore[attr-defined]
            return True
    if entries and all(e.dtype == "bool" or "jnp.bool_" in (e.target or "") for e in entries):
        return True
    held = call.func.value if is_method else next(iter(call.args), None)  # type: ignore[attr-defined]
    keeps = isinstance(held, ast.List) or all(e.dtype == "same" for e in entries)
    return bool(entries) and keeps and held is not None and _gives_truths(run, held)


def _is_bool(run: ModelRun, node: ast.expr) -> bool:
    lines = lookup(run.state.dialects, run.state.module.qualified_name(node))
    return any((e.target or "") in ("jnp.bool_", "bool") for e in lines)


def _constructors(run: ModelRun) -> list[Function]:
    classes = (c for c in run.models.families.get(run.owner or "", ()))
    return [f for c in classes if (f := run.state.module.functions.get(f"{c}.__init__")) is not None]


def _binds_truths(run: ModelRun, function: Function, name: str) -> bool:
    made = [s.value for s in function.of(ast.Assign) for t in s.targets if isinstance(t, ast.Name) and t.id == name]
    stored = sum(n.id == name and isinstance(n.ctx, ast.Store) for n in function.of(ast.Name))
    names = {n.id for value in made for n in ast.walk(value) if isinstance(n, ast.Name)}
    return 0 < len(made) == stored and name not in names and all(_gives_truths(run, value) for value in made)
