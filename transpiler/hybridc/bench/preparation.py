"""Which file is the original and which the generated one; the original is converted where only that is there."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from dataclasses import dataclass, field

from hybridc import pipeline
from hybridc.bench.request import CannotBench, Request
from hybridc.bench.systems import GENERATED, ORIGINALS, Form, System
from hybridc.bench.worker.targets import BadTarget, Target, read_target
from hybridc.core.attempt import attempt
from hybridc.core.diagnostics import Diagnostic
from hybridc.core.options import Options
from hybridc.core.rendering import displayable
from hybridc.core.results import Conversion, Outcome
from hybridc.core.source import Source, Unreadable, read_bytes


@dataclass(frozen=True, slots=True)
class Side:
    """A target and the framework that runs it. `origin`: the file whose neighbours it imports."""

    system: type[System]
    target: str
    origin: str

    @property
    def forms(self) -> tuple[Form, ...]:
        return self.system.forms


@dataclass(slots=True)
class Prepared:
    """The sides; the original is None where there is no such file."""

    generated: Side
    original: Side | None
    diagnostics: tuple[Diagnostic, ...] = ()
    notes: list[str] = field(default_factory=list)


class Refused(CannotBench):
    """The conversion is refused, by diagnostics."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


def prepare(request: Request, options: Options, folder: str) -> Prepared:
    """Writes what is generated to the folder. Raises CannotBench."""
    target = _read(request.target)
    if request.is_generated:
        generated = Side(GENERATED, request.target, target.path)
        if request.original is None:
            return Prepared(
                generated, None, notes=["--original FILE measures what the file was converted from as well"]
            )
        source = _source(request.original)
        return Prepared(generated, _original(source, request.original, request.target, target))
    if request.original is not None:
        raise CannotBench(f"--original is for generated files, and {target.path} is none")
    source = _source(target.path)
    conversion = attempt(lambda read: pipeline.convert(read, options), source.encode(source.text), target.path)
    if isinstance(conversion, Diagnostic):
        raise Refused("the file cannot be converted", (conversion,))
    if conversion.code is None:
        raise Refused("the conversion is refused; --partial goes on without what is refused", conversion.diagnostics)
    if not conversion.changed:
        raise CannotBench(f"there is nothing to convert in {target.path}")
    stem = displayable(os.path.splitext(os.path.basename(target.path))[0])
    path = os.path.join(folder, f"{stem}_jax.py")
    with open(path, "wb") as file:
        file.write(source.encode(conversion.code))
    generated = Side(GENERATED, path + request.target[len(target.path) :], target.path)
    original = _original(source, target.path, request.target, target)
    return Prepared(generated, original, conversion.diagnostics, list(_notes(conversion, target)))


def _read(text: str) -> Target:
    try:
        target = read_target(text)
    except BadTarget as error:
        raise CannotBench(str(error)) from error
    if not os.path.isfile(target.path):
        raise CannotBench(f"{target.path}: there is no such file")
    return target


def _source(path: str) -> Source:
    try:
        data = read_bytes(path)
    except Unreadable as problem:
        raise Refused(f"{path} cannot be read", (problem.diagnostic,)) from problem
    read = attempt(lambda source: source, data, path)
    if isinstance(read, Diagnostic):
        raise Refused(f"{path} cannot be read", (read,))
    return read


def _original(source: Source, path: str, text: str, target: Target) -> Side:
    """By the packages that the file imports, wherever in it."""
    names = set(_imported(source.tree))
    system = next((s for s in ORIGINALS if names & set(s.packages)), ORIGINALS[-1])
    return Side(system, path + text[len(target.path) :], path)


def _imported(tree: ast.AST) -> Iterator[str]:
    """Every part of what is imported: of `from d2l import torch`, d2l and torch."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (part for alias in node.names for part in alias.name.split("."))
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (node.module or "").split(".")
            yield from (alias.name for alias in node.names)


def _notes(conversion: Conversion, target: Target) -> Iterator[str]:
    for report in conversion.functions:
        if report.name in (target.name, f"{target.name}.forward") and report.outcome is Outcome.REFUSED:
            yield f"`{report.name}` is refused, and stays as it was"
        elif report.name == target.name and report.outcome is Outcome.HOST and target.call is None:
            yield f"`{report.name}` stays Python; what it calls may be compiled"
