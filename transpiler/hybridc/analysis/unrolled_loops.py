"""Loops that would be unrolled while tracing, as often as an array is long: what they compute, Python computes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hybridc import rules
from hybridc.analysis.moving.sizes import Sizes
from hybridc.program.plans import Program
from hybridc.program.state import Finding


class Unrolled(NamedTuple):
    """A function, the line of the loop, and what it uses as only Python can."""

    function: str
    line: int
    uses: str


def unrolled_by_arrays(program: Program, findings: Iterable[Finding]) -> Iterator[Unrolled]:
    """Those of the compiled functions with such a loop, each once."""
    seen: set[str] = set()
    for rule, node, name in findings:
        if isinstance(rule, rules.UnrolledLoop) and isinstance(node, ast.For | ast.ListComp) and name not in seen:
            plan = program.compiled.get(name or "")
            if plan is not None and name is not None:
                sizes = Sizes(plan.function, program.module.qualified_name)
                if isinstance(node, ast.ListComp) or _is_as_long_as_an_array(node.iter, sizes):
                    seen.add(name)
                    yield Unrolled(name, node.lineno, str(rule.details["name"]))


def _is_as_long_as_an_array(iterable: ast.expr, sizes: Sizes) -> bool:
    match iterable:
        case ast.Call(func=ast.Name(id="range"), args=given):
            lengths = [sizes.of(bound) for bound in given]
            return any(".shape[" in part for of in lengths if of is not None for parts in of for part in parts)
    return False
