"""`hybridc unpack`."""

from __future__ import annotations

import sys

import click

from hybridc_cli.terminal import say


@click.command(epilog="Exit status: 0 written, 2 could not. With IREE, step by step: docs/deploy.md.")
@click.argument("artifact")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="The folder to write.")
@click.option("--params", metavar="WEIGHTS", help="Other weights, with the names and shapes of its own.")
@click.option("--text", is_flag=True, help="Also write the program as text, program.mlir.")
def unpack(artifact: str, output: str, params: str | None, text: bool) -> None:
    """Write what tools other than JAX read of ARTIFACT, which `hybridc export` wrote.

    FOLDER gets program.mlirbc, the program as portable StableHLO, and parameters.npy, the arrays that it takes before
    its inputs, one behind the other.
    """
    from hybridc.artifacts.errors import ArtifactError, RunError
    from hybridc.artifacts.unpacking import unpack as unpacked

    try:
        line = unpacked(artifact, output, params, text)
    except (ArtifactError, RunError) as error:
        say(f"hybridc: {error}")
        sys.exit(2)
    say(line)
