"""What the two commands begin with: the file, with functions of what changes, its facts, and what to say of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from math import inf

from hybridc import rules
from hybridc.analysis.array_program import ArrayProgramAnalysis
from hybridc.analysis.handed_to_tables import handed_to_makers
from hybridc.analysis.kept import kept_functions
from hybridc.analysis.model_analysis import ModelProgramAnalysis
from hybridc.analysis.program import Analysis, ProgramAnalysis
from hybridc.analysis.unrolled_loops import unrolled_by_arrays
from hybridc.core.diagnostics import Diagnostic
from hybridc.core.options import Options
from hybridc.core.results import AssumptionReport, FunctionReport, Outcome
from hybridc.core.source import Source, package_of
from hybridc.dialects import ALL
from hybridc.dialects.notation import Models
from hybridc.dialects.table import Dialect
from hybridc.normalize.absent_operators import without_absent_operators
from hybridc.normalize.array_modules import without_array_modules
from hybridc.normalize.drawing import DrawnBefore, drawn_before, gives_numbers
from hybridc.normalize.extraction import Extraction, Methods, Unfit, Variable, extract
from hybridc.normalize.extraction.lifting import lifted
from hybridc.normalize.extraction.verdict import (
    doubts,
    objections,
    of_memory,
    perhaps_arrays,
    taken_for_numbers,
    wrong_hints,
)
from hybridc.normalize.folding import dynamic_code
from hybridc.normalize.module_aliases import with_imported_modules
from hybridc.normalize.moved import Moved
from hybridc.normalize.named_attributes import without_named_attributes
from hybridc.normalize.named_lambdas import may_name_lambdas, without_named_lambdas
from hybridc.normalize.namespaces import without_namespaces
from hybridc.normalize.objects import without_objects
from hybridc.normalize.outlining import Outlined, outlined
from hybridc.normalize.outlining.called_in_loops import called_in_loops, calls_of_compiled, light_functions
from hybridc.normalize.outlining.chunks import Chunk, Place
from hybridc.normalize.outlining.verdict import fits, results
from hybridc.normalize.whole_names import with_whole_names
from hybridc.program.asked import functions_asked
from hybridc.program.changed_aliases import note_changed_aliases
from hybridc.program.classify import gather
from hybridc.program.host.unlike_arrays import given_unlike_arrays
from hybridc.program.languages import active_dialects
from hybridc.program.ledger import assumptions, line_of
from hybridc.program.memory.list_elements import functions_writing_elements
from hybridc.program.models import file_models
from hybridc.program.parameters.signature import Told
from hybridc.program.shown_attributes import around, methods_showing
from hybridc.program.state import Finding
from hybridc.report import Reporter
from hybridc.standalone import needs_hybridc
from hybridc.syntax.directives import Directives, read_directives
from hybridc.syntax.module import Module, read_module
from hybridc.syntax.walking import walk


@dataclass(frozen=True)
class Prepared:
    """A file to convert. `source` is that of `original`, or the same written differently (`moved`): with functions of
    what changes, and then the functions and methods in `options` go by the names of those made of them."""

    original: Source
    source: Source
    analysis: Analysis
    directives: Directives
    moved: Moved | None
    options: Options
    left: tuple[Diagnostic, ...] = ()  # functions and methods that stay Python's, and why
    unfit: Mapping[str, Unfit] = field(default_factory=dict)  # what could not be made functions, by qualified name
    made_by: ProgramAnalysis | None = None  # the analysis, if it made functions of all that it could

    @property
    def extraction(self) -> Extraction | None:
        return self.moved if isinstance(self.moved, Extraction) else None

    def diagnostics(self) -> list[Diagnostic]:
        """Everything that there is to say about the file, in its order."""
        reporter = Reporter(self.source)
        found = reporter.without_ignored(reporter.all(self.analysis.findings, self.directives), self.directives)
        placed = found if self.moved is None else [self.moved.placed(d) for d in found]
        refused = {d.function for d in placed if d.is_refusal}
        left = [d for d in self.left if d.function in refused or not d.is_refusal]
        explained = {d.function for d in left if d.is_refusal}
        kept = {d for d in placed if not (d.is_refusal and d.function in explained)}
        return sorted({*kept, *left}, key=lambda d: d.sort_key)

    def functions(self) -> tuple[FunctionReport, ...]:
        """The outcomes; that of a method is that of the function made of it."""
        moved = self.moved
        reports = []
        made = self.analysis.program.made
        for name, function in self.analysis.program.module.functions.items():
            if name in made:
                continue
            line = function.node.lineno
            if moved is not None:
                if name in moved.names.values() or moved.names.get(name, name) in moved.made:
                    continue
                name, line = moved.names.get(name, name), moved.line(line)
            plan = self.analysis.program.plans.get(function.qualified_name)
            mutated = () if plan is None else plan.returned_arguments
            reports.append(FunctionReport(name, line, self.analysis.outcomes[function.qualified_name], mutated))
        return tuple(reports)

    def assumptions(self) -> tuple[AssumptionReport, ...]:
        """What is assumed in the functions that are compiled, by their lines, and by the names that the file has."""
        program, moved, extraction = self.analysis.program, self.moved, self.extraction
        made_of = {made: name for name, every in program.merged.items() for made in every}
        skipped = not_compiled(self.analysis)
        found: dict[AssumptionReport, None] = {}
        for name, plan in program.compiled.items():
            if name in skipped:
                continue
            function, names = made_of.get(name, name), {}
            if extraction is not None and name in extraction.uses:
                use = extraction.uses[name]
                names = {p: use.shown(variable) for p, variable in extraction.inputs[name].items()}
            for each in assumptions(plan):
                meaning, line, subject = each.kind.value, line_of(each, plan), each.subject
                if moved is not None:
                    line = moved.line(line)
                subject = "".join(names.get(word, word) for word in re.split(r"(\W+)", subject))
                shown_as = function if moved is None else moved.names.get(function, function)
                report = AssumptionReport(
                    meaning.name, shown_as, line, subject, meaning.assumed, each.why, each.guard, meaning.happens
                )
                found[report] = None
        return tuple(sorted(found, key=lambda a: a.line))


def analyse(
    source: Source,
    options: Options,
    moved: Moved | None = None,
    module: Module | None = None,
    *,
    doubted: Set[str] | None = None,
) -> tuple[ProgramAnalysis, Directives]:
    """What has the facts of a program, and the comments in it that speak to hybridc. `doubted`: functions that are
    refused, or convert for numbers only: they, and what else is, have arrays that are mutable while traced."""
    directives = read_directives(source.text)
    numbers = variables = None
    if isinstance(moved, Extraction):
        numbers, variables = taken_for_numbers(moved), {name: i.keys() for name, i in moved.inputs.items()}
        made = moved.delegates
        directives = replace(directives, host=directives.host | made, delegates=made)
    found = module or read_module(source.tree, source.filename)
    lines = {n.name: n.lineno for n in source.tree.body if isinstance(n, ast.FunctionDef)}
    graph, host = ({lines[n] for n in names & lines.keys()} for names in functions_asked(options, found))
    drawing = _drawing(moved)
    graph |= {lines[name] for name in (drawing.keys() | _chunks(moved).keys()) & lines.keys()}
    host |= {lines[name] for name in {*drawing.values()} & lines.keys()}
    directives = replace(directives, graph=directives.graph | graph, host=directives.host | host)
    dialects = active_dialects(found)
    models = file_models(found, dialects)
    if models is None and module is None:
        note_changed_aliases(found, dialects)
    kind = ArrayProgramAnalysis if models is None else ModelProgramAnalysis
    program = kind(
        found, dialects, models, directives, options.static, numbers, variables, options.return_mutated,
        options.checked, options.any_dtype, doubted, _told(moved),
    )  # fmt: skip
    program.program.is_live = options.live
    _complete(program.run(), source, options, moved)
    return program, directives


def _told(moved: Moved | None) -> dict[str, Told]:
    """What code that stays Python tells of the parameters of functions that were made of it."""
    made = _chunks(moved).items()
    return {name: Told(c.proven, c.dimensioned, c.new_outputs, c.pythons, c.vectors) for name, c in made}


def _chunks(moved: Moved | None) -> Mapping[str, Chunk]:
    while moved is not None and not isinstance(moved, Outlined):
        moved = moved.earlier
    return {} if moved is None else moved.chunks


def _drawing(moved: Moved | None) -> dict[str, str]:
    """Functions that draw random numbers, by the names of those made of them, which they call."""
    while moved is not None and not isinstance(moved, DrawnBefore):
        moved = moved.earlier
    return {} if moved is None else moved.names


def _complete(analysis: Analysis, source: Source, options: Options, moved: Moved | None) -> None:
    """Findings as the original text has it, and what else there is to say of the text."""
    if moved is not None:
        outlined_as = _chunks(moved).keys()  # which nobody sees as functions
        analysis.findings = [
            Finding(rule.replaced(**{k: moved.shown(v) for k, v in rule.details.items()}), node, function)
            for rule, node, function in analysis.findings
            if not (
                isinstance(rule, rules.ArgumentMutation) and moved.names.get(function or "", function) in moved.made
            )
            and not (isinstance(rule, rules.UncheckedIndex) and rule.expression.partition("[")[0] in moved.drawn)
            and not (isinstance(rule, rules.ForwardOnly | rules.TracedBoolean) and function in outlined_as)
        ]
    for call in dynamic_code(source.tree, source.text):
        analysis.findings.append(Finding(rules.DynamicCode(call=ast.unparse(call.func)), call, None))
    analysis.findings += standing_alone(source, options)


def standing_alone(source: Source, options: Options) -> list[Finding]:
    """What a program needs of hybridc that does not come along, where it is to run without."""
    if options.standalone is None:
        return []
    return [Finding(rules.NeedsHybridc(statement=ast.unparse(n)), n, None) for n in needs_hybridc(source.tree)]


def prepare(source: Source, options: Options, known: Methods | None = None) -> Prepared:
    """The file as it is analysed. Functions that `np.vectorize` calls in Python stay Python, as the dtype of what they
    give for the first element decides that of all."""
    found = _prepare_lambdas(source, options, known)
    program = found.analysis.program
    if known is not None or program.models is not None:
        return found
    dialects = active_dialects(program.module)
    handed = handed_to_makers(program.module, dialects, found.analysis.outcomes)
    staying = {} if options.live or options.only else _costing(found, dialects, options)
    if not (handed | staying.keys()) - options.host:
        found.analysis.findings += [] if options.live else _dear_calls(found, dialects)
        return found
    new = prepare(source, replace(options, host=options.host | handed | staying.keys()), known)
    new.analysis.findings += _why_they_stay(staying, new)
    return new


def _costing(found: Prepared, dialects: tuple[Dialect, ...], options: Options) -> dict[str, str]:
    """Functions and methods of the file that had better not be compiled, and why."""
    program, own = found.analysis.program, _own_functions(found)
    functions = read_module(found.original.tree, found.original.filename).functions
    asked = {f.name for f in functions.values() if f.node.lineno in found.directives.graph} | options.graph
    names = {made for made, name in own.items() if name.rpartition(".")[2] not in asked}
    why: dict[str, str] = {}
    for name, line in called_in_loops(program, dialects, results(program, program.module), names).items():
        where = f"line {_line(found, line)}" if line else "what is called in a loop"
        why[own[name]] = f"it computes little, and {where} calls it again and again, which costs more compiled"
    for name, line, uses in unrolled_by_arrays(program, found.analysis.findings):
        if name in names:
            why[own[name]] = (
                f"its loop in line {_line(found, line)} would be unrolled while it is traced, as often as an array is "
                f"long, as it uses {uses} in a way that only Python can"
            )
    called = frozenset[str]().union(*(plan.calls for plan in program.compiled.values()))
    plans = {made: plan for made, plan in program.compiled.items() if made in names - called}
    written = {made: plan.arguments.mutated for made, plan in plans.items()}

    def is_plain(name: str) -> bool:
        return name in plans and not gather(plans[name].function, program.module, dialects).arrays

    for name, given in given_unlike_arrays(program.module, is_plain, written):
        why[own[name]] = f"line {_line(found, given.line)} gives it for `{given.parameter}` {given.why}"
    return why


def _line(found: Prepared, line: int) -> int:
    return line if found.moved is None else found.moved.line(line)


def _own_functions(found: Prepared) -> dict[str, str]:
    """What is compiled of the functions and methods that the file has, by the names that it has for them."""
    functions, compiled = read_module(found.original.tree, found.original.filename).functions, found.analysis.program
    named = {} if found.moved is None else found.moved.names
    own = {n: named.get(n, n) for n in compiled.compiled}
    return {made: name for made, name in own.items() if name in functions and (made != name or "." not in name)}


def _why_they_stay(why: Mapping[str, str], found: Prepared) -> Iterator[Finding]:
    for name, reason in why.items():
        function = found.analysis.program.module.functions.get(name)
        if function is not None:
            yield Finding(rules.FunctionOnHost(function=name, why=reason), function.node, name)


def _dear_calls(found: Prepared, dialects: tuple[Dialect, ...]) -> Iterator[Finding]:
    """What a call of a compiled function costs, where loops that stay Python make many of them."""
    program = found.analysis.program
    given, names = results(program, program.module), _own_functions(found)
    for scope, call, name, line in calls_of_compiled(program, dialects, given, names):
        rule = rules.CalledInLoop(function=names[name].rpartition(".")[2], line=_line(found, line))
        yield Finding(rule, call, scope.node.name if isinstance(scope.node, ast.FunctionDef) else None)


def _prepare_lambdas(source: Source, options: Options, known: Methods | None) -> Prepared:
    """The file, in which lambdas that have names are functions as others are."""
    if known is None and may_name_lambdas(source.tree):
        module = read_module(source.tree, source.filename)
        dialects = active_dialects(module)
        if all(dialect.models is None for dialect in dialects):
            return _without_named_lambdas(source, options, module, dialects)
    return _prepare_loops(source, options, known)


def _without_named_lambdas(source: Source, options: Options, module: Module, dialects: tuple[Dialect, ...]) -> Prepared:
    """Those that are refused as functions stay lambdas, which may be Python's, if fewer are refused so."""

    def prepared(left: Set[str]) -> Prepared:
        plain = without_named_lambdas(source.text, module, dialects, left)
        if plain is None:
            return _prepare_loops(source, options, None)
        new = Source(source.filename, plain.text, ast.parse(plain.text))
        return replace(_prepare_loops(new, options, None, plain), original=source)

    found = prepared(frozenset())
    refused = _refused(found)
    if refused - module.functions.keys():
        other = prepared(refused)
        return other if len(_refused(other)) < len(refused) else found
    return found


def _refused(found: Prepared) -> set[str]:
    return {name for name, count in doubts(found.analysis, found.moved).items() if count == inf}


def _prepare_loops(source: Source, options: Options, known: Methods | None, earlier: Moved | None = None) -> Prepared:
    """The file in which loops of code that stays Python are functions, where those are compiled."""
    found = _prepare_functions(source, options, known, earlier)
    program = found.analysis.program
    if known is not None or options.live or options.only or program.models is not None:
        return found
    module = read_module(source.tree, source.filename)
    host = {f.name for f in found.functions() if f.outcome is Outcome.HOST} & module.functions.keys()
    given, dialects = results(program, module), active_dialects(module)
    light = light_functions(program, dialects, given, program.compiled.keys() & module.functions.keys())
    refused: set[Place] = set()
    while (moved := outlined(source.text, module, dialects, given, host, refused, light)) is not None:
        new = Source(source.filename, moved.text, ast.parse(moved.text))
        other = _prepare_functions(new, options, known, replace(moved, earlier=earlier))
        left = not_compiled(other.analysis)
        unfit = {c.place for name, c in moved.chunks.items() if name in left or not fits(other.analysis, name, c)}
        if not unfit and _refused(other) <= _refused(found):
            return replace(other, original=source)
        refused |= unfit or {c.place for c in moved.chunks.values()}
    return found


def _prepare_functions(
    source: Source, options: Options, known: Methods | None, earlier: Moved | None = None
) -> Prepared:
    """The file in which functions that are not compiled draw their random numbers before they compute, where they
    convert so."""
    found = _prepare_objects(source, options, known, earlier)
    if known is not None or options.live or found.analysis.program.models is not None:
        return found
    module = read_module(source.tree, source.filename)
    dialects = active_dialects(module)
    host = {f.name for f in found.functions() if f.outcome is Outcome.HOST} & module.functions.keys()
    asked = {name for name in host if module.functions[name].node.lineno in found.directives.host}
    left = _refused(found) | {name for name in host - asked if gives_numbers(module.functions[name])}
    while (moved := drawn_before(source.text, module, dialects, left)) is not None:
        moved = replace(moved, earlier=earlier)
        new = Source(source.filename, moved.text, ast.parse(moved.text))
        other = _prepare_objects(new, options, known, moved)
        outcomes = {f.name: f.outcome for f in other.functions()}
        worse = {name for name in moved.tried if outcomes[name] is not Outcome.COMPILED}
        if not worse:
            return replace(other, original=source)
        left -= worse
    return found


def _prepare_objects(source: Source, options: Options, known: Methods | None, earlier: Moved | None = None) -> Prepared:
    """The file with functions made of those functions and methods that convert, and of nested functions where those
    that they are in convert no other way. What is still refused has arrays that are mutable while it is traced; what is
    even so, and makes objects of simple classes, is written without them."""
    found = _prepare(source, options, known, earlier)
    refused = _refused(found)
    if not refused or found.analysis.program.models is not None:
        return found
    module = read_module(source.tree, source.filename)
    called = {name: _called(module, name) for name in refused}
    while refused:
        moved = without_objects(source.text, module, set().union(*(called[name] for name in refused)))
        refused = set() if moved is None else {name for name in refused if called[name] & moved.tried}
        if moved is None or not refused:
            break
        moved = replace(moved, earlier=earlier)
        other = _prepare(Source(source.filename, moved.text, ast.parse(moved.text)), options, known, moved)
        outcomes = {f.name: f.outcome for f in other.functions()}
        worse = {name for name in refused if outcomes[name] is not Outcome.COMPILED}
        if not worse:
            return replace(other, original=source)
        refused -= worse
    return found


def _called(module: Module, name: str) -> set[str]:
    """The function, and those of the file that it calls, by itself or through others."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        function = module.functions.get(waiting.pop())
        if function is not None and function.qualified_name not in found:
            found.add(function.qualified_name)
            waiting += [n.id for n in function.of(ast.Name)]
    return found


def _prepare(source: Source, options: Options, known: Methods | None, earlier: Moved | None = None) -> Prepared:
    found = _with_functions(source, options, known, earlier)
    doubted, perhaps = doubts(found.analysis, found.moved), of_memory(found.analysis, found.moved)
    program = found.analysis.program
    if options.checked:
        return found
    if program.models is not None:
        showing = methods_showing(program.module, program.models, active_dialects(program.module))
        kept = {name for name, plan in program.plans.items() if plan.arguments.writes_kept}
        written = functions_writing_elements(program.module, program.models, active_dialects(program.module))
        kept |= around(written, program.module, program.models) & program.plans.keys() if written else set()
        return (_with_writes(found, perhaps, showing, kept) if perhaps | showing | kept else None) or found
    if not perhaps:
        return found
    other = _again(found, perhaps) if found.made_by is not None else _anew(source, options, known, found.moved, perhaps)
    still = {} if other is None else doubts(other.analysis, other.moved)
    is_better = sum(still.values()) < sum(doubted.values()) or len(still) < len(doubted)
    return other if other is not None and is_better else found


def _with_writes(found: Prepared, refused: Set[str], showing: Set[str], kept: Set[str]) -> Prepared | None:
    """The file in which models write in place while they run, where fewer are refused so, or no more and some are
    `showing` what they write, or write what others may have `kept`. Whatever shows what it is given, or keeps, does as
    well, as others write there."""
    models = found.analysis.program.models
    if models is None or models.notation.writing is None:
        return None
    plans = found.analysis.program.plans
    doubted = refused | kept | (around(showing, found.analysis.program.module, models) if showing else frozenset())
    concerned = {name for name, plan in plans.items() if plan.function.owner is not None} | doubted
    todo = [*concerned]
    while todo:  # functions beside models that these call
        new = (plans[name].calls if (name := todo.pop()) in plans else frozenset()) - concerned
        concerned |= new
        todo += new
    shown = {name for name, plan in plans.items() if plan.shows_arrays and name in concerned}
    sharing = shown if refused | kept else set()
    program, _ = analyse(found.source, found.options, found.moved, doubted=sharing | doubted)
    if showing:  # what does not convert so would be another program in another form
        for name, findings in program.unreferring.items():
            plan = program.program.plans.get(name)
            if name in doubted & models.computing and plan is not None and plan.references is None:
                program.analysis.outcomes[name] = Outcome.REFUSED
                program.analysis.findings += [Finding(rule, node, name) for (_, node), rule in findings.found.items()]
        return replace(found, analysis=program.analysis)
    still, before = doubts(program.analysis, found.moved), doubts(found.analysis, found.moved)
    are_seen = all((plan := program.program.plans.get(name)) is not None and plan.is_of_model for name in kept)
    is_better = len(still) < len(before) or (kept and are_seen and still.keys() <= before.keys())
    return replace(found, analysis=program.analysis) if is_better else None


def _again(found: Prepared, doubted: Set[str]) -> Prepared | None:
    """The same functions, of which the doubted ones are looked at again; None where that changes nothing."""
    assert found.made_by is not None
    names = {f: f if found.moved is None else found.moved.original(f) for f in found.made_by.module.functions}
    analysis = found.made_by.again({name for name, of in names.items() if of in doubted})
    if analysis is None:
        return None
    _complete(analysis, found.source, found.options, found.moved)
    return replace(found, analysis=analysis)


def _anew(source: Source, options: Options, known: Methods | None, moved: Moved | None, doubted: Set[str]) -> Prepared:
    """The file from its start, as other functions may be made when the doubted ones convert."""
    while isinstance(moved, Extraction):
        moved = moved.earlier
    text = source if moved is None else Source(source.filename, moved.text, ast.parse(moved.text))
    return replace(_prepared(text, options, known, moved, doubted=doubted), original=source)


def _with_functions(source: Source, options: Options, known: Methods | None, earlier: Moved | None) -> Prepared:
    """The file with such functions."""
    found = _prepared(source, options, known, earlier)
    if found.analysis.program.models is not None:
        return found
    doubted = doubts(found.analysis, found.moved)
    module = read_module(source.tree, source.filename) if doubted else None
    wanted = {name: numbers for name, numbers in doubted.items() if module is not None and name in module.functions}
    while wanted and module is not None:
        moved = lifted(source.text, module, wanted)
        if moved is None:
            break
        moved = replace(moved, earlier=earlier)
        new = Source(source.filename, moved.text, ast.parse(moved.text))
        other = _prepared(new, options, known, moved)
        outcomes = {f.name: f.outcome for f in other.functions()}
        still = doubts(other.analysis, other.moved)
        tried = frozenset(moved.around.values())
        worse = {n for n in tried if outcomes[n] is not Outcome.COMPILED or still.get(n, 0) >= wanted[n]}
        if not worse:
            return replace(other, original=source)
        wanted = {name: wanted[name] for name in tried - worse}
    return found


def _prepared(
    source: Source,
    options: Options,
    known: Methods | None,
    earlier: Moved | None = None,
    *,
    doubted: Set[str] | None = None,
) -> Prepared:
    is_live = known is not None
    known = known or Methods()
    module = read_module(source.tree, source.filename)
    package = package_of(source.filename, {root for d in ALL if d.models is not None for root in d.roots})
    seen = read_module(ast.parse(with_whole_names(source.text, source.tree, package))) if package else module
    dialect = next((d for d in active_dialects(seen) if d.models is not None), None)
    notation = None if dialect is None else dialect.models
    plain = None
    if dialect is not None and notation is not None:
        plain = _written_plainly(source, module, dialect, notation, package)
    if plain is not None:
        new = Source(source.filename, plain.text, ast.parse(plain.text))
        program, directives = analyse(new, options)
        return Prepared(source, new, program.analysis, directives, plain, options)
    if notation is None:
        note_changed_aliases(module, active_dialects(module))
    extraction = None if notation is not None else extract(source.text, module, known=known, whole=options.whole)
    left: tuple[Diagnostic, ...] = ()
    unfit: dict[str, Unfit] = {}
    unhinted: frozenset[Variable] = frozenset()
    is_first = True
    while extraction is not None:
        extraction = replace(extraction, earlier=earlier)
        unfit = extraction.unfit | unfit
        if not is_live:
            left += _told_of_methods(source, extraction.unfit, left)
        if not extraction.names:
            break
        new = Source(source.filename, extraction.text, ast.parse(extraction.text))
        asked = _of_functions(options, extraction)
        made = None if doubted is None else {*doubted, *(n for n, of in extraction.names.items() if of in doubted)}
        program, directives = analyse(new, asked, extraction, doubted=made)
        analysis = program.analysis
        against = objections(analysis, extraction, directives)
        wrong = wrong_hints(analysis, extraction)
        if not against and not wrong:
            found = Prepared(source, new, analysis, directives, extraction, asked, left, unfit)
            perhaps = perhaps_arrays(analysis, extraction)
            if not perhaps:
                return replace(found, made_by=program if is_first else None)
            names = [use.name for use in extraction.uses.values()]
            other = extract(source.text, module, names, unhinted | perhaps, known, options.whole)
            return _with_arrays(found, other, options, doubted) or _told_of_numbers(found, perhaps)
        is_first = False
        left += _reasons(new, analysis, extraction)
        originals = {use.name: use.function for use in extraction.uses.values()}
        unfit |= {name: Unfit(originals[name], why) for name, why in against.items() if why is not None}
        unhinted |= wrong
        extraction = extract(source.text, module, originals.keys() - against.keys(), unhinted, known, options.whole)
    program, directives = analyse(source, options, earlier, module, doubted=doubted)
    made_by = program if is_first else None
    return Prepared(source, source, program.analysis, directives, earlier, options, left, unfit, made_by)


def _written_plainly(source: Source, module: Module, dialect: Dialect, notation: Models, package: str) -> Moved | None:
    """The file of a framework without what only its own conventions explain; None where there is nothing of it."""
    steps: tuple[Callable[[str, Module], Moved | None], ...] = (
        lambda text, module: with_imported_modules(text, module, dialect),
        lambda text, module: without_absent_operators(text, module, notation),
        without_named_attributes,
        lambda text, module: (
            without_namespaces(text, module, notation, package) or without_array_modules(text, module, notation)
        ),
    )
    plain: Moved | None = None
    for step in steps:
        if (moved := step(source.text if plain is None else plain.text, module)) is not None:
            plain = replace(moved, earlier=plain)
            module = read_module(ast.parse(plain.text), source.filename)
    return plain


def _with_arrays(
    found: Prepared, other: Extraction | None, options: Options, doubted: Set[str] | None
) -> Prepared | None:
    """The same for the other functions made, which take fewer attributes for numbers; None where fewer convert, or one
    is taken for a number all the same."""
    if other is None or found.extraction is None or other.names != found.extraction.names:
        return None
    new = Source(found.source.filename, other.text, ast.parse(other.text))
    asked = _of_functions(options, other)
    program, directives = analyse(new, asked, other, doubted=doubted)
    analysis = program.analysis
    counts = [
        sum(isinstance(f.rule, rules.TakenForNumber) for f in each.findings) for each in (analysis, found.analysis)
    ]
    if objections(analysis, other, directives) or wrong_hints(analysis, other) or counts[0] > counts[1]:
        return None
    return replace(found, source=new, analysis=analysis, directives=directives, moved=other, options=asked)


def _told_of_numbers(found: Prepared, perhaps: Collection[Variable]) -> Prepared:
    """The same, in which it is said that the attributes are taken for numbers."""
    extraction = found.extraction
    assert extraction is not None
    for name in found.analysis.program.plans.keys() & extraction.inputs.keys():
        taken = {p: v for p, v in extraction.inputs[name].items() if v in perhaps}
        for node in walk(found.analysis.program.module.functions[name].node) if taken else ():
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id in taken:
                rule = rules.TakenForNumber(name=extraction.uses[name].shown(taken[node.target.id]))
                found.analysis.findings.append(Finding(rule, node, name))
    return found


def not_compiled(analysis: Analysis) -> dict[str, str]:
    """Functions that are not compiled, with a comment that says so: the refused ones, and all that call those which
    stay as they are."""
    skipped: dict[str, str] = {}
    for name, callee in kept_functions(analysis.program, analysis.outcomes).items():
        if callee is not None:
            skipped[name] = f"# hybridc: not compiled (it calls `{callee}`)"
            continue
        of_it = [rule for rule, _, function in analysis.findings if function == name]
        codes = sorted({rule.code for rule in of_it if rule.severity.is_refusal})
        skipped[name] = f"# hybridc: not compiled ({', '.join(codes)})"
    return skipped


def _of_functions(options: Options, extraction: Extraction) -> Options:
    """The options, in which functions and methods go by the names of the functions made of them."""
    made = {of: name for name, of in extraction.names.items()}
    graph = frozenset(made.get(name, name) for name in options.graph)
    host = frozenset(made.get(name, name) for name in options.host)
    only = frozenset(made.get(name, name) for name in options.only)
    static = {made.get(name, name): parameters for name, parameters in options.static.items()}
    return replace(options, graph=graph, host=host, only=only, static=static)


def _told_of_methods(
    source: Source, unfit: Mapping[str, Unfit], left: tuple[Diagnostic, ...]
) -> tuple[Diagnostic, ...]:
    """Why methods stay Python that would be compiled otherwise, unless they are marked so."""
    host = read_directives(source.text).host if unfit else frozenset()
    reporter = Reporter(source)
    functions = ((c, f) for c in source.tree.body if isinstance(c, ast.ClassDef) for f in c.body)
    marked = {f"{c.name}.{f.name}" for c, f in functions if isinstance(f, ast.FunctionDef) and f.lineno in host}
    told = {name: each for name, each in unfit.items() if each.is_told and name not in marked}
    return tuple(
        reporter.diagnostic(rules.MethodOnHost(method=name, why=each.why), reporter.locate(each.node), name)
        for name, each in told.items()
        if name not in {d.function for d in left}
    )


def _reasons(source: Source, analysis: Analysis, extraction: Extraction) -> tuple[Diagnostic, ...]:
    """Why the functions made are refused, which is all that is said of it where the original is refused as well.

    Of methods, the first reason: they stay Python.
    """
    reporter = Reporter(source)
    found: list[Diagnostic] = []
    methods: set[str] = set()
    for rule, node, function in analysis.findings:
        made_of = extraction.names.get(function or "")
        if made_of is None or not rule.severity.is_refusal:
            continue
        if "." not in made_of:
            found.append(reporter.diagnostic(rule, reporter.locate(node), function))
        elif made_of not in methods:
            methods.add(made_of)
            stays = rules.MethodOnHost(method=made_of, why=f"{rule.filled_message()} ({rule.code})")
            found.append(reporter.diagnostic(stays, reporter.locate(node), function))
    return tuple(extraction.placed(d) for d in found)
