"""`verify`: converts a file, runs both sides in a child process and gathers what that finds."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, replace

from hybridc import pipeline
from hybridc.core.attempt import attempt
from hybridc.core.diagnostics import Diagnostic
from hybridc.core.options import Options, Prints
from hybridc.core.rendering import displayable
from hybridc.core.results import Outcome
from hybridc.core.source import Source, Unreadable, read_bytes
from hybridc.verification.gathering import run_all
from hybridc.verification.planning import LeftOut, Planned, maker, plan
from hybridc.verification.protocol import Job, ParameterOf, Settings, Task
from hybridc.verification.report import FunctionResult, Verdict, Verification
from hybridc.verification.request import CannotVerify, Request
from hybridc.verification.signatures import definitions


@dataclass(frozen=True, slots=True)
class _Prepared:
    """What is run: the generated code, encoded as the file is, and the functions to call."""

    filename: str
    code: bytes
    tasks: list[Task]


def verify(path: str, options: Options, request: Request) -> Verification:
    """Whether the file and what it is converted to do the same. Executes the file, in a child process.

    Raises nothing for what is in the file or in the request: `reason` says why nothing could be run.
    """
    result = Verification(path)
    try:
        data = read_bytes(path)
    except Unreadable as problem:
        return _unreadable(result, problem.diagnostic)
    prepared = attempt(lambda source: _prepare(source, options, request, result), data, path)
    if isinstance(prepared, Diagnostic):
        return _unreadable(result, prepared)
    if prepared is not None:  # here and not where deep code runs, so that Ctrl-C ends the child
        _run(prepared, data, options, request, result)
    return result


def _unreadable(result: Verification, diagnostic: Diagnostic) -> Verification:
    result.diagnostics = (diagnostic,)
    result.reason = "the file cannot be converted"
    return result


def _prepare(source: Source, options: Options, request: Request, result: Verification) -> _Prepared | None:
    """Converts and plans; None where that is the end of it, with the reason in `result`."""
    try:
        known = definitions(source.tree)
        makes = maker(request.inputs, known)
        if makes is not None:
            options = replace(options, host=options.host | {makes})
        conversion = pipeline.convert(source, options)
        result.diagnostics = conversion.diagnostics
        if conversion.code is None:
            raise CannotVerify("the conversion is refused; --partial verifies the functions that are not")
        if not conversion.changed:
            raise CannotVerify("there is nothing to convert in the file")
        planned, left = plan(request, known, conversion.functions, source.tree)
    except CannotVerify as problem:
        result.reason = str(problem)
        return None
    result.functions = sorted([*map(_planned, planned), *map(_left_out, left)], key=lambda f: f.line)
    return _Prepared(source.filename, source.encode(conversion.code), list(map(_task, planned)))


def _planned(each: Planned) -> FunctionResult:
    report = each.report
    is_compiled = report.outcome is Outcome.COMPILED
    return FunctionResult(
        report.name, report.line, inputs=each.shown, is_derived=each.is_derived, is_compiled=is_compiled
    )


def _left_out(each: LeftOut) -> FunctionResult:
    return FunctionResult(each.name, each.line, Verdict.LEFT_OUT, reason=each.reason, suggestion=each.suggestion)


def _run(prepared: _Prepared, data: bytes, options: Options, request: Request, result: Verification) -> None:
    """Writes what the child needs to a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="hybridc-verify-", ignore_cleanup_errors=True) as folder:
        stem = displayable(os.path.splitext(os.path.basename(prepared.filename))[0])
        original, converted = os.path.join(folder, "original"), os.path.join(folder, f"{stem}_jax.py")
        for path, content in ((original, data), (converted, prepared.code)):
            with open(path, "wb") as file:
                file.write(content)
        failing = os.path.join(folder, "failing.npz") if request.keep_failing else None
        job = Job(
            file=os.path.abspath(prepared.filename), original=original, converted=converted,
            events=os.path.join(folder, "events"), printed=os.path.join(folder, "printed"), failing=failing,
            settings=_settings(options, request), tasks=prepared.tasks,
        )  # fmt: skip
        run_all(job, folder, request.timeout, result, is_whole=request.function is None, gigabytes=request.gigabytes)
        if failing is not None and os.path.exists(failing):
            with open(failing, "rb") as file:
                result.failing = file.read()


def _settings(options: Options, request: Request) -> Settings:
    return Settings(
        draws=request.draws, seed=request.seed, dtypes=list(request.dtypes), special=request.special,
        rtol=request.rtol, atol=request.atol, ulp=request.ulp, ignore_dtypes=request.ignore_dtypes, x32=options.x32,
        compares_prints=options.prints is Prints.DEBUG,
    )  # fmt: skip


def _task(each: Planned) -> Task:
    return Task(
        function=each.report.name,
        parameters=[ParameterOf(name=p.name, kind=p.kind) for p in each.definition.parameters],
        returned_mutated=list(each.report.returned_mutated),
        inputs=each.inputs,
        constants=list(each.constants.numbers),
        lengths=list(each.constants.lengths),
    )
