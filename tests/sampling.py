"""Which cases of an exhaustive comparison run every day, and what few draws show."""

import os
import zlib
from collections.abc import Sequence
from typing import TypeVar

from scipy.special import bdtrc

EVERY = 20  # one in so many
SHARE = int(os.environ.get("HYBRIDC_LONG_CASES", "1"))  # the long tests run one in so many of what can be left out
DEAR_SHARE = int(os.environ.get("HYBRIDC_LONG_DEAR", "1"))  # and of the dear tests of other days, others each day
T = TypeVar("T")


def turn(name: str, every: int = EVERY) -> int:
    """The cases of turn 0 run every day."""
    return zlib.crc32(name.encode()) % every


def shared_out(cases: Sequence[T], every: int = SHARE) -> list[T]:
    """Those of the cases that the long tests run."""
    return [case for case in cases if not turn(f"long {case}", every)]


def bounded(files: Sequence[T]) -> Sequence[T]:
    """As many files as HYBRIDC_LONG_FILES says, taken evenly; all where it says nothing."""
    bound = int(os.environ.get("HYBRIDC_LONG_FILES", len(files)))
    return files[:: max(1, len(files) // bound)]


def exceeds(found: int, drawn: int, share: float) -> bool:
    """Whether so many of those drawn show that more than that share would be found.

    A run draws a hundred times and fails by chance once in ten thousand runs: the binomial tail is exact for few, too.
    """
    return bool(bdtrc(found - 1, drawn, share) < 1e-6)
