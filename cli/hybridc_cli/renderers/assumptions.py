"""What is assumed of code, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

import click

from hybridc.core.diagnostics import Diagnostic
from hybridc.core.rendering import clean, clean_name
from hybridc.core.results import AssumptionReport
from hybridc_cli.renderers.data import plain

Assumed = tuple[str, AssumptionReport]  # with the name of the file


def as_json(diagnostics: Sequence[Diagnostic], assumed: Iterable[Assumed]) -> str:
    """One object with all diagnostics, and all assumptions."""
    found = [{"filename": filename, **asdict(each)} for filename, each in assumed]
    return json.dumps({"diagnostics": [plain(d) for d in diagnostics], "assumptions": found}, indent=2)


def concise(filename: str, assumed: AssumptionReport) -> str:
    """One line."""
    what = clean(f"`{assumed.subject}` {assumed.assumed} [{assumed.kind}]")
    return f"{clean_name(filename)}:{assumed.line}: {clean(assumed.function)}: {what}"


def full(filename: str, assumed: AssumptionReport) -> str:
    """The same, with the reason, and what guards it."""
    return "\n".join([concise(filename, assumed), *_reasons(assumed)])


def _reasons(assumed: AssumptionReport) -> Iterator[str]:
    for name, text in (("why", assumed.why), ("guard", f"{assumed.guard}: {assumed.otherwise}")):
        yield click.style(f"  {name}: ", bold=True) + clean(text)
