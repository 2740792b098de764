"""What is done with one file, wherever it is done."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from hybridc.core.attempt import attempt, attempted, defect
from hybridc.core.diagnostics import Diagnostic
from hybridc.core.options import Options
from hybridc.core.results import NOTHING_USED, AssumptionReport, Conversion, FunctionReport, Report, Traced, Usage
from hybridc.core.source import Source, Unreadable, read_bytes, shown_text
from hybridc_cli.discovery import is_graph

if TYPE_CHECKING:
    from hybridc.sides.comparing import Sides

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Job:
    """One file. `data` holds standard input; other files are read where the work is done.

    `params`: the file with the weights of a saved graph, if one is named. `compares`: it is wanted side by side
    with what is generated. `timeout`: seconds after which it is given up.
    """

    path: str
    options: Options
    data: bytes | None = None
    params: str | None = None
    compares: bool = False
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What came of one file; `left_out` counts statements that are comments in the output."""

    path: str
    diagnostics: tuple[Diagnostic, ...]
    functions: tuple[FunctionReport, ...] = ()
    output: bytes | None = None
    original: str = ""
    is_changed: bool = False
    is_readable: bool = True
    usage: Usage = NOTHING_USED
    assumptions: tuple[AssumptionReport, ...] = ()
    runtime: tuple[str, ...] = ()
    left_out: int = 0
    sides: Sides | None = None


def convert_file(job: Job) -> Done:
    """Converts one file. Never raises for what is in it."""
    return _guarded(job, _convert, _convert_graph)


def check_file(job: Job) -> Done:
    """Checks one file. Never raises for what is in it."""
    return _guarded(job, _check, _check_graph)


def _convert(source: Source, job: Job) -> Done:
    from hybridc.pipeline import convert, trace

    return _done(
        job, source, _converted, lambda: convert(source, job.options), _conversion, lambda: trace(source, job.options)
    )


def _convert_graph(data: bytes, job: Job) -> Done:
    from hybridc.exported import convert_export, trace_export

    asked = data, job.path, job.params, job.options
    return _done(
        job, _of_graph(data, job), _converted, lambda: convert_export(*asked), _conversion, lambda: trace_export(*asked)
    )


def _check(source: Source, job: Job) -> Done:
    from hybridc.pipeline import check, trace

    return _done(job, source, _checked, lambda: check(source, job.options), _report, lambda: trace(source, job.options))


def _check_graph(data: bytes, job: Job) -> Done:
    from hybridc.exported import check_export, trace_export

    asked = data, job.path, job.params, job.options
    return _done(
        job, _of_graph(data, job), _checked, lambda: check_export(*asked), _report, lambda: trace_export(*asked)
    )


def _done(
    job: Job,
    source: Source,
    done: Callable[[Job, T, Source], Done],
    work: Callable[[], T],
    part: Callable[[Traced], T],
    trace: Callable[[], Traced],
) -> Done:
    """What came of a file; beside what is generated from it, where that is wanted.

    What goes wrong only for the sake of being shown is a defect that is shown, and changes nothing else.
    """
    if not job.compares:
        return done(job, work(), source)
    from hybridc.sides.comparing import State, alone, compared

    try:
        traced = trace()
        return replace(done(job, part(traced), source), sides=compared(source, traced))
    except Unreadable:
        raise
    except Exception as error:
        found = done(job, work(), source)
        said = (*found.diagnostics, defect(error, job.path))
        return replace(found, sides=alone(job.path, source.text, said, State.REFUSED))


def _conversion(traced: Traced) -> Conversion:
    return traced.conversion


def _report(traced: Traced) -> Report:
    return traced.report


def _converted(job: Job, result: Conversion, source: Source) -> Done:
    output = None if result.code is None else source.encode(result.code)
    return Done(
        job.path, result.diagnostics, result.functions, output, source.text, result.changed, runtime=result.runtime,
        left_out=result.left_out,
    )  # fmt: skip


def _checked(job: Job, result: Report, source: Source) -> Done:
    return Done(
        job.path, result.diagnostics, result.functions, None, source.text, usage=result.usage,
        assumptions=result.assumptions,
    )  # fmt: skip


def _of_graph(data: bytes, job: Job) -> Source:
    return Source(job.path, data.decode(errors="replace"), ast.Module([], []))


def unread(job: Job, done: Done) -> Done:
    """What came of a file that could not be read, with its lines if it is a text that somebody wrote."""
    from hybridc.sides.comparing import State, alone

    is_text = "\0" not in done.original and not job.path.endswith(".ipynb")
    sides = alone(job.path, done.original if is_text else "", done.diagnostics, State.UNREADABLE)
    return replace(done, sides=sides)


def _guarded(job: Job, work: Callable[[Source, Job], Done], of_graphs: Callable[[bytes, Job], Done]) -> Done:
    done = _attempted(job, work, of_graphs)
    return done if done.is_readable or not job.compares else unread(job, done)


def _attempted(job: Job, work: Callable[[Source, Job], Done], of_graphs: Callable[[bytes, Job], Done]) -> Done:
    try:
        data = read_bytes(job.path) if job.data is None else job.data
    except Unreadable as problem:
        return Done(job.path, (problem.diagnostic,), is_readable=False)
    if is_graph(job.path):
        done = attempted(lambda: of_graphs(data, job), job.path, job.timeout)
    else:
        done = attempt(lambda source: work(source, job), data, job.path, job.timeout)
    if isinstance(done, Diagnostic):  # what can be shown of the source, beside a syntax error
        return Done(job.path, (done,), original=shown_text(data), is_readable=False)
    return done
