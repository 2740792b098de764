"""Doing the files of one call, on as many processes as wanted, in the order in which they were named."""

from __future__ import annotations

import ast
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import active_children, get_context
from typing import TYPE_CHECKING, TypeVar

from hybridc import rules
from hybridc.attempt import attempt, attempted, defect
from hybridc.diagnostics import Diagnostic, Location
from hybridc.options import Options
from hybridc.results import NOTHING_USED, Conversion, FunctionReport, Report, Traced, Usage
from hybridc.source import Source, Unreadable, read_bytes
from hybridc_cli.discovery import is_graph

if TYPE_CHECKING:
    from hybridc.sides.comparing import Sides

T = TypeVar("T")
_FEW = 8  # files that are not worth a second process


@dataclass(frozen=True, slots=True)
class Job:
    """One file. `data` holds standard input; other files are read where the work is done.

    `params`: the file with the weights of a saved graph, if one is named. `compares`: it is wanted side by side
    with what is generated.
    """

    path: str
    options: Options
    data: bytes | None = None
    params: str | None = None
    compares: bool = False


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
    return Done(job.path, result.diagnostics, result.functions, None, source.text, usage=result.usage)


def _of_graph(data: bytes, job: Job) -> Source:
    return Source(job.path, data.decode(errors="replace"), ast.Module([], []))


def _unread(job: Job, done: Done) -> Done:
    """What came of a file that could not be read, with its lines if it is a text that somebody wrote."""
    from hybridc.sides.comparing import State, alone

    is_text = "\0" not in done.original and not job.path.endswith(".ipynb")
    sides = alone(job.path, done.original if is_text else "", done.diagnostics, State.UNREADABLE)
    return replace(done, sides=sides)


def _guarded(job: Job, work: Callable[[Source, Job], Done], of_graphs: Callable[[bytes, Job], Done]) -> Done:
    done = _attempted(job, work, of_graphs)
    return done if done.is_readable or not job.compares else _unread(job, done)


def _attempted(job: Job, work: Callable[[Source, Job], Done], of_graphs: Callable[[bytes, Job], Done]) -> Done:
    try:
        data = read_bytes(job.path) if job.data is None else job.data
    except Unreadable as problem:
        return Done(job.path, (problem.diagnostic,), is_readable=False)
    if is_graph(job.path):
        done = attempted(lambda: of_graphs(data, job), job.path)
    else:
        done = attempt(lambda source: work(source, job), data, job.path)
    if isinstance(done, Diagnostic):  # what can be shown of the source, beside a syntax error
        return Done(job.path, (done,), original=data.decode(errors="replace"), is_readable=False)
    return done


def run(jobs: Sequence[Job], work: Callable[[Job], Done], processes: int) -> Iterator[Done]:
    """The results in the order of the jobs. A process that dies costs only the file that it was at."""
    processes = min(processes, len(jobs) // 2)
    if len(jobs) < _FEW or processes < 2:
        yield from map(work, jobs)
        return
    pending = list(jobs)
    while pending:
        # A fresh interpreter each: forking a process that runs threads can lock up.
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            with _started_in_peace():
                futures = [pool.submit(work, job) for job in pending]
            done = 0
            try:
                for future in futures:
                    yield future.result()
                    done += 1
            except BrokenProcessPool:
                yield _lost(pending[done])
                done += 1
            except BaseException:  # Ctrl-C: nobody waits for the other files
                for process in active_children():
                    process.terminate()
                raise
            pending = pending[done:]


@contextmanager
def _started_in_peace() -> Iterator[None]:
    """Processes that start in it leave Ctrl-C to the one that started them, and end without a word."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _lost(job: Job) -> Done:
    """The process that was at the file died."""
    rule = rules.InternalError
    where = Location.whole_file()
    found = Diagnostic(rule.code, "the process that read it died", rule.severity, job.path, where, rule.help)
    done = Done(job.path, (found,), is_readable=False)
    return _unread(job, done) if job.compares else done
