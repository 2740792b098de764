"""What a function made of another, or of a method, takes and gives."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from hybridc.normalize.extraction.certain import surely_read
from hybridc.normalize.extraction.module_globals import RESERVED
from hybridc.normalize.extraction.state import State, Use, Variable, names_in, nested_nodes
from hybridc.normalize.extraction.unfit import Unfit
from hybridc.normalize.moved import is_alone
from hybridc.syntax.dataflow import is_none
from hybridc.syntax.liveness import Liveness
from hybridc.syntax.walking import copied, walk


@dataclass(frozen=True)
class Interface:
    """The variables that it takes before its parameters, and those that it gives after its result."""

    name: str
    inputs: tuple[Variable, ...]
    outputs: tuple[Variable, ...]
    has_result: bool


Interfaces = Mapping[str, Interface]


def interface(
    lines: Sequence[str], use: Use, state: State, others: Interfaces, taken: AbstractSet[str]
) -> Interface | Unfit:
    """That of the function to be made. `others` are those of the functions that it calls."""
    function = use.function
    calls_itself = use.name in use.calls.values()
    if calls_itself:
        others = {**others, use.name: Interface("", (), (), True)}
    for call, called in use.calls.items():
        if called not in others:
            return Unfit(call, f"it calls `{called.rpartition('.')[2]}`, which stays Python")
    written = dict.fromkeys([*use.written, *(v for c in use.calls.values() for v in others[c].outputs)])
    if not _can_take_outputs(lines, use, others):
        return Unfit(function, "it calls, in the middle of an expression, what sets attributes or globals")
    if calls_itself and written:
        return Unfit(function, f"it calls itself, and sets `{min(v.name for v in written)}`")
    for variable in written:
        hint = state.hints.get(variable)
        if hint in ("bool", "str", "tuple"):  # known while tracing; what a compiled function sets is not
            return Unfit(function, f"it sets `{variable.name}`, a {hint} that decides what is compiled")
        if _is_table(state.initial.get(variable)):  # whose keys compiled code would have to know
            return Unfit(function, f"it sets `{variable.name}`, which begins as a dict or a set", is_told=True)
    inputs = _inputs(use, list(written), others)
    unknown = {v for v in inputs if (v in written or v.holder is None) and v not in state.known}
    if unknown and not unknown <= surely_read(
        use, {call: (others[c].inputs, others[c].outputs) for call, c in use.calls.items()}
    ):
        first = min(unknown, key=lambda v: v.name)
        when = "may have no value yet" if first.holder is None else "`__init__` does not set"
        return Unfit(function, f"it may read `{first.name}` before it sets it, which {when}")
    arguments = {a.arg for a in walk(function.args) if isinstance(a, ast.arg)}
    for variable in (*inputs, *written):
        if variable.holder is None and variable.name in arguments:
            return Unfit(function, f"its parameter `{variable.name}` hides a global")
    if not inputs and use.own is None and not written:
        return Unfit(function, "it uses no globals that change")
    if not inputs and not use.arguments:
        return Unfit(function, "it reads nothing that changes, and has no parameters")
    return Interface(_function_name(use, taken), inputs, tuple(written), gives_value(function))


def _is_table(made: ast.expr | None) -> bool:
    match made:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in ("dict", "set", "defaultdict", "OrderedDict", "Counter", "deque")
    return isinstance(made, ast.Dict | ast.DictComp | ast.Set | ast.SetComp)


def _function_name(use: Use, taken: AbstractSet[str]) -> str:
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", use.holder or "").lower().strip("_")
    plain = use.function.name.strip("_")
    name = f"_{words}_{plain}" if words else f"_{plain}"
    if name in taken and not words:
        name = f"_{plain}_given"
    while name in taken:
        name += "_"
    return name


def gives_value(function: ast.FunctionDef) -> bool:
    """Some `return` of the function itself has a value."""
    return any(r.value is not None and not is_none(r.value) for r in returns(function))


def returns(function: ast.FunctionDef) -> list[ast.Return]:
    inner = nested_nodes(function)
    return [n for n in walk(function) if isinstance(n, ast.Return) and n not in inner]


def parameter_names(use: Use, variables: Iterable[Variable]) -> dict[Variable, str]:
    """Parameters' names for variables: their own, where the function does not use them otherwise."""
    taken = names_in(use.function) | {a.arg for a in walk(use.function) if isinstance(a, ast.arg)} | RESERVED
    names: dict[Variable, str] = {}
    read = set(use.variables.values())
    for variable in variables:
        name = variable.name if variable.holder is None else variable.name.strip("_") or variable.name
        while not (variable.holder is None and variable in read) and (name in taken or keyword.iskeyword(name)):
            name += "_"
        taken.add(name)
        names[variable] = name
    return names


def of_callees(use: Use, others: Interfaces) -> list[Variable]:
    return [v for c in use.calls.values() for v in (*others[c].inputs, *others[c].outputs)]


def _inputs(use: Use, outputs: Sequence[Variable], others: Interfaces) -> tuple[Variable, ...]:
    """Variables whose value before the call matters."""
    variables = dict.fromkeys([*use.variables.values(), *of_callees(use, others), *outputs])
    names = parameter_names(use, variables)
    copies: dict[int, ast.AST] = {}
    function = copied(use.function, copies)
    reads = {copies[id(n)]: names[v] for n, v in use.variables.items()}
    calls = {copies[id(n)]: [names[v] for v in others[c].inputs] for n, c in use.calls.items()}
    given = {copies[id(n)]: [names[v] for v in others[c].outputs] for n, c in use.calls.items()}

    passed = {copies[id(r)]: given[copies[id(r.value)]] for r in returns(use.function) if r.value in use.calls}
    body = _Renamed(reads, calls, given).visit(function).body
    body.append(ast.Return(ast.Tuple([ast.Name(names[v], ast.Load()) for v in outputs], ast.Load())))
    for statement in [n for s in body for n in ast.walk(s) if isinstance(n, ast.Return)]:
        kept = [ast.Name(names[v], ast.Load()) for v in outputs if names[v] not in passed.get(statement, ())]
        statement.value = ast.Tuple([*([statement.value] if statement.value else []), *kept], ast.Load())
    live = Liveness().block(body, frozenset())
    return tuple(v for v in variables if names[v] in live)


@dataclass
class _Renamed(ast.NodeTransformer):
    """Puts names in the place of attributes, and calls of functions made in that of those of their originals."""

    reads: dict[ast.AST, str]
    calls: dict[ast.AST, list[str]]
    given: dict[ast.AST, list[str]]

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        return self._binding(node, [])

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        return self._binding(node, node.targets)

    def _binding(self, node: ast.Expr | ast.Assign, targets: list[ast.expr]) -> ast.stmt:
        new = [ast.Name(name, ast.Store()) for name in self.given.get(node.value, ())]
        self.generic_visit(node)
        return ast.Assign([*targets, *new], node.value) if new else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        return ast.copy_location(ast.Name(self.reads[node], node.ctx), node) if node in self.reads else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if node not in self.calls:
            return node
        read = [ast.Name(name, ast.Load()) for name in self.calls[node]]
        return ast.Call(ast.Constant(None), [*read, *node.args], node.keywords)


def free_name(name: str, use: Use, others: Iterable[str]) -> str:
    """The name, or one like it, that nothing in the function has."""
    taken = {*others, *names_in(use.function), *(a.arg for a in walk(use.function) if isinstance(a, ast.arg))}
    while name in taken:
        name += "_"
    return name


def _can_take_outputs(lines: Sequence[str], use: Use, others: Interfaces) -> bool:
    """Calls of functions that set variables are statements of the function itself, the whole of what is assigned, or
    the whole of what it returns."""
    plain: set[ast.AST] = set()
    inner = nested_nodes(use.function)
    for statement in (n for n in walk(use.function) if n not in inner):
        match statement:
            case ast.Expr(value=ast.Call() as call):
                plain.add(call)
            case ast.Assign(
                targets=[ast.Name() | ast.Attribute() | ast.Tuple() as target], value=ast.Call() as call
            ) if call in use.calls and others[use.calls[call]].has_result:
                bound = {use.variables[n] for n in walk(target) if isinstance(n, ast.expr) and n in use.variables}
                if bound.isdisjoint(others[use.calls[call]].outputs):  # the result would be bound last
                    plain.add(call)
            case ast.Return(value=ast.Call() as call) if call in use.calls and others[use.calls[call]].has_result:
                if is_alone(lines, statement):
                    plain.add(call)
    return all(call in plain for call, called in use.calls.items() if others[called].outputs)
