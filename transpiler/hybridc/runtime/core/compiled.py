"""Calls of one model from outside, and which of its programs they go to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from hybridc.runtime.core import clock, runs
from hybridc.runtime.core.abstract_runs import initialize
from hybridc.runtime.core.fingerprints import Fingerprint
from hybridc.runtime.core.given_references import given_back, references
from hybridc.runtime.core.handed import kept
from hybridc.runtime.core.holding.contents import keep
from hybridc.runtime.core.holding.holdings import Holdings
from hybridc.runtime.core.holding.outside_names import Root
from hybridc.runtime.core.parallel import Sharing
from hybridc.runtime.core.programs import Entry
from hybridc.runtime.core.runs import Run, running
from hybridc.runtime.mutable import Mutable
from hybridc.runtime.pytrees.key_order import with_order

if TYPE_CHECKING:
    from hybridc.runtime.core.modules import Module

_MOST = 64  # programs kept for one model


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
        self.lifted: frozenset[Root] = frozenset()  # those whose lists and dicts hold arrays that it exchanges
        self.watched: tuple[Root, ...] = ()  # names outside of the model, of lists and dicts that its functions have
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
                if any(isinstance(argument, np.ndarray) for argument in args):
                    entry.of_numpy.add(kinds)
                return entry.run(variant, variant.arrays(args))
        variant, arrays = entry.variant(args, kwargs)
        result = entry.run(variant, arrays)
        given = references((args, kwargs))
        return given_back(self.entry or entry, variant, arrays, given, result) if given else result

    def settled(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Entry:
        """The entry for the model as it is now."""
        module = self.module
        initialize(module, args, kwargs)
        structure = clock.structure
        around = Holdings(module, self.lifted, self.watched, everywhere=True)
        self.watched = (*self.watched, *around.found())
        found = Fingerprint(module, frozenset((id(m), name) for m, name in self.state), self.lifted, self.watched)
        entry = self.entries.get(found.key)
        if entry is None:
            if len(self.entries) >= _MOST:
                self.entries.pop(next(iter(self.entries)))
            entry = self.entries[found.key] = Entry(self, found)
        else:
            entry.fingerprint = found
            entry.find_cells()
        entry.structure = structure
        self.entry = entry
        is_quick = self.is_active and self.sharing is None and not found.changeable
        self.quick = entry if is_quick else None
        return entry

    def promote(self, written: Sequence[tuple[Module, str]]) -> None:
        self.state = (*self.state, *written)
        self.forget()

    def lift(self, roots: Iterable[Root]) -> None:
        self.lifted = self.lifted.union(roots)
        self.forget()

    def watch(self, roots: Iterable[Root]) -> None:
        self.watched = (*self.watched, *roots)
        self.forget()

    def holdings(self) -> Holdings:
        """What lists and dicts of the model hold now."""
        return Holdings(self.module, self.lifted, self.watched)

    def arguments(self) -> list[Any]:
        """The state as it is now, and the arrays in lists and dicts that are state."""
        state = [m.__dict__[name] for m, name in self.state]
        return [*state, *self.holdings().arrays()] if self.lifted else state

    def keep_fixed(self) -> None:
        """No program can be made with the state as arguments: they are known while tracing, and traced for."""
        self.fixed |= {(id(m), name) for m, name in (*self.state, *self.lifted)}
        self.state, self.lifted = (), frozenset()
        self.forget()

    def forget(self) -> None:
        self.entries.clear()
        self.entry = self.quick = None

    def _eagerly(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        from hybridc.runtime.core.randomness import fresh_key

        module = self.module
        args, kwargs = jax.tree.map(kept, with_order((args, kwargs)), is_leaf=_is_mutable)
        own, named = jax.tree.map(
            lambda each: each, (args, kwargs), is_leaf=_is_mutable
        )  # whose lists the run may change
        initialize(module, args, kwargs)
        with runs.tracing, running(Run({}, fresh_key(), module), keeps=True) as run:
            result = module._hybridc_within(run, own, named)
            attributes = run.attributes()
            if run.overwrites:
                module._hybridc_expect_unread(run, {}, args, kwargs)
            module._hybridc_expect_as_framework(run, {}, args, kwargs)
        for cell in run.parted.keys() - run.exchanged:
            cell.part()
        exchanged = {cell: module._hybridc_exchange(cell) for cell in run.exchanged}
        for cell in run.written:
            exchanged.get(cell, cell).held = run.values[cell]
        for (owner, name), value in attributes.items():
            keep(owner, name, value)
            clock.structure += 1
        return result


def _is_mutable(each: Any) -> bool:
    return isinstance(each, Mutable)
