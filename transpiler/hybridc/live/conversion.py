"""The conversion of an assembled program, with what is said about it put where the original stands."""

from __future__ import annotations

from dataclasses import replace
from types import FunctionType

from hybridc import pipeline
from hybridc.analysis.directives import Directives, read_directives
from hybridc.deep import run_deep
from hybridc.diagnostics import Diagnostic, Location
from hybridc.live.errors import ConversionError, refused
from hybridc.live.program import Program
from hybridc.options import Options
from hybridc.results import Conversion, Outcome
from hybridc.rules import ArgumentMutation
from hybridc.source import decode


def convert(program: Program, options: Options) -> Conversion:
    """The target compiled, or with `partial` perhaps not. Raises ConversionError where that is refused.

    That somebody asks for it says that the target is a graph function, even if nothing in it does.
    """
    target = program.target
    static = {name: chosen | options.static.get(name, frozenset()) for name, chosen in program.static.items()}
    options = replace(options, static={**options.static, **static})
    conversion = _converted(program.text, program, options)
    if outcome(conversion, target) is Outcome.HOST:
        options, text = _as_graph(program, options)
        conversion = _converted(text, program, options)
    problems = conversion.refusals if conversion.code is None else _lost(conversion, target)
    if problems and not (options.partial and conversion.code is not None):
        raise refused(target.__name__, problems)
    return conversion


def outcome(conversion: Conversion, function: FunctionType) -> Outcome:
    """What became of a function, by its report."""
    return next(f.outcome for f in conversion.functions if f.name == function.__name__)


def _converted(text: str, program: Program, options: Options) -> Conversion:
    name = program.target.__name__
    conversion = run_deep(pipeline.convert, decode(text, f"<hybridized {name}>"), options)
    return replace(conversion, diagnostics=tuple(_located(d, program) for d in conversion.diagnostics))


def _as_graph(program: Program, options: Options) -> tuple[Options, str]:
    """The text with a directive at the target, in place of the one that is there."""
    name = program.target.__name__
    directives: Directives = read_directives(program.text)
    lines = program.text.split("\n")
    index = program.line_of(name) - 1
    if index + 1 in directives.host:
        raise ConversionError(f"`{name}` is marked `# hybridc: host`")
    if (chosen := directives.static.get(index + 1)) is not None:
        options = replace(options, static={**options.static, name: options.static.get(name, frozenset()) | chosen})
        lines[index] = lines[index][: lines[index].rindex("#")].rstrip()
    lines[index] += "  # hybridc: graph"
    return options, "\n".join(lines)


def _lost(conversion: Conversion, target: FunctionType) -> tuple[Diagnostic, ...]:
    """Arguments that the original changes in place: callers are not rewritten, and would miss the change."""
    return tuple(
        d for d in conversion.diagnostics if d.code == ArgumentMutation.code and d.function == target.__name__
    )


def _located(diagnostic: Diagnostic, program: Program) -> Diagnostic:
    where = diagnostic.location
    line = where.line or program.line_of(program.target.__name__)
    start, end = program.lines[line - 1], program.lines[(where.end_line or line) - 1]
    if start is None or end is None:
        code = program.target.__code__
        return replace(diagnostic, filename=code.co_filename, location=Location(code.co_firstlineno, 1, code.co_firstlineno, 1))
    location = Location(start.number, where.column + start.shift, end.number, where.end_column + end.shift)
    return replace(diagnostic, filename=start.filename, location=location)
