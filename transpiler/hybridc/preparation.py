"""What the two commands begin with: the file, with functions made of methods, its facts, and what to say of it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hybridc import rules
from hybridc.analysis.directives import Directives, read_directives
from hybridc.analysis.program import Analysis, ProgramAnalysis
from hybridc.diagnostics import Diagnostic
from hybridc.extraction import Extraction, Methods, Unfit, extract
from hybridc.folding import dynamic_code
from hybridc.options import Options
from hybridc.report import Reporter
from hybridc.results import FunctionReport, Outcome
from hybridc.source import Source


@dataclass(frozen=True)
class Prepared:
    """A file to convert. `source` is that of `original`, or the same with functions made of methods."""

    original: Source
    source: Source
    analysis: Analysis
    directives: Directives
    extraction: Extraction | None
    options: Options
    left: tuple[Diagnostic, ...] = ()  # methods that stay Python's, and why
    unfit: Mapping[str, Unfit] = field(default_factory=dict)  # what could not be made functions, by qualified name

    def diagnostics(self) -> list[Diagnostic]:
        """Everything that there is to say about the file, in its order."""
        reporter = Reporter(self.source)
        found = reporter.without_ignored(reporter.all(self.analysis.findings, self.directives), self.directives)
        if self.extraction is None:
            return sorted([*found, *self.left], key=lambda d: d.sort_key)
        return sorted({*map(self.extraction.placed, found), *self.left}, key=lambda d: d.sort_key)

    def functions(self) -> tuple[FunctionReport, ...]:
        """The outcomes; that of a method is that of the function made of it."""
        extraction = self.extraction
        reports = []
        for name, function in self.analysis.program.module.functions.items():
            line = function.node.lineno
            if extraction is not None:
                if name in extraction.names.values():
                    continue
                name, line = extraction.names.get(name, name), extraction.line(line)
            reports.append(FunctionReport(name, line, self.analysis.outcomes[function.qualified_name]))
        return tuple(reports)


def analyse(source: Source, options: Options) -> tuple[Analysis, Directives]:
    """The facts of a program, and the comments in it that speak to hybridc."""
    directives = read_directives(source.text)
    asked = {n.lineno for n in source.tree.body if isinstance(n, ast.FunctionDef) and n.name in options.graph}
    directives = replace(directives, graph=directives.graph | asked)
    analysis = ProgramAnalysis(source.tree, directives, options.static).run()
    for call in dynamic_code(source.tree, source.text):
        analysis.findings.append((rules.DynamicCode, call, {"call": ast.unparse(call.func)}, None))
    return analysis, directives


def prepare(source: Source, options: Options, known: Methods | None = None) -> Prepared:
    """The file with functions made of those methods that convert."""
    known = known or Methods()
    extraction = extract(source.text, source.tree, known=known)
    left: tuple[Diagnostic, ...] = ()
    unfit: dict[str, Unfit] = {}
    while extraction is not None:
        unfit = extraction.unfit | unfit
        if not extraction.names:
            break
        new = Source(source.filename, extraction.text, ast.parse(extraction.text))
        asked = _of_functions(options, extraction)
        analysis, directives = analyse(new, asked)
        kept = _convertible(analysis, extraction, directives)
        if kept == set(extraction.names.values()):
            return Prepared(source, new, analysis, directives, extraction, asked, left, unfit)
        left += _reasons(new, analysis, extraction)
        unfit |= _dropped(source.tree, analysis, extraction, directives, kept)
        extraction = extract(source.text, source.tree, kept, known)
    return Prepared(source, source, *analyse(source, options), None, options, left, unfit)


def _of_functions(options: Options, extraction: Extraction) -> Options:
    """The options, in which methods go by the names of the functions made of them."""
    graph = {name for name, method in extraction.names.items() if method in options.graph}
    static = {name: options.static[method] for name, method in extraction.names.items() if method in options.static}
    return replace(options, graph=options.graph | graph, static={**options.static, **static})


def _convertible(analysis: Analysis, extraction: Extraction, directives: Directives) -> set[str]:
    """The methods whose functions are compiled, or should be, without those that set what others read statically."""
    lines = {n: analysis.program.module.functions[n].node.lineno for n in extraction.names}
    compiled = {
        name: method
        for name, method in extraction.names.items()
        if analysis.outcomes[name] is Outcome.COMPILED
        or (analysis.outcomes[name] is Outcome.REFUSED and lines[name] in directives.graph)
    }
    statics = {
        (method.partition(".")[0], attribute)
        for name, method in compiled.items()
        for parameter, attribute in extraction.inputs[name].items()
        if parameter in analysis.program.plans[name].static_parameters
    }
    return {
        method
        for name, method in compiled.items()
        if not any((method.partition(".")[0], a) in statics for a in extraction.outputs[name])
    }


def _dropped(
    tree: ast.Module, analysis: Analysis, extraction: Extraction, directives: Directives, kept: set[str]
) -> dict[str, Unfit]:
    """The methods that stay Python although nothing in their functions is refused."""
    methods = {
        f"{c.name}.{f.name}": f
        for c in tree.body if isinstance(c, ast.ClassDef)
        for f in c.body if isinstance(f, ast.FunctionDef)
    }  # fmt: skip
    why = {
        Outcome.HOST: "it may be no computation on arrays: `# hybridc: graph` on its `def` line says that it is",
        Outcome.COMPILED: "it sets an attribute that has to be known while others are traced",
    }
    functions = analysis.program.module.functions
    return {
        method: Unfit(methods[method], "it is marked `# hybridc: host`")
        if functions[name].node.lineno in directives.host
        else Unfit(methods[method], why[analysis.outcomes[name]])
        for name, method in extraction.names.items()
        if method not in kept and analysis.outcomes[name] in why
    }


def _reasons(source: Source, analysis: Analysis, extraction: Extraction) -> tuple[Diagnostic, ...]:
    """For methods that are refused as functions, the first reason: they stay Python."""
    reporter = Reporter(source)
    found: dict[str, Diagnostic] = {}
    for rule, node, details, function in analysis.findings:
        if function in extraction.names and rule.severity.is_refusal and function not in found:
            message = f"{rule.message.format(**details)} ({rule.code})"
            why = {"method": extraction.names[function], "why": message}
            found[function] = reporter.diagnostic(rules.MethodOnHost, reporter.locate(node), why, function)
    return tuple(extraction.placed(d) for d in found.values())
