"""The analysis of a file without models: which of its functions are compiled, and how each of them stands."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Set
from copy import copy

from hybridc import rules
from hybridc.analysis.captured import map_captured_arrays, plan_of_handed
from hybridc.analysis.failing import checked_form, note_failing
from hybridc.analysis.handed_to_tables import handed_to_tables
from hybridc.analysis.kept import kept_functions
from hybridc.analysis.left_to_python import left_to_python
from hybridc.analysis.program import Analysis, ProgramAnalysis
from hybridc.analysis.untraced import untraced_results
from hybridc.core.options import Check
from hybridc.core.results import Outcome
from hybridc.program.classify import Classification, classification, gather
from hybridc.program.host.caught import caught_calls
from hybridc.program.host.changed_results import changed_results, results_asked_for_identity
from hybridc.program.host.code import HostScope
from hybridc.program.host.handed_functions import functions_of_numpy, handed_writers
from hybridc.program.host.handed_over import changing_functions
from hybridc.program.host.written_back import HostUses, named_functions, note_pure_calls, writing_form
from hybridc.program.key_order import keep_key_orders
from hybridc.program.plans import FunctionPlan
from hybridc.program.state import Finding
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.checks import only_checks
from hybridc.syntax.dicts_given import dict_parameters, perhaps_dicts
from hybridc.syntax.in_place import changed_below
from hybridc.syntax.module import Function
from hybridc.syntax.walking import walk

_LOOKED_AT = (ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)


class ArrayProgramAnalysis(ProgramAnalysis):
    """Analyses a file without models."""

    _before_settling: tuple[dict[str, Outcome], list[Finding]]  # outcomes and findings, of functions by themselves

    def run(self) -> Analysis:
        functions = self.started()
        for function in functions:
            self.evidence[function.qualified_name] = gather(function, self.module, self.dialects)
        candidates = [f for f in functions if self._may_be_graph(f)]
        self.settle_demands(candidates)
        self.graph = graph = self._graph(candidates)
        self.helpers = frozenset(
            name
            for f in functions
            if (name := f.qualified_name) not in graph
            and self.evidence[name].is_plain_arithmetic
            and name not in self.module.unsteady
            and not self._is_to_be_checked(f)
        )
        self.named = named_functions(self.module)
        self.called = frozenset(c for name in graph for c in self.evidence[name].calls)
        for function in self.callees_first(graph):
            self.interpret(function, graph)
        return self._concluded()

    def again(self, doubted: Set[str]) -> Analysis | None:
        """Another analysis of the same text, in which these functions, and what else is refused, have arrays that are
        mutable while traced; they and their callers alone are looked at again. None where it finds no such function."""
        self.can_refer, self.doubted = True, frozenset(doubted)
        self.module = copy(self.module)
        self.module.functions = dict(self.module.functions)
        self.program = self.program.unsettled(self.module)
        self.known_merged = {k: name for k, name in self.known_merged.items() if name in self.program.plans}
        outcomes, findings = self._before_settling
        self.analysis = Analysis(self.program, dict(outcomes), list(findings))
        concerned = self._with_callers(doubted)
        for name in concerned:
            self._forget(name)
        for function in self.callees_first(self.graph):
            if function.qualified_name in concerned:
                self.interpret(function, self.graph)
        is_asked = any(self.analysis.outcomes.get(name) is Outcome.COMPILED for name in doubted)  # by code around it
        found = self._concluded() if self.referring or is_asked else None
        return found if self.referring else None

    def _with_callers(self, names: Set[str]) -> frozenset[str]:
        """These functions, and those that call or name them, or such functions in turn."""
        naming: dict[str, list[str]] = {}
        for name in self.graph:
            read = {n.id for n in self.module.functions[name].of(ast.Name)}
            for each in read | self.evidence[name].calls:
                naming.setdefault(each, []).append(name)
        found: set[str] = set()
        waiting = [*names & self.graph.keys()]
        while waiting:
            if (name := waiting.pop()) not in found:
                found.add(name)
                waiting += naming.get(name, ())
        return frozenset(found)

    def _concluded(self) -> Analysis:
        """What the functions are for the code around them, once each has been looked at."""
        self._before_settling = dict(self.analysis.outcomes), list(self.analysis.findings)
        self._decorate()
        against = [*untraced_results(self.program), *handed_writers(self.program, self.callees)]
        for name, finding in [*against, *handed_to_tables(self.program, self.analysis.outcomes, self.helpers)]:
            if self.analysis.outcomes[name] is Outcome.COMPILED:
                self.analysis.outcomes[name] = Outcome.REFUSED
            self.analysis.findings.append(finding)
        if self.wanted.kinds:
            note_failing(self.program)
            self.analysis.findings = [checked_form(self.program, finding) for finding in self.analysis.findings]
        map_captured_arrays(self.program, self.dialects)
        for function in self.module.functions.values():
            self.analysis.outcomes.setdefault(function.qualified_name, Outcome.HOST)
        self.analysis.findings += left_to_python(self.module, self.evidence, self.analysis.outcomes, self.dialects)
        self._settle_host_uses()
        self.analysis.findings += changing_functions(self.program)
        note_pure_calls(self.program)
        return self.analysis

    def _settle_host_uses(self) -> None:
        """What code that stays Python, that of refused functions included, does with compiled ones and their results;
        those for which there is no right form are refused, and stay Python in turn."""
        while True:
            self.program.kept = frozenset(kept_functions(self.program, self.analysis.outcomes))
            self.program.host_writes.clear()
            for name, plan in self.program.plans.items():
                is_of_method = name in self.variables  # whose attributes are set to what it returns
                changes = plan.arguments.gives_back if is_of_method else plan.arguments.mutated
                is_asked = name in self.told or (changes and self._is_edge(name))
                found = writing_form(plan) if is_asked else None
                plan.entry.writes_back = None if isinstance(found, str) else found
            against = [
                *HostUses(self.program, self.directives.delegates).settle(),
                *changed_results(self.program, self.callees),
            ]
            against += [*functions_of_numpy(self.program, self.dialects, self._handed), *caught_calls(self.program)]
            if not against:
                break
            if self._are_referred(against):
                continue
            self.analysis.findings += against
            for *_, refused in against:
                assert refused is not None
                self.analysis.outcomes[refused] = Outcome.REFUSED
        forms = {name: plan.entry.writes_back for name, plan in self.program.plans.items()}
        writing = {name for name, form in forms.items() if form is not None and form.written}
        findings = self.analysis.findings
        self.analysis.findings = [
            f for f in findings if not (isinstance(f.rule, rules.ArgumentMutation) and f.function in writing)
        ]
        self.analysis.findings += results_asked_for_identity(self.program)
        self._decorate()
        keep_key_orders(self.program)
        self._drop_unused()
        referred = [plan for plan in self.program.plans.values() if plan.is_referred]
        named = frozenset().union(*map(self._named_in, referred))
        called = frozenset().union(*(plan.calls for plan in self.program.plans.values()))
        for name, plan in self.program.plans.items():
            plan.entry.is_called = name in called
            plan.entry.iterables = self._iterables(name)
            plan.entry.takes_mutable = name in named and not plan.is_referred

    def _iterables(self, name: str) -> frozenset[str]:
        """Parameters that a function runs over which names no framework's function, so that callers may have any
        iterable in mind, but not those that have several axes, `m[0, 0]`, or are dicts, of which a list has the keys
        alone."""
        evidence, function = self.evidence.get(name), self.module.functions[name]
        is_asked = name in self.told or function.node.lineno in self.directives.graph
        if evidence is None or evidence.arrays or evidence.shows_arrays or is_asked:
            return frozenset()
        over = {loop.iter.id for loop in function.of(ast.For) if isinstance(loop.iter, ast.Name)}
        by_axes = {ast.unparse(n.value) for n in function.of(ast.Subscript) if isinstance(n.slice, ast.Tuple)}
        dicts = dict_parameters(function) | perhaps_dicts(function)
        return frozenset(over & {*function.parameters} - by_axes - dicts - self.statics[name])

    def _handed(self, given: ast.expr, scope: HostScope) -> FunctionPlan | None:
        return plan_of_handed(given, scope, self.program, self.dialects, self.lists_told, self.any_dtype)

    def _drop_unused(self) -> None:
        """Functions made for calls of functions which have mutable arrays now: the calls go to the originals."""
        while self.program.made:
            read = {
                n.id
                for name, plan in self.program.plans.items()
                for n in walk(plan.structured.node)
                if isinstance(n, ast.Name) and n.id != name and n.id in self.program.made
            }
            unused = self.program.made - read
            if not unused:
                break
            self.program.merged = {
                name: [each for each in made if each not in unused] for name, made in self.program.merged.items()
            }
            for name in unused:
                self._forget(name)
                del self.module.functions[name]

    def _are_referred(self, against: list[Finding]) -> bool:
        """Functions against which something speaks are compiled with mutable arrays, of which nothing is lost."""
        of_memory = (rules.SharedMemory, rules.LostMutation, rules.ChangedResult)
        names = {finding.function for finding in against if isinstance(finding.rule, of_memory)}
        known = [n for n in names if n is not None and self.program.compiled_as(n) is not None and self.can_refer]
        others = [name for name in sorted(known) if not self.program.plans[name].is_referred]
        found = [self.is_referring(name, self.graph) for name in others]
        return any(found)

    def _may_be_graph(self, function: Function) -> bool:
        if self._is_left_out(function) and Check.ASSERT not in self.wanted.kinds:
            return False
        evidence = self.evidence[function.qualified_name]
        return (
            classification(function, evidence, self.directives, frozenset()) is not Classification.HOST
            or not evidence.host
        )

    def _is_left_out(self, function: Function) -> bool:
        """It does nothing but check what it is given."""
        return only_checks(function, self.module) and function.node.lineno not in self.directives.graph

    def _is_to_be_checked(self, function: Function) -> bool:
        """It does what NumPy looks at as it goes."""
        found = function.of_any(ast.Subscript, ast.BinOp) if self.wanted.kinds else ()
        return any(not isinstance(n, ast.BinOp) or isinstance(n.op, _LOOKED_AT) for n in found)

    def _graph(self, candidates: list[Function]) -> dict[str, Classification]:
        """The functions to compile, and how each stands. What a graph function calls is one as well, unless it is
        a host function, or its result must be known while tracing."""
        stands = {
            f.qualified_name: classification(
                f, self.evidence[f.qualified_name], self.directives, self.statics[f.qualified_name]
            )
            for f in candidates
        }
        graph: dict[str, Classification] = {
            n: s for n, s in stands.items() if s in (Classification.ARRAY, Classification.PLAIN)
        }
        self._join_callers(stands, graph)
        todo = [n for n, s in graph.items() if s is Classification.ARRAY]
        plain = [n for n, s in graph.items() if s is Classification.PLAIN]
        while plain:
            caller = plain.pop()
            for callee in self.evidence[caller].calls:
                fits = callee in stands and (
                    self.evidence[callee].others
                    or self.evidence[callee].arrays
                    or self._is_to_be_checked(self.module.functions[callee])
                    or self._writes_what_it_gives(self.module.functions[caller], callee)
                )
                if stands.get(callee) is Classification.NEUTRAL and callee not in graph and fits:
                    graph[callee] = Classification.PLAIN
                    plain.append(callee)
        while todo:
            name = todo.pop()
            for callee in self.evidence[name].calls:
                if (
                    stands.get(callee) in (Classification.NEUTRAL, Classification.PLAIN)
                    and graph.get(callee) is not Classification.ARRAY
                ):
                    graph[callee] = Classification.ARRAY
                    todo.append(callee)
        for name in self._handed_by_name(graph):
            if stands.get(name) is Classification.NEUTRAL and self.evidence[name].others:
                graph.setdefault(name, Classification.PLAIN)
        for name in list(graph):
            for callee in self.demands[name].callees:
                graph.pop(callee, None)
        for function in candidates:
            if self._is_left_out(function):  # a check that cannot be compiled is left out
                graph.pop(function.qualified_name, None)
        called = frozenset(c for name in graph for c in self.evidence[name].calls)
        for function in [self.module.functions[name] for name in graph if name not in called]:
            changed = self._lists_changed(function)
            if changed or self._computes_while_tracing(function):
                graph.pop(function.qualified_name)
            if changed:
                why = f"a call gives it a list for `{min(changed)}`, and it changes that"
                stays = rules.FunctionOnHost(function=function.name, why=why)
                self.analysis.findings.append(Finding(stays, function.node, function.qualified_name))
        for name in [n for n in graph for n in self._checks_called(n)]:
            graph[name] = Classification.PLAIN
        return graph

    def _handed_by_name(self, graph: Collection[str]) -> Iterator[str]:
        """The functions that some call hands to one of the graph, which calls them: `simpson(f, 0, 1)`."""
        for name in [*graph]:
            function = self.module.functions[name]
            called = {c.func.id for c in function.of(ast.Call) if isinstance(c.func, ast.Name)} & {*function.parameters}
            for call in self.module.calls.get(name, ()) if called else ():
                given = arguments_given(function, call)
                yield from (n.id for p, n in given.items() if p in called and isinstance(n, ast.Name))

    def _writes_what_it_gives(self, caller: Function, callee: str) -> bool:
        """The caller writes into what the callee gives it, which may be what that was given."""
        if not self.callees.given_back(callee):
            return False
        calls = {*self.module.calls.get(callee, ())}
        targets = (target for s in caller.of(ast.Assign) if s.value in calls for target in s.targets)
        bound = {n.id for target in targets for n in walk(target) if isinstance(n, ast.Name)}
        return bool(bound) and not bound.isdisjoint(changed_below(caller.node))

    def _computes_while_tracing(self, function: Function) -> bool:
        """It runs over a list that has to be known, as all else that it is given has: there is nothing left to compile,
        and each list would take a trace of its own."""
        name, given = function.qualified_name, {*function.parameters}
        rows = {loop.iter.id for loop in self.demands[name].unrolled if isinstance(loop.iter, ast.Name)}
        is_asked = function.node.lineno in self.directives.graph
        return bool(rows & given) and given <= self.statics[name] and not is_asked

    def _lists_changed(self, function: Function) -> frozenset[str]:
        """Parameters whose elements it sets, for which calls of the file give lists: compiled code writes into arrays
        alone."""
        stored = (n.value for n in function.of(ast.Subscript) if isinstance(n.ctx, ast.Store | ast.Del))
        names = {array.id for array in stored if isinstance(array, ast.Name)} & {*function.parameters}
        names -= {n.id for n in function.of(ast.Name) if isinstance(n.ctx, ast.Store)}
        if not names or function.node.lineno in self.directives.graph:
            return frozenset()
        return self.lists_told.get(function.qualified_name, frozenset()) & names

    def _checks_called(self, name: str) -> Iterator[str]:
        """The functions that only check and that the function calls, by itself or through others of their kind."""
        for callee in self.evidence[name].calls:
            if Check.ASSERT in self.wanted.kinds and callee in self.demands:
                if callee != name and self._is_left_out(self.module.functions[callee]):
                    yield callee
                    yield from self._checks_called(callee)

    def _join_callers(self, stands: Mapping[str, Classification], graph: dict[str, Classification]) -> None:
        """A function that does nothing but compute with what graph functions return is one as well, or with what others
        make of numbers: `def zeros(n): return np.zeros(n)`."""
        making = {n for n, s in stands.items() if s is Classification.NEUTRAL and self.evidence[n].arrays}
        changed = True
        while changed:
            changed = False
            for name, stand in stands.items():
                evidence = self.evidence[name]
                traced = set(self.module.functions[name].parameters) - self.statics[name]
                if stand is Classification.NEUTRAL and name not in making | graph.keys() and not evidence.prints:
                    if evidence.calls & (graph.keys() | making) and (traced or evidence.loops):
                        graph[name] = Classification.PLAIN
                        changed = True

    def _decorate(self) -> None:
        """A private helper that only compiled functions call needs no `jit` of its own."""
        compiled = self.program.plans.keys() - self.program.kept
        called_by_graph = {c for n in compiled for c in self.evidence[n].calls}
        inner = {name for name in self.program.plans if name.startswith("_") and name in called_by_graph}
        if inner:
            outer = _outside(self.module.tree, compiled)
            inner -= {n.id for statement in outer for n in walk(statement) if isinstance(n, ast.Name)}
        for name, plan in self.program.plans.items():
            private = name in inner
            plan.entry.is_decorated = not (private or name in self.program.made)


def _outside(tree: ast.Module, compiled: Set[str]) -> Iterator[ast.stmt]:
    for statement in tree.body:
        if not (isinstance(statement, ast.FunctionDef) and statement.name in compiled):
            yield statement
