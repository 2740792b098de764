"""Which cases of an exhaustive comparison run every day."""

import zlib

EVERY = 20  # one in so many


def turn(name: str, every: int = EVERY) -> int:
    """The cases of turn 0 run every day."""
    return zlib.crc32(name.encode()) % every
