"""`hybridc explain`."""

from __future__ import annotations

import difflib
import sys

import click

from hybridc.rules import RULES
from hybridc_cli.terminal import say


@click.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain a code: what it is about, why, and what to write instead. Without CODE, list all."""
    if code is None:
        for rule in RULES.values():
            click.echo(f"{rule.code}  {rule.severity.value:8} {rule.slug:24} {rule.summary()}")
        return
    found = RULES.get(code.upper()) or next((r for r in RULES.values() if r.slug == code.lower()), None)
    if found is None:
        near = difflib.get_close_matches(code.upper(), RULES, 1) or difflib.get_close_matches(
            code.lower(), [r.slug for r in RULES.values()], 1
        )
        say(f"hybridc: no code {code!r}" + (f"; did you mean {near[0]}?" if near else "; `hybridc explain` lists all"))
        sys.exit(2)
    click.echo(f"# {found.code} {found.slug} ({found.severity.value})\n\n{found.taught()}")
