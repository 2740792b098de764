"""The compiled programs of one model, and what they go by."""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Set
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import tree_util

from hybridc.runtime import clock, runs
from hybridc.runtime.cells import Cell
from hybridc.runtime.fingerprints import Fingerprint
from hybridc.runtime.overwriting import expect_unread
from hybridc.runtime.parallel import Sharing
from hybridc.runtime.results import arrays_in, is_array, with_fixed, without_fixed
from hybridc.runtime.runs import NeedsKey, Run, running
from hybridc.runtime.structure import ARRAY, Frame, framed

if TYPE_CHECKING:
    from hybridc.runtime.modules import Module

_NO_STATE: list[Any] = []
_MOST = 64  # programs kept for one model


class Again(BaseException):
    """Attributes turned out to be state: the model is traced anew, with them as arguments."""


class CompiledCalls:
    """Calls of one module from outside of any model that runs."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.is_active = True
        self.sharing: Sharing | None = None
        self.entry: Entry | None = None
        self.quick: Entry | None = None  # the same, where nothing but the clock has to be looked at before a call
        self.entries: dict[Hashable, Entry] = {}
        self.state: tuple[tuple[Module, str], ...] = ()  # attributes that `forward` writes, and computes from
        self.fixed: frozenset[tuple[int, str]] = frozenset()  # those that must be known while tracing

    def __call__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if not self.is_active:
            return self._eagerly(args, kwargs)
        if self.sharing is not None:
            args, kwargs = self.sharing.inputs((args, kwargs))
        entry = self.entry
        if entry is None or entry.structure != clock.structure or not entry.is_unchanged():
            entry = self.settled(args, kwargs)
        if entry.data != clock.data:
            entry.gather()
        if not kwargs:
            for argument in args:
                if argument is not None and not isinstance(argument, jax.Array | np.ndarray):
                    break
            else:
                kinds = type(args[0]) if len(args) == 1 else tuple(map(type, args))
                variant = entry.quick[kinds] = entry.plain(args)
                return entry.run(variant, variant.arrays(args))
        return entry.run(*entry.variant(args, kwargs))

    def settled(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Entry:
        """The entry for the model as it is now."""
        module = self.module
        initialize(module, args, kwargs)
        structure = clock.structure
        found = Fingerprint(module, frozenset((id(m), name) for m, name in self.state))
        entry = self.entries.get(found.key)
        if entry is None:
            if len(self.entries) >= _MOST:
                self.entries.pop(next(iter(self.entries)))
            entry = self.entries[found.key] = Entry(self, found)
        entry.structure = structure
        self.entry = entry
        is_quick = self.is_active and self.sharing is None and not found.changeable
        self.quick = entry if is_quick else None
        return entry

    def promote(self, written: Sequence[tuple[Module, str]]) -> None:
        self.state = (*self.state, *written)
        self.forget()

    def keep_fixed(self) -> None:
        """No program can be made with the state as arguments: they are known while tracing, and traced for."""
        self.fixed |= {(id(m), name) for m, name in self.state}
        self.state = ()
        self.forget()

    def forget(self) -> None:
        self.entries.clear()
        self.entry = self.quick = None

    def _eagerly(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        from hybridc.runtime.randomness import fresh_key

        module = self.module
        initialize(module, args, kwargs)
        with runs.tracing, running(Run({}, fresh_key(), module)) as run:
            result = module._within(run, args, kwargs)
            attributes = run.attributes()
            if run.overwrites:
                module._expect_unread(run, {}, args, kwargs)
            module._expect_as_framework(run, {}, args, kwargs)
        for cell in run.written:
            cell.data = run.values[cell]
        for (owner, name), value in attributes.items():
            owner.__dict__[name] = value
            clock.structure += 1
        return result


class Entry:
    """The programs for a model whose plain attributes have certain values."""

    def __init__(self, calls: CompiledCalls, fingerprint: Fingerprint) -> None:
        self.calls = calls
        self.fingerprint = fingerprint
        self.structure = self.data = -1
        self.is_checked = False  # no layer writes into what is read afterwards
        # What has no array yet the model did not use when it ran on shapes.
        self.cells = tuple(cell for cell in calls.module.named_cells().values() if cell.is_initialized)
        self.transposed = _matrices(calls.module)
        self.leaves: list[jax.Array] = []
        self.variants: dict[Hashable, Variant] = {}
        self.quick: dict[Any, Variant] = {}  # by the types of the arguments, or the type of one: arrays or None

    def is_unchanged(self) -> bool:
        return not self.fingerprint.changeable or self.fingerprint.is_unchanged()

    def gather(self) -> None:
        self.data = clock.data
        sharing = self.calls.sharing
        arrays = (cell.transposed() if cell in self.transposed else cell.data for cell in self.cells)
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
        state = [m.__dict__[name] for m, name in calls.state] if calls.state else _NO_STATE
        try:
            result, effects = variant.program(self.leaves, state, variant.draw() if variant.draws else None, *arrays)
        except NeedsKey:
            variant.draws = True
            return self.run(variant, arrays)
        except Again:
            return calls(*variant.arguments.filled(arrays))
        except (jax.errors.JAXTypeError, TypeError):
            if not calls.state:
                raise
            calls.keep_fixed()
            return calls(*variant.arguments.filled(arrays))
        if variant.is_unchecked:
            variant.check_trace(self.leaves, state, arrays)
        if effects is not None:
            self.take(effects)
        return without_fixed(result) if variant.has_fixed else result

    def take(self, effects: tuple[dict[int, Any], dict[int, Any], Any]) -> None:
        """What the model wrote becomes what it holds."""
        cells, state, others = effects
        is_current = self.structure == clock.structure
        for place, value in cells.items():
            if isinstance(value, jax.core.Tracer):
                raise RuntimeError("the model writes its state inside a function that JAX transforms: use `net.apply`")
            self.cells[place].data = value
        if cells:
            self.gather()
        for place, value in state.items():
            owner, name = self.calls.state[place]
            owner.__dict__[name] = without_fixed(value)
        if others is not None:
            for (owner, name), value in zip(others[0].value, without_fixed(others[1]), strict=True):
                if value is runs.MISSING:
                    owner.__dict__.pop(name, None)
                else:
                    owner.__dict__[name] = value
        if state or others is not None:
            clock.structure += 1
            if is_current and others is None:
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
        self.program = jax.jit(self.traced)

    def arrays(self, args: Sequence[Any]) -> Sequence[Any]:
        """Those among arguments that are arrays or None."""
        return [argument for argument in args if argument is not None]

    def draw(self) -> tuple[np.uint32, np.uint32]:
        """Where the draws of the next call start."""
        from hybridc.runtime.randomness import next_start

        return next_start()

    def traced(self, leaves: list[Any], state: list[Any], draw: Any, *arrays: Any) -> Any:
        key = None if draw is None else jax.random.fold_in(jax.random.key(draw[0]), draw[1])
        given = [jnp.asarray(a) for a in arrays]
        run = self._run(leaves, key)
        with runs.tracing:
            result, attributes = self._within(run, state, given)
        if run.has_met:
            raise Again
        self.is_unchecked = True
        self.entry.keep_as_they_are({c for c, m in run.matrices.items() if m.products < m.reads})
        if run.overwrites and not self.entry.is_checked:
            self._check_overwritten(leaves, state, key, given)
        return self._output(result, run, attributes)

    def check_trace(self, leaves: list[Any], state: list[Any], arrays: Sequence[Any]) -> None:
        """Raises what the framework's look at traced models raises: see `Module._trace_check`."""
        module = self.entry.calls.module
        if module._trace_check is not None:
            key = (np.uint32(0), np.uint32(0)) if self.draws else None
            program = self.program.trace(leaves, state, key, *arrays)  # as it was traced for the call
            module._trace_check.expect(type(module).__name__, program.jaxpr.jaxpr)
        self.is_unchecked = False

    def _run(self, leaves: list[Any], key: Any) -> Run:
        run = Run(dict(zip(self.entry.cells, leaves, strict=True)), key, self.entry.calls.module)
        for cell in self.entry.cells:
            if cell in self.entry.transposed:
                run.give_transposed(cell, run.values[cell])
        return run

    def _within(self, run: Run, state: list[Any], arrays: Sequence[Any]) -> tuple[Any, dict[tuple[Module, str], Any]]:
        """What the model returns, and what it sets attributes to."""
        calls = self.entry.calls
        args, kwargs = self.arguments.filled(arrays)
        with running(run):
            for (module, name), value in zip(calls.state, state, strict=True):
                run.note_attribute(module, name)
                module.__dict__[name] = value
            return calls.module._within(run, args, kwargs), run.attributes()

    def _check_overwritten(self, leaves: list[Any], state: list[Any], key: Any, arrays: list[Any]) -> None:
        """Raises RuntimeError if a layer writes into an array that is read afterwards."""
        calls = self.entry.calls

        def marked(leaves: list[Any], state: list[Any], key: Any, arrays: list[Any]) -> Any:
            run = self._run(leaves, key)
            run.marks = True
            result, attributes = self._within(run, state, arrays)
            return arrays_in((result, list(attributes.values())))

        with runs.tracing:
            expect_unread(type(calls.module).__name__, marked, leaves, state, key, arrays)
        self.entry.is_checked = True

    def _output(self, result: Any, run: Run, attributes: dict[tuple[Module, str], Any]) -> Any:
        calls, name = self.entry.calls, type(self.entry.calls.module).__name__
        result, has_fixed = with_fixed(result, name)
        self.has_fixed |= has_fixed
        cells = {place: run.values[c] for place, c in enumerate(self.entry.cells) if c in run.written}
        if any(attributes[each] is runs.MISSING for each in calls.state):
            calls.keep_fixed()
            raise Again
        state = {place: attributes.pop(each) for place, each in enumerate(calls.state)}
        changed = {e: v for e, v in attributes.items() if not _is_same(e[0].__dict__.get(e[1], runs.MISSING), v)}
        kept = [e for e, v in changed.items() if v is not runs.MISSING and (id(e[0]), e[1]) not in calls.fixed]
        promoted = [e for e in kept if _is_state(e[0].__dict__.get(e[1]))]
        if promoted:
            calls.promote(promoted)
            raise Again
        if not cells and not state and not changed:
            return result, None
        others = (_Places(tuple(changed)), with_fixed(tuple(changed.values()), name)[0]) if changed else None
        return result, (cells, with_fixed(state, name)[0], others)


class _Places:
    """Attributes that a program sets, as a part of its result that holds no arrays."""

    def __init__(self, value: tuple[tuple[Module, str], ...]) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Places) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)


tree_util.register_pytree_node(_Places, lambda places: ((), places), lambda places, _: places)


def initialize(module: Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Draws the parameters whose shapes the first input decides."""
    if not module._is_settled():
        for layer in run_abstractly(module, args, kwargs):
            layer.reset_parameters()


def run_abstractly(module: Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """Runs the model on shapes alone; the layers, or parameters, that learned theirs, in the order of use."""
    found: list[Any] = []
    given, frame = arguments_apart((args, kwargs))

    def shapes(*arrays: Any) -> None:
        args, kwargs = frame.filled(arrays)
        run = Run({}, jax.random.key(0), module)
        run.learns_shapes = True
        with running(run):
            module._within(run, args, kwargs)
        found.extend(run.deferred)

    with runs.tracing:
        jax.eval_shape(shapes, *given)
    return found


def arguments_apart(arguments: Any) -> tuple[list[Any], Frame]:
    """The arrays of a call, or what stands for them, and what is known while tracing."""
    leaves, structure = tree_util.tree_flatten(arguments)
    leaves = [leaf.data if isinstance(leaf, Cell) else leaf for leaf in leaves]
    return framed(leaves, structure, [is_array(leaf) or isinstance(leaf, jax.ShapeDtypeStruct) for leaf in leaves])


def _matrices(module: Module) -> frozenset[Cell]:
    """Parameters that, as far as their layers tell, inputs are multiplied by, and that serve nothing else.

    XLA's CPU multiplies a few rows up to twice as fast by a matrix (in, out) as by one (out, in).
    """
    found: set[Cell] = set()
    others: set[Cell] = set()
    for each in module.modules():
        for name, cell in each._parameters.items():
            if cell is not None and cell.is_initialized:
                (found if name in each.matrices and cell.ndim == 2 else others).add(cell)
    return frozenset(found - others)


def _is_state(value: Any) -> bool:
    """A number that counts, or arrays: compiled code can take it as an argument."""
    if isinstance(value, int | float | complex) and not isinstance(value, bool):
        return True
    leaves = tree_util.tree_leaves(value)
    return bool(leaves) and all(map(is_array, leaves))


def _is_same(before: Any, after: Any) -> bool:
    return before is after or (type(before) is type(after) and not is_array(after) and _equal(before, after))


def _equal(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except (TypeError, ValueError):
        return False


def _hashable(value: Any) -> Hashable:
    try:
        hash(value)
    except TypeError:
        raise TypeError(f"an argument of type {type(value).__name__} is neither an array nor hashable") from None
    return value  # type: ignore[no-any-return]
