"""What the two commands begin with: the file, with functions made of methods, its facts, and what to say of it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from hybridc import rules
from hybridc.analysis.directives import Directives, read_directives
from hybridc.analysis.program import Analysis, ProgramAnalysis
from hybridc.diagnostics import Diagnostic
from hybridc.extraction import Extraction, extract
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
    left: tuple[Diagnostic, ...] = ()  # methods that stay Python's, and why

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


def prepare(source: Source, options: Options) -> Prepared:
    """The file with functions made of those methods that convert."""
    extraction = extract(source.text, source.tree)
    left: tuple[Diagnostic, ...] = ()
    while extraction is not None:
        new = Source(source.filename, extraction.text, ast.parse(extraction.text))
        analysis, directives = analyse(new, options)
        kept = _convertible(analysis, extraction, directives)
        if kept == set(extraction.names.values()):
            return Prepared(source, new, analysis, directives, extraction, left)
        left += _reasons(new, analysis, extraction)
        extraction = extract(source.text, source.tree, kept)
    return Prepared(source, source, *analyse(source, options), None, left)


def _convertible(analysis: Analysis, extraction: Extraction, directives: Directives) -> set[str]:
    """The methods whose functions are compiled, or should be, without those that set what others read statically."""
    lines = {n: analysis.program.module.functions[n].node.lineno for n in extraction.names}
    compiled = {
        name: method
        for name, method in extraction.names.items()
        if analysis.outcomes[name] is Outcome.COMPILED or lines[name] in directives.graph
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


def _reasons(source: Source, analysis: Analysis, extraction: Extraction) -> tuple[Diagnostic, ...]:
    """For methods that are refused as functions, the first reason: they stay Python."""
    reporter = Reporter(source)
    found: dict[str, Diagnostic] = {}
    for rule, node, details, function in analysis.findings:
        if function in extraction.names and rule.severity.is_refusal and function not in found:
            why = {"method": extraction.names[function], "why": rule.message.format(**details), "code": rule.code}
            found[function] = reporter.diagnostic(rules.MethodOnHost, reporter.locate(node), why, function)
    return tuple(extraction.placed(d) for d in found.values())
