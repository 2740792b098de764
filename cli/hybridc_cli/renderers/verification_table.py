"""A verification for people: a table of outputs for each function, and what the first difference is."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import click

from hybridc.core.rendering import clean, clean_name
from hybridc.verification.protocol import Comparison, Described, Draw, First, Printed, Raised
from hybridc.verification.report import FunctionResult, Verdict, Verification

_COLOURS = {Verdict.SAME: "green", Verdict.DIFFERENT: "red", Verdict.FAILED: "yellow", Verdict.LEFT_OUT: "cyan"}
_HEAD = ("inputs", "output", "original", "converted", "max abs", "max ulp", "")
_LINES = 6  # of printed text that are shown of each side


@dataclass
class _Row:
    """What all draws of one dtype say about one output."""

    dtype: str
    path: str
    originals: list[Described] = field(default_factory=list)
    converted: list[Described] = field(default_factory=list)
    absolute: float = 0.0
    ulp: int = 0
    is_numeric: bool = False
    is_infinite: bool = False
    reasons: list[str] = field(default_factory=list)
    differing: int = 0
    count: int = 0

    def add(self, compared: Comparison) -> None:
        self.count += 1
        self.originals += [compared["original"]] if compared["original"] else []
        self.converted += [compared["converted"]] if compared["converted"] else []
        if compared["max_absolute"] is not None:
            self.is_numeric = True
            self.absolute = max(self.absolute, compared["max_absolute"])
        self.ulp = max(self.ulp, compared["max_ulp"] or 0)
        if compared["status"] == "different":
            self.differing += 1
            self.reasons.append(compared["reason"] or "")
            self.is_infinite |= compared["max_absolute"] is None
        elif compared["reason"] is not None:
            self.reasons.append(compared["reason"])

    def cells(self) -> tuple[str, ...]:
        shown = self.is_numeric and not self.is_infinite
        word = f"DIFFERENT in {self.differing} of {self.count}" if self.differing else "same"
        reasons = list(dict.fromkeys(reason.partition(":")[0] if self.differing else reason for reason in self.reasons))
        return (
            self.dtype, self.path, _kinds(self.originals), _kinds(self.converted),
            f"{self.absolute:.2g}" if shown else "-", str(self.ulp) if shown else "-",
            word + (f": {', '.join(filter(None, reasons))}" if any(reasons) else ""),
        )  # fmt: skip


def as_table(verification: Verification) -> str:
    """All functions in the order of the file."""
    parts = [_function(function, verification.filename) for function in verification.functions]
    if verification.printed is not None and verification.printed["status"] == "different":
        parts.append("\n".join(["the text that the module prints differs", *map(clean, _text(verification.printed))]))
    return "\n\n".join(parts)


def summary(verification: Verification) -> str:
    """How many functions came out how."""
    verdicts = [f.verdict for f in verification.functions]
    counts = [f"{verdicts.count(v)} {v.value}" for v in Verdict if v in verdicts]
    if verification.printed is not None and verification.printed["original"]:
        status = verification.printed["status"]
        counts.append(f"printed text {'same' if status in ('rounded', 'reordered') else status}")
    return ", ".join(counts) or "nothing was run"


def _function(function: FunctionResult, filename: str) -> str:
    verdict = click.style(function.verdict.value, fg=_COLOURS[function.verdict], bold=True)
    lines = [f"{clean_name(filename)}:{function.line} {function.name}: {verdict}{clean(_how(function))}"]
    if not function.is_compiled and function.draws:
        lines.append("  it stays Python: what it calls may be compiled")
    if function.reason is not None:
        lines += [f"  {clean(line)}" for line in function.reason.split("\n")]
    if function.suggestion is not None:
        target = clean_name(shlex.quote(f"{filename}:{function.name}"))
        lines.append(f"  write for example: hybridc verify {target} --inputs {clean(shlex.quote(function.suggestion))}")
    rows = list(_rows(function.draws))
    if rows:
        lines += _aligned([_HEAD, *(row.cells() for row in rows)])
    for text in _details(function):
        lines += [f"  {clean(line)}" for line in text.split("\n") if line.strip()]
    return "\n".join(lines)


def _how(function: FunctionResult) -> str:
    if function.inputs is None:
        return ""
    count = len(function.draws)
    draws = f"{count} draw{'s' if count != 1 else ''}"
    inputs = f"of {function.inputs}" if function.inputs else "without arguments"
    return f" ({draws} {inputs}{', derived' if function.is_derived else ''})"


def _rows(draws: Iterable[Draw]) -> Iterator[_Row]:
    rows: dict[tuple[str, str], _Row] = {}
    for draw in draws:
        entries = [(c["path"], c) for c in draw["outputs"]]
        entries += [(f"{c['path']} (argument)", c) for c in draw["arguments"]]
        for path, compared in entries:
            rows.setdefault((draw["dtype"], path), _Row(draw["dtype"], path)).add(compared)
    yield from rows.values()


def _aligned(table: Sequence[Sequence[str]]) -> list[str]:
    cells = [[clean(cell) for cell in row] for row in table]
    widths = [max(len(row[i]) for row in cells) for i in range(len(_HEAD))]
    return ["  " + "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in cells]


def _kinds(described: Sequence[Described]) -> str:
    """The dtype and shape, or what its forms have in common."""
    forms = list(dict.fromkeys(_kind(d) for d in described))
    if len(forms) == 1:
        return forms[0]
    dtypes = list(dict.fromkeys(d["dtype"] for d in described))
    return f"{dtypes[0]}[...]" if len(dtypes) == 1 else " or ".join(dtypes)


def _kind(described: Described) -> str:
    if not described["shape"]:
        return described["dtype"]
    return f"{described['dtype']}[{', '.join(map(str, described['shape']))}]"


def _details(function: FunctionResult) -> Iterator[str]:
    """The draws at which the original failed, the first difference, and notes."""
    failed = [d for d in function.draws if d["status"] == "original failed"]
    if failed and function.verdict is not Verdict.FAILED:
        error = failed[0]["original_error"]
        assert error is not None
        yield f"the original failed in {len(failed)} of {len(function.draws)} draws: {_error(error)}"
    if failed:
        yield f"  in {_draw(failed[0])}"
    different = next((d for d in function.draws if d["status"] == "different"), None)
    if different is not None:
        yield f"first difference in {_draw(different)}"
        yield from (f"  {line}" for line in _differences(different))
    yield from dict.fromkeys(f"note: {note}" for draw in function.draws for note in draw["notes"])


def _draw(draw: Draw) -> str:
    inputs = ", ".join(f"{name}={value}" for name, value in draw["inputs"].items())
    return f"draw {draw['index']} ({draw['dtype']}, {draw['values']}): {inputs}"


def _differences(draw: Draw) -> Iterator[str]:
    if draw["converted_error"] is not None:
        yield f"the converted code raised {_error(draw['converted_error'], ' of the generated code')}"
        if draw["converted_error"]["code"]:
            yield f"    {draw['converted_error']['code']}"
    for compared in (*draw["outputs"], *draw["arguments"]):
        if compared["status"] == "different":
            text = f"{compared['path']}: {compared['reason']}"
            first = compared["first"]
            if first is not None:
                text += f"; {_place(first, compared['differing'])}original {first['original']}"
                text += f", converted {first['converted']}"
            yield text
    if draw["printed"] is not None and draw["printed"]["status"] == "different":
        yield "printed text differs"
        yield from _text(draw["printed"])


def _place(first: First, count: int) -> str:
    """How many elements differ, and where the first is, of what has elements."""
    if not first["index"]:
        return ""
    return f"{f'{count} elements differ, the first' if count > 1 else '1 element differs,'} at {first['index']}: "


def _error(error: Raised, of: str = "") -> str:
    where = f" (line {error['line']}{of})" if error["line"] is not None else ""
    return f"{error['type']}: {error['message']}{where}"


def _text(printed: Printed) -> Iterator[str]:
    for side, text in (("original ", printed["original"]), ("converted", printed["converted"])):
        lines = text.splitlines() or ["(nothing)"]
        yield from (f"  {side} | {line}" for line in lines[:_LINES])
        if len(lines) > _LINES:
            yield f"  {side} | ... {len(lines) - _LINES} more"
