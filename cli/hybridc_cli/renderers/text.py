"""Diagnostics for a terminal, in colours."""

from __future__ import annotations

import click

from hybridc.core import rendering
from hybridc.core.diagnostics import Diagnostic


def full(diagnostic: Diagnostic, lines: list[str]) -> str:
    """The message, the place, the line of code with carets under it, and what to write instead."""
    return rendering.full(diagnostic, lines, _coloured)


def _coloured(text: str, colour: str, is_bold: bool) -> str:
    # None leaves boldness unsaid, where False would write a code that switches it off.
    return click.style(text, fg=colour, bold=is_bold or None)
