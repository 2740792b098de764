"""The program around a live class: its text, and what those of its methods that become functions call and read."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from functools import partial
from types import CodeType, FunctionType

from hybridc import rules
from hybridc.core.diagnostics import Diagnostic, Location
from hybridc.live.class_sources import ClassSource, class_source, mangled
from hybridc.live.errors import ConversionError, NotYetBound, Unfollowed, refused
from hybridc.live.program import Assembly, Program, Same, Written
from hybridc.live.reading import ABSENT, read_outside
from hybridc.live.values import Import, capture
from hybridc.normalize.extraction import Methods, extract
from hybridc.syntax.module import read_module

ACCESS = ("__getattr__", "__getattribute__", "__setattr__", "__delattr__")


def stays_python(name: str, why: str, filename: str, location: Location) -> Diagnostic:
    """The reason why a class, or a method by its qualified name, is not converted."""
    found = rules.MethodOnHost(method=name, why=why).diagnostic(filename, location, name)
    if "." in name:
        return found
    return replace(found, help="move the arithmetic into functions or a plain class, and hybridize those")


def assemble_class(
    cls: type, asked: frozenset[str], is_whole: bool, left: Mapping[str, Diagnostic], is_strict: bool = False
) -> Program:
    """The program without the methods in `left`; unless `is_whole`, of those in `asked` and what they call.

    Methods go by qualified names.
    Raises ConversionError for a class that is not plain, NotYetBound where `is_strict` and a name has no value yet.
    """
    source = class_source(cls)
    first = next(iter(source.methods.values()))
    why = _not_plain(cls, source)
    if why is not None and is_strict:
        raise refused(cls.__name__, (_of_class(cls.__name__, why, source),))
    changed = dict.fromkeys(source.changed, "the class has something else in its place than what its text says")
    if why is not None:
        changed |= dict.fromkeys(source.methods.keys() - {"__init__"}, f"its class is not plain: {why}")
    given = {f"{cls.__name__}.{name}": reason for name, reason in changed.items()}
    left = {name: _of_class(name, reason, source) for name, reason in given.items()} | dict(left)
    hidden = frozenset() if is_whole else _unused(cls, source, asked)
    unbound: list[NotYetBound] = []
    while True:
        assembly = Assembly(reserved=cls.__name__)
        callers: dict[str, frozenset[str]] = {}
        failed: dict[str, Diagnostic] = {}
        for name in movable(cls, asked, left.keys() | hidden):
            method = source.methods[name.partition(".")[2]]
            trial = assembly.copy()
            try:
                _follow(trial, cls, method)
            except NotYetBound as error:
                if is_strict:
                    raise
                unbound.append(error)
                failed[name] = _left(name, error, method)
            except ConversionError as error:
                failed[name] = _left(name, error, method)
            else:
                for each in _reached(trial.functions, method):
                    callers[each] = callers.get(each, frozenset()) | {name}
                assembly = trial
        if not failed:
            break
        left |= failed
    assembly.definitions.append(source.definition)
    assembly.functions |= {f"{cls.__name__}.{name}": method for name, method in source.methods.items()}
    program = assembly.program(cls.__name__, first, asked)
    program.left, program.hidden, program.callers = left, hidden, callers
    for name, method in source.methods.items():
        program.watched.append((partial(_in_class, cls, mangled(cls, name)), Written(method)))
    for name in (*source.changed, *ACCESS):
        read = partial(_in_class, cls, mangled(cls, name))
        program.watched.append((read, Same(read())))
    program.watched += [(error.value, Same(ABSENT)) for error in unbound]
    return program


def movable(cls: type, asked: frozenset[str], left: Set[str] = frozenset()) -> list[str]:
    """The methods that can be functions if what they read from outside can be followed, by qualified names."""
    source = class_source(cls)
    imports = {
        outside.name: value.statement(outside.name, "np", "held")
        for method in source.methods.values()
        for outside in read_outside(method)
        if isinstance(value := capture(outside.value), Import)
    }
    lines = ["import numpy as np", *(line for line in imports.values() if line.startswith(("import ", "from ")))]
    text = "\n".join([*lines, "", source.definition.text])
    extraction = extract(text, read_module(ast.parse(text)), known=Methods(asked, left), whole=False)
    return list(extraction.names.values()) if extraction is not None else []


def _unused(cls: type, source: ClassSource, asked: frozenset[str]) -> frozenset[str]:
    """The methods that those asked for do not name, nor those that they name."""
    waiting = [method for name, method in source.methods.items() if f"{cls.__name__}.{name}" in asked]
    used = {method.__code__.co_name for method in waiting}
    while waiting:
        names = set(_attribute_names(waiting.pop().__code__))
        new = {name for name in source.methods if mangled(cls, name) in names} - used
        used |= new
        waiting += [source.methods[name] for name in new]
    return frozenset(f"{cls.__name__}.{name}" for name in source.methods.keys() - used)


def _attribute_names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _attribute_names(constant)


def _in_class(cls: type, key: str) -> object:
    return vars(cls).get(key, ABSENT)


def _follow(assembly: Assembly, cls: type, method: FunctionType) -> None:
    private = mangled(cls, "__")
    for outside in read_outside(method):
        if private != "__" and outside.name.startswith(private):
            raise Unfollowed(outside.filename, outside.location, "names of modules that start with `__` are private")
    assembly.follow(method)


def _reached(functions: Mapping[str, FunctionType], method: FunctionType) -> set[str]:
    """The functions that the method calls, and those that they call."""
    found: set[str] = set()
    waiting = [method]
    while waiting:
        names = {outside.name for outside in read_outside(waiting.pop())} & functions.keys() - found
        found |= names
        waiting += [functions[name] for name in names]
    return found


def _not_plain(cls: type, source: ClassSource) -> str | None:
    """What else than the text of the class says what its methods are."""
    is_frozen = getattr(vars(cls).get("__dataclass_params__"), "frozen", False)  # nothing can be set, then
    if bases := [b.__name__ for b in cls.__bases__ if b is not object]:
        return f"it has the base `{bases[0]}`, and only classes without bases are converted"
    if type(cls) is not type:
        return f"its metaclass `{type(cls).__name__}` may change what it is"
    if not is_frozen and (access := [name for name in ACCESS if name in vars(cls)]):
        return f"its `{access[0]}` says what its attributes are"
    return "its `__init__` is not what its text says" if "__init__" in source.changed else None


def _of_class(name: str, why: str, source: ClassSource) -> Diagnostic:
    """A reason that stands at the `class` line."""
    head = source.definition.lines[0]
    end = len(source.definition.text.partition("\n")[0].rstrip()) + head.shift
    location = Location(head.number, head.shift + 1, head.number, end + 1)
    return stays_python(name, why, head.filename, location)


def _left(name: str, error: ConversionError, method: FunctionType) -> Diagnostic:
    if isinstance(error, Unfollowed):
        return stays_python(name, error.problem, error.filename, error.location)
    line = method.__code__.co_firstlineno
    return stays_python(name, str(error), method.__code__.co_filename, Location(line, 1, line, 1))
