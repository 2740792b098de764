"""`hybridc export`."""

from __future__ import annotations

import sys

import click

from hybridc_cli.terminal import say

_EPILOG = "Exit status: 0 written, 2 could not. Inputs, and what is written: docs/deploy.md."


@click.command(epilog=_EPILOG)
@click.argument("target", metavar="FILE:NAME")
@click.option(
    "-o", "--output", required=True, metavar="PATH", help="The folder to write, or one file if it ends in .zip."
)
@click.option(
    "--input",
    "inputs",
    multiple=True,
    metavar="SPEC",
    help="An input, such as 'x=f32[?,512]'; `?`, or a name, is a free dimension. 'n=3' fixes an argument.",
)
@click.option("--params", metavar="WEIGHTS", help="Weights to put into the model. [default: as it draws them]")
@click.option("--platform", metavar="cpu,cuda,tpu", help="What to compile for. [default: what JAX computes on here]")
@click.option("--force", is_flag=True, help="Replace an artifact that is there.")
def export(
    target: str, output: str, inputs: tuple[str, ...], params: str | None, platform: str | None, force: bool
) -> None:
    """Write a model or a function as a compiled program, with its parameters and a description.

    FILE is a module of JAX, as `hybridc convert` writes it. NAME is a class that is constructed without arguments, a
    function, an instance, or `NAME()`, what a call gives.

    This EXECUTES THE FILE: do not export what you would not run. The model is compiled as it predicts; nothing is
    computed with it. `hybridc.load` and `hybridc run` need the file no more.
    """
    from hybridc.artifacts.errors import ExportError
    from hybridc.artifacts.exporting import PLATFORMS
    from hybridc.artifacts.exporting import export as written

    platforms = [name.strip() for name in platform.split(",")] if platform is not None else []
    for name in platforms:
        if name not in PLATFORMS or platforms.count(name) > 1:
            raise click.BadParameter(f"{name!r}: expected some of {', '.join(PLATFORMS)}", param_hint="--platform")
    try:
        notes: list[str] = []
        found = written(target, output, inputs, params, platforms, force, notes.append)
    except ExportError as error:
        say(f"hybridc: {error}")
        sys.exit(2)
    taken = ", ".join(f"{name}={spec}" for name, spec in found.inputs.items())
    given = ", ".join(f"{name}={spec}" for name, spec in found.outputs.items())
    say(f"{output}: {found.name}({taken}) -> {given}; {len(found.parameters)} parameters, {', '.join(found.platforms)}")
    if found.parameters and params is None:
        say("note: without --params, the parameters are as the file makes them")
    for note in notes:
        say(f"note: {note}")
