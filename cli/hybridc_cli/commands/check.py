"""`hybridc check`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import click

from hybridc.core.diagnostics import Diagnostic
from hybridc.core.options import Check
from hybridc.core.rendering import concise
from hybridc.core.results import Usage
from hybridc_cli.choices import (
    WithChecked,
    checked_option,
    codes,
    configuration,
    only_option,
    options,
    processes,
    selected,
    static_option,
    timeout_option,
)
from hybridc_cli.discovery import find
from hybridc_cli.html_report import check_report, html_option, write_report
from hybridc_cli.named import expect_functions
from hybridc_cli.pool import run
from hybridc_cli.renderers import assumptions as assumed_text
from hybridc_cli.renderers.data import as_json
from hybridc_cli.renderers.text import full
from hybridc_cli.terminal import say, standard_input, wants_colour
from hybridc_cli.work import Done, Job, check_file


@click.command(cls=WithChecked, epilog="Exit status: 0 clean, 1 findings, 2 usage, configuration or I/O trouble.")
@click.argument("paths", nargs=-1, required=True)
@click.option("--output-format", type=click.Choice(["full", "concise", "json"]), default="full", show_default=True)
@click.option("--select", multiple=True, metavar="CODES", help="Report only these codes or prefixes.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Do not report these codes or prefixes.")
@static_option
@only_option
@checked_option
@click.option("--assumptions", is_flag=True, help="List what is assumed of the code that converts, and what guards it.")
@click.option("--statistics", is_flag=True, help="Count findings by code.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are findings.")
@click.option("-j", "--jobs", type=click.IntRange(1), help="Processes to use. [default: all processors]")
@timeout_option
@html_option
@click.option("--force", is_flag=True, help="With --html: overwrite a file that is there.")
@click.option("--stdin-filename", default="<stdin>", help="The name to show for `-`.")
def check(
    paths: tuple[str, ...],
    output_format: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    static: tuple[str, ...],
    only: tuple[str, ...],
    checked: frozenset[Check] | None,
    assumptions: bool,
    statistics: bool,
    exit_zero: bool,
    jobs: int | None,
    timeout: float,
    html: str | None,
    force: bool,
    stdin_filename: str,
) -> None:
    """Report everything that convert would refuse, change visibly or rewrite. Runs nothing, and writes no file but that
    of --html.

    PATHS are files, directories, or - for standard input; graphs that MXNet saved, net-symbol.json, are files as well.
    """
    settings = configuration(paths)
    chosen = options(settings, static, checked, only)
    wanted, unwanted = codes(select) or settings.select, codes(ignore) or settings.ignore
    files = find(paths, settings.exclude)
    check_report(html, [f.path for f in files], force)
    work = [
        Job(stdin_filename, chosen, standard_input(), compares=html is not None, timeout=timeout or None)
        if f.path == "-"
        else Job(f.path, chosen, compares=html is not None, timeout=timeout or None)
        for f in files
    ]
    expect_functions(only, work)
    results = list(run(work, check_file, processes(jobs)))
    shown = [d for r in results for d in selected(r.diagnostics, wanted, unwanted)]
    if statistics:
        _show_statistics(shown)
        _show_usage(sum((r.usage for r in results), Usage()))
    elif assumptions:
        _show_assumptions(results, shown, output_format)
    elif output_format == "json":
        click.echo(as_json(shown))
    else:
        _show(results, wanted, unwanted, output_format)
    if html is not None:
        sides = [(r.sides, selected(r.sides.diagnostics, wanted, unwanted)) for r in results if r.sides is not None]
        write_report(html, [replace(s, diagnostics=tuple(found)) for s, found in sides], "check", force)
    if not all(r.is_readable for r in results):
        sys.exit(2)
    sys.exit(1 if shown and not exit_zero else 0)


def _show(results: Sequence[Done], wanted: Sequence[str], unwanted: Sequence[str], output_format: str) -> None:
    colour = wants_colour(sys.stdout)
    count = 0
    for result in results:
        lines = result.original.split("\n")
        for diagnostic in selected(result.diagnostics, wanted, unwanted):
            count += 1
            text = concise(diagnostic) if output_format == "concise" else full(diagnostic, lines) + "\n"
            click.echo(text, color=colour)
    files = _count(len(results), "file")
    say(f"{_count(count, 'finding')} in {files}" if count else f"nothing found in {files}")


def _show_assumptions(results: Sequence[Done], diagnostics: Sequence[Diagnostic], output_format: str) -> None:
    """What is assumed where code converts, and why other code does not."""
    assumed = [(result.path, each) for result in results for each in result.assumptions]
    if output_format == "json":
        click.echo(assumed_text.as_json(diagnostics, assumed))
        return
    colour = wants_colour(sys.stdout)
    for diagnostic in diagnostics:
        if diagnostic.is_refusal:
            click.echo(concise(diagnostic), color=colour)
    text = assumed_text.concise if output_format == "concise" else assumed_text.full
    for filename, each in assumed:
        click.echo(text(filename, each), color=colour)
    say(f"{_count(len(assumed), 'assumption')} in {_count(len(results), 'file')}")


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def _show_usage(usage: Usage) -> None:
    if usage.calls:
        click.echo(f"{usage.mapped} of {usage.calls} calls of frameworks are mapped")
    if usage.forwards:
        click.echo(f"{usage.converted} of {usage.forwards} forwards convert")


def _show_statistics(diagnostics: Sequence[Diagnostic]) -> None:
    from hybridc.rules import RULES

    counts = Counter(d.code for d in diagnostics)
    for code, count in counts.most_common():
        click.echo(f"{count:6}  {code}  {RULES[code].slug}")
