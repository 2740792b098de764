"""From a parsed file to a program with a plan for every graph function, and everything there is to say about it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

from hybridc import rules
from hybridc.analysis.normal_form import Interpreted, NormalForm, is_refused
from hybridc.analysis.specialization import merging, specialized
from hybridc.core.options import Check
from hybridc.core.results import Outcome
from hybridc.dialects import UNSUPPORTED
from hybridc.dialects.table import Dialect
from hybridc.domain.places import Group, Overlap
from hybridc.interpret.changed_arguments import returned_whole
from hybridc.program.callees_writing import WritingCallees
from hybridc.program.classify import Classification, Evidence
from hybridc.program.host.written_back import writing_form
from hybridc.program.languages import models_of_others
from hybridc.program.lists_given import ListsGiven, ranges_given
from hybridc.program.masks.as_places import places_given, standing_beside
from hybridc.program.models import FileModels
from hybridc.program.parameters.signature import Told, is_scalar_by_signature
from hybridc.program.plans import FunctionPlan, Program, given_back
from hybridc.program.state import Finding, Findings
from hybridc.program.static_demand import DemandAnalysis, StaticDemand
from hybridc.structure import Structured
from hybridc.structure.merging import Merging
from hybridc.structure.write_back import gives_value
from hybridc.syntax.directives import Directives
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk
from hybridc.syntax.wanted import wanted

_GENERATED = frozenset(
    {"jax", "jnp", "lax", "control", "numpy_like", "scipy_like", "partial"}
)  # names that generated code needs


@dataclass
class Analysis:
    """A program, the outcome for each of its functions, and the findings."""

    program: Program
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


class ProgramAnalysis(NormalForm):
    """Analyses one file, of the kind that the classes derived from it know."""

    called: frozenset[str]  # by those that are interpreted
    named: frozenset[str]  # functions that something in the file calls, or hands on

    def __init__(
        self,
        module: Module,
        dialects: tuple[Dialect, ...],
        models: FileModels | None,
        directives: Directives,
        static: Mapping[str, frozenset[str]],
        numbers: Mapping[str, frozenset[str]] | None = None,
        variables: Mapping[str, Set[str]] | None = None,
        returns_mutated: bool = False,
        checked: frozenset[Check] = frozenset(),
        any_dtype: bool = False,
        doubted: Set[str] | None = None,
        told: Mapping[str, Told] | None = None,
    ) -> None:
        self.module = module
        self.callees = WritingCallees(module, dialects, models is not None and models.notation.rebinds)
        self.wanted = wanted(checked, module)
        self.any_dtype = any_dtype
        self.dialects = dialects
        self.models = models
        self.directives = directives
        self.chosen = static
        self.numbers = dict(numbers or {})
        self.told = told or {}
        self.variables = variables or {}
        self.has_lines = numbers is None  # or functions were made of what changes, and moved
        self.returns_mutated = returns_mutated
        self.program = Program(self.module)
        self.analysis = Analysis(self.program)
        self.demands: dict[str, StaticDemand] = {}
        self.evidence: dict[str, Evidence] = {}
        self.tables: dict[str, frozenset[str]] = {}
        self.assuming: set[str] = set()
        self.referring: set[str] = set()
        self.unreferring: dict[str, Findings] = {}
        self.entries: set[str] = set()
        self.unreferred: set[str] = set()  # functions that were to be of these, and cannot
        self.fruitless: set[str] = set()  # functions that mutable arrays do not help, as they are looked at now
        self.can_refer = doubted is not None
        self.doubted = frozenset(doubted or ())  # functions that are not converted, or for numbers only, without that
        self.untold: set[str] = set()
        self.unasked: dict[str, set[str]] = {}
        self.known_merged: dict[tuple[str, tuple[Group, ...]], str | None] = {}
        self.flagged: dict[str, frozenset[str]] = {}
        self.lists: dict[str, tuple[frozenset[str], ListsGiven]] = {}

    def run(self) -> Analysis:
        raise NotImplementedError

    def again(self, doubted: Set[str]) -> Analysis | None:
        """Another analysis, in which arrays of these functions are mutable; None where that changes nothing."""
        raise NotImplementedError

    def merging(self, overlap: Overlap) -> Merging | None:
        return merging(self, overlap)

    def started(self) -> list[Function]:
        """The functions that may be named; frameworks that are not converted yet have been told of."""
        self._note_unsupported_frameworks()
        self.analysis.findings += models_of_others(self.module)
        return [f for f in self.module.functions.values() if self._is_visible(f)]

    def settle_demands(self, candidates: list[Function]) -> None:
        """Static parameters flow from callees to callers until nothing changes."""
        ranges = ranges_given(self.module)
        known = {f.qualified_name: self._initial_statics(f, ranges.get(f.qualified_name)) for f in candidates}
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

    def callees_first(self, graph: Mapping[str, Classification]) -> Iterator[Function]:
        """The functions to interpret; `called` are then the names that they call."""
        self.called = frozenset().union(*(self.evidence[name].calls for name in graph))
        done: set[str] = set()
        for name in graph:
            yield from self._with_callees(name, graph, done)

    def _with_callees(self, name: str, graph: Mapping[str, Classification], done: set[str]) -> Iterator[Function]:
        if name in done or name not in graph:
            return
        done.add(name)
        for callee in sorted(self.evidence[name].calls):
            yield from self._with_callees(callee, graph, done)
        yield self.module.functions[name]

    def interpret(self, function: Function, graph: Mapping[str, Classification]) -> None:
        name = function.qualified_name
        self._forget(name)
        original = function
        self.fruitless.discard(name)
        given = self.with_references(original) if name in self.referring else self._expected(original, graph)
        plan, findings = given or self._specialized(original)
        if given is None and self._is_edge(name) and plan.arguments.gives_back and isinstance(writing_form(plan), str):
            plan, findings = self._specialized(original, expects_changes=False)
        is_edge = self._is_edge(name) and bool(plan.arguments.mutated)
        plan.arguments.is_lost = bool(self._lost(name, plan)) or (is_edge and isinstance(writing_form(plan), str))
        if not self._is_elsewhere(name):  # calls of the file tell what it is given
            plan.arguments.rows_written = frozenset()
        if given is None and self._may_refer(plan, findings, graph[name]):
            plan, findings = self._referred(original, graph) or (plan, findings)
        if plan.references is not None and self._returns(name) and self._is_elsewhere(name):
            plan.references.returns = True
            if plan.arguments.mutated - {*given_back(plan)}:
                plan.arguments.gives_back = tuple(p for p in original.parameters if p in plan.arguments.mutated)
        function, structure = plan.function, plan.structured
        self._check_changed(original, plan, findings)
        self._tell_of_changes(plan, findings)
        for parameter in sorted(
            p for p in plan.numbers if p not in plan.arguments.evident or _is_by_default(function, p)
        ):
            findings.report(rules.TakenForNumber(name=parameter), function.argument(parameter))
        if plan.is_referred or (plan.references is not None and plan.references.made):
            findings.report(rules.MutableArray(name=original.name), original.node)
        self._check_signature(function, findings)
        for parameter in sorted(self.module.changed_defaults.get(name, ())):
            default = original.default_of(parameter)
            assert default is not None
            findings.report(rules.MutatedGlobal(name=text_of(default)), default)
        for loop, names in structure.assumed.items():
            for assumed in sorted(names):
                findings.report(rules.AssumedTurn(name=assumed), structure.origins.original(loop))
        for parameter in sorted(self._lost(name, plan)):
            findings.report(rules.LostMutation(function=function.name, name=parameter), function.node)
        for callee in sorted((self.evidence[name].calls & graph.keys()) - self.program.plans.keys() - {name}):
            if self.analysis.outcomes.get(callee) is None:
                findings.report(rules.TracedRecursion(function=callee), function.node)
        self._conclude(plan, findings, graph[name])

    def _may_refer(self, plan: FunctionPlan, findings: Findings, stands: Classification) -> bool:
        """The function is refused, right for numbers only, or loses what it changes, and its arrays may be mutable; or
        the rows that it writes may be arrays of a list. One that names no array's function stays as it is if it is
        refused."""
        if self.models is not None or not self.can_refer or plan.function.qualified_name in self.fruitless:
            return False
        takes_numbers = any(isinstance(rule, rules.TakenForNumber) for rule in findings.found.values())
        if stands is Classification.PLAIN and not self._hands_on(plan.function.qualified_name):
            return (takes_numbers or plan.is_right_for_some) and not is_refused(findings)
        is_right = not (is_refused(findings) or takes_numbers or plan.is_right_for_some)
        return not is_right or bool(plan.numbers - plan.arguments.evident)

    def _hands_on(self, name: str) -> bool:
        """It calls functions whose arrays are mutable: what they write is an array for it as well."""
        plans = (self.program.plans.get(callee) for callee in self.evidence[name].calls)
        return any(plan is not None and plan.is_referred for plan in plans)

    def _expected(self, function: Function, graph: Mapping[str, Classification]) -> Interpreted | None:
        """A function of which something is known to speak against another form; mutable arrays, if it needs them."""
        name = function.qualified_name
        if not (self.can_refer and name in self.doubted):
            return None
        if graph[name] is Classification.PLAIN and not self._hands_on(name):
            return None
        if name in self.variables:  # what it gives may become an attribute or a global, and be that very array
            self.entries.add(name)
        found = self._referred(function, graph)
        if found is not None and found[0].references is not None:
            if found[0].references.written or found[0].is_referred:
                return found
            self.referring.discard(name)
        elif found is None and name not in self.variables:
            self.fruitless.add(name)
        self.entries.discard(name)
        return None

    def _referred(self, function: Function, graph: Mapping[str, Classification]) -> Interpreted | None:
        """The function whose arrays are mutable while it is traced, as are those of the functions that it hands them
        to."""
        found = self.with_references(function)
        named = frozenset[str]() if found is None else self._named_in(found[0])
        late = (named & graph.keys()) - self.program.plans.keys()
        for name in sorted(late):
            self.interpret(self.module.functions[name], graph)
        found = self.with_references(function) if late else found
        if found is None or found[0].references is None:
            return None
        for callee in sorted(found[0].references.calls - {function.qualified_name}):
            if not self.is_referring(callee, graph):
                self.referring.discard(function.qualified_name)
                return None
        return self.with_references(function) if found[0].references.calls else found

    def _named_in(self, plan: FunctionPlan) -> frozenset[str]:
        """Functions of the file that are values there, which calls may run by other names."""
        named = (v.function for v in plan.values.values() if v.function is not None)
        return frozenset(named) - {plan.function.qualified_name}

    def is_referring(self, name: str, graph: Mapping[str, Classification]) -> bool:
        """The function is, or is now, one of that kind; those that call it are then looked at again."""
        plan = self.program.plans.get(name)
        if plan is None or name in self.entries:  # one that is asked for while it is looked at calls itself
            return plan is not None and plan.is_referred
        if name in self.unreferred:
            return False
        self.entries.add(name)
        if self._referred(self.module.functions[name], graph) is None:
            self.entries.discard(name)
            self.unreferred.add(name)
            return False
        concerned = {n for n, p in self.program.plans.items() if name in p.calls and p.references is None}
        concerned |= self._unmade(concerned & self.program.made)
        callers = [n for n in self.program.plans if n in concerned]
        for each in (name, *callers):
            self._forget(each)
        for each in (name, *callers):
            self.interpret(self.module.functions[each], graph)
        return True

    def _unmade(self, names: Set[str]) -> frozenset[str]:
        """The functions that call these, which were made for calls whose arguments share arrays, and are no more."""
        self.known_merged = {key: made for key, made in self.known_merged.items() if made not in names}
        self.program.merged = {of: [m for m in made if m not in names] for of, made in self.program.merged.items()}
        for name in names:
            self._forget(name)
            del self.module.functions[name]
        plans = self.program.plans.items() if names else ()
        read = {n: {e.id for e in walk(p.structured.node) if isinstance(e, ast.Name)} for n, p in plans}
        return frozenset(n for n, of_it in read.items() if of_it & names)

    def _forget(self, name: str) -> None:
        """What was found of the function."""
        self.program.plans.pop(name, None)
        self.analysis.outcomes.pop(name, None)
        self.analysis.findings = [f for f in self.analysis.findings if f.function != name]

    def _specialized(self, function: Function, *, expects_changes: bool = True) -> Interpreted:
        name = function.qualified_name
        return specialized(
            self,
            function,
            lambda: Structured(function.node),
            lambda plan: self._gives_back(name, plan),
            lambda plan: expects_changes and self._expects_changes(name, plan),
        )

    def _initial_statics(self, function: Function, ranges: frozenset[str] | None) -> frozenset[str]:
        chosen = (
            set(ranges or ())
            | set(self.chosen.get(function.name, ()))
            | set(self.chosen.get(function.qualified_name, ()))
        )
        chosen |= self.directives.static.get(function.node.lineno, frozenset())
        if self.models is not None:
            chosen |= {p for p in function.parameters if is_scalar_by_signature(function, p)}
        return frozenset((chosen | function.flags) & set(function.parameters))

    def _is_visible(self, function: Function) -> bool:
        return self.module.functions.get(function.qualified_name) is function

    def _note_unsupported_frameworks(self) -> None:
        for statement in self.module.of_any(ast.Import, ast.ImportFrom):
            if isinstance(statement, ast.Import):
                names = [a.name for a in statement.names]
            elif isinstance(statement, ast.ImportFrom) and not statement.level:
                names = [statement.module or ""]
            else:
                continue
            for name in names:
                if (root := name.partition(".")[0]) in UNSUPPORTED:
                    self.analysis.findings.append(Finding(rules.UnsupportedFramework(framework=root), statement, None))

    def _check_changed(self, function: Function, plan: FunctionPlan, findings: Findings) -> None:
        """What is changed comes from a caller who can take it back, not from a default or the function itself."""
        for name in sorted(plan.arguments.mutated):
            default = function.default_of(name)
            is_array = default is not None and not isinstance(default, ast.Constant | ast.UnaryOp)
            is_recursive = plan.references is None and function.name in self.evidence[function.qualified_name].calls
            if is_array or is_recursive:
                findings.report(rules.LostMutation(function=function.name, name=name), function.node)

    def _tell_of_changes(self, plan: FunctionPlan, findings: Findings) -> None:
        """Of each argument that is changed something says so. A call that changes two tells of one."""
        found = findings.found.values()
        told = [rule.name.split("` or `") for rule in found if isinstance(rule, rules.ArgumentMutation)]
        if self.models is None and (plan.references is None or plan.references.returns):
            changed = plan.arguments.mutated.union(plan.arguments.gives_back)
            for name in sorted(changed.difference(*told) & {*plan.function.parameters}):
                findings.report(rules.ArgumentMutation(name=name), plan.function.argument(name))

    def _gives_back(self, name: str, plan: FunctionPlan) -> bool:
        """The arrays that the function changes are to be among its results: those who call it here take them."""
        if self.models is not None:  # with a result of its own it goes on giving others that alone
            is_called = name in self.called
            gives_value_too = gives_value(plan.function.node) or plan.function.owner is not None
            return bool(plan.arguments.mutated) and is_called and not gives_value_too
        if self._returns(name) or name in self.called:
            return bool(plan.arguments.mutated - {*given_back(plan)})
        return name in self.named and bool(plan.arguments.mutated - returned_whole(plan))

    def _expects_changes(self, name: str, plan: FunctionPlan) -> bool:
        """Those who call the function, all of them elsewhere, expect to see a change that it does not return."""
        return self._is_edge(name) and bool(plan.arguments.mutated - returned_whole(plan))

    def _is_edge(self, name: str) -> bool:
        """Nothing of the file calls the function, or names it, and those who do see what it changes."""
        return self._is_elsewhere(name) and self.models is None and not self._returns(name)

    def _returns(self, name: str) -> bool:
        """Callers are to take what it changes. Those of functions made of methods are written beside it: they have the
        arrays of attributes, which others may have as well."""
        return self.returns_mutated and name not in self.variables

    def _is_elsewhere(self, name: str) -> bool:
        return name not in self.called | self.named | self.program.made

    def _lost(self, name: str, plan: FunctionPlan) -> Set[str]:
        """Parameters whose arrays the function changes and does not return."""
        if self.models is not None or plan.references is not None:
            return frozenset()
        if self._returns(name) and self._gives_back(name, plan):  # it was to return them all, and could not
            return plan.arguments.mutated - returned_whole(plan) - {*plan.arguments.gives_back}
        return plan.arguments.mutated - (plan.arguments.returned_memory - plan.arguments.shown_in_turn)

    def _check_signature(self, function: Function, findings: Findings) -> None:
        taken = function.locals & _GENERATED
        if self.wanted.kinds:
            module = self.module
            around = (module.functions, module.globals, module.imports, module.classes)
            taken |= {"checks"} & function.locals.union(*around)
        for name in sorted(taken):
            findings.report(rules.UnsupportedStatement(what=f"a name of its own `{name}`"), function.node)
        if function.of_any(ast.Yield, ast.YieldFrom):
            findings.report(rules.Generator(name=function.name), function.node)

    def _conclude(self, plan: FunctionPlan, findings: Findings, stands: Classification) -> None:
        name = plan.function.qualified_name
        refused = any(rule.severity.is_refusal for rule in findings.found.values())
        if refused and stands is Classification.PLAIN:
            self.analysis.outcomes[name] = Outcome.HOST
            if self.evidence[name].shows_arrays or self.evidence[name].adds_numbers:
                rule = next(rule for rule in findings.found.values() if rule.severity.is_refusal)
                why = f"{rule.filled_message()} ({rule.code})"
                stays = rules.FunctionOnHost(function=plan.function.name, why=why)
                self.analysis.findings.append(Finding(stays, plan.function.node, name))
            return
        self.analysis.findings += [Finding(rule, node, name) for (_, node), rule in findings.found.items()]
        self.analysis.outcomes[name] = Outcome.REFUSED if refused else Outcome.COMPILED
        if self.models is None:
            plan.entry.places = places_given(plan, self.program.plans)
            plan.entry.places_beside = standing_beside(plan, self.program.plans)
        self.program.plans[name] = plan


def _is_by_default(function: Function, parameter: str) -> bool:
    """Nothing but its default says that the parameter is a number."""
    return is_scalar_by_signature(function, parameter) and not function.annotation_of(parameter)
