"""The form in which a function is interpreted: without what compiled code has no form for."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from functools import cached_property, partial

from hybridc import rules
from hybridc.analysis.independent import fills, with_maps
from hybridc.analysis.light import computes_numbers
from hybridc.analysis.moving.loops import moves_slices, with_masks
from hybridc.analysis.moving.ranges import with_ranges
from hybridc.analysis.moving.sizes import Sizes
from hybridc.dialects.table import Dialect
from hybridc.domain.atoms import is_open
from hybridc.domain.places import Group, Overlap
from hybridc.domain.sites import Memory, parameter_site, parameters_in
from hybridc.domain.values import BOOL, Dims, Form, Value, either, memory_in, static
from hybridc.interpret.aliases import keeps_rank
from hybridc.interpret.arrays import array_run
from hybridc.interpret.evaluation import Run
from hybridc.interpret.models.tables import model_run
from hybridc.interpret.references.effects import settle
from hybridc.interpret.references.models import model_reference_run
from hybridc.interpret.references.reads import note_reads
from hybridc.interpret.references.tables import reference_run
from hybridc.interpret.selected.reads import selections
from hybridc.program.assumptions import LISTS, Assumption, Kind, assume
from hybridc.program.callees_writing import WritingCallees
from hybridc.program.classify import Evidence
from hybridc.program.lists_given import ListsGiven, lists_given, told_by_calls
from hybridc.program.masks.told import TOLD, MasksTold
from hybridc.program.memory.reached_arrays import ReachedArrays
from hybridc.program.models import FileModels
from hybridc.program.numbers import possible_numbers, used_as_containers
from hybridc.program.parameters.asked import unasked
from hybridc.program.parameters.evident import evident
from hybridc.program.parameters.signature import (
    Told,
    container_parameters,
    evident_parameters,
    parameter_values,
    ranked_parameters,
)
from hybridc.program.plans import FunctionPlan, LoopForm, Program, References
from hybridc.program.proven_arrays import surely_arrays
from hybridc.program.state import Findings, State
from hybridc.program.static_demand import DemandAnalysis, StaticDemand, fitting, lookup, lookup_method
from hybridc.structure import Structured, structured
from hybridc.structure.closures import with_arguments
from hybridc.structure.displays import with_names
from hybridc.structure.exchanges import exchanges
from hybridc.structure.expressions.chosen import with_selections
from hybridc.structure.expressions.chosen_stores import with_chosen_stores
from hybridc.structure.expressions.filled_lists import with_filled_lists
from hybridc.structure.expressions.function_tables import with_tables
from hybridc.structure.expressions.held_elements import with_held_elements
from hybridc.structure.expressions.stacked_rows import with_rows
from hybridc.structure.flags import with_flags
from hybridc.structure.in_place import with_settings, with_whole_arrays, with_writes
from hybridc.structure.leaving import always_leaves
from hybridc.structure.merging import Merging, with_merged
from hybridc.structure.optional import choices, pairs
from hybridc.structure.places.masks import with_masks_for_places
from hybridc.structure.places.sets import TRUTH
from hybridc.structure.selectors import with_selectors
from hybridc.structure.stores import with_stores
from hybridc.structure.trees import read
from hybridc.structure.views import with_alias_updates, with_bases, with_kept
from hybridc.structure.write_back import taking_back
from hybridc.syntax.dicts_given import dict_parameters, perhaps_dicts
from hybridc.syntax.liveness import Liveness
from hybridc.syntax.messages import text_of
from hybridc.syntax.module import Function, Module
from hybridc.syntax.tables import tables
from hybridc.syntax.walking import holds_loops, is_same, walk
from hybridc.syntax.wanted import Wanted

_ROUNDS = 12  # of looking for exits; each round takes those of a level of nesting
_EXCHANGED = "they are written into afterwards, each in its own dtype"
_LOST = "an array would be changed, and nobody be given what it becomes"

Interpreted = tuple[FunctionPlan, Findings]


class NormalForm:
    """Interprets functions, and brings them into another form for as long as that helps."""

    module: Module
    dialects: tuple[Dialect, ...]
    program: Program
    evidence: dict[str, Evidence]
    demands: dict[str, StaticDemand]
    statics: dict[str, frozenset[str]]
    numbers: dict[str, frozenset[str]]  # parameters to take for numbers, by function
    told: Mapping[str, Told]  # of parameters, by functions that were made of code that stays Python
    variables: Mapping[str, Set[str]]  # parameters that stand for attributes and globals, by function
    helpers: frozenset[str]
    tables: dict[str, frozenset[str]]  # by function, names whose lists become arrays
    flagged: dict[str, frozenset[str]]  # by function, names that a flag tells to hold nothing
    has_lines: bool
    referring: set[str]  # functions whose arrays are mutable while they are traced
    unreferring: dict[str, Findings]  # what speaks against that, of others
    entries: set[str]  # of these, the ones that are given such arrays
    untold: set[str]  # functions in which elements of arrays of any rank are numbers, if operators change them
    unasked: dict[str, set[str]]  # by function, parameters of which no test tells that Python comes to in any case
    assuming: set[str]  # functions in which what operators change in place is taken for numbers
    wanted: Wanted
    any_dtype: bool  # what unknown arrays may have
    models: FileModels | None  # of a file that imports a framework of models
    callees: WritingCallees
    known_merged: dict[tuple[str, tuple[Group, ...]], str | None]  # functions for calls whose arguments share arrays
    lists: dict[str, tuple[frozenset[str], ListsGiven]]  # by function, with the parameters known while tracing
    called: frozenset[str] | None = None  # by functions that are compiled, once these are known

    @cached_property
    def lists_told(self) -> Mapping[str, frozenset[str]]:
        """By functions, the parameters that calls of the file give lists for."""
        return {} if self.models is not None else told_by_calls(self.module, self.callees, or_tuples=False)

    @cached_property
    def sequences_told(self) -> Mapping[str, frozenset[str]]:
        """Those that they give lists or tuples for."""
        return told_by_calls(self.module, self.callees, or_tuples=True)

    @cached_property
    def masks_told(self) -> MasksTold:
        """Those that are masks."""
        return MasksTold(self.module, self.dialects)

    def _masks_given(self, function: Function) -> frozenset[str]:
        name = function.qualified_name
        written = self.module.functions.get(name)
        if written is None or self.models is not None:
            return frozenset()
        is_called = self.called is None or name in self.called
        return self.masks_told.of(written, is_called=is_called) - self.statics[name]

    @cached_property
    def reached(self) -> ReachedArrays:
        """What code around models does with arrays."""
        assert self.models is not None
        return ReachedArrays(self.module, self.dialects, self.models)

    def attributes_kept(self) -> frozenset[str]:
        """Attributes of models, no parameters or buffers, whose arrays are written by all that have them."""
        if self.models is None or not self.models.notation.mutable:
            return frozenset()
        return self.reached.attributes

    def formed(self, function: Function, structure: Structured) -> Interpreted:
        """The function in the form that converts best."""
        if self.models is None and (filled := with_tables(structure, function, self.module)) is not None:
            structure, function = filled, function.in_form(filled.node)
        if (numpy := self._numpy(function)) is not None and (
            rows := with_rows(structure, function, numpy, partial(self._named, function))
        ) is not None:
            structure, function = rows, function.in_form(rows.node)
        places = partial(self._with_places, function)
        if (masked := places(structure)) is not None:
            structure, function = masked, function.in_form(masked.node)
        known_demand = self.demands.get(function.qualified_name)
        if known_demand is None or known_demand.node is not function.node:  # but that of another form
            self.demands[function.qualified_name] = self.demand(function, self.statics[function.qualified_name])
        found = self._in_rounds(function, structure)
        for rolled in (
            (
                self._with_filled,
                self._with_ranges,
                self._with_held,
                self._with_choices,
                self._with_masks,
                self._with_maps,
            )
            if self.models is None
            else ()
        ):
            if (made := rolled(function, structure, found)) is not None:
                structure, found = made
                function = function.in_form(structure.node)
        if not _may_be_better(found):
            return found
        best = found  # of the forms, the one that is refused for the fewest reasons
        for form in (
            (partial(places, or_wholes=True), self._with_names, with_arguments)
            if is_refused(found[1]) or _numbers(found)
            else ()
        ):
            if (given := form(structure)) is not None:
                structure, function = given, function.in_form(given.node)
                demand = self.demands[function.qualified_name]
                better, is_fit = self._tried(function, structure, frozenset())
                if is_fit and (is_refused(found[1]) or _numbers(better) < _numbers(found)):
                    return better
                self.demands[function.qualified_name] = demand
                best = _fewest(best, better)
        if not is_refused(found[1]) and not _is_unrolled(found[1]):
            return found
        known = tables(function, self.module)
        if known:
            better, is_fit = self._tried(function, structure, known)
            if is_fit:
                return better
            best = _fewest(best, better)
        if not is_refused(found[1]):
            return found
        flagged, names = with_flags(structure, Sizes(function, partial(self._named, function)).takes_turn)
        for chosen in (frozenset(), known) if names and known else (frozenset(),) if names else ():
            better, is_fit = self._tried(function.in_form(flagged.node), flagged, chosen, frozenset(names))
            if is_fit:
                return better
            best = _fewest(best, better)
        return best

    def _with_filled(
        self, function: Function, structure: Structured, found: Interpreted
    ) -> tuple[Structured, Interpreted] | None:
        """The function whose comprehensions are loops where arrays are made of them; None where that is no better."""
        maps = any(isinstance(c.func, ast.Name) and c.func.id == "map" for c in function.of(ast.Call))
        if (numpy := self._numpy(function)) is None or not (maps or function.of_any(ast.ListComp, ast.GeneratorExp)):
            return None
        dicts = dict_parameters(function) | perhaps_dicts(function)
        made = with_filled_lists(structure, numpy, partial(self._named, function), dicts)
        if made is None or not is_refused(found[1]):
            return None if made is None else self._if_better(function, made, found)
        demand = self.demands[function.qualified_name]
        better, _ = self._tried(function.in_form(made.node), made, frozenset())
        if _refusals(better[1]) <= _refusals(found[1]):  # which other forms may mend
            return made, better
        self.demands[function.qualified_name] = demand
        return None

    def _with_ranges(
        self, function: Function, structure: Structured, found: Interpreted
    ) -> tuple[Structured, Interpreted] | None:
        """The function whose `while` loops that count are loops over ranges, where that lets them compile."""
        original = structure.origins.original
        unrolled = {
            original(s)
            for s, loop in found[0].control.loops.items()
            if isinstance(s, ast.While) and (loop.form is LoopForm.PYTHON or s in found[0].control.moving)
        }
        name = function.qualified_name
        demand = self.demands[name]
        named = partial(self._named, function)
        while (
            unrolled and (ranged := with_ranges(structure, function, named, self.statics[name], unrolled)) is not None
        ):
            better, is_fit = self._tried(function.in_form(ranged.node), ranged, frozenset())
            made = ranged, better
            if is_fit and (masked := self._with_masks(function.in_form(ranged.node), *made)) is not None:
                made = masked
            loops = made[1][0].control.loops.items()
            still = {original(s) for s, loop in loops if loop.form is LoopForm.PYTHON} & unrolled
            if is_fit and not still and _numbers(made[1]) <= _numbers(found):
                return made
            unrolled = unrolled - still if still else set()
        self.demands[name] = demand
        return None

    def _with_masks(
        self, function: Function, structure: Structured, found: Interpreted
    ) -> tuple[Structured, Interpreted] | None:
        """The function whose loops compile, as slices that they move are masks; None where that is no better."""
        name = function.qualified_name
        numpy, known, demand = self._numpy(function), self.statics[name], self.demands[name]
        is_asked = any(isinstance(rule, rules.StaticNeeded) for rule in found[1].found.values())
        if numpy is None or not function.of(ast.Slice) or not (is_asked or moves_slices(function)):
            return None
        plan, named = self._plan_of(function, structure, found), partial(self._named, function)
        for or_asks in (False, True):
            masked = with_masks(plan, numpy, named, known, lambda f: self.demand(f, known), or_asks)
            if masked is not None:
                better, is_fit = self._tried(function.in_form(masked.node), masked, frozenset())
                if is_fit and _numbers(better) <= _numbers(found):
                    return masked, better
            self.demands[name] = demand
        return None

    def _with_choices(
        self, function: Function, structure: Structured, found: Interpreted
    ) -> tuple[Structured, Interpreted] | None:
        """The function whose branches in loops choose what elements are set to; None where that is no better."""
        branches = {structure.origins.original(each) for each in found[0].control.branches}
        named = [(n.id, v) for n, v in found[0].values.items() if isinstance(n, ast.Name)]
        others = {n for n, v in named if not v.form.is_numeric and v.form is not Form.UNKNOWN}
        numbers = {n for n, _ in named} - {n for n, v in named if not v.is_scalar or v.memory}
        is_asked = bool(branches) and not self.wanted.kinds
        chosen = with_chosen_stores(structure, branches, others, numbers) if is_asked else None
        return None if chosen is None else self._if_better(function, chosen, found)

    def _if_better(
        self, function: Function, made: Structured, found: Interpreted
    ) -> tuple[Structured, Interpreted] | None:
        name = function.qualified_name
        demand = self.demands[name]
        better, is_fit = self._tried(function.in_form(made.node), made, frozenset())
        if is_fit and _numbers(better) <= _numbers(found):
            return made, better
        self.demands[name] = demand
        return None

    def _with_held(
        self, function: Function, structure: Structured, found: Interpreted
    ) -> tuple[Structured, Interpreted] | None:
        """The function whose inner loops have variables for elements; None where that is no better."""
        if self.wanted.kinds or is_refused(found[1]) or not any(holds_loops(s) for s in function.node.body):
            return None
        values = [(n.id, v) for n, v in found[0].values.items() if isinstance(n, ast.Name)]
        memory: defaultdict[str, Memory] = defaultdict(frozenset)
        for name, value in values:
            memory[name] |= value.memory
        others = {n for n, v in values if not v.form.is_numeric}
        made = with_held_elements(structure, {n for n, _ in values} - others, memory)
        return None if made is None else self._if_better(function, made, found)

    def _with_maps(
        self, function: Function, structure: Structured, found: Interpreted
    ) -> tuple[Structured, Interpreted] | None:
        """The function whose loops are maps where their turns do not hang on each other."""
        name, numpy = function.qualified_name, self._numpy(function)
        if numpy is None or self.wanted.kinds or is_refused(found[1]) or not fills(function):
            return None
        demand, original = self.demands[name], structure.origins.original
        plan, sizes = self._plan_of(function, structure, found), Sizes(function, partial(self._named, function))
        left: set[ast.AST] = set()
        while (
            mapped := with_maps(plan, numpy, sizes, lambda n: computes_numbers(self.program.plans.get(n)), left)
        ) is not None:
            better, is_fit = self._tried(function.in_form(mapped.node), mapped, frozenset())
            apart = {s: loop for s, loop in better[0].control.loops.items() if s in mapped.origins.apart}
            still = {original(s) for s, loop in apart.items() if loop.form is not LoopForm.MAP} - left
            if is_fit and not still and _numbers(better) <= _numbers(found):
                return mapped, better
            if not still:
                break
            left |= still
        self.demands[name] = demand
        return None

    def _plan_of(self, function: Function, structure: Structured, found: Interpreted) -> FunctionPlan:
        """What is known of the function in this form, which may have got another one since."""
        if found[0].structured.node is structure.node:
            return found[0]
        name = function.qualified_name
        self.demands[name] = self.demand(function, self.statics[name])
        return self.look(function, structure, self.numbers.get(name, frozenset()))[0]

    def _numpy(self, function: Function) -> str | None:
        """The file's name for NumPy, where arrays of NumPy's are what the function is about."""
        name = next((alias for alias, path in self.module.imports.items() if path == "numpy"), None)
        return None if self.models is not None or name in function.locals else name

    def _places(self, function: Function, call: ast.Call) -> str:
        """How a call gives the places of what is true, or that it gives truth values; empty for others."""
        found = fitting(lookup(self.dialects, self._named(function, call.func)), call)
        if found is not None:
            return found[0].indices or (TRUTH if found[0].dtype == "bool" else "")
        if not isinstance(call.func, ast.Attribute) or call.args or call.keywords:
            return ""
        return next((e.indices for e in lookup_method(self.dialects, call.func.attr)), "")

    def _named(self, function: Function, called: ast.expr) -> str | None:
        return self.module.qualified_name(called, function.locals)

    def _with_places(self, function: Function, structure: Structured, or_wholes: bool = False) -> Structured | None:
        """The function with masks for the places of what is true."""
        function = function.in_form(structure.node)
        numpy, kinds, named = self._numpy(function), partial(self._places, function), partial(self._named, function)
        return None if numpy is None else with_masks_for_places(structure, function, numpy, kinds, named, or_wholes)

    def _with_names(self, structure: Structured) -> Structured | None:
        return with_names(structure, lambda n: self.module.qualified_name(read(n)) == f"builtins.{n}")

    def with_references(self, function: Function) -> Interpreted | None:
        """The function whose arrays are mutable while it is traced; None where that does not make it convert."""
        name = function.qualified_name
        demand, self.demands[name] = self.demands[name], self.demand(function, self.statics[name])
        tables, flagged = self.tables.get(name, frozenset()), self.flagged.get(name, frozenset())
        self.tables[name] = self.flagged[name] = frozenset()
        numbers = self.numbers.pop(name, None)
        self.referring.add(name)
        structure = Structured(function.node)
        for form in (None, with_arguments):
            given = structure if form is None else form(structure)
            if given is None:
                continue
            plan, findings = self._in_rounds(function.in_form(given.node), given)
            if not is_refused(findings) and not plan.numbers:
                return plan, findings
            self.unreferring[name] = findings
        self.referring.discard(name)
        if numbers is not None:
            self.numbers[name] = numbers
        self.demands[name], self.tables[name], self.flagged[name] = demand, tables, flagged
        return None

    def _run(self, state: State) -> Run:
        if state.refers:
            return reference_run(state) if self.models is None else model_reference_run(state, self.models)
        return array_run(state) if self.models is None else model_run(state, self.models)

    def look(self, function: Function, structure: Structured, numbers: Set[str] = frozenset()) -> Interpreted:
        """Interprets the function in the form that it has, until no more is assumed of parameters and loops."""
        unrolled: set[ast.stmt] = set()
        found: list[Assumption] = []
        memory: Memory = frozenset()
        while True:
            plan, findings = self._interpreted(function, structure, frozenset(numbers), unrolled, memory)
            is_known = plan.references is None or plan.references.written <= memory
            if plan.numbers - plan.arguments.evident <= numbers and plan.control.to_unroll <= unrolled and is_known:
                _note_numbers(plan, numbers, found)
                return plan, findings
            memory |= frozenset() if plan.references is None else plan.references.written
            found += plan.assumed.of(Kind.NUMBER)
            numbers = plan.numbers | numbers
            unrolled |= plan.control.to_unroll

    def demand(self, function: Function, known: frozenset[str]) -> StaticDemand:
        statics = self.statics
        return DemandAnalysis(
            function, self.module, self.dialects, lambda n: statics.get(n, frozenset()), known
        ).run()  # fmt: skip

    def _tried(
        self,
        function: Function,
        structure: Structured,
        known: frozenset[str],
        flagged: frozenset[str] = frozenset(),
    ) -> tuple[Interpreted, bool]:
        """The function in another form, with tables for the lists of `known`, and whether it is refused no more."""
        name = function.qualified_name
        before = self.demands[name]
        self.tables[name], self.flagged[name] = known, flagged
        self.demands[name] = self.demand(function, self.statics[name])
        found = self._in_rounds(function, structure)
        is_fit = not (is_refused(found[1]) or _may_be_none(found[0], flagged))
        if not is_fit:
            self.demands[name] = before
            self.tables[name] = self.flagged[name] = frozenset()
        return found, is_fit

    def _in_rounds(self, function: Function, structure: Structured) -> Interpreted:
        name = function.qualified_name
        for _ in range(_ROUNDS):
            plan, findings = self.look(function, structure, self.numbers.get(name, frozenset()))
            following = _unfolded(plan) or written(plan) or stored(plan) or self._merged(plan) or _handed(plan)
            following = following or self._following(plan) or (told(plan) if plan.references is None else None)
            if following is None:
                break
            structure = following
            function = function.in_form(structure.node)
            self.demands[name] = self.demand(function, self.statics[name])
        if new := unasked(plan) - self.unasked.get(name, set()):
            self.unasked.setdefault(name, set()).update(new)
            return self._in_rounds(function, structure)
        return plan, findings

    def _merged(self, plan: FunctionPlan) -> Structured | None:
        """The function in which calls give an array once, where they gave it several times; None where none can."""
        calls = {
            call: made
            for call, overlap in plan.mutation.overlaps.items()
            if (made := self.merging(overlap)) is not None
        }
        return _if_changed(plan, with_merged(plan.structured, calls)) if calls else None

    def merging(self, overlap: Overlap) -> Merging | None:
        """The function for such calls; None where it is refused."""
        raise NotImplementedError

    def _containers(self, function: Function) -> frozenset[str]:
        """Names that the function uses as arrays or lists, in this form or as it was written."""
        found = used_as_containers(function, self.module, self.dialects)
        found |= self.program.known_arrays.get(function.qualified_name, frozenset())
        written = self.module.functions.get(function.qualified_name, function)
        return found if written is function else found | used_as_containers(written, self.module, self.dialects)

    def _following(self, plan: FunctionPlan) -> Structured | None:
        """The function without what compiled code cannot do; None where nothing can be done about it."""
        control = plan.control
        if not (control.exits or control.first_set or control.outliving or control.reformed or control.split):
            return None
        unrolled = {s for s, loop in control.loops.items() if loop.form is LoopForm.PYTHON}
        result = structured(
            plan.structured, control.exits, unrolled, control.first_set, control.outliving, control.reformed,
            control.split,
        )  # fmt: skip
        return _if_changed(plan, result)

    def _lists_given(self, function: Function) -> ListsGiven:
        """Its parameters for which callers may give lists, as it was written."""
        name = function.qualified_name
        statics = self.statics[name]
        written = self.module.functions.get(name)
        if written is None or self.models is not None:
            return ListsGiven()
        known = self.lists.get(name)
        if known is None or known[0] != statics:
            names = frozenset(written.parameters) - statics
            told = self.sequences_told.get(name, frozenset())
            known = self.lists[name] = statics, lists_given(written, names, told, self.module, self.dialects)
        return known[1]

    def _interpreted(
        self,
        function: Function,
        structure: Structured,
        numbers: frozenset[str],
        unrolled: Set[ast.stmt],
        written: Memory,
    ) -> Interpreted:
        name = function.qualified_name
        plan = FunctionPlan(function, structure, calls=frozenset(self.evidence[name].calls))
        plan.references = References() if name in self.referring else None
        plan.arguments.static_parameters = self.statics[name]
        findings = Findings(made=structure.origins.made)
        state = State(
            function, self.module, self.dialects, self.program.plans, self.statics, self.demands[name], plan, findings,
            Liveness(),
        )  # fmt: skip
        state.known.helpers = self.helpers
        state.known.has_lines = self.has_lines
        state.known.callees = self.callees
        state.known.attributes_kept = self.attributes_kept
        state.known.assumes_numbers = name in self.assuming
        state.known.tells_rows = name not in self.untold
        state.known.unrolled = frozenset(unrolled)
        state.known.unasked = self.unasked.get(name, frozenset())
        state.known.written = written
        state.known.wanted = self.wanted
        state.known.any_dtype = self.any_dtype
        lists = self._lists_given(function)
        state.known.lists = lists.at_calls
        state.known.indexed_lists = lists.if_indexed
        plan.arguments.lists_of_rows, plan.arguments.rows_written = lists.of_rows, lists.written
        plan.arguments.static_lists = self.statics[name] & self.lists_told.get(name, frozenset())
        for parameter in sorted(lists.at_first):
            assume(plan.assumed, Kind.LISTS, function.argument(parameter), [parameter], LISTS)
        state.known.is_called = self.called is None or name in self.called
        state.known.tables = self.tables.get(name, frozenset())
        state.known.flagged = self.flagged.get(name, frozenset())
        state.liveness.block(function.node.body, frozenset())
        statics = plan.arguments.static_parameters
        state.environment = parameter_values(function, statics, self.dialects, numbers, state.known.unasked)
        for mask in sorted(self._masks_given(function)):
            state.environment[mask] = state.environment[mask].but(form=Form.ARRAY, dtype=BOOL)
            assume(plan.assumed, Kind.MASKS, function.argument(mask), [mask], TOLD)
        for proven in surely_arrays(state, function.node.body[0]) & {*function.parameters}:
            state.environment[proven] = state.environment[proven].but(dims=Dims.SOME)
        told = self.told.get(name, Told())
        state.environment = told.noted(state.environment)
        plan.arguments.told_numbers, plan.arguments.new_results = told.numbers, told.new
        plan.arguments.number_results = dict(told.pythons)
        state.known.containers = self._containers(function)
        plan.arguments.evident = evident_parameters(state.environment) - numbers
        shown = plan.arguments.evident | ranked_parameters(state.environment)
        state.known.evident = evident(function, shown, self.module, self.dialects)
        if self.models is None:  # models tell numbers from arrays while they are traced
            plan.arguments.possible_numbers = possible_numbers(state.environment, state.known.containers)
        plan.arguments.containers = container_parameters(function) | self.lists_told.get(name, frozenset())
        plan.arguments.array_like = frozenset(n for n, v in state.environment.items() if v.memory)
        run = self._run(state)
        run.policy.flow.block(run, function.node.body)
        if plan.references is None:
            note_exchanged(plan, findings)
            plan.mutation.selections = selections(state)
        else:
            settle(run, plan, findings)
            _note_entry(plan, name in self.entries)
            for given in sorted(plan.arguments.mutated & {*function.parameters} if plan.is_of_model else ()):
                findings.report(rules.ArgumentMutation(name=given), function.argument(given))
            for read, asking in note_reads(plan, self.program.plans):
                findings.report(rules.SharedMemory(name=text_of(read), other=text_of(asking)), read)
        operators = [s for s in function.of(ast.AugAssign) if isinstance(s.target, ast.Name)]
        callees = [self.program.plans[c] for c in plan.calls if c in self.program.plans]
        plan.lines.makes_arrays = any(p.lines.makes_arrays for p in callees) or not all(
            keeps_rank(state, s) for s in operators
        )
        if plan.result is not None and not always_leaves(function.node.body):
            plan.result = either(plan.result, static(Form.NONE))
        return plan, findings


def _note_entry(plan: FunctionPlan, is_given: bool) -> None:
    """Whether callers see what the function writes, or have what it returns."""
    assert plan.references is not None
    shown = memory_in(plan.result) if plan.result is not None else frozenset()
    given = {site for site in shown if site.is_parameter}
    if plan.is_of_model:  # others may write what the model holds
        plan.references.written |= {site.newest for site in shown if site.is_attribute}
    if is_given:
        plan.references.written |= {site.newest for site in shown}
    is_shown = is_given or bool(plan.arguments.mutated or given & plan.references.written)
    plan.references.is_entry = is_shown or plan.is_of_model


def stored(plan: FunctionPlan) -> Structured | None:
    """The function in which writes into mutable arrays bind no names."""
    unmarked = plan.references.unmarked if plan.references is not None else set()
    return with_stores(plan.structured, unmarked) if unmarked else None


def _note_numbers(plan: FunctionPlan, names: Set[str], found: Sequence[Assumption]) -> None:
    """What was taken for numbers: at an earlier look, or from the start."""
    for each in found:
        if each.subject in names - plan.numbers:
            assume(plan.assumed, each.kind, each.node, [each.subject], each.why)
    for name in sorted(names - plan.numbers):
        assume(plan.assumed, Kind.NUMBER, plan.function.argument(name), [name], _LOST)


def _if_changed(plan: FunctionPlan, structure: Structured) -> Structured | None:
    return None if is_same(structure.node, plan.structured.node) else structure


def written(plan: FunctionPlan) -> Structured | None:
    """The function in which calls that write in place are assignments; None where there are none."""
    if plan.mutation.unmasked:
        return with_whole_arrays(plan.structured, plan.mutation.unmasked)
    if plan.mutation.selections is not None:
        return with_selections(plan.structured, plan.mutation.selections)
    if plan.mutation.attributes:
        return with_settings(plan.structured, plan.mutation.attributes)
    return with_writes(plan.structured, plan.mutation.writing) if plan.mutation.writing else None


def _unfolded(plan: FunctionPlan) -> Structured | None:
    """The function without statements of which a look at it tells nothing, and so nothing of what follows them."""
    unknown = {s for s in plan.control.reformed if isinstance(s, ast.Try | ast.With | ast.Delete)}
    return _if_changed(plan, structured(plan.structured, set(), set(), {}, {}, unknown, {})) if unknown else None


def _handed(plan: FunctionPlan) -> Structured | None:
    """The function in which what callees change is taken back; None where nothing is."""
    return taking_back(plan.structured, plan.mutation.write_backs) if plan.mutation.write_backs else None


def note_exchanged(plan: FunctionPlan, findings: Findings) -> None:
    """Where arrays change places, what is written into one is written into the others, arguments and attributes among
    them, and what shows one may show the others. Written as they are, they have to be of one dtype, which is looked at.
    """
    written = plan.arguments.written_memory | {parameter_site(name) for name in plan.arguments.mutated}
    for _ in plan.mutation.exchanged:
        written = written.union(*(group for group in plan.mutation.exchanged if group & written))
    written &= frozenset().union(*plan.mutation.exchanged)
    for site in sorted(each for each in written if each.is_attribute):
        rule = rules.SharedMemory(name="an array that changes places with others", other=str(site))
        findings.report(rule, plan.function.node)
    given = parameters_in(written)
    for name in sorted(given & {*plan.function.parameters} - plan.arguments.mutated):
        findings.report(rules.ArgumentMutation(name=name), plan.function.argument(name))
        plan.arguments.mutated.add(name)
        plan.arguments.surely_mutated.add(name)
    for exchange in exchanges(plan.structured.node) if given else ():
        dtypes = {plan.values[n].dtype for n in exchange.compared if n in plan.values}
        is_one = len(dtypes) == 1 and all(len(dtype) == 1 and not is_open(dtype) for dtype in dtypes)
        if given & {*exchange.targets} and not is_one:
            assume(plan.assumed, Kind.ALIKE, exchange.last, (n.id for n in exchange.compared), _EXCHANGED)
    if plan.mutation.exchanged and plan.result is not None:
        plan.result = _showing(plan.result, plan.mutation.exchanged)
        shown = {name for name in plan.function.parameters if parameter_site(name) in memory_in(plan.result)}
        plan.arguments.shown_in_turn = shown - plan.arguments.returned_memory
        plan.arguments.returned_memory |= shown


def _showing(value: Value, exchanged: Sequence[Memory]) -> Value:
    """The value with the memory of all that has changed places with its own."""
    memory = value.memory
    for _ in exchanged:
        memory = memory.union(*(group for group in exchanged if group & memory))
    items = None if value.items is None else tuple(_showing(item, exchanged) for item in value.items)
    return replace(value, memory=memory, items=items)


def told(plan: FunctionPlan) -> Structured | None:
    """The function in which other names of an array are told what is written; None where nothing is to be told."""
    if plan.mutation.left and (named := with_bases(plan.structured, plan.mutation.left)) is not None:
        return named
    if plan.mutation.frozen:
        return with_kept(plan.structured, plan.mutation.frozen)
    if (
        plan.mutation.unnamed
        and (named := _if_changed(plan, with_selectors(plan.structured, plan.mutation.unnamed))) is not None
    ):
        return named
    if not any(update.unmet for update in plan.mutation.alias_updates.values()):
        return None
    known = plan.structured.origins.updated_aliases
    return with_alias_updates(
        plan.structured,
        {s: update for s, update in plan.mutation.alias_updates.items() if update.unmet or s not in known},
    )


def _refusals(findings: Findings) -> int:
    return sum(rule.severity.is_refusal for rule in findings.found.values())


def _fewest(best: Interpreted, other: Interpreted) -> Interpreted:
    """The one that is refused for fewer reasons, of two that are."""
    return other if 0 < _refusals(other[1]) < _refusals(best[1]) else best


def is_refused(findings: Findings) -> bool:
    return any(rule.severity.is_refusal for rule in findings.found.values())


def _may_be_better(found: Interpreted) -> bool:
    """Refused, unrolled for the sake of a list, or right for numbers only."""
    return is_refused(found[1]) or _is_unrolled(found[1]) or _numbers(found) > 0


def _is_unrolled(findings: Findings) -> bool:
    return any(isinstance(rule, rules.UnrolledLoop) for rule in findings.found.values())


def _numbers(found: Interpreted) -> int:
    """How many values are taken for numbers, parameters among them that nothing shows to be such."""
    plan, findings = found
    told = sum(isinstance(rule, rules.TakenForNumber) for rule in findings.found.values())
    return len(plan.numbers - plan.arguments.evident) + told


def _may_be_none(plan: FunctionPlan, names: frozenset[str]) -> bool:
    """One of the names is given what nothing says is not None; of a parameter, the flag asks that."""
    given = frozenset(plan.function.parameters)
    for node in walk(plan.function.node):
        for target, value in pairs(node) if isinstance(node, ast.Assign) else []:
            if isinstance(target, ast.Name) and target.id in names:
                for chosen in choices(value):
                    is_asked = isinstance(chosen, ast.Name) and chosen.id in given
                    found = plan.values.get(chosen)
                    if found is not None and found.may_be_none and found.form is not Form.UNSET and not is_asked:
                        return True
    return False
