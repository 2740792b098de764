"""Classes that functions make objects of: their text is part of the program, and their objects stay inside."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import FunctionType

from hybridc.live.errors import ConversionError
from hybridc.live.reading import ABSENT
from hybridc.live.sources import Definition, Line, dedented, first_line, parsed

_OF_EVERY_CLASS = frozenset(
    {"__module__", "__dict__", "__weakref__", "__doc__", "__annotations__", "__qualname__", "__firstlineno__",
     "__static_attributes__"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class WrittenClass:
    """A class whose source is part of the program, with all that it holds."""

    cls: type
    contents: Mapping[str, object]
    definition: Definition
    methods: tuple[FunctionType, ...]

    def is_same(self, value: object) -> bool:
        now = _contents(self.cls)
        return value is self.cls and now.keys() == self.contents.keys() and all(now[n] is self.contents[n] for n in now)


def written_class(value: object, name: str) -> WrittenClass | None:
    """None for what is no class derived from nothing, or of which its text does not tell all."""
    if type(value) is not type or value.__bases__ != (object,) or value.__name__ != name:
        return None
    methods = tuple(_functions(value))
    if not methods:
        return None
    filename = methods[0].__code__.co_filename
    linecache.lazycache(filename, methods[0].__globals__)
    linecache.checkcache(filename)
    lines = linecache.getlines(filename)
    try:
        tree, known = parsed(methods[0].__code__, "".join(lines))
    except ConversionError:
        return None
    if not all(m.__code__ in known for m in methods):
        return None
    nodes = (n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == name)
    node = next((n for n in nodes if _is_of(n, value, methods)), None)
    if node is None:
        return None
    text, shifts = dedented(lines[node.lineno - 1 : node.end_lineno], node.col_offset)
    places = (Line(filename, row, shift) for row, shift in enumerate(shifts, node.lineno))
    return WrittenClass(value, _contents(value), Definition(text, tuple(places)), methods)


def is_named_in_functions(code: str, names: frozenset[str]) -> bool:
    """Functions of the text still name one of the classes."""
    functions = (s for s in ast.parse(code).body if isinstance(s, ast.FunctionDef))
    return any(isinstance(n, ast.Name) and n.id in names for f in functions for n in ast.walk(f))


def _contents(cls: type) -> dict[str, object]:
    return {name: value for name, value in vars(cls).items() if name not in _OF_EVERY_CLASS}


def _functions(cls: type) -> Iterator[FunctionType]:
    for value in vars(cls).values():
        function = value.__func__ if isinstance(value, staticmethod) else value
        function = function.fget if isinstance(function, property) else function
        if isinstance(function, FunctionType):
            yield function


def _is_of(node: ast.ClassDef, cls: type, methods: tuple[FunctionType, ...]) -> bool:
    """The text makes what the class holds."""
    written: dict[str, object] = {}
    for statement in node.body:
        match statement:
            case ast.FunctionDef(name=name):
                written[name] = (name, first_line(statement))
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                written[name] = _literal(value)
            case ast.Pass() | ast.Expr(value=ast.Constant()) | ast.AnnAssign(value=None):
                pass
            case _:
                return False
    places = {(m.__code__.co_name, m.__code__.co_firstlineno) for m in methods}
    contents = _contents(cls)
    return (
        not node.decorator_list
        and contents.keys() == written.keys()
        and all(
            written[name] in places if isinstance(written[name], tuple) else _is_literal(written[name], contents[name])
            for name in contents
        )
    )


def _literal(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):
        return ABSENT


def _is_literal(literal: object, value: object) -> bool:
    return type(literal) is type(value) and repr(literal) == repr(value)
