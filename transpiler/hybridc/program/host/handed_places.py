"""Where code around compiled functions hands functions over to them, and what those functions compute."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from hybridc.program.host.code import HostScope, uses
from hybridc.program.plans import FunctionPlan, Program
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.walking import walk

Definition = ast.Lambda | ast.FunctionDef


class Given(NamedTuple):
    """What host code gives for a parameter that is known while tracing, to which function, and whether it calls it.
    `is_direct`: no function of host code hands it on."""

    node: ast.expr
    scope: HostScope
    function: str
    is_called: bool
    is_direct: bool


# By functions: their parameters, with the compiled function that each goes to, and whether that calls it.
Taking = dict[str, dict[str, tuple[str, bool]]]


def given_over(program: Program, compiled: Mapping[str, FunctionPlan]) -> tuple[list[Given], Taking]:
    """To compiled functions, and to those of host code that do nothing with a parameter but hand it to such."""
    found: list[Given] = []
    new: Taking = {}
    called = _called(compiled)
    for name, plan in compiled.items():
        new[name] = {p: (name, p in called[name]) for p in plan.arguments.static_parameters}
    handing: Taking = {}
    while new:
        for use in uses(program, frozenset(new)):
            taken = program.module.functions[use.name.id]
            for parameter, node in arguments_given(taken, use.call).items() if use.call is not None else ():
                if parameter in new[use.name.id]:
                    function, is_called = new[use.name.id][parameter]
                    found.append(Given(node, use.scope, function, is_called, function == use.name.id))
        new = {n: p for n, p in _handing_on(program, found).items() if n not in handing and n not in compiled}
        handing |= new
    return found, handing


def _called(compiled: Mapping[str, FunctionPlan]) -> dict[str, set[str]]:
    """By compiled functions, the names that they call, or hand to others that call them."""
    calls = {name: [*plan.function.of(ast.Call)] for name, plan in compiled.items()}
    found = {n: {c.func.id for c in of if isinstance(c.func, ast.Name)} for n, of in calls.items()}
    while True:
        handed = {
            (name, argument.id)
            for name, of in calls.items()
            for call in of
            if isinstance(call.func, ast.Name) and call.func.id in compiled
            for parameter, argument in arguments_given(compiled[call.func.id].function, call).items()
            if parameter in found[call.func.id] and isinstance(argument, ast.Name) and argument.id not in found[name]
        }
        if not handed:
            return found
        for name, given in handed:
            found[name].add(given)


def _handing_on(program: Program, found: Sequence[Given]) -> Taking:
    """The functions of host code, with the parameters that are handed on."""
    places: dict[ast.AST, Given] = {each.node: each for each in found}
    handing: Taking = {}
    for scope in {id(each.scope.node): each.scope for each in found}.values():
        known = program.module.functions.get(getattr(scope.node, "name", ""))
        if known is None or known.node is not scope.node:
            continue
        for parameter in known.parameters:
            named = [n for n in walk(known.node) if isinstance(n, ast.Name) and n.id == parameter]
            if named and all(n in places for n in named):
                to = places[named[0]]
                handing.setdefault(known.name, {})[parameter] = to.function, to.is_called
    return handing


def computing(
    given: ast.expr, scope: HostScope, places: Set[ast.expr]
) -> tuple[ast.expr, ast.expr, ast.Lambda | ast.Attribute | ast.Name | None]:
    """Where what computes in a function that is handed over goes, what that is, and the function: a lambda, `np.sin`,
    or one that is bound here. If it is only handed over it changes where it is bound, and is written anew otherwise."""
    if isinstance(given, ast.Lambda | ast.Attribute):
        return given, given, given
    if isinstance(given, ast.Name) and isinstance(scope.node, ast.FunctionDef):
        bound = [function for name, function in bound_here(scope) if name == given.id]
        read = [n for n in walk(scope.node) if isinstance(n, ast.Name) and n.id == given.id]
        is_handed = all(n in places for n in read if isinstance(n.ctx, ast.Load))
        match bound:
            case [ast.Lambda() as function]:
                return function if is_handed else given, function, function
            case [ast.FunctionDef(decorator_list=[], args=arguments, body=[ast.Return(ast.expr() as result)])] if (
                is_handed
            ):
                return result, result, ast.copy_location(ast.Lambda(arguments, result), bound[0])
    return given, given, None


def bound_here(scope: HostScope) -> Iterator[tuple[str, Definition]]:
    for statement in scope.statements:
        match statement:
            case ast.FunctionDef(name=name):
                yield name, statement
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as function):
                yield name, function
