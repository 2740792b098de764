"""`hybridc explain`."""

from __future__ import annotations

import difflib
import sys

import click

from hybridc.rules import RULES, Rule
from hybridc_cli.terminal import say


@click.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain a code: what it is about, why, and what to write instead. Without CODE, list all."""
    if code is None:
        for rule in RULES.values():
            click.echo(f"{rule.code}  {rule.severity.value:8} {rule.name:24} {rule.summary()}")
        return
    found = RULES.get(code.upper()) or next((r for r in RULES.values() if r.name == code.lower()), None)
    if found is None:
        near = difflib.get_close_matches(code.upper(), RULES, 1) or difflib.get_close_matches(
            code.lower(), [r.name for r in RULES.values()], 1
        )
        say(f"hybridc: no code {code!r}" + (f"; did you mean {near[0]}?" if near else "; `hybridc explain` lists all"))
        sys.exit(2)
    click.echo(_text(found))


def _text(rule: type[Rule]) -> str:
    parts = [f"# {rule.code} {rule.name} ({rule.severity.value})", rule.explanation()]
    if rule.dirty:
        parts.append("## Reported\n\n" + _indented(rule.dirty[0]))
    if rule.clean:
        parts.append("## Not reported\n\n" + _indented(rule.clean[0]))
    return "\n\n".join(parts)


def _indented(code: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in code.rstrip().split("\n"))
