"""How a run ends: with a status for everything, and a line for what the system does not let it write or read."""

from __future__ import annotations

import errno
import io
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import click

from hybridc.core.rendering import clean, clean_lines
from hybridc_cli.terminal import say

_TROUBLE = 2
_OF_A_CLOSED_PIPE = 141  # as shells show SIGPIPE
_OF_WRITING = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})
_ENCODING = "utf-8"


class _Closed(Exception):
    """Nobody reads the output any more."""


def open_streams() -> None:
    """Sees to it that there are three streams, which take every character.

    Where one was closed, reading and writing fail as they do there, and what is said is said to nobody: a file that
    is opened must not become the output.
    """
    for number, (name, access, mode) in enumerate(
        [("stdin", os.O_WRONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w")]
    ):
        if getattr(sys, name) is None:
            place = os.open(os.devnull, access)
            if place != number:
                os.dup2(place, number)
                os.close(place)
            setattr(sys, name, os.fdopen(number, mode, encoding=_ENCODING, closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@contextmanager
def pipes_end_it() -> Iterator[None]:
    """In it, a closed pipe is nothing that click ends with 1, which stands for findings."""
    try:
        yield
    except BrokenPipeError as error:
        raise _Closed from error


def ending(work: Callable[[], object]) -> int:
    """The exit status of what is done, all of which is then written, or said to be lost."""
    try:
        status = _status(work)
        with pipes_end_it():
            sys.stdout.flush()
        return status
    except _Closed:
        _drop(sys.stdout)
        return _OF_A_CLOSED_PIPE
    except OSError as error:
        _say_why(error)
        return _TROUBLE
    finally:
        try:
            sys.stderr.flush()
        except OSError:
            _drop(sys.stderr)


def _status(work: Callable[[], object]) -> int:
    try:
        given = work()
        return given if isinstance(given, int) else 0
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else _TROUBLE if end.code else 0
    except click.Abort:
        say("hybridc: interrupted")
        return _TROUBLE
    except click.ClickException as error:
        if isinstance(error, click.UsageError):  # choices stand in lines of their own
            cleaned = clean_lines if isinstance(error, click.MissingParameter) else clean
            vars(error)["message"] = cleaned(error.message)
        with pipes_end_it():
            error.show()
        return error.exit_code
    except (_Closed, OSError):
        raise
    except Exception:  # a defect, which is no finding
        traceback.print_exc()
        return _TROUBLE


def _say_why(error: OSError) -> None:
    """One line, if there is anybody to read it."""
    name = error.filename or ("standard output" if error.errno in _OF_WRITING else None)
    try:
        sys.stdout.flush()
    except OSError:
        _drop(sys.stdout)
    with suppress(OSError):
        say(f"hybridc: {name}: {error.strerror or error}" if name else f"hybridc: {error.strerror or error}")


def _drop(stream: object) -> None:
    """What was not written is not tried again when Python ends."""
    if isinstance(stream, io.TextIOWrapper):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)
