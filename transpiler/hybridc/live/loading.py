"""Runs a generated module in a namespace of its own, with code objects that point at the original lines."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import FunctionType

import jax

from hybridc.live.conversion import Converted
from hybridc.live.outside_names import HOLDER, OutsideNames, reading_outside
from hybridc.live.positions import has_place, move, place, span_of
from hybridc.live.sources import Line
from hybridc.normalize.moved import Moved


def load(converted: Converted) -> dict[str, object]:
    """The names of the generated module, which goes by the name of the module that the original is in.

    Of a class, it has the methods that call the functions made of them, and nothing else.
    """
    program, moved = converted.program, converted.moved
    code = converted.conversion.code
    assert code is not None
    namespace: dict[str, object] = {
        "__name__": program.namespace.get("__name__", program.name),
        program.holder: dict(program.held),
        HOLDER: OutsideNames(program.outside),
    }
    tree = ast.parse(moved.text if moved is not None else program.text)
    originals = _functions(tree)
    for statement in ast.parse(code).body:
        filename = f"<hybridized {program.name}>"
        if isinstance(statement, ast.FunctionDef):
            made_of = converted.merged.get(statement.name, statement.name)
            function = program.functions[made_of if moved is None else moved.original(made_of)]
            if moved is None or made_of not in moved.made:
                _use_defaults(statement, function, namespace, is_merged=made_of != statement.name)
            _leave_out_hints(statement)
            place(statement, originals[made_of])
            _relocate(statement, program.lines, moved)
            reading_outside(statement, program.changing)
            filename = function.__code__.co_filename
        elif isinstance(statement, ast.ClassDef):
            statement.body = list(_delegates(statement, originals, converted, namespace))
            statement.decorator_list = []
            filename = program.place.filename
        module = ast.Module([statement], type_ignores=[])
        # Its values outlive the trace that the first call may be part of.
        with jax.ensure_compile_time_eval():
            exec(compile(module, filename, "exec", dont_inherit=True), namespace)
    return namespace


def _functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """By qualified names, the functions of a module and the methods of its classes."""
    found = {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef)}
    for cls in tree.body:
        if isinstance(cls, ast.ClassDef):
            found |= {f"{cls.name}.{n.name}": n for n in cls.body if isinstance(n, ast.FunctionDef)}
    return found


def _delegates(
    node: ast.ClassDef, originals: Mapping[str, ast.FunctionDef], converted: Converted, namespace: dict[str, object]
) -> Iterator[ast.stmt]:
    """The methods that call functions, which stand where the class's `def`s stand."""
    program, extraction = converted.program, converted.extraction
    methods = frozenset(extraction.names.values()) if extraction is not None else frozenset()
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and f"{node.name}.{method.name}" in methods:
            method.decorator_list = []
            _use_defaults(method, program.functions[f"{node.name}.{method.name}"], namespace)
            _leave_out_hints(method)
            line, column, _, _ = span_of(originals[f"{node.name}.{method.name}"])
            for each in ast.walk(method):
                move(each, (line, column, line, column + len("def")))
            _relocate(method, program.lines, converted.moved)
            yield method
    yield ast.copy_location(ast.Pass(), node)


def _use_defaults(
    node: ast.FunctionDef, function: FunctionType, namespace: dict[str, object], is_merged: bool = False
) -> None:
    """Defaults were evaluated once, when the original was defined: those values are used.

    A function that takes shared arrays once has other parameters than that which it is made of, of the same names.
    """
    arguments = node.args
    defaults = list(function.__defaults__ or ())
    if is_merged:
        named = function.__code__.co_varnames[: function.__code__.co_argcount]
        values = dict(zip(reversed(named), reversed(defaults), strict=False))
        with_defaults = [*arguments.posonlyargs, *arguments.args][::-1][: len(arguments.defaults)][::-1]
        defaults = [values[argument.arg] for argument in with_defaults]
    for index, value in enumerate(defaults):
        arguments.defaults[index] = _held(f"{node.name} default {index}", value, namespace)
    keywords = function.__kwdefaults__ or {}
    for index, argument in enumerate(arguments.kwonlyargs):
        if argument.arg in keywords:
            held = _held(f"{node.name} default {argument.arg}", keywords[argument.arg], namespace)
            arguments.kw_defaults[index] = held


def _leave_out_hints(node: ast.FunctionDef) -> None:
    for each in ast.walk(node):
        if isinstance(each, ast.arg):
            each.annotation = None
        elif isinstance(each, ast.FunctionDef):
            each.returns = None


def _held(name: str, value: object, namespace: dict[str, object]) -> ast.expr:
    """Reads a value by a name that no program can have, for there are spaces in it."""
    namespace[name] = value
    return ast.Name(name, ast.Load())


def _relocate(node: ast.AST, lines: list[Line | None], moved: Moved | None) -> None:
    """From lines of the text that was converted to lines of the files."""

    def there(line: int, column: int) -> tuple[int, int]:
        if moved is not None:
            line, column = moved.place(line, column)
        origin = lines[line - 1]
        assert origin is not None
        return origin.number, column + origin.shift

    for each in filter(has_place, ast.walk(node)):
        line, column, end_line, end_column = span_of(each)
        start, end = there(line, column), there(end_line, end_column)
        move(each, (*start, *max(start, end)))
