"""`hybridc convert`."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from hybridc.core.diagnostics import Severity
from hybridc.core.options import Check, Options, Prints
from hybridc.core.rendering import clean, clean_name, concise
from hybridc.core.source import shown_text
from hybridc.pipeline import stages
from hybridc.standalone import runtime_files
from hybridc_cli.choices import (
    WithChecked,
    any_dtype_option,
    checked_option,
    configuration,
    only_option,
    options,
    processes,
    return_mutated_option,
    static_option,
    timeout_option,
    x32_option,
)
from hybridc_cli.delivery import Delivery, Place, Tally
from hybridc_cli.discovery import Found, find, is_graph
from hybridc_cli.html_report import check_report, html_option, write_report
from hybridc_cli.named import expect_functions
from hybridc_cli.pool import run
from hybridc_cli.renderers.text import full
from hybridc_cli.runtime_folders import PACKAGE, package_for, root_of
from hybridc_cli.terminal import say, standard_input, wants_colour
from hybridc_cli.work import Done, Job, convert_file

if TYPE_CHECKING:
    from hybridc.sides.comparing import Sides


@click.command(
    cls=WithChecked, epilog="Exit status: 0 done, 1 refusals or stale output, 2 usage, configuration or I/O trouble."
)
@click.argument("paths", nargs=-1, required=True)
@click.option("-o", "--output", metavar="FILE|DIR|-", help="Where to write. [default: <stem>_jax.py beside the source]")
@click.option("--diff", is_flag=True, help="Show what would change; write nothing.")
@click.option(
    "--check", "only_check", is_flag=True, help="Exit with 1 if an output is missing or stale; write nothing."
)
@click.option("--stage", type=click.Choice(stages()), help="Show the program after this pass; write nothing.")
@click.option(
    "--prints", type=click.Choice(["debug", "drop"]), help="What becomes of prints in compiled code. [default: debug]"
)
@x32_option
@checked_option
@static_option
@only_option
@return_mutated_option
@any_dtype_option
@click.option("--params", metavar="FILE", help="The `.params` file of a saved graph: its shapes go into the output.")
@click.option("--partial", is_flag=True, help="Leave refused functions uncompiled instead of refusing the file.")
@click.option("--standalone", is_flag=True, help=f"Also write the runtime that outputs need, `{PACKAGE}`.")
@click.option("--force", is_flag=True, help="Overwrite files that hybridc did not write.")
@html_option
@click.option("--no-format", is_flag=True, help="Do not run ruff format on the output.")
@click.option("-j", "--jobs", type=click.IntRange(1), help="Processes to use. [default: all processors]")
@timeout_option
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but what is refused.")
@click.option("--stdin-filename", default="<stdin>", help="The name to show for `-`.")
def convert(
    paths: tuple[str, ...],
    output: str | None,
    diff: bool,
    only_check: bool,
    stage: str | None,
    prints: str | None,
    x32: bool,
    checked: frozenset[Check] | None,
    static: tuple[str, ...],
    only: tuple[str, ...],
    params: str | None,
    partial: bool,
    return_mutated: bool,
    any_dtype: bool,
    standalone: bool,
    force: bool,
    html: str | None,
    no_format: bool,
    jobs: int | None,
    timeout: float,
    quiet: bool,
    stdin_filename: str,
) -> None:
    """Write readable, functional JAX for the programs in PATHS: files, directories, or - for standard input.

    A graph that MXNet saved, net-symbol.json, becomes a class Net, in net_jax.py.

    A file with refusals writes nothing. Files that hybridc did not write are never overwritten, unless --force.
    """
    settings = configuration(paths)
    chosen = options(settings, static, checked, only)
    chosen = replace(
        chosen,
        prints=Prints(prints) if prints else chosen.prints,
        x32=x32 or chosen.x32,
        stage=stage,
        partial=partial,
        return_mutated=return_mutated or chosen.return_mutated,
        any_dtype=any_dtype or chosen.any_dtype,
        format=not no_format,
        standalone=PACKAGE if standalone else chosen.standalone,
    )
    files = find(paths, settings.exclude)
    if output not in (None, "-") and len(files) > 1 and os.path.isfile(output or ""):
        raise click.UsageError("several files cannot be written to one: name a directory")
    if params is not None and [is_graph(f.path) for f in files] != [True]:
        raise click.UsageError("--params goes with one saved graph, such as net-symbol.json")
    to_stdout = output == "-" or stage is not None or diff or (output is None and paths == ("-",))
    as_folder = _is_folder(output, paths, files)
    becomes_package = as_folder and any(f.relative == "__init__.py" for f in files)
    places = [_place(f, output, as_folder) for f in files]
    if not to_stdout:
        _expect_apart(places)
    check_report(html, [f.path for f in files], force, [] if to_stdout else [place.target for place in places])
    work = [
        replace(
            _job(f, chosen, package_for(place.root, f.relative, becomes_package), stdin_filename),
            params=params,
            compares=html is not None,
            timeout=timeout or None,
        )
        for f, place in zip(files, places, strict=True)
    ]
    expect_functions(only, work)
    tally = Tally()
    delivery = Delivery(tally, only_check, force, as_folder, chosen.standalone is not None)
    unwritten: set[str] = set()
    sides: list[Sides] = []
    with _progress(len(work), quiet) as advance:
        for place, done in zip(places, run(work, convert_file, processes(jobs)), strict=True):
            advance()
            _count(tally, done)
            _report(done, quiet)
            if done.sides is not None:
                sides.append(done.sides)
            if done.output is None:
                continue
            if to_stdout:
                unwritten.update(done.runtime)
            if diff:
                _show_diff(done)
            elif to_stdout:
                sys.stdout.buffer.write(done.output)
            else:
                delivery.deliver(done, place)
    if html is not None:
        write_report(html, sides, "convert", force)
    if not quiet:
        if unwritten:
            say(f"{PACKAGE}: not written; {len(runtime_files(unwritten))} files go with outputs that are files")
        say(tally.summary())
    if tally.has_trouble:
        sys.exit(2)
    sys.exit(1 if tally.refused or tally.stale else 0)


def _job(found: Found, options: Options, package: str, stdin_filename: str) -> Job:
    if options.standalone is not None:
        options = replace(options, standalone=package)
    if found.path == "-":
        return Job(stdin_filename, options, standard_input())
    return Job(found.path, options)


def _is_folder(output: str | None, paths: Sequence[str], files: Sequence[Found]) -> bool:
    if output is None or output == "-":
        return False
    return (
        os.path.isdir(output)
        or output.endswith(("/", os.sep))
        or len(files) > 1
        or any(os.path.isdir(p) for p in paths)
    )


def _expect_apart(places: Sequence[Place]) -> None:
    """Raises UsageError where the outputs of two files would be one file."""
    known: dict[str, Place] = {}
    for place in places:
        other = known.setdefault(os.path.realpath(place.target), place)
        if os.path.realpath(other.source) != os.path.realpath(place.source):
            both = f"{other.source} and {place.source}"
            raise click.UsageError(f"{both} would both be written to {place.target}: name the folder that holds them")


def _place(found: Found, output: str | None, as_folder: bool) -> Place:
    target = _target(found, output, as_folder)
    return Place(found.path, target, root_of(target, found.relative))


def _target(found: Found, output: str | None, as_folder: bool) -> str:
    if as_folder:
        assert output is not None
        return os.path.join(output, _generated_name(found.relative) if is_graph(found.relative) else found.relative)
    if output not in (None, "-"):
        return output
    if is_graph(found.path):
        return _generated_name(found.path)
    stem, extension = os.path.splitext(found.path)
    return f"{stem}_jax{extension or '.py'}"


def _generated_name(path: str) -> str:
    """`net_jax.py` for `net-symbol.json`, which MXNet saved."""
    return f"{path.removesuffix('.json').removesuffix('-symbol')}_jax.py"


def _count(tally: Tally, done: Done) -> None:
    for function in done.functions:
        tally.outcomes[function.outcome] += 1
    tally.left_out += done.left_out
    if not done.is_readable:
        tally.has_trouble = True
    elif any(d.is_refusal for d in done.diagnostics):
        tally.refused += 1
    elif not done.is_changed:
        tally.unchanged += 1


def _report(done: Done, quiet: bool) -> None:
    """Refusals in full, warnings in a line each unless quiet; rewrites are what was asked for."""
    lines = done.original.split("\n")
    for diagnostic in done.diagnostics:
        if diagnostic.is_refusal:
            click.echo(full(diagnostic, lines) + "\n", err=True, color=wants_colour(sys.stderr))
        elif diagnostic.severity is Severity.WARNING and not quiet:
            say(concise(diagnostic))


def _show_diff(done: Done) -> None:
    assert done.output is not None
    output = shown_text(done.output).replace("\r\n", "\n").replace("\r", "\n")
    before, generated = (text.removesuffix("\n").split("\n") for text in (done.original, output))
    name = clean_name(done.path)
    for line in difflib.unified_diff(before, generated, name, f"{name} (generated)", lineterm=""):
        click.echo(clean(line), color=wants_colour(sys.stdout))


@contextmanager
def _progress(count: int, quiet: bool) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, for more than a few files."""
    if quiet or count < 10 or not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=count, label="Converting", file=sys.stderr) as bar:
        yield lambda: bar.update(1)
