"""The conversion of an assembled program, with what is said about it put where the original stands."""

from __future__ import annotations

from dataclasses import replace

from hybridc import pipeline
from hybridc.attempt import attempt
from hybridc.diagnostics import Diagnostic, Location
from hybridc.live.errors import ConversionError, refused
from hybridc.live.program import Program
from hybridc.options import Options
from hybridc.results import Conversion, Outcome


def convert(program: Program, options: Options) -> Conversion:
    """The target compiled. Raises ConversionError where that is refused."""
    # That somebody asks for it says that it is a graph function, even if nothing in it does.
    asked = replace(options, static={**program.static, **options.static}, graph=frozenset({program.name}), whole=False)
    filename = program.target.__code__.co_filename
    conversion = attempt(lambda source: pipeline.convert(source, asked), program.text, filename)
    if isinstance(conversion, Diagnostic):
        raise refused(program.name, (conversion,))
    diagnostics = tuple(_located(d, program) for d in conversion.diagnostics)
    if conversion.code is None:
        raise refused(program.name, tuple(d for d in diagnostics if d.is_refusal))
    if next(f.outcome for f in conversion.functions if f.name == program.name) is Outcome.HOST:
        raise ConversionError(f"`{program.name}` is marked `# hybridc: host`")
    return replace(conversion, diagnostics=diagnostics)


def _located(diagnostic: Diagnostic, program: Program) -> Diagnostic:
    where = diagnostic.location
    start, end = program.lines[where.line - 1], program.lines[where.end_line - 1]
    if not where.line or start is None or end is None:
        code = program.target.__code__
        line = Location(code.co_firstlineno, 1, code.co_firstlineno, 1)
        return replace(diagnostic, filename=code.co_filename, location=line)
    location = Location(start.number, where.column + start.shift, end.number, where.end_column + end.shift)
    return replace(diagnostic, filename=start.filename, location=location)
