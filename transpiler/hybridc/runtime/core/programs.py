"""The compiled programs of a model whose attributes have certain values."""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Set
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import tree_util
from jax.extend import core

from hybridc.runtime.checking import check_state
from hybridc.runtime.checking.check_errors import expect_no_failure
from hybridc.runtime.core import clock, runs
from hybridc.runtime.core.abstract_runs import arguments_apart
from hybridc.runtime.core.cells import Cell
from hybridc.runtime.core.effects import Again, WithEffects, apart, is_same, is_state
from hybridc.runtime.core.fingerprints import Fingerprint
from hybridc.runtime.core.handed import kept
from hybridc.runtime.core.holding.contents import Contents, Put
from hybridc.runtime.core.holding.holdings import Holdings
from hybridc.runtime.core.runs import NeedsKey, Run, running
from hybridc.runtime.overwriting import expect_unread, tell_of_written
from hybridc.runtime.pytrees.results import arrays_in, with_fixed, without_fixed
from hybridc.runtime.pytrees.structure import ARRAY, Frame

if TYPE_CHECKING:
    from hybridc.runtime.core.compiled import CompiledCalls
    from hybridc.runtime.core.modules import Module


class Entry:
    """The programs for a model whose plain attributes have certain values."""

    def __init__(self, calls: CompiledCalls, fingerprint: Fingerprint) -> None:
        self.calls = calls
        self.fingerprint = fingerprint
        self.structure = self.data = -1
        self.is_told = False  # whether a layer writes into what the caller passes
        self.find_cells()
        self.transposed = multiplied(calls.module)
        self.leaves: list[jax.Array] = []
        self.variants: dict[Hashable, Variant] = {}
        self.quick: dict[Any, Variant] = {}  # by the types of the arguments, or the type of one: arrays or None
        self.of_numpy: set[Any] = set()  # those of `quick` with arrays of NumPy's

    def find_cells(self) -> None:
        """Those that hold the model's arrays now. What has no array yet the model did not use when it ran on shapes."""
        self.cells = tuple(cell for cell in self.calls.module._hybridc_cells().values() if cell.is_initialized)
        self.data = -1

    def is_unchanged(self) -> bool:
        return not self.fingerprint.changeable or self.fingerprint.is_unchanged()

    def gather(self) -> None:
        self.data = clock.data
        sharing = self.calls.sharing
        arrays = (cell.transposed() if cell in self.transposed else cell.held for cell in self.cells)
        self.leaves = list(arrays) if sharing is None else [sharing.parameter(array) for array in arrays]

    def keep_as_they_are(self, cells: Set[Cell]) -> None:
        """The model does something else with them than multiply: it is traced anew, and given them untransposed."""
        if cells:
            self.transposed -= cells
            self.variants.clear()
            self.quick.clear()
            self.data = -1
            raise Again

    def plain(self, args: tuple[Any, ...]) -> Variant:
        """The program for arrays and Nones at these places."""
        are_none = tuple(argument is None for argument in args)
        found = self.variants.get(are_none)
        if found is None:
            structure = tree_util.tree_structure((tuple(None if is_none else 0 for is_none in are_none), {}))
            found = self.variants[are_none] = Variant(self, Frame(structure, (ARRAY,) * are_none.count(False)))
            found.takes_none = any(are_none)
        return found

    def variant(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Variant, list[Any]]:
        """The program for arguments of any kind, and the arrays among them. The rest is known while tracing."""
        arrays, frame = arguments_apart((args, kwargs))
        key = frame.tree, tuple(x if x is ARRAY else (type(x), _hashable(x)) for x in frame.leaves)
        found = self.variants.get(key)
        if found is None:
            found = self.variants[key] = Variant(self, frame)
        return found, arrays

    def run(self, variant: Variant, arrays: Sequence[Any]) -> Any:
        calls = self.calls
        state = calls.arguments()
        beside = (state, variant.draw() if variant.draws else None) if state or variant.draws else None
        try:
            result = variant.program(self.leaves, beside, *map(kept, arrays))
        except NeedsKey:
            variant.draws = True
            return self.run(variant, arrays)
        except Again:
            return calls(*variant.arguments.filled(arrays))
        except (jax.errors.JAXTypeError, TypeError, IndexError):  # the last for bounds of slices
            if not state:
                raise
            variant.undo()
            calls.keep_fixed()
            return calls(*variant.arguments.filled(arrays))
        result = self.finished(variant, result, state, arrays)
        variant.is_light = not (variant.draws or variant.has_fixed or variant.takes_none or state)
        return result

    def finished(self, variant: Variant, result: Any, state: list[Any], arrays: Sequence[Any]) -> Any:
        """What the call returns, once what the program gives besides is seen to."""
        if variant.is_unchecked:
            variant.check_trace(self.leaves, state, arrays)
        result, effects = apart(result)
        if effects is not None:
            for place in variant.parted:
                self.cells[place].part()
            self.exchange(variant.exchanged)
            self.take(effects)
        return without_fixed(result) if variant.has_fixed else result

    def exchange(self, places: Set[int]) -> None:
        """What code around the model has of these cells it keeps."""
        is_current, cells = self.structure == clock.structure, list(self.cells)
        for place in places:
            cells[place] = self.calls.module._hybridc_exchange(cells[place])
        if places:
            self.cells = tuple(cells)
            self.structure = clock.structure if is_current else self.structure

    def take(self, effects: tuple[dict[int, Any], dict[int, Any], Any, Any]) -> None:
        """What the model wrote becomes what it holds."""
        cells, state, put, error = effects
        if error is not None:
            expect_no_failure(*error)
        is_current = self.structure == clock.structure
        for place, value in cells.items():
            if isinstance(value, jax.core.Tracer):
                raise RuntimeError("the model writes its state inside a function that JAX transforms: use `net.apply`")
            self.cells[place].held = value
        if cells:
            self.gather()
        for place, value in state.items():
            owner, name = self.calls.state[place]
            owner.__dict__[name] = without_fixed(value)
        if put is not None:
            put.into(self.calls.holdings)
        sets = put is not None and bool(put.noted.attributes)
        if state or sets:
            clock.structure += 1
            if is_current and not sets:
                self.structure = clock.structure


class Variant:
    """The program for arguments of one structure."""

    def __init__(self, entry: Entry, arguments: Frame) -> None:
        self.entry = entry
        self.arguments = arguments
        self.draws = False
        self.has_fixed = False
        self.takes_none = False
        self.is_unchecked = False  # what the framework asks of the program, since it was traced last
        self.overwrites = False  # a layer was asked to write into its input
        self.shown: dict[int, Any] | None = None  # which results are what code around the model gave; once asked for
        self.parted: frozenset[int] = frozenset()  # cells that share their memory no longer once it has run
        self.exchanged: frozenset[int] = frozenset()  # buffers that are set: what others have of them stays theirs
        self.is_light = False  # as it was traced last, it takes parameters and arrays alone, and gives results alone
        self.last: Holdings | None = None  # of the run that was traced last
        self.program = jax.jit(self.traced)

    def undo(self) -> None:
        """As if the run that failed had not been."""
        if self.last is not None:
            self.last.undo()
            self.last = None

    def arrays(self, args: Sequence[Any]) -> Sequence[Any]:
        """Those among arguments that are arrays or None."""
        return [argument for argument in args if argument is not None]

    def draw(self) -> tuple[np.uint32, np.uint32]:
        """Where the draws of the next call start."""
        from hybridc.runtime.core.randomness import next_start

        return next_start()

    def traced(self, leaves: list[Any], beside: tuple[list[Any], Any] | None, *arrays: Any) -> Any:
        """`beside`: what the attributes hold that are state, and where draws start, if there are any of the two."""
        state, draw = ([], None) if beside is None else beside
        key = None if draw is None else jax.random.fold_in(jax.random.key(draw[0]), draw[1])
        given = [jnp.asarray(a) for a in arrays]
        run = self._run(leaves, key)
        with runs.tracing, check_state.whole_model() as checks:
            result, attributes = self._within(run, state, given)
        if run.has_met:
            raise Again
        self.is_unchecked, self.is_light = True, False
        self.entry.keep_as_they_are({c for c, m in run.matrices.items() if m.products < m.reads})
        self.overwrites = run.overwrites
        if run.overwrites:
            self._check_overwritten(leaves, state, key, given)
        return self._output(result, run, attributes, checks)

    def check_trace(self, leaves: list[Any], state: list[Any], arrays: Sequence[Any]) -> None:
        """Raises what the framework's look at traced models raises: see `Module._hybridc_trace_check`."""
        module = self.entry.calls.module
        if module._hybridc_trace_check is not None:
            module._hybridc_trace_check.expect(type(module).__name__, self._program(leaves, state, arrays).jaxpr)
        self.is_unchecked = False

    def _program(self, leaves: list[Any], state: list[Any], arrays: Sequence[Any]) -> core.ClosedJaxpr:
        """As it was traced for the call."""
        draw = (np.uint32(0), np.uint32(0)) if self.draws else None
        beside = (state, draw) if state or self.draws else None
        program: core.ClosedJaxpr = self.program.trace(leaves, beside, *arrays).jaxpr
        return program

    def traced_for(self, arrays: Sequence[Any]) -> core.ClosedJaxpr:
        return self._program(self.entry.leaves, self.entry.calls.arguments(), arrays)

    def expect_unwritten(self, arrays: Sequence[Any], are_read: Sequence[bool]) -> None:
        """Raises RuntimeError if a layer writes into one of the arrays that are read after the call."""
        calls, leaves = self.entry.calls, self.entry.leaves
        state = calls.arguments()
        key = jax.random.key(0) if self.draws else None

        def marked(held: list[Any], others: list[Any], state: list[Any], key: Any) -> Any:
            run = self._run(leaves, key)
            run.marks = True
            rest, read = iter(others), iter(held)
            with check_state.disregarded():
                given = [next(read) if is_read else next(rest) for is_read in are_read]
                result, attributes = self._within(run, state, given)
            return arrays_in((result, list(attributes.values()), list(run.changed.values())))

        held, others = (
            [jnp.asarray(a) for a, r in zip(arrays, are_read, strict=True) if r is kind] for kind in (True, False)
        )
        with runs.tracing:
            expect_unread(type(calls.module).__name__, marked, held, others, state, key)

    def _run(self, leaves: list[Any], key: Any) -> Run:
        run = Run(dict(zip(self.entry.cells, leaves, strict=True)), key, self.entry.calls.module)
        run.lifted, run.watched = self.entry.calls.lifted, self.entry.calls.watched
        for cell in self.entry.cells:
            if cell in self.entry.transposed:
                run.give_transposed(cell, run.values[cell])
        return run

    def _within(self, run: Run, state: list[Any], arrays: Sequence[Any]) -> tuple[Any, dict[tuple[Module, str], Any]]:
        """What the model returns, and what it sets attributes to."""
        calls = self.entry.calls
        args, kwargs = self.arguments.filled(arrays)
        with running(run):
            for (module, name), value in zip(calls.state, state, strict=False):
                run.note_attribute(module, name)
                module.__dict__[name] = value
            self.last = run.holdings
            run.holdings.fill(state[len(calls.state) :])
            result = calls.module._hybridc_within(run, args, kwargs)
            run.changed, self.last = run.holdings.changed(), None
            run.holdings.expect_iterators_unmoved()
            run.expect_copies_unwritten()
            return result, run.attributes()

    def _check_overwritten(self, leaves: list[Any], state: list[Any], key: Any, arrays: list[Any]) -> None:
        """Raises RuntimeError if a layer writes into an array that is read afterwards."""
        calls = self.entry.calls

        def marked(leaves: list[Any], state: list[Any], key: Any, arrays: list[Any]) -> Any:
            run = self._run(leaves, key)
            run.marks = True
            with check_state.disregarded():
                result, attributes = self._within(run, state, arrays)
            return arrays_in((result, list(attributes.values()), list(run.changed.values())))

        with runs.tracing:
            expect_unread(type(calls.module).__name__, marked, leaves, state, key, arrays)
            if not self.entry.is_told:  # of what another call gave, or left out, nothing was to be told
                name = type(calls.module).__name__
                self.entry.is_told = tell_of_written(name, lambda a: marked(leaves, state, key, a), arrays)

    def _output(
        self, result: Any, run: Run, attributes: dict[tuple[Module, str], Any], checks: check_state.Scope
    ) -> Any:
        calls, name = self.entry.calls, type(self.entry.calls.module).__name__
        result, has_fixed = with_fixed(result, name)
        self.has_fixed |= has_fixed
        places = [(place, c) for place, c in enumerate(self.entry.cells) if c in run.parted]
        self.exchanged = frozenset(place for place, c in places if c in run.exchanged)
        self.parted = frozenset(place for place, c in places if c not in run.exchanged)
        cells = {place: run.values[c] for place, c in enumerate(self.entry.cells) if c in run.written}
        if any(attributes[each] is runs.MISSING for each in calls.state):
            calls.keep_fixed()
            raise Again
        state = {place: attributes.pop(each) for place, each in enumerate(calls.state)}
        changed = {e: v for e, v in attributes.items() if not is_same(e[0].__dict__.get(e[1], runs.MISSING), v)}
        kept = [e for e, v in changed.items() if v is not runs.MISSING and (id(e[0]), e[1]) not in calls.fixed]
        promoted = [e for e in kept if is_state(e[0].__dict__.get(e[1]))]
        outside = {run.holdings.roots[place]: None for place in run.changed if place >= run.holdings.inside}
        if outside:
            calls.watch(outside)
            raise Again
        lifted = run.exchanging({e for e in kept if e not in promoted}) - calls.lifted
        lifted = {(m, n) for m, n in lifted if (id(m), n) not in calls.fixed}
        if promoted or lifted:
            calls.promote(promoted)
            calls.lift(lifted)
            raise Again
        error = (check_state.errors_of(checks), check_state.failed(checks.state)) if checks.sites else None
        contents = Contents(changed, run.changed, run.holdings) if changed or run.changed else None
        if not cells and not state and contents is None and error is None:
            return result
        put = None if contents is None else Put(contents, contents.arrays)
        return WithEffects(result, (cells, with_fixed(state, name)[0], put, error))


def multiplied(module: Module) -> frozenset[Cell]:
    """Parameters that, as far as their layers tell, inputs are multiplied by, and that serve nothing else.

    XLA's CPU multiplies a few rows up to twice as fast by a matrix (in, out) as by one (out, in).
    """
    found: set[Cell] = set()
    others: set[Cell] = set()
    for each in module.modules():
        for name, cell in each._parameters.items():
            if cell is not None and cell.is_initialized:
                (found if name in each._hybridc_matrices and cell.ndim == 2 else others).add(cell)
    return frozenset(found - others)


def _hashable(value: Any) -> Hashable:
    try:
        hash(value)
    except TypeError:
        raise TypeError(f"an argument of type {type(value).__name__} is neither an array nor hashable") from None
    return value  # type: ignore[no-any-return]
