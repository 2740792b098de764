"""Runs a generated module in a namespace of its own, with code objects that point at the original lines."""

from __future__ import annotations

import ast
from types import FunctionType

import jax

from hybridc.live.positions import has_place, move, place, span_of
from hybridc.live.program import Program
from hybridc.live.sources import Line


def load(code: str, program: Program) -> dict[str, object]:
    """The names of the generated module, which goes by the name of the module that the original is in."""
    namespace: dict[str, object] = {"__name__": program.target.__module__, program.holder: dict(program.held)}
    originals = {n.name: n for n in ast.parse(program.text).body if isinstance(n, ast.FunctionDef)}
    for statement in ast.parse(code).body:
        filename = f"<hybridized {program.name}>"
        if isinstance(statement, ast.FunctionDef):
            function = program.functions[statement.name]
            _use_defaults(statement, function, namespace)
            place(statement, originals[statement.name])
            _relocate(statement, program.lines)
            filename = function.__code__.co_filename
        module = ast.Module([statement], type_ignores=[])
        # Its values outlive the trace that the first call may be part of.
        with jax.ensure_compile_time_eval():
            exec(compile(module, filename, "exec", dont_inherit=True), namespace)
    return namespace


def _use_defaults(node: ast.FunctionDef, function: FunctionType, namespace: dict[str, object]) -> None:
    """Defaults were evaluated once, when the original was defined: those values are used. Hints are left out."""
    arguments = node.args
    for index, value in enumerate(function.__defaults__ or ()):
        arguments.defaults[index] = _held(f"{node.name} default {index}", value, namespace)
    named = function.__kwdefaults__ or {}
    for index, argument in enumerate(arguments.kwonlyargs):
        if argument.arg in named:
            arguments.kw_defaults[index] = _held(f"{node.name} default {argument.arg}", named[argument.arg], namespace)
    for each in ast.walk(node):
        if isinstance(each, ast.arg):
            each.annotation = None
        elif isinstance(each, ast.FunctionDef):
            each.returns = None


def _held(name: str, value: object, namespace: dict[str, object]) -> ast.expr:
    """Reads a value by a name that no program can have, for there are spaces in it."""
    namespace[name] = value
    return ast.Name(name, ast.Load())


def _relocate(node: ast.AST, lines: list[Line | None]) -> None:
    """From lines of the assembled text to lines of the files."""
    for each in filter(has_place, ast.walk(node)):
        line, column, end_line, end_column = span_of(each)
        start, end = lines[line - 1], lines[end_line - 1]
        assert start is not None and end is not None
        move(each, (start.number, column + start.shift, end.number, end_column + end.shift))
