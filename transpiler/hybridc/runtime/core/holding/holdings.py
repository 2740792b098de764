"""What a model holds. `forward` puts there what JAX traces, which is no value: while a model runs, lists, dicts and
objects are written down, and they are what they were when it has run."""

from __future__ import annotations

import functools
import inspect
import itertools
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import jax

from hybridc.runtime.core.holding.containers import (
    CONTAINERS,
    contents,
    differ,
    emptied,
    is_container,
    is_installed,
    is_of_users,
    is_traced,
    package_of,
    refill,
    with_arrays,
)
from hybridc.runtime.core.holding.iterators import is_iterator, state_of
from hybridc.runtime.core.holding.outside_names import Name, Names, Root, attributes_set, names_bound, names_in
from hybridc.runtime.core.registry import OfThisRuntime

if TYPE_CHECKING:
    from hybridc.runtime.core.modules import Module

OWN = frozenset(
    {
        "_parameters",
        "_buffers",
        "_modules",
        "_hybridc_awaited",
        "_hybridc_derived",
        "_hybridc_calls",
        "_hybridc_functions",
        "_hybridc_naming",
        "_hybridc_record",
    }
)
_METHODS = (types.FunctionType, property, classmethod, staticmethod)


class Holdings:
    """The containers that attributes of a model's modules hold, and those that these hold, in an order of their own.

    `lifted`: attributes whose arrays compiled code takes as arguments. `watched`: names outside of the model that the
    functions of its classes, and its hooks, have. `everywhere`: look for others of these, after those.
    """

    def __init__(
        self,
        model: Module,
        lifted: frozenset[Root] = frozenset(),
        watched: Sequence[Root] = (),
        everywhere: bool = False,
    ) -> None:
        self.places: dict[int, int] = {}
        self.held: list[Any] = []
        self.roots: list[Root] = []
        self._is_lifted: list[bool] = []
        self._seen: dict[int, Any] = {}  # modules that are no parts, methods, and functions
        self._functions: list[types.FunctionType] = []
        self._classes: list[type] = []
        self._packages: set[str] = set()
        self._names: set[Root] = set()
        self._looks_around = False
        self._iterators: list[tuple[Root, Any, Any]] = []  # as they stood when the run began
        modules = list(model.modules())
        own = [(module, name) for module in modules for name in module.__dict__ if name not in OWN]
        for root in own:
            self._walk(root[0].__dict__[root[1]], root, root in lifted)
        for root in watched:
            is_bound = isinstance(root[0], Names) or not is_container(root[0].__dict__.get(root[1]))
            self._walk_name(root, is_bound, root in lifted)
        self.inside = len(self.held)  # as many are known of from call to call
        if everywhere:
            self._look_around(modules)
        self.before = [contents(each) for each in self.held]
        self._filled = list(self.before)
        self._undone: dict[int, list[Any]] = {}

    def _look_around(self, modules: Iterable[Module]) -> None:
        """What the functions that compute have from outside: methods, hooks, and functions of the same project."""
        kinds = {cls: None for module in modules for cls in type(module).__mro__}
        own = [cls for cls in kinds if is_of_users(cls.__module__)]
        self._packages |= {package_of(cls.__module__) for cls in own}
        asked = {name for cls in kinds if cls not in own and cls is not object for name in cls.__dict__}
        self._looks_around = True
        for held in [*self.held, *self._seen.values()]:
            self._note_class(type(held))
        for cls in own:
            for name in (asked - {"__init__", "__new__"}) & cls.__dict__.keys():
                self._note_function(_function_of(cls.__dict__[name]))
        for function in self._functions:  # which are more while they are looked at
            names, bound = names_in(function.__code__), names_bound(function.__code__)
            if "getattr" in names:
                names = names.union(*(cls.__dict__ for cls in own))
            for cls in own:
                for name in sorted(names & cls.__dict__.keys()):
                    self._walk_name((cls, name), False)
            for name in sorted(names & (function.__globals__.keys() | bound)):
                self._walk_name((Names(function.__globals__), name), name in bound)
                file = function.__globals__.get(name)
                if isinstance(file, types.ModuleType) and self._follows(file.__name__):
                    stored = attributes_set(function.__code__)
                    for each in sorted(names & (vars(file).keys() | stored)):
                        self._walk_name((Names(vars(file)), each), each in stored)
            for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
                self._walk_name((Names(cell), ""), name in bound)
            self._walk_name((Names(function), ""), False)
        stored = frozenset[str]().union(*(attributes_set(function.__code__) for function in self._functions))
        for holder in (*own, *self._classes, *self._functions):
            for name in sorted(stored):  # which the holder may have only once a run has set them
                if not isinstance(holder.__dict__.get(name), _METHODS):
                    self._walk_name((holder, name), True)

    def _note_class(self, cls: type) -> None:
        """One that a function names, or that an object is of: what methods set of it outlives a run."""
        for each in cls.__mro__:
            if id(each) not in self._seen and self._follows(each.__module__):
                self._seen[id(each)] = each
                self._classes.append(each)
                for method in each.__dict__.values():
                    self._note_function(_function_of(method))

    def expect_iterators_unmoved(self) -> None:
        """Raises RuntimeError where the run has advanced an iterator that outlives it: compiled calls would not."""
        for (_, name), iterator, before in self._iterators:
            if state_of(iterator) != before:
                shown = f"`{name}`" if name else "one"
                raise RuntimeError(
                    f"the model advances an iterator that outlives the call, {shown}, and compiled calls would not: "
                    "keep a number and count that, or call `net.hybridize(False)`"
                )

    def _walk_name(self, root: Root, is_bound: bool, is_lifted: bool = False) -> None:
        if is_bound and root not in self._names:
            self._names.add(root)
            self._walk(Name(root), root, is_lifted)
        value = _function_of(root[0].__dict__.get(root[1]))
        if isinstance(value, types.FunctionType):
            if self._follows(inspect.unwrap(value).__module__ or ""):
                self._note_function(value)
        elif isinstance(value, type):
            self._note_class(value)
        elif (
            isinstance(value, (*CONTAINERS, tuple, OfThisRuntime))
            or self._follows(type(value).__module__)
            or is_iterator(value)
        ):
            self._walk(value, root, is_lifted)

    def _follows(self, module: str) -> bool:
        """It is a file of the project that the model is of."""
        return package_of(module) in self._packages or not is_installed(module)

    def _note_function(self, value: Any) -> None:
        function = inspect.unwrap(value) if isinstance(value, types.FunctionType) else value
        module = getattr(function, "__module__", None) or ""  # none of what `exec` and `eval` make
        if isinstance(function, types.FunctionType) and is_of_users(module):
            if module:
                self._packages.add(package_of(module))
            if id(function) not in self._seen:
                self._seen[id(function)] = function
                self._functions.append(function)

    def _walk(self, value: Any, root: Root, is_lifted: bool) -> None:
        if isinstance(value, jax.Array | str | int | float | None) or id(value) in self.places:
            return
        if self._looks_around:
            self._note_class(type(value))
        if is_container(value):
            self.places[id(value)] = len(self.held)
            self.held.append(value)
            self.roots.append(root)
            self._is_lifted.append(is_lifted)
            inside: Iterable[Any] = contents(value)
        elif isinstance(value, tuple):
            inside = value
        elif isinstance(value, types.FunctionType):
            self._note_function(value)
            return
        elif is_iterator(value):
            self._iterators.append((root, value, state_of(value)))
            return
        elif isinstance(value, functools.partial | types.MethodType | OfThisRuntime):
            if id(value) in self._seen:
                return
            self._seen[id(value)] = value
            inside = _within(value)
        else:
            return
        for each in inside:
            self._walk(each, root, is_lifted)

    def found(self) -> Iterable[Root]:
        """What was looked for everywhere and is there. A name that nothing has yet is known of once a run sets it."""
        held = zip(self.roots, self.held, self.before, strict=True)
        beyond = itertools.islice(held, self.inside, None)
        return dict.fromkeys(root for root, each, now in beyond if now or not isinstance(each, Name))

    def arrays(self) -> list[jax.Array]:
        """Those that compiled code takes as arguments."""
        found: list[jax.Array] = []
        for held, is_lifted in zip(self.before, self._is_lifted, strict=True):
            for each in held if is_lifted else ():
                with_arrays(each, found.append)
        return found

    def fill(self, arrays: Iterable[Any]) -> None:
        """Puts these in the places of `arrays()`."""
        rest = iter(arrays)
        for place, (held, is_lifted) in enumerate(zip(self.before, self._is_lifted, strict=True)):
            if is_lifted:
                self._filled[place] = [with_arrays(each, lambda _: next(rest)) for each in held]
                refill(self.held[place], self._filled[place])

    def again(self) -> None:
        """They hold what they did when the run began."""
        for place in self.changed():
            refill(self.held[place], self._filled[place])

    def changed(self) -> dict[int, list[Any]]:
        """What they hold now, by their places, where that is something else than when the run began."""
        now = map(contents, self.held)
        both = zip(now, self._filled, strict=True)
        return {place: held for place, (held, before) in enumerate(both) if differ(held, before)}

    def settle(self, value: Callable[[Any], Any]) -> None:
        """What was put there is this of it from now on."""
        for place, now in self.changed().items():
            refill(self.held[place], [each if id(each) in self.places else value(each) for each in now])

    def keep(self, since: Holdings) -> None:
        """What changed since then they hold for good, but for what JAX has traced."""
        for place, now in since.changed().items():
            own = self.places.get(id(since.held[place]))
            if own is not None and not is_traced(now, set()):
                self.before[own] = self._filled[own] = now

    def fail(self) -> None:
        """The run ends early: what was put anywhere stays there, as in Python, but for what JAX has traced."""
        for place, now in self.changed().items():
            if not is_traced(now, set()):
                self._undone[place], self.before[place] = self.before[place], now

    def undo(self) -> None:
        """As if the run that failed had not been."""
        for place, held in self._undone.items():
            refill(self.held[place], held)

    def restore(self) -> None:
        """They hold what they did before the run."""
        for held, before in zip(self.held, self.before, strict=True):
            if differ(contents(held), before):
                refill(held, before)

    def copied(self, result: Any) -> Any:
        """A result in which others stand for containers that come to hold what they did before."""
        if isinstance(result, tuple):
            new = [*map(self.copied, result)]
            if any(one is not other for one, other in zip(new, result, strict=True)):
                return type(result)(*new) if hasattr(result, "_fields") else type(result)(new)
        elif isinstance(result, CONTAINERS):
            held = contents(result)
            new = [*map(self.copied, held)]
            if id(result) in self.places or differ(held, new):
                copy = emptied(result)
                refill(copy, new)
                return copy
        return result

    def have_arrays(self, root: Root) -> bool:
        """Containers that the attribute holds, or held, have arrays in them."""
        found: list[jax.Array] = []
        for held, own in zip(self.before, self.roots, strict=True):
            for each in held if own == root else ():
                with_arrays(each, found.append)
        return bool(found)


def _function_of(value: Any) -> Any:
    """What a class has by a name, without what makes it a method."""
    if isinstance(value, property):
        return value.fget
    return value.__func__ if isinstance(value, staticmethod | classmethod) else value


def _within(value: Any) -> Iterator[Any]:
    if isinstance(value, functools.partial):
        yield from (value.func, value.args, value.keywords)
    elif isinstance(value, types.MethodType):
        yield from (value.__self__, value.__func__)
    else:
        yield from (each for name, each in getattr(value, "__dict__", {}).items() if name not in OWN)
