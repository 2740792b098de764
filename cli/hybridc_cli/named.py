"""Functions that the command line names: there have to be such."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterable, Iterator, Sequence

import click

from hybridc.core.source import Unreadable, decode, read_bytes
from hybridc_cli.work import Job


def expect_functions(names: Sequence[str], work: Iterable[Job]) -> None:
    """Raises BadParameter for a name that no file has as a function at its top, or as the method of a class there."""
    if not names:
        return
    known = frozenset(name for job in work for name in _functions(job))
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise click.BadParameter(f"no file has a function {name!r}{hint}", param_hint="--only")


def _functions(job: Job) -> Iterator[str]:
    try:
        tree = decode(read_bytes(job.path) if job.data is None else job.data, job.path).tree
    except Unreadable:  # which the command reports
        return
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            yield statement.name
        elif isinstance(statement, ast.ClassDef):
            yield from (f"{statement.name}.{s.name}" for s in statement.body if isinstance(s, ast.FunctionDef))
