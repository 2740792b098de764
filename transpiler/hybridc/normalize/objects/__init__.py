"""Functions that make objects of simple classes and use them alone, written without these.

A rewrite of a whole file, text to text. For `b = Box(x)` in a function stand the statements of the constructor, for
`b.w` a name, and for `b.step(2)` the call of a nested function that the method becomes: all that is known of names and
of nested functions then holds of attributes and methods. The class stays, for whoever else makes objects of it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from hybridc.normalize.moved import Line, Moved, edited
from hybridc.normalize.objects.classes import simple_classes
from hybridc.normalize.objects.uses import objects_in
from hybridc.normalize.objects.writing import Writing
from hybridc.syntax.module import Module

__all__ = ["WithoutObjects", "without_objects"]


@dataclass(frozen=True)
class WithoutObjects(Moved):
    """The file, in which `tried` are the functions without objects. `shown_as`: by names made, what they stand for."""

    tried: frozenset[str]
    shown_as: dict[str, str]

    def shown(self, name: str) -> str:
        return self.shown_as.get(name, name)


def without_objects(text: str, module: Module, only: Collection[str]) -> WithoutObjects | None:
    """The file in which those of the functions in `only` make no objects; None where none of them can do without."""
    lines = text.split("\n")
    classes = simple_classes(module, lines)
    if not classes:
        return None
    kinds = ("id", "arg", "name", "attr")
    taken = {name for n in module.nodes for kind in kinds if isinstance(name := getattr(n, kind, 0), str)}
    result: list[Line] = []
    tried: set[str] = set()
    shown_as: dict[str, str] = {}
    done = 0
    for node in module.tree.body:
        function = module.functions.get(getattr(node, "name", ""))
        if function is None or function.node is not node or function.name not in only:
            continue
        used = objects_in(function.node, classes, lines)
        if not used:
            continue
        tried.add(function.name)
        result += edited(lines, done + 1, node.lineno - 1, (), 0)
        writing = Writing(lines, function.node, used, taken)
        result += writing.function()
        shown_as |= writing.shown_as
        done = node.end_lineno or 0
    if not tried:
        return None
    result += edited(lines, done + 1, len(lines), (), 0)
    return WithoutObjects("\n".join(line.text for line in result), {}, tuple(result), frozenset(tried), shown_as)
