"""One evaluation of a model on given values: what its parameters are worth meanwhile, and what it writes."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import jax
import jax.numpy as jnp
from jax.extend.core import get_opaque_trace_state

from hybridc.runtime.core import clock
from hybridc.runtime.core.holding.holdings import OWN, Holdings
from hybridc.runtime.core.holding.outside_names import Root
from hybridc.runtime.core.places import original_place

if TYPE_CHECKING:
    from hybridc.runtime.core.cells import Cell
    from hybridc.runtime.core.modules import Module

MISSING = object()  # what an attribute holds that is not there


def _trace() -> object:
    """What tells apart the traces that JAX makes."""
    return get_opaque_trace_state()  # type: ignore[no-untyped-call]


class NeedsKey(BaseException):
    """The model draws, and was given nothing to draw from: its caller tries again with a key."""


class WrittenInside(BaseException):
    """A compiled branch or loop writes what the model holds: the model runs again, with that in a reference of JAX's.

    `key`: a cell, or a module and the name of its attribute. `dtype`: what it has to have, if not the one of before.
    """

    def __init__(self, key: tuple[object, str], dtype: Any = None) -> None:
        self.key, self.dtype = key, dtype


class Referred:
    """An array that the model holds, in a reference of JAX's, which compiled branches and loops write."""

    def __init__(self, key: tuple[object, str], value: Any, dtype: Any) -> None:
        self._key, self.is_written = key, False
        self._reference = jax.new_ref(jnp.asarray(value, dtype))

    def read(self) -> jax.Array:
        return self._reference[...]  # type: ignore[no-any-return]

    def write(self, new: Any) -> None:
        """Raises RuntimeError for an array of another shape."""
        new, kept = jnp.asarray(new), self._reference
        if new.shape != kept.shape:
            what = f"`self.{self._key[1]}`" if self._key[1] else "a buffer"
            raise RuntimeError(
                f"{what}, of shape {kept.shape}, is set to an array of shape {new.shape} inside a compiled branch or "
                "loop; move it outside"
            )
        if (dtype := jnp.promote_types(kept.dtype, new.dtype)) != kept.dtype:
            raise WrittenInside(self._key, dtype)
        self.is_written = True
        kept[...] = new.astype(kept.dtype)


class Matrix:
    """A parameter that the run was given transposed. It is worth it where nothing but products reads it."""

    def __init__(self, value: Any, transposed: Any) -> None:
        self.value = value
        self.transposed = transposed
        self.reads = self.products = 0


class Run:
    """What cells hold while a model runs, and what was written.

    `values`: by cell, what stands in for its array. `key`: what draws derive from; None raises `NeedsKey`. `deferred`:
    layers, or parameters, that settled their shapes in this run.
    """

    def __init__(self, values: Mapping[Cell, Any], key: jax.Array | None, root: Module) -> None:
        self.root = root
        self.values = dict(values)
        self.key = key
        self.drawn = 0
        self.given = frozenset(values)  # what the caller gave, and gets back
        self.is_pure = False
        self.is_settling = False
        self.learns_shapes = False  # the first input is looked at, to settle the shapes of parameters
        self.overwrites = False  # a layer was asked to write into its input
        self.has_met = False  # it used parts that it did not know of
        self.marks = False  # such calls are to be told apart in the traced program
        self.matrices: dict[Cell, Matrix] = {}
        self.written: set[Cell] = set()
        self.parted: dict[Cell, Any] = {}  # those that share their memory no longer, and what that holds
        self.exchanged: set[Cell] = set()  # those of them that code around the model may go on having as they were
        self.deferred: list[Any] = []
        self.before: dict[tuple[Module, str], Any] = {}  # attributes that were set, as they were
        self.plain: dict[Module, dict[str, Any]] = {}  # all attributes, which `self.__dict__` may set as well
        self.settled: set[tuple[Module, str]] = set()  # those that layers set as they learned their shapes
        self.derived: dict[tuple[Module, str], Any] = {}  # attributes that calls of their modules have computed
        self.kept: dict[
            tuple[Module, str], tuple[object, Any]
        ] = {}  # attributes that were computed when they were read
        self.referred: dict[tuple[Any, str], Referred] = {}  # by cells, or modules and names
        self.lifted: frozenset[Root] = frozenset()  # attributes of which arrays in lists and dicts are given
        self.keeps = False  # what it puts into lists and dicts is there for good
        self.holdings: Holdings  # lists and dicts that the model holds, as they were when the run began
        self.watched: tuple[Root, ...] = ()  # names outside of the model, of lists and dicts that it changes
        self.changed: dict[int, list[Any]] = {}  # what those of them hold that it changed
        self.places: dict[tuple[object, str], Any] = {}  # where arrays of attributes lie that are written in place
        self.copied: dict[tuple[Module, str], tuple[Any, int]] = {}  # arrays that buffers were set to, which have them
        self.is_entered = False
        self.keeping = 0  # how many `with` statements ask to compute each of them once
        self.error: BaseException | None = None
        self._trace = _trace()

    def next_key(self) -> jax.Array:
        if self.key is None:
            raise NeedsKey
        self.require_own_trace("random numbers are drawn")
        self.drawn += 1
        return jax.random.fold_in(self.key, self.drawn)

    def give_transposed(self, cell: Cell, array: Any) -> None:
        """The cell's value is the transposed array, which products take as it is."""
        value = self.values[cell] = jnp.swapaxes(array, 0, 1)
        self.matrices[cell] = Matrix(value, array)

    def meet(self, part: Module | Cell) -> None:
        """The model uses the part, which it may not have known of."""
        self.has_met |= self.root._hybridc_meets(part)

    def read(self, cell: Cell) -> Any:
        """What the cell holds while the model runs."""
        if (cell, "") in self.referred:
            return self.referred[cell, ""].read()
        if cell in self.matrices:
            self.matrices[cell].reads += 1
        found = self.values.get(cell)
        if found is None:
            self.meet(cell)
            return cell.held
        return found

    def note_copied(self, module: Module, name: str, array: Any) -> None:
        """A buffer is set to what is written in place, and has a copy of it."""
        self.copied.pop((module, name), None)
        source = getattr(array, "source", None)
        if isinstance(writes := getattr(source, "writes", None), int):
            self.copied[module, name] = source, writes

    def expect_copies_unwritten(self) -> None:
        """Raises RuntimeError where such an array was written afterwards: the buffer does not show it."""
        for (_, name), (source, writes) in self.copied.items():
            if source.writes != writes:
                raise RuntimeError(
                    f"the buffer `{name}` is set to an array that is written in place afterwards, which it would not "
                    "show; set it to a copy (`x.clone()`), or after the write"
                )

    def write(self, cell: Cell, value: Any) -> None:
        if (cell, "") in self.referred:
            self.referred[cell, ""].write(value)
            return
        self._refer_inside((cell, ""))
        self.require_own_trace(f"a {'parameter' if cell.requires_grad else 'buffer'} is written")
        if cell not in self.values:
            self.meet(cell)
        if cell.requires_grad and cell.is_initialized:
            old = self.read(cell)
            value = instead_of(old, value) if old.shape == value.shape and old.dtype == value.dtype else value
        self.values[cell] = value
        self.written.add(cell)
        for other, shown in cell.sharing(value):
            self.values[other] = shown
            self.written.add(other)

    def _refer_inside(self, key: tuple[object, str]) -> None:
        """Raises `WrittenInside` where a compiled branch or loop writes, which may write references."""
        if this_thread.may_refer and _trace() != self._trace:
            raise WrittenInside(key)

    def entered(self, compute: Callable[[], Any]) -> Any:
        """What the root computes, with what compiled branches and loops write in references of JAX's."""
        self.is_entered = True
        inside = _inside.setdefault(self.root, WeakKeyDictionary())
        given = [(m, n, _anew(m.__dict__[n])) for m, n in self.before if n in m.__dict__]
        while True:
            before = {n: copy(v) if isinstance(v, dict | set | list) else v for n, v in vars(self).items()}
            try:
                self._refer(inside)
                result = compute()
                self._take_back()
                return result
            except WrittenInside as found:
                self.attributes()
                self.holdings.again()
                vars(self).update(before)
                for module, attribute, value in given:  # state, which the program takes as arguments
                    module.__dict__[attribute] = _anew(value)
                holder, name = found.key
                inside.setdefault(holder, {})[name] = found.dtype

    def _refer(self, inside: Mapping[Any, Mapping[str, Any]]) -> None:
        named = [(holder, name, dtype) for holder, held in inside.items() for name, dtype in held.items()]
        for holder, name, dtype in named:
            key = holder, name
            if name and name in holder.__dict__:
                self.note_attribute(holder, name)
                self.referred[key] = Referred(key, holder.__dict__.pop(name), dtype)
            elif not name and holder.is_initialized:
                self.referred[key] = Referred(key, self.read(holder), dtype)

    def _take_back(self) -> None:
        """What lies in references is what the model holds from now on."""
        referred, self.referred = self.referred, {}
        for (holder, name), last in referred.items():
            if name:
                holder.__dict__[name] = last.read() if last.is_written else self.before[holder, name]
            elif last.is_written:
                self.write(holder, last.read())

    def part(self, cell: Cell) -> None:
        """The cell is about to be given another array, which nobody shares that has the one of before."""
        self.require_own_trace("an array that others share is exchanged for another one")
        self.parted.setdefault(cell, self.read(cell))

    def note_attribute(self, module: Module, name: str) -> None:
        """An attribute is about to be set, which only lasts as long as the run, or for good as a shape is settled."""
        if self.is_settling:
            clock.structure += 1
            self.settled.add((module, name))
            return
        if isinstance(held := module.__dict__.get(name), jax.Array | int | float) and not isinstance(held, bool):
            self._refer_inside((module, name))
        self.require_own_trace(f"`self.{name}` is set")
        self.before.setdefault((module, name), module.__dict__.get(name, MISSING))

    def exchanging(self, roots: set[Root]) -> set[Root]:
        """Of these attributes, and those whose lists and dicts were changed, the ones that had arrays in them."""
        roots = roots | {self.holdings.roots[place] for place in self.changed}
        return {root for root in roots if self.holdings.have_arrays(root)}

    def rebind(self, module: Module, name: str, cell: Cell | None = None) -> None:
        """The attribute is about to be set to another array: who has the one of before keeps that. `cell`: it lies
        there, where the attribute looks no longer."""
        known = self.places.get((module, name))
        if known is not None and known.source.is_rebound and not known.source.is_writing:
            del self.places[module, name]
            self.require_own_trace(f"`self.{name}`, whose array has a name, is set")
            known.source.part(cell)

    def once(self, module: Module, name: str, compute: Callable[[Module, str], Any]) -> Any:
        """The attribute as it was computed before. What a compiled branch or loop computes is its own."""
        trace, value = self.kept.get((module, name), (None, None))
        if trace is None or (trace != self._trace and trace != _trace()):
            value = compute(module, name)
            self.kept[module, name] = _trace(), value
        return value

    @contextmanager
    def settling(self) -> Iterator[None]:
        """A layer learns its shapes: what it sets it keeps."""
        before, self.is_settling = self.is_settling, True
        held = Holdings(self.root)
        try:
            yield
        finally:
            self.is_settling = before
            self.holdings.keep(held)

    def require_own_trace(self, what: str) -> None:
        """Raises RuntimeError inside a compiled branch or loop of the model, or a transformed function."""
        if _trace() != self._trace:
            where = "inside a compiled branch or loop, or a function that JAX transforms"
            raise RuntimeError(f"{what} {where}; move it outside")

    def note_place(self, error: Exception, module: Module) -> None:
        """Says with an error in which layer it came up, and at which line of the file that was converted."""
        if self.error is not error:
            self.error = error
            name = next((path for path, each in self.root.named_modules() if each is module), "")
            kind, root = type(module).__name__, type(self.root).__name__
            place = original_place(error, sys._getframe(1))
            where = f"`{name}`, a {kind} of {root}" if name else root
            error.add_note(f"while running {where}, at {place}" if place else f"while running {where}")

    def attributes(self) -> dict[tuple[Module, str], Any]:
        """What the run set attributes to; they are as before from now on."""
        for module, own in self.plain.items():
            now = _plain(module)
            for name in own.keys() | now.keys():
                is_set = own.get(name, MISSING) is not now.get(name, MISSING)
                if is_set and (module, name) not in self.settled:
                    self.before.setdefault((module, name), own.get(name, MISSING))
        self.plain = {}
        new = {}
        for (module, name), before in self.before.items():
            new[module, name] = module.__dict__.get(name, MISSING)
            if before is MISSING:
                module.__dict__.pop(name, None)
            else:
                module.__dict__[name] = before
        self.before = {}
        return new


def _plain(module: Module) -> dict[str, Any]:
    """The attributes that are none of the runtime's."""
    own = OWN | module._hybridc_modes
    return {n: v for n, v in module.__dict__.items() if n not in own and not n.startswith("_hybridc_")}


def _anew(value: Any) -> Any:
    """The same arrays, in lists and dicts of its own."""
    return jax.tree.map(lambda leaf: leaf, value)


# By models, what compiled branches and loops were found to write, with the dtypes that it has to have.
_inside: WeakKeyDictionary[Module, WeakKeyDictionary[Any, dict[str, Any]]] = WeakKeyDictionary()


class ThisThread(threading.local):
    """`refers`: what runs has arrays that are written in place, and gives and takes them as they are. `mutable`: what
    makes one of an array there. `may_refer`: its compiled branches and loops may write what lies in references of
    JAX's. `attributes`: what gives arrays of modules to code that writes into them."""

    run: Run | None = None
    attributes: Callable[[Any, str], Any] | None = None
    refers = False
    mutable: Callable[[Any], Any] | None = None
    may_refer = False


this_thread = ThisThread()
tracing = threading.RLock()  # one model is traced at a time: modules are shared between threads


def current() -> Run | None:
    return this_thread.run


def transposed(value: Any) -> Any:
    """The array of which the value is the transposed one, and was given as such to the model that runs; or None."""
    run = this_thread.run
    for matrix in run.matrices.values() if run is not None else ():
        if matrix.value is value:
            matrix.products += 1
            return matrix.transposed
    return None


@jax.custom_jvp
def instead_of(old: Any, new: Any) -> Any:
    """What an array becomes that is written without its history, such as a parameter while a model runs: the gradient
    is that of the new value."""
    return new


@instead_of.defjvp
def _of_the_old(primals: tuple[Any, Any], tangents: tuple[Any, Any]) -> tuple[Any, Any]:
    return primals[1], tangents[0]


def require_state(cell: Cell, why: str) -> None:
    """Raises RuntimeError where the model runs as a pure function of parameters, of which the buffer is none."""
    run = this_thread.run
    if run is not None and run.is_pure and cell not in run.given:
        raise RuntimeError(
            f"a buffer of integers is a part of the state this_thread ({why}): give `parameters(integers=True)`"
        )


def write_through(array: Any, new: Any) -> bool:
    """Writes the buffer of the model that runs which the array was read from; False if there is none."""
    run = this_thread.run
    for cell in run.root._hybridc_cells().values() if run is not None else ():
        if run is not None and cell.is_initialized and run.values.get(cell, cell.held) is array:
            run.write(cell, new)
            return True
    return False


@contextmanager
def running(run: Run, keeps: bool = False) -> Iterator[Run]:
    """The run that modules read their parameters from. What they put into lists and dicts of theirs is there as long
    as it lasts, unless it keeps that."""
    run.holdings = Holdings(run.root, run.lifted, run.watched, everywhere=not keeps)
    run.keeps = keeps
    if not keeps:
        run.plain = {module: _plain(module) for module in run.root.modules()}
    before, this_thread.run = this_thread.run, run
    try:
        yield run
    except Exception:
        run.holdings.fail()
        raise
    finally:
        this_thread.run = before
        run.attributes()
        if not keeps:
            run.holdings.restore()
