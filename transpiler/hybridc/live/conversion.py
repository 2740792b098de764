"""The conversion of an assembled program, with what is said about it put where the original stands."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import PurePath
from types import FunctionType

from hybridc import pipeline
from hybridc.core.attempt import attempt
from hybridc.core.diagnostics import Diagnostic, Location
from hybridc.core.options import Options
from hybridc.core.results import AssumptionReport, Conversion, Outcome
from hybridc.core.source import Source
from hybridc.live.class_programs import stays_python
from hybridc.live.errors import ConversionError, refused
from hybridc.live.program import Program, assemble
from hybridc.live.simple_classes import is_named_in_functions
from hybridc.normalize.extraction import Extraction, Methods
from hybridc.normalize.moved import Moved
from hybridc.preparation import Prepared
from hybridc.report import Reporter
from hybridc.syntax.directives import read_directives


@dataclass(frozen=True)
class Converted:
    """A program, what it became, and the functions that its methods became."""

    program: Program
    conversion: Conversion
    moved: Moved | None = None  # the text that was converted, where that was written differently
    statics: Mapping[str, frozenset[str]] = field(default_factory=dict)  # parameters known while tracing, by function
    merged: Mapping[str, str] = field(
        default_factory=dict
    )  # functions for shared arrays, and those that they are made of
    assumptions: tuple[AssumptionReport, ...] = ()

    @property
    def extraction(self) -> Extraction | None:
        return self.moved if isinstance(self.moved, Extraction) else None


def convert(function: FunctionType, options: Options) -> Converted:
    """The function compiled. Raises ConversionError where that is refused."""
    # That somebody asks for it says that it is a graph function, even if nothing in it does.
    try:
        program = assemble(function, takes_classes=True)
    except ConversionError:
        program = assemble(function)
    prepared, conversion = _run(program, options, whole=True)
    if program.classes and (conversion.code is None or _keeps_classes(program, prepared, conversion.code)):
        program = assemble(function)  # objects of the text's classes would not be those of the original
        prepared, conversion = _run(program, options, whole=True)
    if conversion.code is None:
        raise refused(program.name, conversion.refusals)
    if next(f.outcome for f in conversion.functions if f.name == program.name) is Outcome.HOST:
        raise ConversionError(f"`{program.name}` is marked `# hybridc: host`")
    program = program.with_changing(_changing(prepared.extraction))
    assumed = _assumptions(prepared, program)
    return Converted(program, conversion, prepared.moved, merged=_merged(prepared), assumptions=assumed)


def _keeps_classes(program: Program, prepared: Prepared, code: str) -> bool:
    """Functions make objects of the text's classes, or methods of these have become functions."""
    methods = prepared.extraction.names.values() if prepared.extraction is not None else ()
    are_methods = any(name.partition(".")[0] in program.classes for name in methods)
    return are_methods or is_named_in_functions(code, program.classes)


def _changing(extraction: Extraction | None) -> frozenset[str]:
    """The globals that functions take and give."""
    if extraction is None:
        return frozenset()
    taken = (v for variables in extraction.inputs.values() for v in variables.values())
    given = (v for variables in extraction.outputs.values() for v in variables)
    return frozenset(v.name for v in chain(taken, given) if v.holder is None)


def convert_class(assemble: Callable[[Mapping[str, Diagnostic]], Program], options: Options) -> Converted:
    """The methods compiled that can be; why others are not is among the diagnostics.

    `assemble` puts the program together without the methods that it is given. Raises ConversionError where the class
    is refused as a whole.
    """
    left: dict[str, Diagnostic] = {}
    while True:
        program = assemble(left)
        prepared, conversion = _run(program, options)
        if conversion.code is not None:
            break
        found = {
            name: stays_python(name, f"{d.message} ({d.code})", d.filename, d.location)
            for d in reversed(conversion.refusals)
            for name in _methods(d, program, prepared.extraction)
        }
        if not found.keys() - left.keys():
            raise refused(program.name, conversion.refusals)
        left |= found
    reporter = Reporter(prepared.original)
    unfit = [
        _located(stays_python(name, each.why, program.place.filename, reporter.locate(each.node)), program)
        for name, each in prepared.unfit.items()
    ]
    if program.name in prepared.unfit:
        raise refused(program.name, tuple(d for d in unfit if d.function == program.name))
    meant = _marked(prepared.original) - program.asked
    stay = {d for d in (*unfit, *program.left.values()) if d.function not in meant}
    diagnostics = sorted({*conversion.diagnostics, *stay}, key=lambda d: d.sort_key)
    statics = {name: plan.arguments.static_parameters for name, plan in prepared.analysis.program.plans.items()}
    conversion = replace(conversion, diagnostics=tuple(diagnostics))
    assumed = _assumptions(prepared, program)
    return Converted(program, conversion, prepared.moved, statics, _merged(prepared), assumed)


def _assumptions(prepared: Prepared, program: Program) -> tuple[AssumptionReport, ...]:
    placed = []
    for each in prepared.assumptions():
        origin = program.lines[each.line - 1]
        placed.append(replace(each, line=program.place.line if origin is None else origin.number))
    return tuple(placed)


def _merged(prepared: Prepared) -> dict[str, str]:
    return {made: name for name, of in prepared.analysis.program.merged.items() for made in of}


def _marked(source: Source) -> set[str]:
    """The methods that a comment says are meant to stay Python."""
    host = read_directives(source.text).host
    methods = ((c, f) for c in source.tree.body if isinstance(c, ast.ClassDef) for f in c.body)
    return {f"{c.name}.{f.name}" for c, f in methods if isinstance(f, ast.FunctionDef) and f.lineno in host}


def _run(program: Program, options: Options, whole: bool = False) -> tuple[Prepared, Conversion]:
    # Of a class, what the program reads from outside is watched, and a constant of it.
    asked = replace(options, static={**program.static, **options.static}, graph=program.asked, whole=whole, live=True)
    place = lambda line: _place(program, line)  # noqa: E731
    known = Methods(program.asked, program.left.keys() | program.hidden)
    run = attempt(
        lambda source: pipeline.convert_live(source, asked, known, place), program.text, program.place.filename
    )
    if isinstance(run, Diagnostic):
        raise refused(program.name, (run,))
    prepared, conversion = run
    return prepared, replace(conversion, diagnostics=tuple(_located(d, program) for d in conversion.diagnostics))


def _place(program: Program, line: int) -> str:
    """The file and line that a line of the program comes from."""
    origin = program.lines[line - 1]
    filename, number = (
        (program.place.filename, program.place.line) if origin is None else (origin.filename, origin.number)
    )
    return f"{PurePath(filename).name}:{number}"


def _methods(diagnostic: Diagnostic, program: Program, extraction: Extraction | None) -> frozenset[str]:
    """The methods that a refusal is about: its own, or those that call the function."""
    name = diagnostic.function or ""
    if name in program.functions and "." in name:
        return frozenset({name})
    name = name.partition(".")[0]
    if extraction is not None and name in extraction.names:
        return frozenset({extraction.names[name]})
    return program.callers.get(name, frozenset())


def _located(diagnostic: Diagnostic, program: Program) -> Diagnostic:
    where = diagnostic.location
    start, end = program.lines[where.line - 1], program.lines[where.end_line - 1]
    if not where.line or start is None or end is None:
        place = program.place
        return replace(diagnostic, filename=place.filename, location=Location(place.line, 1, place.line, 1))
    location = Location(start.number, where.column + start.shift, end.number, where.end_column + end.shift)
    return replace(diagnostic, filename=start.filename, location=location)
