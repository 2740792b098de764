"""What JAX does not tell of an array, and what it decides."""

from __future__ import annotations

import ast

from hybridc import rules
from hybridc.interpret.models.run import ModelRun
from hybridc.program.either_way import EitherWay
from hybridc.syntax.messages import text_of

_ADVICE = "JAX does not tell, and what it decides has to be the same either way"


def expect_either_way(run: ModelRun, node: ast.expr) -> None:
    """Where a line only guesses, `x.is_contiguous()`, nothing that is computed rests on it."""
    mapping = run.state.plan.lines.mappings.get(node)
    if mapping is None or not mapping.entry.is_guess or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return
    places = EitherWay(run.state.module, run.state.dialects)
    if not places.is_right(node, run.state.plan.structured.node, mapping.entry.target == "True"):
        run.report(rules.DifferentMeaning(name=text_of(node), advice=_ADVICE), node)
