"""`assert` and guarded `raise` that checked code makes at run time."""

from __future__ import annotations

import ast

from hybridc.core.options import Check
from hybridc.interpret.evaluation import Run
from hybridc.program.plans import Claim
from hybridc.program.state import Findings
from hybridc.syntax.messages import values_shown
from hybridc.syntax.wanted import NOTHING_WANTED


def claims(run: Run, check: ast.stmt, test: ast.expr | None) -> bool:
    """Whether compiled code makes the check, whose test converts; a `raise` that other statements surround has none."""
    state = run.state
    raised = check.body[0] if isinstance(check, ast.If) else check
    if not state.known.wanted.at(Check.ASSERT, raised):
        return False
    if test is not None:
        run.policy.values.truth(run, test)
    found, state.findings = state.findings, Findings(made=state.findings.made)
    wanted, state.known.wanted = state.known.wanted, NOTHING_WANTED  # what a message shows is not looked at
    for value in values_shown(raised):
        run.evaluate(value)
    shows = not any(rule.severity.is_refusal for rule in state.findings.found.values())
    state.findings, state.known.wanted = found, wanted
    line = getattr(raised, "test", raised).lineno  # where Python says that it is
    state.plan.checks.claims[check] = Claim(line, shows)
    return True
