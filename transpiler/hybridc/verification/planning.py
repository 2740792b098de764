"""Which functions of a file are run, and with which inputs."""

from __future__ import annotations

import ast
import difflib
import json
import os
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hybridc.core.results import FunctionReport, Outcome
from hybridc.verification.binding import items_of, quoted, read_all, validate
from hybridc.verification.constants import NONE, Constants, constants
from hybridc.verification.derivation import derived
from hybridc.verification.protocol import LAYOUT, Given
from hybridc.verification.request import CannotVerify, Request
from hybridc.verification.signatures import Definition, Parameter
from hybridc.verification.spec import Item
from hybridc.verification.spec_reader import read_items


@dataclass(frozen=True, slots=True)
class Planned:
    """A function to run. `shown` are its inputs as a person would write them."""

    definition: Definition
    report: FunctionReport
    inputs: Given
    shown: str
    is_derived: bool = False
    constants: Constants = NONE


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A function that is not run, and why; `suggestion` are inputs to fill in, where inputs are what is missing."""

    name: str
    line: int
    reason: str
    suggestion: str | None = None


def maker(inputs: Sequence[str], known: Iterable[str]) -> str | None:
    """The function of the file that `--inputs` names, if it names one. Raises CannotVerify for an unknown one."""
    for text in inputs:
        if text.strip().isidentifier():
            if text.strip() not in known:
                raise CannotVerify(f"--inputs: there is no function `{text.strip()}` in the file")
            if len(inputs) > 1:
                raise CannotVerify("--inputs: a function makes all inputs; give nothing beside it")
            return text.strip()
    return None


def plan(
    request: Request,
    known: Mapping[str, Definition],
    reports: Iterable[FunctionReport],
    module: ast.Module | None = None,
) -> tuple[list[Planned], list[LeftOut]]:
    """What is run and what is not, in the order of the file. Raises CannotVerify for what the request has wrong."""
    named = maker(request.inputs, known)
    file = _npz(request.inputs)
    wanted = request.function or (_function_of(file) if file is not None else None)
    chosen = _chosen(wanted, known, [r for r in reports if r.name != named])
    if named is not None or file is not None:
        kind = Given(kind="function", text=named) if named is not None else Given(kind="file", text=file or "")
        return _given(chosen, known, kind, wanted is not None)
    return _by_specs(chosen, known, read_all(request.inputs, known), wanted is not None, module or ast.Module([], []))


def _chosen(wanted: str | None, known: Mapping[str, Definition], reports: list[FunctionReport]) -> list[FunctionReport]:
    by_name = {r.name: r for r in reports}
    if wanted is None:
        return [r for r in reports if r.outcome is not Outcome.HOST and not r.name.rpartition(".")[2].startswith("__")]
    if wanted not in known or wanted not in by_name:
        near = difflib.get_close_matches(wanted, known, 1)
        raise CannotVerify(f"there is no function `{wanted}`" + (f"; did you mean `{near[0]}`?" if near else ""))
    return [by_name[wanted]]


def _unrunnable(report: FunctionReport, known: Mapping[str, Definition]) -> str | None:
    if report.outcome is Outcome.REFUSED:
        return "it is refused, so nothing is compiled of it"
    if report.name not in known:
        return "it is defined within a function or a condition"
    return None


def _npz(inputs: Sequence[str]) -> str | None:
    files = [text for text in inputs if text.endswith(".npz") and "=" not in text]
    if files and len(inputs) > 1:
        raise CannotVerify("--inputs: a file has all inputs; give nothing beside it")
    if files and not zipfile.is_zipfile(files[0]):
        raise CannotVerify(f"--inputs: {files[0]} is no .npz file that can be read")
    return os.path.abspath(files[0]) if files else None


def _function_of(file: str) -> str | None:
    """The function that saved inputs are for."""
    with zipfile.ZipFile(file) as archive:
        if LAYOUT not in archive.namelist():
            return None
        try:
            name = json.loads(archive.read(LAYOUT))["function"]
        except (ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            raise CannotVerify(f"--inputs: {LAYOUT} in {file} cannot be read") from error
    return str(name)


def _given(
    reports: list[FunctionReport], known: Mapping[str, Definition], given: Given, is_asked: bool
) -> tuple[list[Planned], list[LeftOut]]:
    """All inputs from one place. A file of arrays is for those functions whose parameters it names."""
    left = [LeftOut(r.name, r.line, why) for r in reports if (why := _unrunnable(r, known)) is not None]
    names = {entry.name for entry in left}
    usable = [r for r in reports if r.name not in names]
    if given["kind"] == "function" and not is_asked and len(usable) > 1:
        raise CannotVerify(f"say which function the inputs of `{given['text']}` are for, as FILE:{usable[0].name}")
    keys = _keys(given["text"]) if given["kind"] == "file" else frozenset()
    planned = []
    for report in usable:
        function = known[report.name]
        lacking = [p.name for p in function.required if p.name not in keys]
        if given["kind"] == "file" and lacking and is_asked and LAYOUT not in keys:
            raise CannotVerify(f"--inputs: {given['text']} has no {quoted(lacking)}")
        if given["kind"] == "file" and lacking and not is_asked:
            left.append(LeftOut(report.name, report.line, f"the file has no {quoted(lacking)}"))
            continue
        planned.append(Planned(function, report, given, given["text"]))
    return planned, left


def _keys(file: str) -> frozenset[str]:
    with zipfile.ZipFile(file) as archive:
        return frozenset(name.removesuffix(".npy") for name in archive.namelist())


def _by_specs(
    reports: list[FunctionReport],
    known: Mapping[str, Definition],
    items: tuple[Item, ...],
    is_asked: bool,
    module: ast.Module,
) -> tuple[list[Planned], list[LeftOut]]:
    planned: list[Planned] = []
    left: list[LeftOut] = []
    used: set[tuple[str | None, str]] = set()
    for report in reports:
        why = _unrunnable(report, known)
        if why is not None:
            left.append(LeftOut(report.name, report.line, why))
            continue
        function = known[report.name]
        mine = items_of(function, items)
        used.update((of, name) for name in mine for of in (None, report.name))
        missing = [p for p in function.required if p.name not in mine]
        turning = constants(function, known, module)
        guesses = derived(function, missing, known, turning.numbers)
        unknown = [p.name for p in missing if guesses[p.name] is None]
        if unknown:
            reason = f"nothing tells what {quoted(unknown)} can be"
            left.append(LeftOut(report.name, report.line, reason, suggestion(function, missing, guesses)))
            continue
        guessed = [item for name, spec in guesses.items() for item in read_items(f"{name}={spec}")]
        merged = {**mine, **{item.name: item for item in guessed}}
        validate(function, merged)
        text = "; ".join(item.text for item in merged.values())
        planned.append(Planned(function, report, Given(kind="spec", text=text), text, bool(guessed), turning))
    known_here = [i for i in items if not is_asked or i.function in (None, reports[0].name)]
    unused = sorted({item.name for item in known_here if (item.function, item.name) not in used})
    if unused and (is_asked or planned):
        of = f"`{reports[0].name}`" if is_asked else "no function that is run"
        raise CannotVerify(f"--inputs: {of} has {'no' if is_asked else 'a'} parameter {quoted(unused)}")
    return planned, left


def suggestion(function: Definition, missing: Iterable[Parameter], guesses: Mapping[str, str | None]) -> str:
    """Inputs to fill in: what is derived, and a number or an object where nothing is."""
    blank = {p.name: "float" for p in function.parameters}
    if function.owner is not None:
        blank[function.parameters[0].name] = f"{function.owner.name}(...)"
    return " ".join(f"{p.name}={guesses.get(p.name) or blank[p.name]}" for p in missing)
