"""From a parsed file to a program with a plan for every graph function, and everything there is to say about it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hybridc import rules
from hybridc.analysis.captured import map_captured_arrays
from hybridc.analysis.changed_arguments import given_back, returned_whole
from hybridc.analysis.checks import only_checks
from hybridc.analysis.classify import Evidence, Standing, gather, standing
from hybridc.analysis.demand import Demand, DemandAnalysis
from hybridc.analysis.directives import Directives
from hybridc.analysis.exits import Structured
from hybridc.analysis.failing import checked_form, note_failing
from hybridc.analysis.forming import Interpreted
from hybridc.analysis.forming import is_refused as is_refused_there
from hybridc.analysis.handed_over import changing_functions
from hybridc.analysis.host_calls import called_functions, changed_results, lost_mutations
from hybridc.analysis.left_out import uses_of_classes
from hybridc.analysis.model_names import with_free_names
from hybridc.analysis.model_program import (
    MODULE,
    HostForming,
    calls_of,
    class_function,
    functions_named,
    may_tell,
    module_function,
    reads_as_computing,
    takes_arrays,
)
from hybridc.analysis.models import FileModels, file_models
from hybridc.analysis.module import Function, Module
from hybridc.analysis.parts import is_compiled
from hybridc.analysis.places import Group
from hybridc.analysis.plans import FunctionPlan, Program
from hybridc.analysis.settling import Settling
from hybridc.analysis.signature import is_scalar_by_signature
from hybridc.analysis.state import Finding, Findings
from hybridc.analysis.walking import statements, walk
from hybridc.analysis.wanted import wanted
from hybridc.dialects import ALL, PLANNED
from hybridc.dialects.table import Dialect
from hybridc.options import Check
from hybridc.results import Outcome

_GENERATED = frozenset({"jax", "jnp", "lax", "control", "partial"})  # names that generated code needs

_LOOKED_AT = (ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)


@dataclass
class Analysis:
    """A program, the outcome for each of its functions, and the findings: rule, place, details, function."""

    program: Program
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def active_dialects(module: Module) -> tuple[Dialect, ...]:
    """The dialects of what the file imports, and of the language itself."""
    roots = {name.partition(".")[0] for name in module.imports.values()}
    active = (d for d in ALL if not d.roots or roots.intersection(d.roots))
    return tuple(d.spoken_with(module.used_names) if d.ways else d for d in active)


class ProgramAnalysis(Settling):
    """Analyses one file."""

    def __init__(
        self,
        module: Module,
        directives: Directives,
        static: Mapping[str, frozenset[str]],
        numbers: Mapping[str, frozenset[str]] | None = None,
        returns_mutated: bool = False,
        checked: frozenset[Check] = frozenset(),
    ) -> None:
        self.module = module
        self.wanted = wanted(checked, module)
        self.dialects = active_dialects(self.module)
        self.directives = directives
        self.chosen = static
        self.numbers = numbers or {}
        self.has_lines = numbers is None  # or functions were made of what changes, and moved
        self.returns_mutated = returns_mutated
        self.program = Program(self.module)
        self.analysis = Analysis(self.program)
        self.demands: dict[str, Demand] = {}
        self.evidence: dict[str, Evidence] = {}
        self.tables: dict[str, frozenset[str]] = {}
        self.assuming: set[str] = set()
        self.known_merged: dict[tuple[str, tuple[Group, ...]], str | None] = {}
        self.flagged: dict[str, frozenset[str]] = {}
        self.models = file_models(module, self.dialects)

    def run(self) -> Analysis:
        self._note_planned_frameworks()
        functions = [f for f in self.module.functions.values() if self._is_visible(f)]
        if self.models is not None:
            return self._run_models(functions, self.models)
        for function in functions:
            self.evidence[function.qualified_name] = gather(function, self.module, self.dialects)
        candidates = [f for f in functions if self._may_be_graph(f)]
        self._settle_demands(candidates)
        graph = self._graph(candidates)
        self.helpers = frozenset(
            name
            for f in functions
            if (name := f.qualified_name) not in graph
            and self.evidence[name].is_plain_arithmetic
            and name not in self.module.unsteady
            and not self._is_to_be_checked(f)
        )
        self.called = called_functions(self.module)
        for function in self._callees_first(graph):
            self._interpret(function, graph)
        self._decorate(graph)
        if self.wanted.kinds:
            note_failing(self.program)
            self.analysis.findings = [checked_form(self.program, finding) for finding in self.analysis.findings]
        map_captured_arrays(self.program, self.dialects)
        for function in self.module.functions.values():
            self.analysis.outcomes.setdefault(function.qualified_name, Outcome.HOST)
        self.analysis.findings += lost_mutations(self.program)
        self.analysis.findings += changed_results(self.program)
        self.analysis.findings += changing_functions(self.program)
        return self.analysis

    def _run_models(self, functions: list[Function], models: FileModels) -> Analysis:
        """A file with models: what computes is compiled with them, and all the rest speaks the runtime's names."""
        marked = self.directives
        computing = [
            f
            for f in functions
            if f.node.lineno not in marked.host
            and (
                f.qualified_name in models.computing
                or f.node.lineno in marked.graph
                or (f.owner is None and reads_as_computing(f, self.module, self.dialects))
            )
        ]
        computing += self._telling([f for f in functions if f not in computing and f.node.lineno not in marked.host])
        computing.sort(key=lambda f: f.owner is not None)  # what functions give tells of attributes
        graph = {f.qualified_name: Standing.ARRAY for f in computing}
        self.helpers = frozenset(self.module.functions) - graph.keys()
        for function in functions:
            evidence = Evidence(arrays=1, calls=calls_of(function, models, self.module))
            evidence.calls &= graph.keys()
            self.evidence[function.qualified_name] = evidence
        self._settle_demands(computing)
        self.called = called_functions(self.module)
        for function in self._callees_first(graph):
            self._interpret(function, graph)
        hosts = HostForming(self, models)
        for name in self._better_on_host(graph, hosts):
            del graph[name]
            self.analysis.findings = [f for f in self.analysis.findings if f[3] != name]
        named = functions_named(graph.keys(), self.module, self.dialects)
        for function in functions:
            name = function.qualified_name
            if name not in graph:
                self._host(name, hosts.read(function, is_called=name in named))
        self._host(MODULE, hosts.read(module_function(self.module)))
        for cls in models.classes.values():
            made = class_function(cls.node)
            self._host(made.qualified_name, hosts.read(made))
        headers = hosts.headers()
        self.program.headers, self.program.quoted = headers.names, headers.quoted
        for plan in (*self.program.plans.values(), *self.program.host_plans.values()):
            plan.headers, plan.quoted = headers.names, headers.quoted
        self.analysis.findings += headers.findings
        for rule, _, _, owner in headers.findings:
            if rule.severity.is_refusal and owner is not None and owner in self.module.functions:
                self.analysis.outcomes[owner] = Outcome.REFUSED
        refused = {n: rule.code for rule, n, _, owner in headers.findings if rule.severity.is_refusal}
        for function, finding in uses_of_classes(self.module, refused):
            self.analysis.findings += [finding] if finding is not None else []
            self.analysis.outcomes[function.qualified_name] = Outcome.REFUSED
        self._refuse_users(models)
        self.program.models = models
        self.program.imports = with_free_names(self.program, models)
        called = {c for f in functions for c in self.evidence[f.qualified_name].calls}
        for name, plan in self.program.plans.items():
            is_free = plan.function.owner is None and name not in called and not self._draws(name, set())
            is_free = is_free and not is_compiled(plan.function, self.module, self.dialects)
            plan.is_decorated = is_free and takes_arrays(plan, models, self.dialects)
        return self.analysis

    def _refuse_users(self, models: FileModels) -> None:
        """What computes with a class that is refused, or with a function whose derivative is, is refused as well."""
        refused = {
            o for rule, n, _, o in self.analysis.findings if rule.severity.is_refusal and o in self.module.classes
        }
        names = {n for n, o in self.analysis.outcomes.items() if o is Outcome.REFUSED}
        derived = {n: c for n, c in models.classes.items() if c.has_derivative}
        refused |= {
            n
            for n, c in derived.items()
            if any(name.startswith(f"{each}.") for each in (n, *c.ancestors) for name in names)
        }
        for name in self.program.plans if refused else ():
            function = self.module.functions.get(name)
            used = models.classes_used(function, self.module) & refused if function is not None else set()
            is_told = self.analysis.outcomes.get(name) is Outcome.REFUSED
            if used and function is not None and function.owner not in used and not is_told:
                details = {"name": min(used), "suggestion": ": it is refused itself"}
                self.analysis.findings.append((rules.UnmappedName, function.node, details, name))
                self.analysis.outcomes[name] = Outcome.REFUSED

    def _telling(self, functions: list[Function]) -> list[Function]:
        """The functions that tell of whatever they are given what is known while tracing: `exists(mask)`."""
        asked = {f.qualified_name: f for f in functions if may_tell(f)}
        findings = [*self.analysis.findings]
        for name, function in asked.items():
            called = {c.func.id for c in function.of(ast.Call) if isinstance(c.func, ast.Name)}
            self.evidence[name] = Evidence(calls=called & asked.keys() - {name})
        self.helpers = frozenset(self.module.functions) - asked.keys()
        self.called = called_functions(self.module)
        self._settle_demands([*asked.values()])
        graph = dict.fromkeys(asked, Standing.PLAIN)
        for function in self._callees_first(graph):
            self._interpret(function, graph)
            plan = self.program.plans.get(function.qualified_name)
            is_known = plan is not None and plan.result is not None and plan.result.is_static
            if not is_known or self.statics[function.qualified_name]:
                self.program.plans.pop(function.qualified_name, None)
        told = [f for name, f in asked.items() if name in self.program.plans]
        self.program.plans.clear()
        self.analysis.findings = findings
        self.analysis.outcomes.clear()
        return told

    def _better_on_host(self, graph: Mapping[str, Standing], hosts: HostForming) -> list[str]:
        """Functions that no model computes with, and that cannot be compiled, write into parameters as those do that
        initialise, or call such functions: as far as Python can run them."""
        marked = self.directives.graph
        reached = {n for n in graph if (f := self.module.functions[n]).owner is not None or f.node.lineno in marked}
        todo = list(reached)
        while todo:
            new = self.evidence[todo.pop()].calls - reached
            reached |= new
            todo += new
        free = graph.keys() - reached
        troubled: set[str] = set()
        while True:
            more = {n for n in free - troubled if self._is_troubled(n) or self.evidence[n].calls & troubled}
            if not more:
                break
            troubled |= more
        kept = {name: self.program.plans.pop(name) for name in troubled & self.program.plans.keys()}
        better = [n for n in graph if n in troubled and not is_refused_there(hosts.read(self.module.functions[n])[1])]
        self.program.plans |= {name: plan for name, plan in kept.items() if name not in better}
        return better

    def _is_troubled(self, name: str) -> bool:
        plan = self.program.plans.get(name)
        return self.analysis.outcomes.get(name) is Outcome.REFUSED or (plan is not None and bool(plan.mutated))

    def _host(self, name: str, read: Interpreted) -> None:
        plan, findings = read
        is_refused = any(rule.severity.is_refusal for rule, _ in findings.found)
        self.analysis.findings += [(rule, node, details, name) for (rule, node), details in findings.found.items()]
        if name in self.module.functions:
            self.analysis.outcomes[name] = Outcome.REFUSED if is_refused else Outcome.HOST
        self.program.host_plans[name] = plan

    def _draws(self, name: str, seen: set[str]) -> bool:
        """The function draws random numbers, itself or by what it calls."""
        seen.add(name)
        plan = self.program.plans.get(name)
        others = self.evidence[name].calls - seen
        return plan is not None and (plan.draws or any(self._draws(other, seen) for other in others))

    def _note_planned_frameworks(self) -> None:
        for statement in statements(self.module.tree):
            if isinstance(statement, ast.Import):
                names = [a.name for a in statement.names]
            elif isinstance(statement, ast.ImportFrom) and not statement.level:
                names = [statement.module or ""]
            else:
                continue
            for name in names:
                if (root := name.partition(".")[0]) in PLANNED:
                    self.analysis.findings.append((rules.UnsupportedFramework, statement, {"framework": root}, None))

    def _is_visible(self, function: Function) -> bool:
        return self.module.functions.get(function.qualified_name) is function

    def _may_be_graph(self, function: Function) -> bool:
        if self._is_left_out(function) and Check.ASSERT not in self.wanted.kinds:
            return False
        evidence = self.evidence[function.qualified_name]
        return standing(function, evidence, self.directives, frozenset()) is not Standing.HOST or not evidence.host

    def _is_left_out(self, function: Function) -> bool:
        """It does nothing but check what it is given."""
        return only_checks(function, self.module) and function.node.lineno not in self.directives.graph

    def _is_to_be_checked(self, function: Function) -> bool:
        """It does what NumPy looks at as it goes."""
        found = function.of_any(ast.Subscript, ast.BinOp) if self.wanted.kinds else ()
        return any(not isinstance(n, ast.BinOp) or isinstance(n.op, _LOOKED_AT) for n in found)

    def _initial_statics(self, function: Function) -> frozenset[str]:
        chosen = set(self.chosen.get(function.name, ())) | set(self.chosen.get(function.qualified_name, ()))
        chosen |= self.directives.static.get(function.node.lineno, frozenset())
        if self.models is not None:
            chosen |= {p for p in function.parameters if is_scalar_by_signature(function, p)}
        return frozenset((chosen | function.flags) & set(function.parameters))

    def _settle_demands(self, candidates: list[Function]) -> None:
        """Static parameters flow from callees to callers until nothing changes."""
        known = {f.qualified_name: self._initial_statics(f) for f in candidates}
        callers: dict[str, set[str]] = {}
        for name in known:
            for callee in self.evidence[name].calls:
                callers.setdefault(callee, set()).add(name)
        waiting = list(known)
        while waiting:
            name = waiting.pop()
            function = self.module.functions[name]
            demand = DemandAnalysis(
                function, self.module, self.dialects, lambda n: known.get(n, frozenset()), known[name]
            ).run()
            self.demands[name] = demand
            if demand.parameters != known[name]:
                known[name] = frozenset(demand.parameters)
                waiting += [c for c in callers.get(name, ()) if c not in waiting and c in known]
        self.statics = known

    def _graph(self, candidates: list[Function]) -> dict[str, Standing]:
        """The functions to compile, and how each stands. What a graph function calls is one as well, unless it is
        a host function, or its result must be known while tracing."""
        stands = {
            f.qualified_name: standing(
                f, self.evidence[f.qualified_name], self.directives, self.statics[f.qualified_name]
            )
            for f in candidates
        }
        graph: dict[str, Standing] = {n: s for n, s in stands.items() if s in (Standing.ARRAY, Standing.PLAIN)}
        self._join_callers(stands, graph)
        todo = [n for n, s in graph.items() if s is Standing.ARRAY]
        plain = [n for n, s in graph.items() if s is Standing.PLAIN]
        while plain:
            for callee in self.evidence[plain.pop()].calls:
                fits = callee in stands and (
                    self.evidence[callee].others or self._is_to_be_checked(self.module.functions[callee])
                )
                if stands.get(callee) is Standing.NEUTRAL and callee not in graph and fits:
                    graph[callee] = Standing.PLAIN
                    plain.append(callee)
        while todo:
            name = todo.pop()
            for callee in self.evidence[name].calls:
                if stands.get(callee) in (Standing.NEUTRAL, Standing.PLAIN) and graph.get(callee) is not Standing.ARRAY:
                    graph[callee] = Standing.ARRAY
                    todo.append(callee)
        for name in list(graph):
            for callee in self.demands[name].callees:
                graph.pop(callee, None)
        for function in candidates:
            if self._is_left_out(function):  # a check that cannot be compiled is left out
                graph.pop(function.qualified_name, None)
        for name in [n for n in graph for n in self._checks_called(n)]:
            graph[name] = Standing.PLAIN
        return graph

    def _checks_called(self, name: str) -> Iterator[str]:
        """The functions that only check and that the function calls, by itself or through others of their kind."""
        for callee in self.evidence[name].calls:
            if Check.ASSERT in self.wanted.kinds and callee in self.demands:
                if callee != name and self._is_left_out(self.module.functions[callee]):
                    yield callee
                    yield from self._checks_called(callee)

    def _join_callers(self, stands: Mapping[str, Standing], graph: dict[str, Standing]) -> None:
        """A function that does nothing but compute with what graph functions return is one as well."""
        changed = True
        while changed:
            changed = False
            for name, stand in stands.items():
                evidence = self.evidence[name]
                traced = set(self.module.functions[name].parameters) - self.statics[name]
                if stand is Standing.NEUTRAL and name not in graph and traced and not evidence.prints:
                    if evidence.calls & graph.keys():
                        graph[name] = Standing.PLAIN
                        changed = True

    def _callees_first(self, graph: Mapping[str, Standing]) -> Iterator[Function]:
        done: set[str] = set()

        def visit(name: str) -> Iterator[Function]:
            if name in done or name not in graph:
                return
            done.add(name)
            for callee in sorted(self.evidence[name].calls):
                yield from visit(callee)
            yield self.module.functions[name]

        for name in graph:
            yield from visit(name)

    def _interpret(self, function: Function, graph: Mapping[str, Standing]) -> None:
        name = function.qualified_name
        original = function
        plan, findings = self.settled(
            original, lambda: Structured(original.node), lambda plan: self._gives_back(name, plan, graph)
        )
        function, structure = plan.function, plan.structured
        self._check_changed(original, plan, findings)
        for parameter in sorted(plan.numbers):
            findings.report(rules.TakenForNumber, function.argument(parameter), name=parameter)
        self._check_signature(function, findings)
        for loop, names in structure.assumed.items():
            for assumed in sorted(names):
                findings.report(rules.AssumedTurn, structure.origins.original(loop), name=assumed)
        lost = plan.mutated - plan.returned_memory if self.models is None else ()
        for parameter in sorted(lost):
            findings.report(rules.LostMutation, function.node, function=function.name, name=parameter)
        for callee in sorted(self.evidence[name].calls & graph.keys() - self.program.plans.keys() - {name}):
            if self.analysis.outcomes.get(callee) is None:
                findings.report(rules.TracedRecursion, function.node, function=callee)
        self._conclude(plan, findings, graph[name])

    def _check_changed(self, function: Function, plan: FunctionPlan, findings: Findings) -> None:
        """What is changed comes from a caller who can take it back, not from a default or the function itself."""
        for name in sorted(plan.mutated):
            default = function.default_of(name)
            is_array = default is not None and not isinstance(default, ast.Constant | ast.UnaryOp)
            if is_array or function.name in self.evidence[function.qualified_name].calls:
                findings.report(rules.LostMutation, function.node, function=function.name, name=name)

    def _gives_back(self, name: str, plan: FunctionPlan, graph: Mapping[str, Standing]) -> bool:
        """The arrays that the function changes are to be among its results: those who call it here take them."""
        if self.models is not None:
            return False  # who calls it has to do without what it changes
        if self.returns_mutated or any(name in self.evidence[caller].calls for caller in graph):
            return bool(plan.mutated - {*given_back(plan)})
        return name in self.called and bool(plan.mutated - returned_whole(plan))

    def _check_signature(self, function: Function, findings: Findings) -> None:
        taken = function.locals & _GENERATED
        if self.wanted.kinds:
            module = self.module
            around = (module.functions, module.globals, module.imports, module.classes)
            taken |= {"checks"} & function.locals.union(*around)
        for name in sorted(taken):
            findings.report(rules.UnsupportedStatement, function.node, what=f"a name of its own `{name}`")
        if function.of_any(ast.Yield, ast.YieldFrom):
            findings.report(rules.Generator, function.node, name=function.name)

    def _conclude(self, plan: FunctionPlan, findings: Findings, stands: Standing) -> None:
        name = plan.function.qualified_name
        refused = any(rule.severity.is_refusal for rule, _ in findings.found)
        if refused and stands is Standing.PLAIN:
            self.analysis.outcomes[name] = Outcome.HOST
            return
        self.analysis.findings += [(rule, node, details, name) for (rule, node), details in findings.found.items()]
        self.analysis.outcomes[name] = Outcome.REFUSED if refused else Outcome.COMPILED
        self.program.plans[name] = plan

    def _decorate(self, graph: Mapping[str, Standing]) -> None:
        """A private helper that only compiled functions call needs no `jit` of its own."""
        called_by_graph = {c for n in self.program.plans for c in self.evidence[n].calls}
        called_elsewhere = {
            n.id
            for statement in _outside(self.module.tree, self.program.plans)
            for n in walk(statement)
            if isinstance(n, ast.Name)
        }
        for name, plan in self.program.plans.items():
            private = name.startswith("_") and name in called_by_graph and name not in called_elsewhere
            plan.is_decorated = not (private or name in self.program.made)


def _outside(tree: ast.Module, plans: Mapping[str, FunctionPlan]) -> Iterator[ast.stmt]:
    for statement in tree.body:
        if not (isinstance(statement, ast.FunctionDef) and statement.name in plans):
            yield statement
