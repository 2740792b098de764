"""`hybridc bench`."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from hybridc.bench.report import Benchmark
from hybridc.bench.request import Request
from hybridc.core.source import shown_lines
from hybridc_cli.choices import configuration, options, static_option, x32_option
from hybridc_cli.discovery import is_generated
from hybridc_cli.output import Unwritable, check_folder, write
from hybridc_cli.renderers.bench_data import as_json
from hybridc_cli.renderers.bench_plot import as_svg
from hybridc_cli.renderers.bench_table import as_table
from hybridc_cli.renderers.text import full
from hybridc_cli.terminal import say, wants_colour

_EPILOG = (
    "Exit status: 0 all that ran gives the same numbers, 1 some form gives others, 2 the original or what is generated "
    "could not run. Inputs and JSON: docs/bench.md."
)
_STATUS = {"same": 0, "different": 1, "could not run": 2}


@click.command(epilog=_EPILOG)
@click.argument("target", metavar="FILE:NAME")
@click.option(
    "--input",
    "inputs",
    multiple=True,
    metavar="SPEC",
    help="An input, such as 'x=f32[?,512]', 'i=i64[?,16] in [0, 100)', 'x=x.npy' or 'n=3'.",
)
@click.option("--batch", metavar="1,32,256", help="Sizes of the free dimension `?`, one after the other. [default: 1]")
@click.option("--params", metavar="WEIGHTS", help="Weights for all. [default: those that the original draws]")
@click.option("--original", metavar="FILE", help="What FILE was converted from, where FILE is generated.")
@click.option("--python", metavar="PATH", help="Another Python for the original, that has its framework.")
@click.option("--only", metavar="ID,...", help="Measure these forms alone, such as torch,torch.compile,generated.")
@click.option("--threads", type=click.IntRange(1), metavar="N", help="For all of them. [default: as frameworks choose]")
@click.option(
    "--rounds", type=click.IntRange(2, 10_000), default=20, show_default=True, help="In which all take turns."
)
@click.option(
    "--turn",
    type=click.FloatRange(0, 60, min_open=True),
    default=0.1,
    show_default=True,
    metavar="SECONDS",
    help="How long each calls in a round.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the numbers drawn.")
@click.option("--rtol", type=click.FloatRange(0), help="Tolerance, relative to the largest number of an output.")
@click.option("--atol", type=click.FloatRange(0), help="Absolute tolerance.")
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=300,
    show_default=True,
    metavar="SECONDS",
    help="For loading, for each first call and for each turn.",
)
@click.option(
    "--memory",
    type=click.FloatRange(0),
    default=16,
    show_default=True,
    metavar="GIB",
    help="Of each process and all that it starts; 0: no limit. On Linux.",
)
@click.option("--output-format", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option("--plot", metavar="FILE.svg", help="Draw the times of a call.")
@click.option("--force", is_flag=True, help="Overwrite a picture that is there.")
@click.option("--partial", is_flag=True, help="Go on although functions of the file are refused.")
@x32_option
@static_option
def bench(
    target: str,
    inputs: tuple[str, ...],
    batch: str | None,
    params: str | None,
    original: str | None,
    python: str | None,
    only: str | None,
    threads: int | None,
    rounds: int,
    turn: float,
    seed: int,
    rtol: float | None,
    atol: float | None,
    timeout: float,
    memory: float,
    output_format: str,
    plot: str | None,
    force: bool,
    partial: bool,
    x32: bool,
    static: tuple[str, ...],
) -> None:
    """Measure how long calls take: of the original, in its framework's own compiled forms, and of what is generated.

    This EXECUTES THE FILE, in a process for each form: do not measure what you would not run.

    FILE is converted to a temporary folder, or was generated. NAME is a model's class, an instance, a function, or a
    call such as 'get_net(hidden=64)'. All get the same parameters and inputs; a form that gives other numbers is not
    measured. Processes take turns.
    """
    path = _file_of(target)
    if plot is not None:
        _expect_writable(plot, force, [path, *(named for named in (original, params) if named is not None)])
    settings = configuration([path])
    chosen = options(settings, static, frozenset())
    chosen = replace(
        chosen, x32=x32 or chosen.x32, partial=partial, format=False, return_mutated=False, standalone=None
    )
    request = Request(
        target, inputs, is_generated(path), original, params, _sizes(batch), _ids(only), python, threads,
        rounds, turn, seed, timeout, rtol, atol, memory,
    )  # fmt: skip
    from hybridc.bench.running import bench as measured

    try:
        found = measured(request, chosen, _Progress())
    except KeyboardInterrupt:
        say("hybridc: interrupted")
        sys.exit(2)
    status = _STATUS[found.verdict]
    if plot is not None and found.reason is None:
        status = _drawn(plot, found) or status
    if output_format == "json":
        click.echo(as_json(found, request, status))
    elif found.reason is None:
        click.echo(as_table(found), color=wants_colour(sys.stdout))
    if found.reason is not None:
        _say_why(found, path)
    sys.exit(status)


class _Progress:
    """One line that tells what is done, where somebody is looking."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()

    def __call__(self, text: str) -> None:
        if self._is_shown:
            click.echo(f"\r\x1b[K{text[:70]}" if text else "\r\x1b[K", nl=False, err=True)


def _expect_writable(plot: str, force: bool, sources: list[str]) -> None:
    """Before minutes are spent on what is then not written."""
    if not plot.endswith(".svg"):
        raise click.BadParameter("expected a name that ends with .svg", param_hint="--plot")
    try:
        check_folder(plot, force, sources)
    except Unwritable as error:
        say(f"hybridc: {plot}: {error}")
        sys.exit(2)


def _file_of(target: str) -> str:
    from hybridc.bench.worker.targets import BadTarget, read_target

    try:
        return read_target(target).path
    except BadTarget:
        return target


def _sizes(text: str | None) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")] if text is not None else []
    for part in parts:
        if not (part.isascii() and part.isdigit()) or not 1 <= len(part) <= 9 or parts.count(part) > 1:
            raise click.BadParameter(f"{part!r}: expected sizes, such as 1,32,256", param_hint="--batch")
    return tuple(map(int, parts))


def _ids(text: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",")) if text is not None else ()


def _drawn(path: str, found: Benchmark) -> int:
    try:
        write(path, as_svg(found).encode())
    except Unwritable as error:
        say(f"hybridc: {path}: {error}")
        return 2
    say(f"{path}: the times of a call")
    return 0


def _say_why(found: Benchmark, path: str) -> None:
    lines: list[str] = []
    refusals = [d for d in found.diagnostics if d.is_refusal] if not found.systems else []  # nothing was started
    if refusals:
        lines = shown_lines(path)
    for diagnostic in refusals:
        click.echo(full(diagnostic, lines) + "\n", err=True, color=wants_colour(sys.stderr))
    say(f"hybridc: {found.reason}")
