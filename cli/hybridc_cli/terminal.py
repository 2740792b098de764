"""What may reach a terminal: no control characters of the input's, and colours only where they are wanted."""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

import click

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\r")


def clean(text: str) -> str:
    """The text with control and direction characters written out, as `\\x1b`."""
    return _CONTROL.sub(lambda m: m[0].encode("unicode_escape").decode(), text)


def wants_colour(stream: TextIO) -> bool:
    """NO_COLOR and FORCE_COLOR win over whether it is a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty()


def say(text: str) -> None:
    """A line on standard error."""
    click.echo(clean(text), err=True, color=wants_colour(sys.stderr))
