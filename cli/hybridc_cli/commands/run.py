"""`hybridc run`."""

from __future__ import annotations

import sys

import click

from hybridc_cli.terminal import say


@click.command(epilog="Exit status: 0 written, 2 could not. More: docs/deploy.md.")
@click.argument("artifact")
@click.option(
    "--input",
    "inputs",
    multiple=True,
    metavar="[NAME=]FILE.npy",
    help="An input; without names, in the program's order.",
)
@click.option("-o", "--output", required=True, metavar="FILE", help="y.npy, or all outputs by name as out.npz.")
@click.option("--params", metavar="WEIGHTS", help="Other weights, with the names and shapes of its own.")
@click.option("--force", is_flag=True, help="Overwrite the output.")
def run(artifact: str, inputs: tuple[str, ...], output: str, params: str | None, force: bool) -> None:
    """Run ARTIFACT, which `hybridc export` wrote, on arrays in files, and write what it returns.

    It runs the compiled program; no Python is read.
    """
    from hybridc.artifacts.errors import ArtifactError, RunError
    from hybridc.artifacts.running import run as computed

    try:
        computed(artifact, inputs, output, params, force)
    except (ArtifactError, RunError) as error:
        say(f"hybridc: {error}")
        sys.exit(2)
