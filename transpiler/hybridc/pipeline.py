"""The one visible list of passes, and the two things done with them: convert and check."""

from __future__ import annotations

from hybridc.analysis.directives import read_directives
from hybridc.analysis.program import ProgramAnalysis
from hybridc.options import Options
from hybridc.report import Reporter
from hybridc.results import Conversion, FunctionReport, Report
from hybridc.source import Source


def stages() -> tuple[str, ...]:
    """The names that `--stage` takes, in the order of the passes."""
    return ()


def convert(source: Source, options: Options) -> Conversion:
    return Conversion(source.text, (), (), changed=False)


def check(source: Source, options: Options) -> Report:
    directives = read_directives(source.text)
    analysis = ProgramAnalysis(source.tree, directives, options.static).run()
    reporter = Reporter(source)
    diagnostics = reporter.without_ignored(reporter.all(analysis.findings, directives), directives)
    functions = tuple(
        FunctionReport(name, function.node.lineno, analysis.outcomes[name])
        for name, function in analysis.program.module.functions.items()
    )
    return Report(tuple(diagnostics), functions)
