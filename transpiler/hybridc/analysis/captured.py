"""Module-level arrays that compiled code reads: JAX makes them as well, so that traced indices reach into them."""

from __future__ import annotations

import ast

from hybridc.dialects.table import Dialect
from hybridc.interpret.arrays import array_run
from hybridc.program.plans import FunctionPlan, Program
from hybridc.program.state import Findings, State
from hybridc.program.static_demand import StaticDemand
from hybridc.structure import Structured
from hybridc.syntax.liveness import Liveness
from hybridc.syntax.module import Function


def map_captured_arrays(program: Program, dialects: tuple[Dialect, ...]) -> None:
    """Maps the right sides of the captured arrays' assignments; one that has no mapping will be wrapped whole."""
    every = program.array_globals()
    for name in sorted(every):
        known = program.module.globals[name]
        if known.value is None:
            continue
        stub = ast.parse("def module(): ...").body[0]
        assert isinstance(stub, ast.FunctionDef)
        function = Function(stub, "<module>", None, frozenset(), frozenset())
        plan = FunctionPlan(function, Structured(stub))
        findings = Findings()
        state = State(
            function,
            program.module,
            dialects,
            program.plans,
            {},
            StaticDemand(),
            plan,
            findings,
            Liveness(),
        )
        value = array_run(state).evaluate(known.value)
        refused = any(rule.severity.is_refusal for rule in findings.found.values())
        if not refused and plan.lines.array_globals <= every and not value.is_static:
            program.global_plans[name] = plan
