"""`while lo < hi:` whose numbers are known while tracing, and move through arrays of any length.

Unrolled, such a loop takes as many turns as the array has elements. It is compiled where its numbers are elements'
indices, are computed with and compared: nothing that only Python's numbers can be.
"""

from __future__ import annotations

import ast
from collections.abc import Set

from hybridc.interpret.evaluation import Run
from hybridc.syntax.dataflow import names_read, names_written
from hybridc.syntax.walking import children, walk

_COMPUTING = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.AugAssign, ast.Return)
_CALLED = frozenset({"abs", "min", "max"})


def moves_through_arrays(run: Run, loop: ast.While) -> bool:
    """The loop, whose test is known while tracing, takes turns that nothing counts, and can do so compiled."""
    if loop.orelse or not (tested := uncounted(run, loop)) or not any(_steps(s, tested) for s in walk(loop)):
        return False
    moved = _with_computed(loop, tested)
    return all(_is_fit(run, node, moved) for node in walk(run.state.plan.structured.node))


def uncounted(run: Run, loop: ast.While) -> frozenset[str]:
    """The numbers that decide how many turns it takes, if the text does not tell these."""
    if any(dialect.models is not None for dialect in run.state.dialects):
        return frozenset()
    environment, read = run.state.environment, names_read(loop.test)
    is_told = all(environment[name].has_constant for name in read if name in environment)
    return frozenset() if is_told else read & names_written(loop.body)


def _steps(node: ast.AST, tested: Set[str]) -> bool:
    """It moves such a number on; those that are halved or doubled arrive in a few turns."""
    match node:
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub()):
            return name in tested
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp(op=ast.Add() | ast.Sub())):
            return name in tested
    return False


def _with_computed(loop: ast.While, tested: Set[str]) -> frozenset[str]:
    """The names as well that the loop computes of these."""
    moved = frozenset(tested)
    while True:
        more = {
            target.id
            for s in walk(loop)
            if isinstance(s, ast.Assign) and not isinstance(s.value, ast.Subscript | ast.Call)
            for target in s.targets
            if isinstance(target, ast.Name) and names_read(s.value) & moved
        }
        if more <= moved:
            return moved
        moved |= more


def _is_fit(run: Run, node: ast.AST, moved: Set[str]) -> bool:
    """What the node does with names right below it any number can do."""
    own = [n for n in children(node) if isinstance(n, ast.Name) and n.id in moved]
    match node:
        case ast.Subscript(value=value, slice=index):
            if not isinstance(value, ast.Name):
                return not own or index in own
            held = run.state.environment.get(value.id)
            is_moved = any(isinstance(n, ast.Name) and n.id in moved for n in walk(index))
            return not is_moved or (held is not None and not held.form.is_container and not _is_sliced(index, moved))
        case ast.Tuple():
            return True  # indices, or what is returned; of other uses its own node tells
        case ast.Assign(targets=targets):
            return all(isinstance(t, ast.Name) for t in targets if names_written([node]) & moved)
        case ast.Call(func=ast.Name(id=called)):
            return not own or called in _CALLED
    return not own or isinstance(node, _COMPUTING)


def _is_sliced(index: ast.expr, moved: Set[str]) -> bool:
    slices = [n for n in walk(index) if isinstance(n, ast.Slice)]
    return any(isinstance(n, ast.Name) and n.id in moved for s in slices for n in walk(s))
