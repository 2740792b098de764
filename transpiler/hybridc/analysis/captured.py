"""What code around compiled functions has for them: arrays that they read, and functions that they are handed.

JAX makes the arrays as well, so that traced indices reach into them, and computes what the functions do.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from hybridc import rules
from hybridc.dialects.table import Dialect
from hybridc.domain.values import Form, Value, opaque, static
from hybridc.interpret.arrays import array_run
from hybridc.program.host.code import HostScope
from hybridc.program.host.lists_held import is_list
from hybridc.program.plans import FunctionPlan, Program
from hybridc.program.state import Findings, State
from hybridc.program.static_demand import StaticDemand
from hybridc.structure import Structured
from hybridc.syntax.dataflow import base_name, names_read, parameters
from hybridc.syntax.liveness import Liveness
from hybridc.syntax.module import MODULE, Function
from hybridc.syntax.walking import children, pairs, walk


def map_captured_arrays(program: Program, dialects: tuple[Dialect, ...]) -> None:
    """Maps the right sides of the captured arrays' assignments; one that has no mapping will be wrapped whole."""
    every = program.array_globals()
    for name in sorted(every):
        made = program.module.globals[name].value
        mapped = None if made is None else _mapped(made, {}, program, dialects)
        if mapped is None:
            continue
        plan, value = mapped
        if plan.lines.array_globals <= every and not value.is_static:
            program.global_plans[name] = plan


def plan_of_handed(
    given: ast.expr,
    scope: HostScope,
    program: Program,
    dialects: tuple[Dialect, ...],
    told: Mapping[str, frozenset[str]],
    any_dtype: bool,
) -> FunctionPlan | None:
    """The plan of a lambda, or of a framework's function, that code around a compiled function hands to it; None where
    it has none of compiled code.

    What a lambda reads of the function around it are Python's values and NumPy's arrays, which are known while it runs:
    they may meet arrays of a trace in operators and in calls that map, and nowhere else. Attributes are such as well:
    who hands it over sees to it that they do not change. `told` are the parameters of functions for which code of the
    file gives lists. It is given what the function around it has, or `any_dtype`.
    """
    own = frozenset(parameters(given)) if isinstance(given, ast.Lambda) else frozenset[str]()
    around = (names_read(given) & (scope.hidden | program.module.globals.keys())) - own
    if around and not (isinstance(given, ast.Lambda) and not _meets_python(given, around)):
        return None
    holder = next((f.qualified_name for f in program.module.functions.values() if f.node is scope.node), MODULE)
    lists = _lists_in(scope, holder, told)
    operands = (o for n in walk(given) if isinstance(n, ast.Compare) for o in children(n))
    if any(isinstance(operand, ast.Name) and operand.id in lists - own for operand in operands):
        return None
    captured = {name: static(Form.LIST) if name in lists else opaque() for name in around & scope.hidden}
    held = frozenset(lists) & captured.keys()
    mapped = _mapped(given, captured, program, dialects, (rules.CapturedAttribute,), holder, any_dtype, held)
    if mapped is None or mapped[1].form is not Form.FUNCTION:
        return None
    plan = mapped[0]
    return None if plan.draws or plan.checks.nodes else plan


def _lists_in(scope: HostScope, holder: str, told: Mapping[str, frozenset[str]]) -> set[str]:
    """Names that hold lists there, as the text tells."""
    bound = (
        pair for s in scope.statements if isinstance(s, ast.Assign) for t in s.targets for pair in pairs(t, s.value)
    )
    made = {target.id for target, value in bound if isinstance(target, ast.Name) and is_list(value)}
    return made | told.get(holder, frozenset())


def _meets_python(function: ast.Lambda, around: frozenset[str]) -> bool:
    """It calls what it reads from its surroundings, or their methods, or picks elements by what it is given."""
    given = frozenset(parameters(function))
    for node in walk(function.body):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in around:
                return True
            case ast.Call(func=ast.Attribute() as method) if base_name(method) in around:
                return True
            case ast.Subscript(slice=index) if base_name(node) in around and names_read(index) & given:
                return True
    return False


def _mapped(
    node: ast.expr,
    around: Mapping[str, Value],
    program: Program,
    dialects: tuple[Dialect, ...],
    accepted: tuple[type[rules.Rule], ...] = (),
    holder: str = MODULE,
    any_dtype: bool = False,
    lists: frozenset[str] = frozenset(),
) -> tuple[FunctionPlan, Value] | None:
    """The plan of an expression, and what it is; None where it has no form in compiled code, for anything but what is
    accepted. `holder`: the function around it. `lists` are names that hold some."""
    stub = ast.parse("def module(): ...").body[0]
    assert isinstance(stub, ast.FunctionDef)
    function = Function(stub, holder, None, frozenset(), frozenset())
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
    state.known.any_dtype = any_dtype
    state.environment = dict(around)
    state.known.lists = lists
    value = array_run(state).evaluate(node)
    against = [rule for rule in findings.found.values() if rule.severity.is_refusal]
    return (plan, value) if all(isinstance(rule, accepted) for rule in against) else None
