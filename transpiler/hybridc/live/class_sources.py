"""A live class -> the text of its definition, and what of it still is what the text says."""

from __future__ import annotations

import ast
import linecache
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FunctionType

from hybridc.live.errors import ConversionError
from hybridc.live.reading import plain
from hybridc.live.sources import Definition, Line, dedented, first_line, outdated, parsed


@dataclass(frozen=True)
class ClassSource:
    """A class as it would read at the top level: without decorators, its own and those of `methods`."""

    definition: Definition
    methods: dict[str, FunctionType]  # by the names that the text has for them
    changed: frozenset[str]  # functions of the text in whose place the class has something else


@dataclass(frozen=True)
class _Text:
    definition: Definition
    written: frozenset[str]
    changed: frozenset[str]


def class_source(cls: type) -> ClassSource:
    """Raises ConversionError where there is no text, or where it no longer is what the class was made from."""
    functions = own_functions(cls)
    for function in functions.values():
        linecache.lazycache(function.__code__.co_filename, function.__globals__)
    problem = ConversionError(
        f"the source of `{cls.__qualname__}` is not to be had: it has no methods, or was not defined in a file or a "
        "notebook cell"
    )
    for filename in dict.fromkeys(f.__code__.co_filename for f in functions.values()):
        codes = tuple(f.__code__ for f in functions.values() if f.__code__.co_filename == filename)
        try:
            text = _text(cls.__name__, codes, filename)
        except ConversionError as error:
            problem = error
        else:
            if text is not None:
                return ClassSource(
                    text.definition, {n: functions[n] for n in functions if n in text.written}, text.changed
                )
    raise problem


def own_functions(cls: type) -> dict[str, FunctionType]:
    """What the class has in the places of its own methods, by the names in its text (private ones go by others)."""
    found: dict[str, FunctionType] = {}
    for name, value in vars(cls).items():
        function = plain(value)
        if isinstance(function, FunctionType) and name == mangled(cls, function.__code__.co_name):
            found[function.__code__.co_name] = function
    return found


def is_method(function: FunctionType) -> bool:
    """Whether it was defined in the body of a class."""
    around = function.__qualname__.rpartition(".")[0]
    return around != "" and not around.endswith("<locals>")


def mangled(cls: type, name: str) -> str:
    """What Python makes of a name in the class: `__x` is private to it."""
    owner = cls.__name__.lstrip("_")
    return f"_{owner}{name}" if name.startswith("__") and not name.endswith("__") and owner else name


@lru_cache(maxsize=256)  # as the definitions of functions: files may change after classes were read
def _text(name: str, codes: tuple[CodeType, ...], filename: str) -> _Text | None:
    """None where there are no lines."""
    linecache.checkcache(filename)
    lines = linecache.getlines(filename)
    if not lines:
        return None
    tree, known = parsed(codes[0], "".join(lines))
    there = {(c.co_name, c.co_firstlineno) for c in codes if c in known}
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef) or node.name != name:
            continue
        functions = {n: (n.name, first_line(n)) for n in node.body if isinstance(n, ast.FunctionDef)}
        written = {n.name: n for n, key in functions.items() if key in there}
        if written:
            changed = {n.name for n in functions if n.name not in written and not n.decorator_list}
            return _Text(_definition(lines, filename, node, written), frozenset(written), frozenset(changed))
    raise outdated(codes[0])


def _definition(lines: list[str], filename: str, node: ast.ClassDef, written: dict[str, ast.FunctionDef]) -> Definition:
    text, shifts = dedented(lines[node.lineno - 1 : node.end_lineno], node.col_offset)
    decorators = {row for method in written.values() for row in range(first_line(method), method.lineno)}
    kept = [
        (line, Line(filename, row, shift))
        for row, (line, shift) in enumerate(zip(text.rstrip("\n").split("\n"), shifts, strict=True), node.lineno)
        if row not in decorators
    ]
    return Definition("".join(f"{line}\n" for line, _ in kept), tuple(line for _, line in kept))


def decorators_of(function: FunctionType) -> list[str]:
    """The decorators of a method, as its text has them."""
    code = function.__code__
    linecache.lazycache(code.co_filename, function.__globals__)
    linecache.checkcache(code.co_filename)
    tree, _ = parsed(code, "".join(linecache.getlines(code.co_filename)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (node.name, first_line(node)) == (code.co_name, code.co_firstlineno):
            return [ast.unparse(decorator) for decorator in node.decorator_list]
    return []
