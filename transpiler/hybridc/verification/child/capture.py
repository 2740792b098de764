"""What is written to standard output, whoever writes it: Python, C code or another process."""

from __future__ import annotations

import contextlib
import io
import os
import sys

_LIMIT = 1 << 20  # bytes that are kept of what one call writes


class Capture:
    """Standard output goes to a file from now on, and is taken from there call by call."""

    def __init__(self, path: str) -> None:
        self._path = path
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600)
        os.dup2(descriptor, 1)
        os.close(descriptor)
        self.renew()

    def renew(self) -> None:
        """Gives Python a standard output again, where the user's code has closed it or taken it away."""
        if getattr(sys.stdout, "closed", True) or sys.stdout is sys.__stdout__:
            stream = io.BufferedWriter(io.FileIO(1, "w", closefd=False))
            sys.stdout = io.TextIOWrapper(stream, encoding="utf-8", errors="backslashreplace")
            self._stdout = sys.stdout

    def take(self) -> str:
        """What was written since it was last taken."""
        for stream in (sys.stdout, self._stdout):
            with contextlib.suppress(ValueError, OSError, AttributeError):  # closed, or not a stream at all
                stream.flush()
        self.renew()
        with open(self._path, "r+b") as file:
            data = file.read(_LIMIT)
            file.truncate(0)
        return data.decode(errors="backslashreplace")
