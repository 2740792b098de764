"""How code that stays Python gets what compiled functions change: every use of such a function, by one table.

`fill(u)` becomes `u[...] = fill(u)`, and `s = total(u)` `s, u[...] = total(u)`, where all of a function's uses are such
calls. Else the function itself writes into the arrays, as the original does: `@control.writes_back("u")`, and compiled
callers call `fill.pure`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from hybridc import rules
from hybridc.dialects import ALL
from hybridc.program.host.code import HostScope, Use, names_in_text, uses
from hybridc.program.host.returned import Part, Returned, returned, source_of
from hybridc.program.host.unshared import unshared_names
from hybridc.program.plans import FunctionPlan, Insertion, Program, WritesBack
from hybridc.program.state import Finding
from hybridc.program.static_demand import is_spread, lookup_method
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.dataflow import definitions
from hybridc.syntax.module import Module
from hybridc.syntax.walking import walk

_SEEN_ALONE = (ast.Name, ast.Attribute, ast.Constant)


def named_functions(module: Module) -> frozenset[str]:
    """Functions of the file that something in it names."""
    names = frozenset(n.id for n in module.of(ast.Name) if isinstance(n.ctx, ast.Load))
    texts = frozenset(
        n.id for n in names_in_text([*module.of(ast.Subscript), *module.of(ast.Call), *module.of(ast.Attribute)])
    )
    return (names | texts) & module.functions.keys()


class HostUses:
    """Settles how host code uses compiled functions that change what they are given."""

    def __init__(self, program: Program, delegates: frozenset[int]) -> None:
        self.program = program
        self.delegates = delegates  # lines of functions that call those made of them, and of nothing else
        self.unshared: dict[HostScope, frozenset[str]] = {}

    def settle(self) -> Iterator[Finding]:
        """Notes the form of every such function; gives what speaks against compiling one that has no right form."""
        program = self.program
        plans = program.compiled.items()
        changing = {n: p for n, p in plans if p.arguments.mutated and not p.is_referred and p.entry.writes_back is None}
        found: dict[str, list[Use]] = {}
        for use in uses(program, frozenset(changing)) if changing else ():
            found.setdefault(use.name.id, []).append(use)
        for name, of_it in found.items():
            plan = changing[name]
            shared = [f for use in of_it if use.call is not None for f in self._shared_arguments(plan, use, use.call)]
            insertions: dict[ast.stmt, Insertion] = {}
            misfits = [use for use in of_it if not self._fits(plan, use, insertions)]
            if shared:
                yield from shared
            elif not misfits:
                program.host_writes |= insertions
            elif isinstance(form := writing_form(plan), str):
                yield _shown(plan, form)
            else:
                plan.entry.writes_back = form

    def _fits(self, plan: FunctionPlan, use: Use, insertions: dict[ast.stmt, Insertion]) -> bool:
        """The pure function is right here, after an insertion, or without."""
        call = use.call
        if call is None or plan.arguments.mutated & plan.arguments.containers:
            return False
        bound = arguments_given(plan.function, call)
        rebound = self._rebound(plan, use, bound)
        lost = [
            name
            for name in sorted(plan.arguments.mutated)
            if (name in bound or is_spread(call))
            and is_seen(bound.get(name), self.program)
            and (plan.arguments.gives_back or name not in rebound)
        ]
        if not lost and not plan.arguments.gives_back:
            return True
        insertion = self._insertion(plan, use, call, bound)
        if insertion is not None:
            insertions[use.statement] = insertion
        return insertion is not None

    def _rebound(self, plan: FunctionPlan, use: Use, bound: Mapping[str, ast.expr]) -> frozenset[str]:
        """Parameters whose arguments are names that the statement binds to what they become, and nobody else sees."""
        statement = use.statement
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1 or statement.value is not use.call:
            return frozenset()
        targets = getattr(statement.targets[0], "elts", statement.targets)
        if getattr(use.scope.node, "lineno", 0) in self.delegates:
            texts = {ast.unparse(t) for t in targets}
            return frozenset(name for name, given in bound.items() if ast.unparse(given) in texts)
        names = self._unshared(use.scope)
        found: set[str] = set()
        for target, place in zip(targets, plan.arguments.result_places, strict=False):
            parameter = "" if place is None or not place.is_whole else place.root.parameter
            given = bound.get(parameter)
            if (
                isinstance(target, ast.Name)
                and isinstance(given, ast.Name)
                and given.id == target.id
                and given.id in names
            ):
                found.add(parameter)
        return frozenset(found)

    def _unshared(self, scope: HostScope) -> frozenset[str]:
        if scope not in self.unshared:
            self.unshared[scope] = unshared_names(scope, self.program)
        return self.unshared[scope]

    def _insertion(
        self, plan: FunctionPlan, use: Use, call: ast.Call, bound: Mapping[str, ast.expr]
    ) -> Insertion | None:
        """What makes of the statement an assignment to the arrays that the call changes."""
        table = returned(plan)
        names = table.changed or tuple(n for n in table.shown if len(plan.arguments.result_places) == 1)
        statement = use.statement
        if not plan.arguments.mutated <= {*names} or getattr(statement, "value", None) is not call:
            return None
        if not self._are_apart(plan, use.scope, bound) or not all(_is_same_twice(bound.get(n)) for n in names):
            return None
        texts = [_written_text(bound[name], self.program) if name in bound else "" for name in names]
        written = [t for t in texts if t != "_"]
        if "" in texts or len({*written}) < len(written):
            return None
        match statement:
            case ast.Assign(targets=[ast.Name(id=name, end_lineno=int(line), end_col_offset=int(column))]) if (
                not table.changed and texts == [f"{name}[...]"]
            ):
                return Insertion(line, column, "[...]")
            case ast.Expr():
                shown = ["_", *texts] if plan.arguments.gives_value else texts
                return Insertion(statement.lineno, statement.col_offset, f"{', '.join(shown)} = ")
            case ast.Assign(targets=[ast.Name(id=name, end_lineno=int(line), end_col_offset=int(column))]) if (
                plan.arguments.gives_value and not table.shown & plan.arguments.mutated
            ):
                if any(isinstance(n, ast.Name) and n.id == name for p in names for n in walk(bound[p])):
                    return None
                return Insertion(line, column, "".join(f", {text}" for text in texts))
        return None

    def _are_apart(self, plan: FunctionPlan, scope: HostScope, bound: Mapping[str, ast.expr]) -> bool:
        """No two of the arrays that the call gives may be one."""
        arrays = [a for p, a in bound.items() if p in plan.arguments.array_like and is_seen(a, self.program)]
        if len(arrays) < 2:
            return True
        names = [a.id for a in arrays if isinstance(a, ast.Name)]
        return len({*names}) == len(arrays) and {*names} <= self._unshared(scope)

    def _array_given(self, argument: ast.expr, use: Use) -> str:
        """The array that an argument leads from, also by names that the scope has given views of it last."""
        statements = use.scope.statements
        before = statements.index(use.statement)
        name = _array_under(argument, self.program)
        while name:
            at = next((k for k in range(before - 1, -1, -1) if _binds(statements[k], name)), None)
            match None if at is None else statements[at]:
                case ast.Assign(targets=[ast.Name()], value=value) if other := _array_under(value, self.program):
                    if at is None or any(_binds(s, other) for s in statements[at + 1 : before]):
                        break
                    name, before = other, at
                case _:
                    break
        return name

    def _shared_arguments(self, plan: FunctionPlan, use: Use, call: ast.Call) -> list[Finding]:
        """Findings for two arguments of one array, of which one is changed."""
        bound = arguments_given(plan.function, call)
        bases = {
            name: self._array_given(argument, use)
            for name, argument in bound.items()
            if name in plan.arguments.array_like
        }
        pairs = [
            (n, o)
            for n in sorted(plan.arguments.mutated & bases.keys())
            for o in bases
            if o != n and bases[n] and bases[n] == bases[o] and not _are_other_rows(bound[n], bound[o])
        ]
        function = plan.function.qualified_name
        return [
            Finding(rules.SharedMemory(name=ast.unparse(bound[n]), other=ast.unparse(bound[o])), call, function)
            for n, o in pairs
        ]


def writing_form(plan: FunctionPlan) -> WritesBack | str:
    """How the function says what it changes to what writes that back; else what stands against it: the name of a
    parameter that its result shows, nobody knows how, or that it changes and does not return."""
    table = returned(plan)
    kept = plan.arguments.kept_by_callers
    mutated = frozenset(plan.arguments.mutated - kept)
    if containers := plan.arguments.mutated & plan.arguments.containers:
        return min(containers)
    if table.is_one_array_twice:
        return "one array"
    sources: list[str] = []
    for part in table.parts or ():
        source = _kept_source(part, table) if part.shown & kept else source_of(part, mutated)
        if source is None:
            return min(part.shown)
        sources.append(source)
    if lost := mutated - {*table.changed} - {source.strip('"') for source in sources}:
        return min(lost)
    if table.parts is None:
        return WritesBack(table.changed, None)
    if table.brackets and any(s != "None" for s in sources):
        comma = "," if table.brackets == "()" and len(sources) == 1 else ""
        return WritesBack(table.changed, f"{table.brackets[0]}{', '.join(sources)}{comma}{table.brackets[1]}")
    return WritesBack(table.changed, "True" if table.brackets or sources == ["None"] else sources[0])


def _kept_source(part: Part, table: Returned) -> str | None:
    """That of what an attribute is set to, a new array, as long as nothing else in the result shows it."""
    is_alone = not any(part.shown & other.shown for other in table.parts or () if other is not part)
    return "None" if part.place is not None and part.place.is_whole and is_alone else None


def note_pure_calls(program: Program) -> None:
    """Notes where compiled functions name others that write back: they take what those return."""
    of_models = program.models is not None
    writing = {
        n for n, p in program.plans.items() if p.entry.writes_back is not None or (of_models and p.arguments.gives_back)
    }
    for plan in program.compiled.values() if writing else ():
        named = (n for n in walk(plan.structured.node) if isinstance(n, ast.Name) and n.id in writing)
        plan.entry.pure |= {n for n in named if n.id not in plan.function.locals}


def _shown(plan: FunctionPlan, name: str) -> Finding:
    rule = rules.SharedMemory(name=name, other=f"what `{plan.function.name}` returns")
    return Finding(rule, plan.function.node, plan.function.qualified_name)


def is_seen(argument: ast.expr | None, program: Program) -> bool:
    """Someone else may see the array that is handed over: it is not made by a framework's function, nor computed."""
    match argument:
        case None | ast.Name() | ast.Subscript() | ast.Attribute():
            return True
        case ast.Call():
            return _is_view(argument, program) or not program.module.qualified_name(argument.func)
    return isinstance(argument, ast.IfExp | ast.NamedExpr | ast.BoolOp | ast.Starred | ast.Await)


def _is_view(call: ast.Call, program: Program) -> bool:
    """A call that may give a view, by its name."""
    name = program.module.qualified_name(call.func)
    if name is None and isinstance(call.func, ast.Attribute):
        return any(entry.is_view for entry in lookup_method(ALL, call.func.attr))
    return any(entry.is_view for dialect in ALL for entry in dialect.lookup(name or ""))


def _is_same_twice(argument: ast.expr | None) -> bool:
    """The expression may be evaluated a second time: nothing in it calls what is unknown, in an index above all."""
    if argument is None:
        return True
    indices = [n.slice for n in walk(argument) if isinstance(n, ast.Subscript)]
    inside = [n for index in indices for n in walk(index)]
    return not any(isinstance(n, ast.Call | ast.NamedExpr | ast.Await) for n in inside)


def _written_text(argument: ast.expr | None, program: Program) -> str:
    """The target that writes into the array of an argument; empty where there is none."""
    match argument:
        case ast.Subscript(slice=ast.Slice()):
            return ast.unparse(argument)
        case ast.Name() | ast.Attribute() | ast.Subscript():
            return f"{ast.unparse(argument)}[...]"
        case ast.Call() if _is_view(argument, program):
            return f"{ast.unparse(argument)}[...]"
    return "" if is_seen(argument, program) else "_"


def _array_under(node: ast.expr, program: Program) -> str:
    """The array that a view expression leads from; empty for what is no name, attribute or view."""
    while not isinstance(node, ast.Name):
        match node:
            case ast.Subscript(value=inner):
                node = inner
            case ast.Attribute(value=inner, attr=attr) if lookup_method(ALL, attr):
                node = inner
            case ast.Attribute():
                return ast.unparse(node)
            case ast.Call(func=ast.Attribute(value=inner), args=given) if _is_view(node, program):
                node = given[0] if program.module.qualified_name(node.func) and given else inner
            case _:
                return ""
    return node.id


def _binds(statement: ast.stmt, name: str) -> bool:
    """The statement gives the name another array; it does not write into the one that it has."""
    nodes = walk(statement) if name in definitions(statement) else ()
    return any(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store) for n in nodes)


def _are_other_rows(one: ast.expr, other: ast.expr) -> bool:
    """`b[i]` and `b[j]`, which HYB304 leaves to the user."""
    rows = [e for e in (one, other) if isinstance(e, ast.Subscript) and isinstance(e.value, ast.Name)]
    is_by_index = len(rows) == 2 and not any(isinstance(n, ast.Slice) for e in rows for n in walk(e.slice))
    return is_by_index and ast.dump(one) != ast.dump(other)
