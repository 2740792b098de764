"""The program around a live function: the functions that it calls, and the modules and values that they read.

What the file or the notebook does at its top level is never run a second time. The text is put together from the
definitions of the functions, from imports made up for the modules that are bound now, and from a line for every value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from types import FunctionType
from typing import Protocol

import numpy as np

from hybridc.core.diagnostics import Diagnostic
from hybridc.live.errors import ConversionError, NotYetBound, Unfollowed
from hybridc.live.reading import ABSENT, Outside, Wrapper, plain, read_outside
from hybridc.live.simple_classes import written_class
from hybridc.live.sources import Definition, Line, definition
from hybridc.live.values import Captured, Import, capture


class Known(Protocol):
    """Something that was seen when the program was put together."""

    def is_same(self, value: object) -> bool: ...


@dataclass(frozen=True, slots=True)
class Written:
    """A function whose source is part of the program; its own name is not bound yet while it is being decorated."""

    function: FunctionType

    def is_same(self, value: object) -> bool:
        return value is ABSENT or plain(value) is self.function


@dataclass(frozen=True, slots=True)
class Defaults:
    """The default values of a function's parameters: traced as constants, so that none may change."""

    values: tuple[Captured, ...]

    def is_same(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) == len(self.values)
            and all(known.is_same(now) for known, now in zip(self.values, value, strict=True))
        )


@dataclass(frozen=True, slots=True)
class Same:
    """What is known by identity."""

    value: object

    def is_same(self, value: object) -> bool:
        return value is self.value


@dataclass(frozen=True, slots=True)
class OfType:
    """What is another value at every call."""

    kind: type

    def is_same(self, value: object) -> bool:
        return type(value) is self.kind


@dataclass(eq=False)
class Program:
    """A function or class with all that it needs, as text; the live values that no literal can write are in `held`."""

    name: str  # what the text calls it
    place: Place
    namespace: dict[str, object]  # of its module
    text: str
    lines: list[Line | None]  # where each line of the text comes from; None for those that are made up
    functions: Mapping[str, FunctionType]  # of the text, methods by qualified names
    asked: frozenset[str]  # what is compiled whatever it looks like
    static: Mapping[str, frozenset[str]]  # of functions that were hybridized, by name
    holder: str  # the name by which the text reads `held`
    held: Mapping[str, object]
    outside: Mapping[str, Outside]  # names that functions read and do not own
    known: Mapping[str, Known]  # what they were
    watched: list[tuple[Callable[[], object], Known]]  # what else is looked at
    left: Mapping[str, Diagnostic] = field(default_factory=dict)  # methods that cannot be followed, and why
    hidden: frozenset[str] = frozenset()  # methods that nobody asks for
    callers: Mapping[str, frozenset[str]] = field(default_factory=dict)  # the methods that functions are there for
    changing: frozenset[str] = frozenset()  # globals that functions change, and take and give at every call
    classes: frozenset[str] = frozenset()  # of the text, whose objects have to stay inside

    def is_current(self) -> bool:
        """Whether every name still is what it was, arrays that may have been written into included."""
        names = ((self.outside[name].value, known) for name, known in self.known.items())
        others = ((read(), known) for read, known in self.watched)
        return all(known.is_same(value) for value, known in chain(names, others)) and not self._share()

    def _share(self) -> bool:
        """What functions change is a part of what they take for constant."""
        arrays = [(name, each.value) for name, each in self.outside.items() if isinstance(each.value, np.ndarray)]
        changing = [array for name, array in arrays if name in self.changing]
        constant = [array for name, array in arrays if name not in self.changing]
        return any(np.may_share_memory(one, other) for one in changing for other in constant)

    def with_changing(self, names: frozenset[str]) -> Program:
        """The same, in which functions take these globals, and give what they become: their types alone are watched."""
        types = {name: OfType(type(self.outside[name].value)) for name in names}
        return replace(self, changing=names, known={**self.known, **types})


@dataclass(frozen=True, slots=True)
class Place:
    """Where the original is defined."""

    filename: str
    line: int


def assemble(target: FunctionType, takes_classes: bool = False) -> Program:
    """`takes_classes`: the text of simple classes is part of it. Raises NotYetBound for a name that has no value,
    ConversionError for a value that cannot be followed."""
    assembly = Assembly(takes_classes=takes_classes)
    assembly.function(target)
    name = target.__code__.co_name
    return assembly.program(name, target, frozenset({name}))


@dataclass(eq=False)
class Assembly:
    """What was found so far of a program: functions, and the values that they read."""

    functions: dict[str, FunctionType] = field(default_factory=dict)
    definitions: list[Definition] = field(default_factory=list)  # callees first
    values: dict[str, Captured] = field(default_factory=dict)
    homes: dict[str, Outside] = field(default_factory=dict)
    known: dict[str, Known] = field(default_factory=dict)
    static: dict[str, frozenset[str]] = field(default_factory=dict)
    watched: list[tuple[Callable[[], object], Known]] = field(default_factory=list)
    reserved: str | None = None  # the name of a class whose text is part of the program
    takes_classes: bool = False
    classes: set[str] = field(default_factory=set)

    def copy(self) -> Assembly:
        """The same, which goes its own way from here."""
        return Assembly(
            dict(self.functions), list(self.definitions), dict(self.values), dict(self.homes), dict(self.known),
            dict(self.static), list(self.watched), self.reserved,
        )  # fmt: skip

    def program(self, name: str, first: FunctionType, asked: frozenset[str]) -> Program:
        """The program `name`, which is defined where the code of `first` is."""
        held = {name: value.held for name, value in self.values.items() if value.held is not None}
        taken = self.values.keys() | self.functions.keys() | self.classes
        numpy, holder = self._numpy(taken), _free("captured", taken)
        made = [value.statement(name, numpy, holder) for name, value in self.values.items()]
        if numpy not in taken:  # it says that methods of arrays are NumPy's, even if nothing else reads it
            made.append(f"import numpy as {numpy}")
        made.sort(key=lambda line: not line.startswith(("import ", "from ")))
        parts = [f"{line}\n" for line in made]
        lines: list[Line | None] = [None] * len(made)
        for each in self.definitions:
            parts.append(f"\n\n{each.text}")
            lines += [None, None, *each.lines]
        place = Place(first.__code__.co_filename, first.__code__.co_firstlineno)
        return Program(
            name, place, first.__globals__, "".join(parts), lines, self.functions, asked, self.static, holder, held,
            self.homes, self.known, self.watched, classes=frozenset(self.classes),
        )  # fmt: skip

    def _numpy(self, taken: set[str]) -> str:
        for name, value in self.values.items():
            if isinstance(value, Import) and value.module == "numpy" and value.attribute is None:
                return name
        return _free("np", taken)

    def function(self, function: FunctionType) -> None:
        """Takes in a function, with what it calls and reads."""
        self.functions[function.__code__.co_name] = function
        self.follow(function)
        self.definitions.append(definition(function))

    def follow(self, function: FunctionType) -> None:
        """Takes in what a function calls and reads."""
        # Notebooks that reload files put new code into functions.
        self.watched.append((lambda: function.__code__, Same(function.__code__)))
        self._defaults(function)
        for outside in read_outside(function):
            self._outside(outside, function)

    def _defaults(self, function: FunctionType) -> None:
        captured = []
        for value in _defaults_of(function):
            known = capture(value)
            if known is None:
                code = function.__code__
                raise ConversionError(
                    f"{code.co_filename}:{code.co_firstlineno}: `{function.__name__}` has a default value of type "
                    f"`{type(value).__name__}`, which compiled code cannot follow: pass it in every call"
                )
            captured.append(known)
        self.watched.append((lambda: _defaults_of(function), Defaults(tuple(captured))))

    def _outside(self, outside: Outside, reader: FunctionType) -> None:
        if outside.is_nonlocal:
            raise _unfollowed(
                outside,
                f"`{reader.__name__}` binds `{outside.name}` of the function around it anew: "
                "take it as an argument and return the new value",
            )
        first = self.homes.setdefault(outside.name, outside)
        if first is outside:
            self.known[outside.name] = self._known(outside, reader)
        elif first.home is not outside.home:
            raise _ambiguous(outside)

    def _known(self, outside: Outside, reader: FunctionType) -> Known:
        name, value = outside.name, outside.value
        if outside.is_builtin:
            return Same(ABSENT)
        if name in self.functions:
            if value is not ABSENT and plain(value) is not self.functions[name]:
                raise _ambiguous(outside)
            return Written(self.functions[name])
        if name == self.reserved:
            raise _unfollowed(
                outside,
                f"`{reader.__name__}` reads `{name}`, the class that is converted: "
                "read attributes from the object, and make objects in other functions",
            )
        if value is ABSENT:
            problem = f"`{reader.__name__}` reads `{name}`, which is not defined"
            raise NotYetBound(outside.filename, outside.location, problem, lambda: outside.value)
        original = plain(value)
        if isinstance(original, FunctionType) and original.__globals__ is reader.__globals__:
            if original.__code__.co_name != name or hasattr(original, "__wrapped__"):
                raise _unfollowed(
                    outside,
                    f"`{reader.__name__}` reads `{name}`, which is not simply what a `def {name}` of "
                    "the same module made: call functions by their own names, and without decorators",
                )
            if isinstance(value, Wrapper):
                self.static[name] = value.static
            self.function(original)
            return Written(original)
        written = written_class(value, name) if self.takes_classes else None
        if written is not None:
            self.classes.add(name)
            for method in written.methods:
                self.follow(method)
            self.definitions.append(written.definition)
            return written
        captured = capture(value)
        if captured is None:
            raise _unfollowed(
                outside,
                f"`{reader.__name__}` reads `{name}`, of type `{type(value).__name__}`, which can "
                "change without notice: pass what is needed of it as an argument",
            )
        self.values[name] = captured
        return captured


def _unfollowed(outside: Outside, problem: str) -> Unfollowed:
    return Unfollowed(outside.filename, outside.location, problem)


def _ambiguous(outside: Outside) -> Unfollowed:
    return _unfollowed(
        outside, f"`{outside.name}` is not what another function of the program calls `{outside.name}`: rename one"
    )


def _defaults_of(function: FunctionType) -> tuple[object, ...]:
    return (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name = f"_{name}"
    return name
