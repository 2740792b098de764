"""`hybridc apis`."""

from __future__ import annotations

import fnmatch
import sys

import click

from hybridc.dialects import ALL
from hybridc.dialects.entry import Entry
from hybridc.dialects.table import Dialect


@click.command(epilog="Exit status: 0 done, 1 no such name, 2 usage.")
@click.argument("framework", type=click.Choice([d.name for d in ALL]))
@click.argument("pattern", required=False)
@click.option("--refused", is_flag=True, help="Also what is known and refused, with what to do instead.")
def apis(framework: str, pattern: str | None, refused: bool) -> None:
    """List what is mapped of a FRAMEWORK: its names, and what each becomes.

    PATTERN is part of a name, or a pattern with * and ?: `hybridc apis torch 'torch.nn.functional.*pool*'`.
    """
    dialect = next(d for d in ALL if d.name == framework)
    patterns = {pattern, pattern and dialect.usual_name(pattern)}
    names = [name for name in dialect.names if any(_fits(name, each) for each in patterns)]
    shown = [e for name in names for e in dialect.lookup(name) if refused or e.target]
    for entry in shown:
        click.echo(_line(entry))
    if not shown:
        click.echo(f"nothing in {framework} is called {pattern!r}" + _near(dialect, pattern or ""), err=True)
        sys.exit(1)


def _fits(name: str, pattern: str | None) -> bool:
    if pattern is None:
        return True
    return fnmatch.fnmatch(name, pattern) if set("*?[") & set(pattern) else pattern in name


def _line(entry: Entry) -> str:
    names = "" if entry.parameters is None else "(" + ", ".join(_parameters(entry)) + ")"
    becomes = f"{entry.target}(...)" if entry.passes_on else entry.target
    return f"{entry.name}{names} -> {becomes or f'refused, {entry.refusal}: {entry.advice}'.rstrip(': ')}"


def _parameters(entry: Entry) -> list[str]:
    shown = []
    after_star = False
    for parameter in entry.parameters or ():
        if parameter.keyword_only and not after_star:
            shown.append("*")
        after_star |= parameter.keyword_only or parameter.variadic
        text = f"*{parameter.name}" if parameter.variadic else parameter.name
        shown.append(text if parameter.default is None else f"{text}={parameter.default}")
    if entry.others is not None:
        shown.append(f"**{entry.others}")
    return shown


def _near(dialect: Dialect, name: str) -> str:
    from hybridc.dialects.suggestions import suggestion

    near = suggestion(dialect, name)
    return f": did you mean `{near}`?" if near else ""
