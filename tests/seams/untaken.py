"""Whether an error is of code that Python does not run in that call, and of which the list of assumptions tells."""

from __future__ import annotations

import ast
import sys
import traceback
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

SHAPES = (TypeError, ValueError, IndexError, AttributeError)  # what JAX raises where shapes do not fit


def is_of_untaken(
    source: str, told: set[int], rerun: Callable[[], object], filename: str, error: BaseException
) -> bool:
    """`told`: the lines of which the list says that tracing runs what Python may not; `rerun` calls the original, whose
    file has that name, as it was called."""
    is_of_part = isinstance(error, SHAPES) and _is_in_a_part(error, source)
    return is_of_part and _has_untaken(source, told, lines_run(rerun, filename))


def _is_in_a_part(error: BaseException, source: str) -> bool:
    """It is raised by a generated function of a branch, of a loop or of a condition, or by a line that has one: as it is
    generated, or as the original has it, whose lines `hybridize` keeps."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith("/seam_")]
    if not frames or any(f.name in PARTS for f in frames):
        return bool(frames)
    number, line = frames[-1].lineno or 0, frames[-1].line or ""
    is_originals = line in [each.strip() for each in source.splitlines()[number - 1 : number]]
    return any(sign in line for sign in (OF_ORIGINALS if is_originals else SIGNS))


SIGNS = (" & ", " | ", "logical_", "cond(")
OF_ORIGINALS = (" and ", " or ")
PARTS = frozenset(
    f"{prefix}{name}"
    for prefix in ("", "inner_")
    for name in ("then", "otherwise", "update", "body", "step", "<lambda>")
)


def _has_untaken(source: str, told: set[int], run: set[int]) -> bool:
    return any(not lines <= run for lines in _optional(source, told))


def _optional(source: str, told: set[int]) -> Iterator[set[int]]:
    """The lines of each statement that may not run. Python does not tell which part of a line it ran: of a condition in
    one line, no line is one that ran."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if getattr(node, "lineno", 0) not in told:
            continue
        if isinstance(node, ast.If | ast.For | ast.While):
            yield from ({each.lineno} for each in (*node.body, *node.orelse, *_behind(tree, node)))
        elif isinstance(node, ast.IfExp | ast.BoolOp):
            yield {0}


def _behind(tree: ast.AST, node: ast.stmt) -> list[ast.stmt]:
    """What follows in the same block, which does not run where the statement returns, or leaves a loop."""
    if not any(isinstance(n, ast.Return | ast.Break | ast.Continue) for n in ast.walk(node)):
        return []
    blocks = [
        b for n in ast.walk(tree) for b in (getattr(n, "body", []), getattr(n, "orelse", [])) if isinstance(b, list)
    ]
    return next(b[b.index(node) + 1 :] for b in blocks if node in b)


def lines_run(rerun: Callable[[], object], filename: str) -> set[int]:
    found: set[int] = set()

    def traced(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename == filename:
            if event == "line":
                found.add(frame.f_lineno)
            return traced
        return None

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        rerun()
    finally:
        sys.settrace(before)
    return found
