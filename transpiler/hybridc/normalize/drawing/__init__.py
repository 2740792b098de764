"""Functions that draw random numbers, as one that draws and one of arrays, which can be compiled.

A rewrite of a whole file, text to text. `def walk(n): ...; x += np.random.randn()` becomes `def _walk(n, drawn): ...;
x += drawn[t]` and `def walk(n): drawn = np.random.randn(len(range(n))); return _walk(n, drawn)`: NumPy draws the same
numbers, in the same order, before. Draws that hang on what is computed stay where they are, and are refused.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass

from hybridc.dialects.table import Dialect
from hybridc.normalize.drawing.draws import Draws, draws_of
from hybridc.normalize.drawing.writing import Writing
from hybridc.normalize.moved import Line, Moved, edited, free_name, is_alone, with_comments
from hybridc.syntax.module import Function, Module

__all__ = ["DrawnBefore", "drawn_before", "gives_numbers"]


@dataclass(frozen=True)
class DrawnBefore(Moved):
    """The file, in which `tried` are the functions that draw before they compute, and `given` what is drawn."""

    tried: frozenset[str]
    given: frozenset[str]

    @property
    def drawn(self) -> Collection[str]:
        return self.given | {*super().drawn}


def drawn_before(text: str, module: Module, dialects: tuple[Dialect, ...], only: Collection[str]) -> DrawnBefore | None:
    """The file in which those of the functions in `only` draw before they compute; None where none of them can."""
    lines = text.split("\n")
    numpy = next((alias for alias, path in module.imports.items() if path == "numpy"), None)
    if numpy is None:
        return None
    taken = {*module.names}
    result: list[Line] = []
    names: dict[str, str] = {}
    given: set[str] = set()
    done = 0
    for node in module.tree.body:
        function = module.functions.get(getattr(node, "name", ""))
        if function is None or function.node is not node or function.name not in only or numpy in function.locals:
            continue
        found = draws_of(function, module, dialects)
        if found is None or not _can_be_moved(lines, found):
            continue
        name = free_name(taken, f"_{function.name.strip('_')}")
        names[name] = function.name
        first = with_comments(lines, node.lineno, 0)
        result += edited(lines, done + 1, first - 1, (), 0)
        writing = Writing(lines, found, name, numpy, taken | {*function.locals})
        result += [*writing.function(), Line("", node.lineno, ()), Line("", node.lineno, ())]
        result += edited(lines, first, node.lineno - 1, (), 0)
        result += writing.delegate()
        given |= {*writing.given} - function.locals
        done = node.end_lineno or 0
    if not names:
        return None
    result += edited(lines, done + 1, len(lines), (), 0)
    new = "\n".join(line.text for line in result)
    return DrawnBefore(new, names, tuple(result), frozenset(names.values()), frozenset(given))


def gives_numbers(function: Function) -> bool:
    """It is there for what it returns, and not for what it prints, draws or keeps."""
    returns = any(s.value is not None for s in function.of(ast.Return))
    done = [s.value for s in function.of(ast.Expr) if isinstance(s.value, ast.Call)]
    return returns and all(ast.unparse(call.func).endswith("random.seed") for call in done)


def _can_be_moved(lines: list[str], found: Draws) -> bool:
    """The draws stand in one line each, and what falls away in lines of its own; draws of one loop are in the same."""
    whole = [*found.moved, *found.needed, *(d.assigned for d in found.draws if d.assigned is not None)]
    if not all(is_alone(lines, s) for s in whole) or any(d.node.lineno != d.node.end_lineno for d in found.draws):
        return False
    if any(loop.iter.lineno != loop.iter.end_lineno for d in found.draws for loop in d.loops):
        return False
    loops: dict[ast.stmt, tuple[ast.For, ...]] = {}
    return all(loops.setdefault(d.statement, d.loops) == d.loops for d in found.draws)
