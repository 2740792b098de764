"""Functions that are to be compiled and stay Python: those that are refused, and all that call them."""

from __future__ import annotations

from collections.abc import Mapping

from hybridc.core.results import Outcome
from hybridc.program.plans import Program


def kept_functions(program: Program, outcomes: Mapping[str, Outcome]) -> dict[str, str | None]:
    """By qualified names, the kept function that each calls; None for those that are refused themselves.

    Beside models what is refused raises, and those that call it are compiled.
    """
    kept: dict[str, str | None] = {name: None for name, outcome in outcomes.items() if outcome is Outcome.REFUSED}
    waiting = list(kept) if program.models is None else []
    while waiting:
        callee = waiting.pop()
        for name, plan in program.plans.items():
            if callee in plan.calls and name not in kept:
                kept[name] = callee
                waiting.append(name)
    return kept
