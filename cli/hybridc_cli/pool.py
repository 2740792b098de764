"""Doing the files of one call, on as many processes as wanted, in the order in which they were named."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from hybridc import rules
from hybridc.core import processes
from hybridc.core.diagnostics import Location
from hybridc_cli.work import Done, Job, unread
from hybridc_cli.worker import READY

Work = Callable[[Job], Done]
_FEW = 8  # files that are not worth a second process
_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_START = f"sys.path.append({_ROOT!r}); from hybridc_cli.worker import main; main()"


def run(jobs: Sequence[Job], work: Work, count: int) -> Iterator[Done]:
    """The results in the order of the jobs. A process that dies costs only the file that it was at."""
    count = min(count, len(jobs) // 2)
    if len(jobs) < _FEW or count < 2:
        yield from map(work, jobs)
        return
    pool = _Pool(jobs, work, count)
    try:
        for number, job in enumerate(jobs):
            done = pool.result(number)
            yield work(job) if done is None else done
    finally:
        pool.end()


class _Ended(Exception):
    """The process is no more."""


class _Worker:
    """A process that does jobs, started anew from the command line's modules."""

    def __init__(self) -> None:
        """Raises OSError."""
        self._process = processes.start(processes.python(_START), is_asked=True)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._jobs, self._answers = self._process.stdin, self._process.stdout

    def is_ready(self) -> bool:
        """It has started; False where it could not."""
        return self._answers.read(len(READY)) == READY

    def do(self, work: Work, job: Job) -> Done:
        """Raises _Ended."""
        try:
            self._jobs.write(pickle.dumps((work, job)))
            self._jobs.flush()
            done = pickle.load(self._answers)
        except (OSError, ValueError, EOFError, pickle.UnpicklingError) as error:
            raise _Ended from error
        assert isinstance(done, Done)
        return done

    def end(self) -> None:
        self._process.kill()

    def close(self) -> None:
        """After it has ended, by whom nobody is asked any more."""
        self._process.wait()
        for pipe in (self._jobs, self._answers):
            with contextlib.suppress(OSError):
                pipe.close()


class _Pool:
    """A thread for each process hands jobs over. Where no process can be started, there are no results."""

    def __init__(self, jobs: Sequence[Job], work: Work, count: int) -> None:
        self._work = work
        self._waiting = deque(enumerate(jobs))
        self._results: dict[int, Done] = {}
        self._workers: set[_Worker] = set()
        self._changed = threading.Condition()
        self._threads = [threading.Thread(target=self._hand_over, daemon=True) for _ in range(count)]
        self._busy = count  # threads
        for thread in self._threads:
            thread.start()

    def result(self, number: int) -> Done | None:
        """What came of a job, once it is there; None where nobody is left to do it."""
        with self._changed:
            self._changed.wait_for(lambda: number in self._results or not self._busy)
            return self._results.pop(number, None)

    def end(self) -> None:
        """Nobody waits for what has not been done."""
        with self._changed:
            self._waiting.clear()
            for worker in self._workers:
                worker.end()
        for thread in self._threads:
            thread.join()

    def _hand_over(self) -> None:
        if hasattr(signal, "pthread_sigmask"):  # what is started here leaves Ctrl-C to the one that started it
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            while self._waiting and self._do_all():
                continue
        finally:
            with self._changed:
                self._busy -= 1
                self._changed.notify_all()

    def _do_all(self) -> bool:
        """Does jobs in one process while it lives. False where it could not be started."""
        try:
            with self._changed:
                worker = _Worker()
                self._workers.add(worker)
        except OSError:
            return False
        try:
            if not worker.is_ready():
                return False
            while (taken := self._next()) is not None:
                number, job = taken
                try:
                    done = worker.do(self._work, job)
                except _Ended:
                    self._put(number, _lost(job))
                    break
                self._put(number, done)
            return True
        finally:
            with self._changed:
                self._workers.discard(worker)
            worker.end()
            worker.close()

    def _next(self) -> tuple[int, Job] | None:
        with self._changed:
            return self._waiting.popleft() if self._waiting else None

    def _put(self, number: int, done: Done) -> None:
        with self._changed:
            self._results[number] = done
            self._changed.notify_all()


def _lost(job: Job) -> Done:
    """The process that was at the file died."""
    died = rules.InternalError(problem="the process that read it died")
    found = died.diagnostic(job.path, Location.whole_file())
    done = Done(job.path, (found,), is_readable=False)
    return unread(job, done) if job.compares else done
