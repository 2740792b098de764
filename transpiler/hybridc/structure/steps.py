"""Ranges whose step is known at run time only."""

from __future__ import annotations

import ast

from hybridc.structure.counting import is_stable, step_of
from hybridc.structure.trees import assign, read
from hybridc.structure.work import Structuring
from hybridc.syntax.dataflow import names_written


def with_any_step(work: Structuring, loop: ast.For) -> list[ast.stmt] | None:
    """A range whose step is no known number as one over its turns; None for others."""
    match loop:
        case ast.For(
            target=ast.Name(id=target),
            iter=ast.Call(func=ast.Name(id="range"), args=[start, stop, step] as arguments, keywords=[]),
        ) if step_of(arguments) is None:
            pass
        case _:
            return None
    before: list[ast.stmt] = []
    bounds = []
    for bound, base in ((start, "start"), (stop, "stop"), (step, "stride")):
        if not is_stable(bound, names_written(loop.body) | {target}):
            name = work.fresh(base)
            before.append(work.make(assign(name, bound), loop))
            bound = read(name)
        bounds.append(bound)
    start, stop, step = bounds
    turn = work.fresh("turn", "index")
    # The quotient rounds down, so that the count rounds up, whatever the sign of the step.
    is_zero = isinstance(start, ast.Constant) and start.value == 0
    back = ast.UnaryOp(ast.USub(), stop) if is_zero else ast.BinOp(start, ast.Sub(), stop)
    rest = ast.UnaryOp(ast.USub(), ast.BinOp(back, ast.FloorDiv(), step))
    count = ast.Call(read("max"), [ast.Constant(0), rest], [])
    value: ast.expr = ast.BinOp(read(turn), ast.Mult(), work.origins.copied([step])[0])
    if not is_zero:
        value = ast.BinOp(work.origins.copied([start])[0], ast.Add(), value)
    place = work.origins.make(ast.Name(turn, ast.Store()), loop)
    turns = work.origins.make(ast.Call(read("range"), [count], []), loop)
    bind = work.make(assign(target, value), loop)
    return [*before, work.origins.changed(loop, target=place, iter=turns, body=[bind, *loop.body])]
