"""`--html`: a page with the files beside what is generated from them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

import click

from hybridc_cli.output import Unwritable, check_folder, write
from hybridc_cli.terminal import say

if TYPE_CHECKING:
    from hybridc.sides.comparing import Sides

html_option = click.option(
    "--html", metavar="FILE", help="Also write a page: original and generated side by side, with all findings."
)


def check_report(target: str | None, sources: Sequence[str], force: bool, outputs: Sequence[str] = ()) -> None:
    """Ends the command where the page cannot be put there, before anything else is done. `outputs`: what else the
    command may write."""
    if target is None:
        return
    if target == "-" or not target:
        raise click.BadParameter("name a file", param_hint="--html")
    try:
        check_folder(target, force, sources)
    except Unwritable as error:
        _stop(target, str(error))
    if os.path.realpath(target) in map(os.path.realpath, outputs):
        _stop(target, "the page would overwrite what is generated")


def write_report(target: str, files: Sequence[Sides], command: str, force: bool) -> None:
    """Writes the page, whole or not at all; ends the command where it cannot."""
    from hybridc.sides.page import page

    try:
        check_folder(target, force)
        write(target, page(files, command).encode())
    except Unwritable as error:
        _stop(target, str(error))
    say(f"{target}: {len(files)} file{'s' if len(files) != 1 else ''}, side by side with what is generated")


def _stop(target: str, why: str) -> NoReturn:
    say(f"hybridc: {target}: {why}")
    sys.exit(2)
