"""What may reach a terminal: no control characters of the input's, and colours only where they are wanted."""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click

from hybridc.core.rendering import clean


def wants_colour(stream: TextIO) -> bool:
    """NO_COLOR and FORCE_COLOR win over whether it is a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty()


def standard_input() -> bytes:
    """All of it. Raises OSError, which names it."""
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise OSError(error.errno, error.strerror, "standard input") from error


def say(text: str) -> None:
    """A line on standard error."""
    click.echo(clean(text), err=True, color=wants_colour(sys.stderr))


def say_all(text: str) -> None:
    """Lines on standard error: those of a message that has more than one begin with spaces."""
    first, *others = text.split("\n")
    say(first)
    for line in others:
        say(f"  {line}")
