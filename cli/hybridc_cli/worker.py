"""A process that does jobs, which come on standard input and are answered on standard output, while there are any."""

from __future__ import annotations

import os
import pickle
import signal
from typing import BinaryIO, cast

from hybridc.core.attempt import defect
from hybridc_cli.work import Done

READY = b"ready"


def main() -> None:
    """The pipes become its own: what code prints gets nowhere near them. Ctrl-C is left to the one that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    jobs, answers = (cast(BinaryIO, os.fdopen(os.dup(number), mode)) for number, mode in ((0, "rb"), (1, "wb")))
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    _answer(answers, READY)
    while True:
        try:
            work, job = pickle.load(jobs)
        except EOFError:
            return
        done = work(job)
        try:
            data = pickle.dumps(done)
        except Exception as error:  # what came of it is nested too deeply to be handed over
            data = pickle.dumps(Done(job.path, (defect(error, job.path),), is_readable=False))
        _answer(answers, data)


def _answer(answers: BinaryIO, data: bytes) -> None:
    answers.write(data)
    answers.flush()
