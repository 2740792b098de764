"""`hybridc verify`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace

import click

from hybridc.core.rendering import clean_name
from hybridc.core.source import shown_lines
from hybridc.verification.report import Verdict, Verification
from hybridc.verification.request import Request
from hybridc.verification.verifying import verify as run_both
from hybridc_cli.choices import (
    any_dtype_option,
    configuration,
    options,
    return_mutated_option,
    static_option,
    x32_option,
)
from hybridc_cli.output import Unwritable, check_folder, write
from hybridc_cli.renderers.text import full
from hybridc_cli.renderers.verification_data import as_json
from hybridc_cli.renderers.verification_table import as_table, summary
from hybridc_cli.terminal import say, say_all, wants_colour

_STATUS = {Verdict.SAME: 0, Verdict.DIFFERENT: 1, Verdict.FAILED: 2}
_FLOATS = ("f16", "f32", "f64")


@click.command(epilog="Exit status: 0 the same, 1 different, 2 could not run. The specs of inputs: docs/verify.md.")
@click.argument("target", metavar="FILE[:FUNC]")
@click.option(
    "--inputs",
    multiple=True,
    metavar="SPEC|FILE.npz|FUNC",
    help="Such as 'x=f32[8,n] in [0,1); n=3', saved arrays, or a function of the file that returns arguments.",
)
@click.option("--draws", type=click.IntRange(1, 10_000), default=5, show_default=True, help="Random inputs for each.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Other random inputs.")
@click.option("--special", is_flag=True, help="Also draw NaN and infinities.")
@click.option("--dtypes", metavar="f64,f32", help="Make floating-point arrays these, in turn. [default: as specs say]")
@click.option("--rtol", type=click.FloatRange(0), help="Relative tolerance. [default: 1e-9 for f64, 1e-4 for f32]")
@click.option("--atol", type=click.FloatRange(0), help="Absolute tolerance. [default: 1e-12 for f64, 1e-5 for f32]")
@click.option("--ulp", type=click.IntRange(0), help="Compare by units in the last place instead.")
@click.option("--ignore-dtypes", is_flag=True, help="Another dtype alone is no difference.")
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="For each function.",
)
@click.option(
    "--memory",
    type=click.FloatRange(0),
    default=8,
    show_default=True,
    metavar="GIB",
    help="Of the process and all that it starts; 0: no limit. On Linux.",
)
@click.option("--save-inputs", metavar="FILE.npz", help="Save the first inputs that make a difference.")
@click.option("--force", is_flag=True, help="With --save-inputs: overwrite a file that is there.")
@click.option("--output-format", type=click.Choice(["table", "json"]), default="table", show_default=True)
@x32_option
@static_option
@return_mutated_option
@any_dtype_option
@click.option("--partial", is_flag=True, help="Verify what converts although other functions are refused.")
def verify(
    target: str,
    inputs: tuple[str, ...],
    draws: int,
    seed: int,
    special: bool,
    dtypes: str | None,
    rtol: float | None,
    atol: float | None,
    ulp: int | None,
    ignore_dtypes: bool,
    timeout: float,
    memory: float,
    save_inputs: str | None,
    force: bool,
    output_format: str,
    x32: bool,
    static: tuple[str, ...],
    partial: bool,
    return_mutated: bool,
    any_dtype: bool,
) -> None:
    """Run the code in FILE and what it is converted to, on the same inputs, and compare what they do.

    This EXECUTES THE FILE, in a child process: do not verify what you would not run.

    Compared are results, arguments that change, and printed text; of FUNC, or of all compiled functions for which
    inputs are given or can be derived.
    """
    if ulp is not None and (rtol is not None or atol is not None):
        raise click.UsageError("--ulp takes the place of --rtol and --atol")
    if save_inputs is not None and not save_inputs.endswith(".npz"):
        raise click.BadParameter("expected a name that ends with .npz", param_hint="--save-inputs")
    if save_inputs is not None:
        _expect_free(save_inputs, force, inputs)
    path, function = _split(target)
    settings = configuration([path])
    chosen = options(settings, static, None)
    mutated = return_mutated or chosen.return_mutated
    chosen = replace(
        chosen, x32=x32 or chosen.x32, partial=partial, format=False, return_mutated=mutated, standalone=None,
        any_dtype=any_dtype or chosen.any_dtype,
    )  # fmt: skip
    request = Request(
        function, inputs, draws, seed, _dtypes(dtypes), special, timeout, rtol, atol, ulp, ignore_dtypes,
        keep_failing=save_inputs is not None, gigabytes=memory,
    )  # fmt: skip
    try:
        result = run_both(path, chosen, request)
    except KeyboardInterrupt:  # not 1, as click would have it: nothing was found to differ
        say("hybridc: interrupted")
        sys.exit(2)
    status = _STATUS[result.verdict]
    if save_inputs is not None and result.failing is not None:
        status = _saved(save_inputs, result.failing) or status
    if output_format == "json":
        click.echo(as_json(result, status))
    else:
        _show(result)
    sys.exit(status)


def _split(target: str) -> tuple[str, str | None]:
    """A file, and what follows the last colon where that is a function's name. A file may have a colon in its name."""
    path, colon, function = target.rpartition(":")
    if colon and not os.path.exists(target) and all(part.isidentifier() for part in function.split(".")):
        return path, function
    return target, None


def _dtypes(text: str | None) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",")) if text is not None else ()
    for name in names:
        if name not in _FLOATS:
            raise click.BadParameter(f"{name!r}: expected some of {', '.join(_FLOATS)}", param_hint="--dtypes")
    return names


def _expect_free(path: str, force: bool, sources: Sequence[str]) -> None:
    """Before anything is run."""
    if os.path.lexists(path):
        try:
            check_folder(path, force, sources)
        except Unwritable as error:
            say(f"hybridc: {path}: {error}")
            sys.exit(2)


def _saved(path: str, data: bytes) -> int:
    try:
        write(path, data)
    except Unwritable as error:
        say(f"{path}: HYB905 [error] {error}")
        return 2
    say(f"{path}: the first inputs that make a difference")
    return 0


def _show(result: Verification) -> None:
    if result.reason is not None:
        lines = shown_lines(result.filename)
        for diagnostic in result.diagnostics:
            if diagnostic.is_refusal:
                click.echo(full(diagnostic, lines) + "\n", err=True, color=wants_colour(sys.stderr))
    if result.functions:
        click.echo(as_table(result), color=wants_colour(sys.stdout))
    if result.reason is not None:
        say_all(f"hybridc: {clean_name(result.filename)}: {result.reason}")
    else:
        say(summary(result))
