"""The analysis of a file with models: what computes is compiled, and all the rest speaks the runtime's names."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping

from hybridc import rules
from hybridc.analysis.failing import checked_form, note_failing
from hybridc.analysis.left_out import computing_with_refused, leave_out
from hybridc.analysis.lowered import lowered
from hybridc.analysis.model_program import (
    HOST,
    HostForming,
    calls_of,
    class_function,
    functions_named,
    is_decorated,
    may_tell,
    module_function,
    reads_as_computing,
    takes_arrays,
)
from hybridc.analysis.normal_form import Interpreted
from hybridc.analysis.normal_form import is_refused as is_refused_there
from hybridc.analysis.program import Analysis, ProgramAnalysis
from hybridc.core.results import Outcome
from hybridc.interpret.references.model_reads import asks_by_name, attribute_in
from hybridc.program.classify import Classification, Evidence
from hybridc.program.dtype_joins import arrays_meet
from hybridc.program.host.written_back import named_functions, note_pure_calls
from hybridc.program.key_order import keep_key_orders
from hybridc.program.memory.array_handing import Handing
from hybridc.program.memory.held_memory import Memory
from hybridc.program.memory.numpy_memory import numpy_memory
from hybridc.program.memory.numpy_of_attributes import writes_that_views_show
from hybridc.program.model_names import free_name, with_free_names
from hybridc.program.models import FileModels
from hybridc.program.parts import is_compiled
from hybridc.program.state import Finding
from hybridc.program.values_kept import names_run, run_beside, uncut
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Function
from hybridc.syntax.reaching import reached, turned


class ModelProgramAnalysis(ProgramAnalysis):
    """Analyses a file that imports a framework of models."""

    models: FileModels

    def run(self) -> Analysis:
        functions = self.started()
        computing = self._computing(functions)
        graph = {f.qualified_name: Classification.ARRAY for f in computing}
        self.helpers = frozenset(self.module.functions) - graph.keys()
        for function in functions:
            evidence = Evidence(arrays=1, calls=calls_of(function, self.models, self.module))
            evidence.calls &= graph.keys()
            self.evidence[function.qualified_name] = evidence
        self.settle_demands(computing)
        self.named = named_functions(self.module)
        for function in self.callees_first(graph):
            self.interpret(function, graph)
        top = module_function(self.module)
        memory = numpy_memory(self.module, [*functions, top], graph, self.dialects, self.models.notation)
        hosts = HostForming(self, self.models, memory.copied)
        for name in self._better_on_host(graph, hosts):
            del graph[name]
            self.analysis.findings = [f for f in self.analysis.findings if f.function != name or _is_lost_on_host(f)]
        beside = [*(f for f in functions if f.qualified_name not in graph), top, *self._classes_read()]
        named = functions_named(graph.keys(), self.module, self.dialects)
        for function, read in self._read(beside, hosts, named):
            self._host(function.qualified_name, read)
        classes, computed = self.models.classes.keys(), graph.keys()
        run = names_run(self.module, classes, computed)
        for name, node in uncut(self.module, self.dialects, classes, run, computed):
            self.analysis.findings.append(Finding(rules.UncutGradient(name=text_of(node)), node, name))
        if (writes := self.models.notation.writing) is not None:
            prefix = free_name(writes[0].partition(".")[0], self.models.notation.imports, self.models)
            hooking = self.models.notation.hooking
            for name, inside in run_beside(self.module, classes, run, computed, hooking).items():
                if name in self.program.host_plans:
                    self.program.host_plans[name].entry.in_runs = f"{prefix}.in_runs", inside
        self._conclude_headers(hosts)
        self._conclude_memory(memory, graph)
        handing = Handing(self.module, self.dialects, self.models.notation)
        self._refuse(writes_that_views_show(functions, top, handing, graph))
        findings, outcomes = self.analysis.findings, self.analysis.outcomes
        for name, finding in dict(computing_with_refused(self.program, outcomes, findings, self.models)).items():
            findings.append(finding)
            outcomes[name] = Outcome.REFUSED
        self.program.models = self.models
        if self.wanted.kinds:
            note_failing(self.program)
            self.analysis.findings = [checked_form(self.program, finding) for finding in self.analysis.findings]
        writing = {n for n, p in self.program.plans.items() if p.arguments.gives_back}
        told = self.analysis.findings
        self.analysis.findings = [
            f for f in told if not (isinstance(f.rule, rules.ArgumentMutation) and f.function in writing)
        ]
        note_pure_calls(self.program)
        leave_out(self.analysis, self.dialects)
        self.program.imports = with_free_names(self.program, self.models)
        used = set().union(*(f.names_loaded() for f in functions))  # called, or handed on: `partial(update, self.part)`
        for name, plan in self.program.plans.items():
            is_free = plan.function.owner is None and name not in used and not self._draws(name, set())
            is_free = is_free and not is_compiled(plan.function, self.module, self.dialects)
            is_free = is_free and not plan.is_of_model
            plan.entry.is_decorated = is_free and takes_arrays(plan, self.models, self.dialects)
            if arrays_meet(plan):
                plan.entry.jit = free_name(self.models.notation.jit, self.program.imports, self.models)
        keep_key_orders(self.program)
        self.analysis.findings += lowered(self.module, self.dialects)
        return self.analysis

    def _classes_read(self) -> list[Function]:
        """The bodies of classes that are models, or name the framework."""
        every = (n for n in self.module.tree.body if isinstance(n, ast.ClassDef))
        bodies = ((node.name, class_function(node)) for node in every)
        return [made for name, made in bodies if name in self.models.classes or self._names_framework(made)]

    def _read(
        self, functions: Collection[Function], hosts: HostForming, named: Collection[str]
    ) -> list[tuple[Function, Interpreted]]:
        """What becomes of code that stays Python. Where it leaves writes to arrays, those have to be ones that can be
        written, wherever the file makes them."""
        while True:
            found = [(f, hosts.read(f, is_called=f.qualified_name in named)) for f in functions]
            left = frozenset(line for _, (plan, _) in found for line in plan.mutation.in_place)
            if not self.models.notation.mutable or not self.reached.write_in_place(left):
                return found

    def _expected(self, function: Function, graph: Mapping[str, Classification]) -> Interpreted | None:
        """One that is to have mutable arrays, as it writes or shows some, or calls such functions."""
        name = function.qualified_name
        is_asked = name in self.doubted or not self.evidence[name].calls.isdisjoint(self.referring)
        is_context = name in self.models.contexts  # which JAX calls, with values
        return self.with_references(function) if self.can_refer and is_asked and not is_context else None

    def _computing(self, functions: list[Function]) -> list[Function]:
        """What models compute with, functions that tell of attributes first."""
        marked = self.directives
        free = [f for f in functions if f.node.lineno not in marked.host]
        computing = [
            f
            for f in free
            if f.qualified_name in self.models.computing
            or f.node.lineno in marked.graph
            or (f.owner is None and reads_as_computing(f, self.module, self.dialects))
        ]
        computing += self._telling([f for f in free if f not in computing])
        computing += self._calling_writers([f for f in free if f not in computing])
        computing += self._writing(computing, free)
        return sorted(computing, key=lambda f: f.owner is not None)

    def _writing(self, computing: list[Function], free: list[Function]) -> list[Function]:
        """The functions beside models that these call, themselves or by others, and that write into the arrays which
        they are given, or look up arrays of parts; and those that call such functions."""
        others = (f for f in free if f not in computing and f.owner is None and not f.of_any(*HOST))
        fit = {f.qualified_name: f for f in others if not is_decorated(f, self.module, self.dialects)}
        beside = fit | {f.qualified_name: f for f in computing if f.owner is None}
        called = {f.qualified_name: f.names_loaded() & beside.keys() for f in (*computing, *fit.values())}
        named = self.models.handed_on & beside.keys()
        run = reached(named.union(*(called[f.qualified_name] for f in computing)), called.__getitem__)
        writing = {name for name in run if self.callees.changes_in_place(beside[name])}
        looking = {name for name in run if self._looks_up_arrays(beside[name])}
        callers = turned({name: called[name] for name in run})
        found = reached(writing | looking, lambda name: callers.get(name, ()))
        self.callees.compiled |= writing & fit.keys()
        return [f for name, f in fit.items() if name in found]

    def _looks_up_arrays(self, function: Function) -> bool:
        """`p.running_mean`, of what may be a part."""
        every = self.models.array_names | self.models.notation.showing | self.models.called_of_parts
        if any(attribute_in(c) is None and asks_by_name(c) for c in function.of(ast.Call)):
            return True
        found = [n for n in map(attribute_in, function.of_any(ast.Attribute, ast.Call)) if n is not None]  # type: ignore[arg-type]
        return any(n.attr in every and self.module.qualified_name(n, function.locals) is None for n in found)

    def _calling_writers(self, free: list[Function]) -> list[Function]:
        """Methods of models whose arrays are to be mutable, or that call such functions."""
        methods = [f for f in free if f.owner in self.models.classes and f.name != "__init__" and not f.of_any(*HOST)]
        concerned = {f.qualified_name: {f.qualified_name, *calls_of(f, self.models, self.module)} for f in methods}
        return [f for f in methods if self.can_refer and concerned[f.qualified_name] & self.doubted]

    def _conclude_headers(self, hosts: HostForming) -> None:
        """What stands outside of functions is refused with those who need it."""
        headers = hosts.headers()
        self.program.headers, self.program.quoted = headers.names, headers.quoted
        for plan in (*self.program.plans.values(), *self.program.host_plans.values()):
            plan.lines.headers, plan.lines.quoted = headers.names, headers.quoted
        self.analysis.findings += headers.findings
        for rule, node, owner in headers.findings:
            if rule.severity.is_refusal and owner is not None and owner in self.module.functions:
                self.analysis.outcomes[owner] = Outcome.REFUSED
                self.program.refused.add(node)

    def _conclude_memory(self, memory: Memory, graph: Mapping[str, Classification]) -> None:
        """Functions that write what NumPy and the framework both see are refused."""
        for node, finding in memory.findings.items():
            if node in memory.late and finding.function not in graph:
                continue  # it stays Python, which reads at once
            self._refuse([finding])

    def _refuse(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.analysis.findings.append(finding)
            if finding.function in self.module.functions:
                self.analysis.outcomes[finding.function] = Outcome.REFUSED

    def _names_framework(self, function: Function) -> bool:
        paths = (self.module.imports.get(n.id, "") for n in function.of(ast.Name))
        return any(path.partition(".")[0] in self.models.roots for path in paths)

    def _telling(self, functions: list[Function]) -> list[Function]:
        """The functions that tell of whatever they are given what is known while tracing: `exists(mask)`."""
        asked = {f.qualified_name: f for f in functions if may_tell(f)}
        findings = [*self.analysis.findings]
        for name, function in asked.items():
            called = {c.func.id for c in function.of(ast.Call) if isinstance(c.func, ast.Name)}
            self.evidence[name] = Evidence(calls=called & asked.keys() - {name})
        self.helpers = frozenset(self.module.functions) - asked.keys()
        self.named = named_functions(self.module)
        self.settle_demands([*asked.values()])
        graph = dict.fromkeys(asked, Classification.PLAIN)
        for function in self.callees_first(graph):
            self.interpret(function, graph)
            plan = self.program.plans.get(function.qualified_name)
            is_known = plan is not None and plan.result is not None and plan.result.is_static
            if not is_known or self.statics[function.qualified_name]:
                self.program.plans.pop(function.qualified_name, None)
        told = [f for name, f in asked.items() if name in self.program.plans]
        self.program.plans.clear()
        self.analysis.findings = findings
        self.analysis.outcomes.clear()
        return told

    def _better_on_host(self, graph: Mapping[str, Classification], hosts: HostForming) -> list[str]:
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
        writing = hosts.writers.writing if free else frozenset()
        while True:
            more = {n for n in free - troubled if self._is_troubled(n, writing) or self.evidence[n].calls & troubled}
            if not more:
                break
            troubled |= more
        kept = {name: self.program.plans.pop(name) for name in troubled & self.program.plans.keys()}
        better = [n for n in graph if n in troubled and not is_refused_there(hosts.read(self.module.functions[n])[1])]
        refused = {n for n in graph if self.analysis.outcomes.get(n) is Outcome.REFUSED}
        while called := {c for n in graph if n not in better for c in self._needed_by(n, refused)}.intersection(better):
            better = [n for n in better if n not in called]  # what compiled code calls
        self.program.plans |= {name: plan for name, plan in kept.items() if name not in better}
        return better

    def _needed_by(self, name: str, refused: Collection[str]) -> frozenset[str]:
        """What it calls, but for what is refused as it is: it raises before it calls that."""
        calls = frozenset(self.evidence[name].calls)
        return calls.difference(refused) if name in refused else calls

    def _is_troubled(self, name: str, writing: Collection[ast.AST]) -> bool:
        plan = self.program.plans.get(name)
        if self.analysis.outcomes.get(name) is Outcome.REFUSED:
            return True
        if self.module.functions[name].node in writing and name not in self.models.handed_on:
            return True
        return plan is not None and bool(plan.arguments.mutated)

    def _host(self, name: str, read: Interpreted) -> None:
        plan, findings = read
        is_refused = any(rule.severity.is_refusal for rule in findings.found.values())
        self.analysis.findings += [Finding(rule, node, name) for (_, node), rule in findings.found.items()]
        if name in self.module.functions:
            self.analysis.outcomes[name] = Outcome.REFUSED if is_refused else Outcome.HOST
        self.program.host_plans[name] = plan

    def _draws(self, name: str, seen: set[str]) -> bool:
        """The function draws random numbers, itself or by what it calls."""
        seen.add(name)
        plan = self.program.plans.get(name)
        others = self.evidence[name].calls - seen
        return plan is not None and (plan.draws or any(self._draws(other, seen) for other in others))


def _is_lost_on_host(finding: Finding) -> bool:
    """`x += y` of a parameter, which Python does to references, and which arrays of JAX's do not show."""
    node, is_told = finding.node, isinstance(finding.rule, rules.ArgumentMutation)
    return is_told and isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
