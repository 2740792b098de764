"""`hybridc graph`."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple, NoReturn

import click

from hybridc.core.attempt import attempt
from hybridc.core.diagnostics import Diagnostic
from hybridc.core.rendering import concise
from hybridc.core.source import Source, Unreadable, decode, read_bytes
from hybridc.picture.layout import LayoutError
from hybridc.picture.writing import FORMATS, written
from hybridc_cli.discovery import is_graph
from hybridc_cli.output import Unwritable, check_folder, write
from hybridc_cli.terminal import say

_EPILOG = "Exit status: 0 written, 2 could not. What is drawn: docs/graph.md."


@click.command(epilog=_EPILOG)
@click.argument("target", metavar="FILE[:NAME]")
@click.option("-o", "--output", required=True, metavar="PATH", help="Ends in .svg, .html, .dot or .mmd (Mermaid).")
@click.option("--traced", is_flag=True, help="Draw the compiled program of a generated module. EXECUTES THE FILE.")
@click.option(
    "--input",
    "inputs",
    multiple=True,
    metavar="SPEC",
    help="With --traced: an input, such as 'x=f32[?,512]', as for export.",
)
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
def graph(target: str, output: str, traced: bool, inputs: tuple[str, ...], force: bool) -> None:
    """Draw how data flows through a function or a model: from the text alone, running nothing.

    NAME is a function, a class, a method or a `Sequential` at the top level; without it, all of the file is drawn.

    With --traced, FILE is a module of JAX, as `hybridc convert` writes it, and NAME what `hybridc export` takes. This
    EXECUTES THE FILE, and the model or the function on shapes alone; operations are drawn with their shapes.
    """
    if inputs and not traced:
        raise click.UsageError("--input goes with --traced, which executes the file")
    ending = os.path.splitext(output)[1]
    if ending not in FORMATS:
        raise click.BadParameter(f"{output!r} ends in none of {', '.join(FORMATS)}", param_hint="--output")
    path, name = _parted(target)
    if is_graph(path):
        _stop(f"{path}: a saved graph: `hybridc convert` makes a module of it, which can be drawn")
    if traced and name is None and target.endswith("()"):
        path = target.rpartition(":")[0]
    try:
        check_folder(output, force, [path])
        data = read_bytes(path)
    except Unwritable as error:
        _stop(f"{output}: {error}")
    except Unreadable as problem:
        _stop(concise(problem.diagnostic))

    if traced:
        drawn: _Drawn | Diagnostic = _traced(target, inputs, ending, data)
    else:
        drawn = attempt(lambda source: _drawn(source, name, ending), data, path)
    if isinstance(drawn, Diagnostic):
        _stop(concise(drawn))
    if drawn.problem:
        _stop(drawn.problem if traced else f"{path}: {drawn.problem}")
    try:
        write(output, drawn.data)
    except Unwritable as error:
        _stop(f"{output}: {error}")
    say(f"{output}: {drawn.nodes} node{'s' if drawn.nodes != 1 else ''}")


class _Drawn(NamedTuple):
    data: bytes = b""
    nodes: int = 0
    problem: str = ""


def _drawn(source: Source, name: str | None, ending: str) -> _Drawn:
    from hybridc.picture.reading import NotThere, picture

    try:
        found = picture(source, name)
        return _Drawn(written(found, ending, source.text), len([*found.nodes()]))
    except (NotThere, LayoutError) as error:
        return _Drawn(problem=str(error))


def _traced(target: str, inputs: tuple[str, ...], ending: str, data: bytes) -> _Drawn:
    from hybridc.artifacts.errors import ExportError
    from hybridc.artifacts.tracing import traced

    try:
        path, found = traced(target, inputs)
        return _Drawn(written(found, ending, decode(data, path).text), len([*found.nodes()]))
    except (ExportError, LayoutError) as error:
        return _Drawn(problem=str(error))
    except Unreadable as problem:
        return _Drawn(problem=concise(problem.diagnostic))


def _parted(target: str) -> tuple[str, str | None]:
    """The file and the name in it, if there is one; a file may have a colon in its own name."""
    path, colon, name = target.rpartition(":")
    is_named = colon and not os.path.exists(target) and all(p.isidentifier() for p in name.split("."))
    return (path, name) if is_named else (target, None)


def _stop(why: str) -> NoReturn:
    say(f"hybridc: {why}")
    sys.exit(2)
