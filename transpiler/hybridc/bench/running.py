"""`hybridc bench`: starts a process for each form, hands parameters over, compares results, and measures in turns."""

from __future__ import annotations

import math
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator

import hybridc
from hybridc.bench.comparing import Difference, largest_difference, narrowed
from hybridc.bench.contenders import Contending
from hybridc.bench.figures import calls_in, step_of, summarize
from hybridc.bench.inputs import Drawn, Inputs
from hybridc.bench.preparation import Prepared, Refused, Side, prepare
from hybridc.bench.report import COMPILED, Batch, Benchmark
from hybridc.bench.request import CannotBench, Request
from hybridc.bench.worker.arrays import read_arrays, write_arrays
from hybridc.core.options import Options

Progress = Callable[[str], None]


def bench(request: Request, options: Options, progress: Progress = lambda _: None) -> Benchmark:
    """Measures a target. EXECUTES its file, in processes of their own, which have ended when it returns.

    Raises nothing for what is in the file or in the request: `reason` says why nothing could be measured.
    """
    found = Benchmark(request.target, seed=request.seed, threads=request.threads)
    found.processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    folder = tempfile.mkdtemp(prefix="hybridc-bench-")
    try:
        inputs = Inputs(request.inputs, request.batches, request.seed)
        prepared = prepare(request, options, folder)
        found.diagnostics, found.notes = prepared.diagnostics, prepared.notes
        found.load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
        with _Run(request, prepared, inputs, found, folder, progress) as run:
            run.measure()
    except CannotBench as problem:
        found.reason = str(problem)
        if isinstance(problem, Refused):
            found.diagnostics = problem.diagnostics
    except OSError as error:  # a disk that is full, for one
        found.reason = f"{error.filename or folder}: {error.strerror or error}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return found


class _Run:
    """All forms, from their start to their end."""

    def __init__(
        self, request: Request, prepared: Prepared, inputs: Inputs, found: Benchmark, folder: str, progress: Progress
    ) -> None:
        self.request, self.inputs, self.found, self.folder = request, inputs, found, folder
        self.progress = progress
        self.random = random.Random(request.seed)
        self.all: list[Contending] = []
        sides = [side for side in (prepared.original, prepared.generated) if side is not None]
        known = [form.id for side in sides for form in side.forms]
        for id in request.only:
            if id not in known:
                raise CannotBench(f"--only: {id!r}: there are {', '.join(known)}")
        try:
            for side in sides:
                self._start(side, is_original=side is prepared.original)
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> _Run:
        return self

    def __exit__(self, *_: object) -> None:
        for each in self.all:
            each.end()

    def _start(self, side: Side, is_original: bool) -> None:
        """One process for each form; they load the file at the same time."""
        request = self.request
        python = request.python if is_original and request.python is not None else sys.executable
        root = "" if is_original else os.path.dirname(os.path.dirname(os.path.abspath(hybridc.__file__)))
        for form in side.forms:
            if request.only and form.id not in request.only:
                continue
            each = Contending(form, side.system, self.folder, request.timeout, request.gigabytes)
            self.all.append(each)
            self.found.systems.append(each.report)
            try:
                each.start(python, request.threads)
            except OSError as error:
                raise CannotBench(f"--python: {python} cannot be run: {error.strerror}") from error
            each.send(
                "load", system=side.system.id, form=form.id, target=side.target, origin=os.path.abspath(side.origin),
                inputs=self.inputs.names, root=root,
            )  # fmt: skip

    def measure(self) -> None:
        self.progress("loading")
        for each in self.all:
            each.loaded()
        alive = [each for each in self.all if each.is_alive]
        if alive and not any(each.is_model for each in alive):
            if self.request.params is not None:
                raise CannotBench("--params: a function has no parameters")
            self._keep([each for each in self.all if not each.form.needs_model])
        if self.request.params is not None and alive and not any(each.form.kind == "generated" for each in alive):
            raise CannotBench("--params: weights are read by what is generated, which does not run")
        for place, batch in enumerate(self.inputs.sizes):
            drawn = self.inputs.drawn(batch)
            self.found.batches.append(self._measured(drawn, place))
        if not any(t.seconds for batch in self.found.batches for t in batch.systems):
            raise CannotBench(self._why_none())

    def _keep(self, those: list[Contending]) -> None:
        """Of a function there are no forms that are for models."""
        for each in self.all:
            if each not in those:
                each.end()
        self.all = those
        self.found.systems = [each.report for each in those]

    def _why_none(self) -> str:
        """The first reason, and whose it is."""
        titles = {each.form.id: each.form.title for each in self.all}
        reasons = [f"{titles[t.id]}: {t.reason}" for b in self.found.batches for t in b.systems if t.reason]
        reasons += [f"{each.form.title}: {each.report.reason}" for each in self.all if each.report.reason]
        return reasons[0] if reasons else "nothing could be run"

    def _measured(self, drawn: Drawn, place: int) -> Batch:
        """All forms with inputs of one size: first calls, comparison, rounds."""
        shown = dict(drawn.shown) | {name: repr(value) for name, value in drawn.values.items()}
        batch = Batch(drawn.batch, {name: shown[name] for name in self.inputs.names})
        arrays = os.path.join(self.folder, f"inputs-{place}.npz")
        write_arrays(arrays, drawn.arrays)
        of_size = "" if drawn.batch is None else f"batch {drawn.batch}: "
        for each in self._in_order():
            self.progress(f"{of_size}first call, {each.form.title}")
            each.begin(batch)
            if place == 0:
                self._equip(each)
            each.first(arrays, drawn)
            if place == 0:
                self._hand_over(each)
        batch.systems.sort(key=lambda t: [c.form.id for c in self.all].index(t.id))
        running = [each for each in self.all if each.is_running]
        batch.reference = next((e.form.id for e in [*self._donors(), *running] if e.is_running), None)
        reference = next((e for e in running if e.form.id == batch.reference), None)
        for each in running if reference is not None else ():
            assert reference is not None
            self._compare(each, reference, is_last=False)
        for each in running:
            self.progress(f"{of_size}warming up, {each.form.title}")
            each.warm(self.request.turn)
            if reference is not None:
                self._compare(each, reference, is_last=True)
        self._rounds([each for each in running if each.is_running], of_size)
        summarize(batch)
        return batch

    def _donors(self) -> Iterator[Contending]:
        """Those whose parameters the others take, and whose results are right: the original as it is, or what is
        generated, compiled."""
        yield from (each for each in self.all if each.is_alive and each.form.kind == "original")
        yield from (each for each in self.all if each.is_alive and each.form.id == COMPILED)
        yield from (each for each in self.all if each.is_alive and each.form.kind == "generated")

    def _in_order(self) -> list[Contending]:
        """The donor first; with `--params` that which reads all formats of weights."""
        donors = list(dict.fromkeys(self._donors()))
        if self.request.params is not None:
            donors.sort(key=lambda each: each.form.kind == "original")
        return [*donors, *(each for each in self.all if each.is_alive and each not in donors)]

    def _equip(self, each: Contending) -> None:
        """Gives a model the parameters that all have, if there are some already."""
        if not each.is_model:
            return
        if self.found.weights is None and self.request.params is not None and each.form.kind == "generated":
            each.take(self.request.params, "--params: ")
            if not each.is_alive:
                raise CannotBench(str(each.timing.reason))
        elif self.found.weights is not None:
            each.take(self._weights, f"it does not take the parameters of {self.found.weights}: ")

    def _hand_over(self, each: Contending) -> None:
        """Has the first that ran write its parameters for the others."""
        if not each.is_model or not each.is_running or self.found.weights is not None:
            return
        others = {other.system for other in self.all if other.is_model and other is not each}
        suffixes = {system.weights_suffix for system in {*others, each.system}}
        special = suffixes - {".npz"}
        self._weights = os.path.join(self.folder, f"weights{special.pop() if special else '.npz'}")
        if each.save(self._weights):
            self.found.weights = self.request.params or each.form.id

    def _compare(self, each: Contending, reference: Contending, is_last: bool) -> None:
        """Notes the largest difference; a form with other results is not measured."""
        if not each.is_running:
            return
        timing = each.timing
        try:
            found = read_arrays(each.last_outputs if is_last else each.first_outputs)
            if not found:
                raise Difference("it returns no array and no number, so that nothing can be compared")
            expected = read_arrays(reference.first_outputs)
            apart = largest_difference(expected, found, self.request.rtol, self.request.atol)
            timing.max_difference = max(timing.max_difference or 0.0, apart)
            if (words := narrowed(expected, found)) and (note := f"{each.form.title} {words}") not in self.found.notes:
                self.found.notes.append(note)
        except Difference as problem:
            is_own = is_last and each is reference
            each.fail(f"called again, it gives something else: {problem}" if is_own else str(problem), "different")
            is_finite = problem.largest is not None and math.isfinite(problem.largest)
            timing.max_difference = problem.largest if is_finite else None

    def _rounds(self, running: list[Contending], of_size: str) -> None:
        """In each round all have their turn, in an order of chance."""
        request = self.request
        steps = {each: step_of(request.rounds, request.turn, each.estimate) for each in running}
        for number in range(request.rounds):
            self.progress(f"{of_size}round {number + 1} of {request.rounds}")
            for each in self.random.sample(running, len(running)):
                if not each.is_running:
                    continue
                is_on = number % steps[each] == steps[each] - 1
                each.timing.rounds.append(each.turn(calls_in(request.turn, each.estimate)) if is_on else None)
