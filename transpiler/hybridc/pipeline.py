"""The one visible list of passes, and the two things done with them: convert and check."""

from __future__ import annotations

from hybridc.options import Options
from hybridc.results import Conversion, Report
from hybridc.source import Source


def stages() -> tuple[str, ...]:
    """The names that `--stage` takes, in the order of the passes."""
    return ()


def convert(source: Source, options: Options) -> Conversion:
    return Conversion(source.text, (), (), changed=False)


def check(source: Source, options: Options) -> Report:
    return Report((), ())
