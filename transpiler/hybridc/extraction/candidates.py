"""Which functions and methods others are made of."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hybridc.analysis.walking import walk
from hybridc.extraction.edits import is_alone
from hybridc.extraction.state import State, Use, Variable, names_in

_OF_ARRAYS = ("shape", "ndim", "dtype", "T")
_UNFIT = (ast.Yield, ast.YieldFrom, ast.Await, ast.Nonlocal, ast.ClassDef, ast.Delete)


@dataclass(frozen=True)
class Candidates:
    """By qualified name: their use of state, and the statement of the file that they stand in."""

    uses: Mapping[str, Use]
    nodes: Mapping[str, ast.stmt]
    state: State
    changed_in_place: frozenset[Variable]  # somewhere in the file


def numeric(
    found: Mapping[str, Use], state: State, frameworks: frozenset[str], asked: Collection[int]
) -> dict[str, Use]:
    """Those that use the frameworks or what they made, those that they call, and those that call them.

    `asked` are the lines of functions of which a comment says that they are compiled.
    """
    arrays = {v for v, value in state.initial.items() if names_in(value) & frameworks}
    chosen = {
        n
        for n, use in found.items()
        if names_in(use.function) & frameworks
        or arrays & set(use.variables.values())
        or use.function.lineno in asked
        or (use.own is None and any(map(_is_of_arrays, walk(use.function))))
    }
    for _ in found:
        chosen |= {called for name in chosen for called in found[name].calls.values() if called in found}
        chosen |= {name for name, use in found.items() if chosen.intersection(use.calls.values())}
    return {name: use for name, use in found.items() if name in chosen}


def _is_of_arrays(node: ast.AST) -> bool:
    return isinstance(node, ast.MatMult) or (isinstance(node, ast.Attribute) and node.attr in _OF_ARRAYS)


def callees_first(found: Mapping[str, Use]) -> Iterator[Use]:
    """In an order in which those that call each other never come, but those that call themselves do."""
    done: set[str] = set()

    def visit(name: str) -> Iterator[Use]:
        if name in found and name not in done:
            done.add(name)
            for called in found[name].calls.values():
                yield from visit(called)
            yield found[name]

    for name in found:
        yield from visit(name)


def can_move(lines: Sequence[str], function: ast.FunctionDef, own: str | None = None) -> bool:
    """Its text stays right in another place: no string goes over lines, and nothing that changes is in an f-string.

    `own` is what a method calls its object.
    """
    header = function.body[0]
    if function.decorator_list or getattr(function, "type_params", None):
        return False
    for node in walk(function):
        if isinstance(node, _UNFIT):
            return False
        if isinstance(node, ast.JoinedStr) and any(isinstance(n, ast.Name) and n.id == own for n in walk(node)):
            return False
        text = isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        )
        is_docstring = isinstance(header, ast.Expr) and header.value is node
        if text and node.lineno != node.end_lineno and not is_docstring:  # type: ignore[attr-defined]
            return False
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == own:
            if node.lineno != node.end_lineno:
                return False
    return all(is_alone(lines, s) for s in function.body if isinstance(s, ast.Global))


def is_delegate(function: ast.FunctionDef, users: Collection[str]) -> bool:
    """It does no more than to call a function of what it is given and of globals, and to set some."""
    body = [s for s in function.body if not isinstance(s, ast.Global)]
    if ast.get_docstring(function, clean=False) is not None:
        body = body[1:]
    match body:
        case [ast.Return(value=ast.Call() as call)] | [ast.Assign(value=ast.Call() as call)]:
            pass
        case [ast.Assign(value=ast.Call() as call), ast.Return(value=ast.Name())]:
            pass
        case _:
            return False
    if not isinstance(call.func, ast.Name) or call.func.id in users:
        return False
    given = [*call.args, *(k.value for k in call.keywords)]
    return all(isinstance(a.value if isinstance(a, ast.Starred) else a, ast.Name | ast.Constant) for a in given)
