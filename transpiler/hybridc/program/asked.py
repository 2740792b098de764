"""The functions that a caller of the conversion names."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from hybridc.core.options import Options
from hybridc.syntax.module import Module


def functions_asked(options: Options, module: Module) -> tuple[Set[str], Set[str]]:
    """The functions of the file to be compiled whatever they look like, and those that stay Python."""
    if not options.only:
        return options.graph, options.host
    reached = frozenset(_reached(options.only, module))
    return options.graph | options.only, options.host | (module.functions.keys() - reached)


def _reached(names: Set[str], module: Module) -> Iterator[str]:
    """The functions of these names, and what they name of the file, by themselves or through others."""
    waiting = [*names & module.functions.keys()]
    found = {*waiting}
    while waiting:
        yield (name := waiting.pop())
        read = {n.id for n in module.functions[name].of(ast.Name)} & module.functions.keys() - found
        found |= read
        waiting += read
