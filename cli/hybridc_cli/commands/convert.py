"""`hybridc convert`."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import click

from hybridc.diagnostics import Severity
from hybridc.options import Check, Prints
from hybridc.pipeline import stages
from hybridc.rendering import clean, concise
from hybridc.results import Outcome
from hybridc_cli.choices import (
    WithChecked,
    checked_option,
    configuration,
    options,
    processes,
    return_mutated_option,
    static_option,
    x32_option,
)
from hybridc_cli.discovery import Found, find
from hybridc_cli.output import Unwritable, check_target, write
from hybridc_cli.renderers.text import full
from hybridc_cli.terminal import say, wants_colour
from hybridc_cli.work import Done, Job, convert_file, run


@dataclass
class Tally:
    """What came of all files."""

    outcomes: dict[Outcome, int] = field(default_factory=lambda: dict.fromkeys(Outcome, 0))
    refused: int = 0
    unchanged: int = 0
    written: int = 0
    stale: int = 0
    has_trouble: bool = False

    def summary(self) -> str:
        count = self.outcomes
        compiled, host, refused = (count[o] for o in (Outcome.COMPILED, Outcome.HOST, Outcome.REFUSED))
        text = f"{compiled} compiled, {host} left on the host, {refused} refused"
        if self.unchanged:
            text += f"; {self.unchanged} file{'s' if self.unchanged != 1 else ''} with nothing to convert"
        return text


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
@return_mutated_option
@click.option("--partial", is_flag=True, help="Leave refused functions uncompiled instead of refusing the file.")
@click.option("--force", is_flag=True, help="Overwrite files that hybridc did not write.")
@click.option("--no-format", is_flag=True, help="Do not run ruff format on the output.")
@click.option("-j", "--jobs", type=click.IntRange(1), help="Processes to use. [default: all processors]")
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
    partial: bool,
    return_mutated: bool,
    force: bool,
    no_format: bool,
    jobs: int | None,
    quiet: bool,
    stdin_filename: str,
) -> None:
    """Write readable, functional JAX for the programs in PATHS: files, directories, or - for standard input.

    A file with refusals writes nothing. Files that hybridc did not write are never overwritten, unless --force.
    """
    settings = configuration(paths)
    chosen = options(settings, static, checked)
    chosen = replace(
        chosen,
        prints=Prints(prints) if prints else chosen.prints,
        x32=x32 or chosen.x32,
        stage=stage,
        partial=partial,
        return_mutated=return_mutated or chosen.return_mutated,
        format=not no_format,
    )
    files = find(paths, settings.exclude)
    if output not in (None, "-") and len(files) > 1 and os.path.isfile(output or ""):
        raise click.UsageError("several files cannot be written to one: name a directory")
    work = [
        Job(stdin_filename, chosen, sys.stdin.buffer.read()) if f.path == "-" else Job(f.path, chosen) for f in files
    ]
    to_stdout = output == "-" or stage is not None or diff or (output is None and paths == ("-",))
    as_folder = _is_folder(output, paths, files)
    tally = Tally()
    with _progress(len(work), quiet) as advance:
        for found, done in zip(files, run(work, convert_file, processes(jobs)), strict=True):
            advance()
            _count(tally, done)
            _report(done, quiet)
            if done.output is None:
                continue
            if diff:
                _show_diff(done)
            elif to_stdout:
                sys.stdout.buffer.write(done.output)
            else:
                _deliver(done, found, _target(found, output, as_folder), as_folder, only_check, force, tally)
    if not quiet:
        say(tally.summary())
    if tally.has_trouble:
        sys.exit(2)
    sys.exit(1 if tally.refused or tally.stale else 0)


def _is_folder(output: str | None, paths: Sequence[str], files: Sequence[Found]) -> bool:
    if output is None or output == "-":
        return False
    return (
        os.path.isdir(output)
        or output.endswith(("/", os.sep))
        or len(files) > 1
        or any(os.path.isdir(p) for p in paths)
    )


def _target(found: Found, output: str | None, as_folder: bool) -> str:
    if as_folder:
        assert output is not None
        return os.path.join(output, found.relative)
    if output is not None:
        return output
    stem, extension = os.path.splitext(found.path)
    return f"{stem}_jax{extension or '.py'}"


def _count(tally: Tally, done: Done) -> None:
    for function in done.functions:
        tally.outcomes[function.outcome] += 1
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


def _deliver(
    done: Done, found: Found, target: str, as_folder: bool, only_check: bool, force: bool, tally: Tally
) -> None:
    """Writes the output, or looks whether it is up to date. Without changes only a mirrored tree needs the file."""
    assert done.output is not None
    if not done.is_changed and not as_folder:
        return
    try:
        if only_check:
            if not _is_current(target, done.output):
                tally.stale += 1
                say(f"{target}: {'stale' if os.path.exists(target) else 'missing'}")
            return
        is_own_copy = as_folder and not done.is_changed and _is_current(target, done.output)
        if is_own_copy:
            return
        check_target(target, found.path, force)
        write(target, done.output)
        tally.written += 1
    except Unwritable as error:
        tally.has_trouble = True
        say(f"{target}: HYB905 [error] {error}")
    except OSError as error:
        tally.has_trouble = True
        say(f"{target}: HYB905 [error] cannot be written: {error.strerror or error}")


def _is_current(target: str, data: bytes) -> bool:
    if not os.path.isfile(target):
        return False
    with open(target, "rb") as file:
        return file.read() == data


def _show_diff(done: Done) -> None:
    assert done.output is not None
    before = done.original.splitlines(keepends=True)
    after = done.output.decode(errors="replace").replace("\r\n", "\n").splitlines(keepends=True)
    name = clean(done.path)
    for line in difflib.unified_diff(before, after, name, f"{name} (generated)"):
        click.echo(clean(line.rstrip("\n")), color=wants_colour(sys.stdout))


@contextmanager
def _progress(count: int, quiet: bool) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, for more than a few files."""
    if quiet or count < 10 or not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=count, label="Converting", file=sys.stderr) as bar:
        yield lambda: bar.update(1)
