"""A framework's function as a value: `self.act = F.relu`, `partial(F.gelu, approximate="tanh")`.

Who calls it hands on what the file may hand to any function that it has no name for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from hybridc.dialects.entry import Entry, Parameter
from hybridc.dialects.table import Dialect
from hybridc.program.static_demand import lookup
from hybridc.syntax.module import Module

_OF_JAX = ("jnp.", "jax.", "lax.")  # whose defaults are not the framework's
WRITES = ": as a value it would write what nobody is told of; call it, or write a function that does"


def function_value(entry: Entry, name: str, module: Module, dialects: tuple[Dialect, ...]) -> Entry | None:
    """The line that stands for the function itself, where `entry` is the one for usual calls. None for one that writes
    into what it is given, which nothing else would tell of."""
    if entry.parameters is None or entry.target is None:
        return entry
    if entry.writes:
        asking = next((e for e in _synonyms(name.removesuffix("_"), dialects) if e.looks), None)
        if asking is None:
            return None
        return replace(entry, target=f"{asking.looks}(input, inplace=True)", parameters=(Parameter("input", None),))
    handed = _handed(module)
    if entry.looks and entry.writes_if in handed:
        return replace(entry, target=entry.looks, passes_on=True)
    taking = (e for e in lookup(dialects, name) if e.parameters and {p.name for p in e.parameters} & handed)
    return next((e for e in taking if e.passes_on and not (e.target or "").startswith(_OF_JAX)), entry)


def _synonyms(name: str, dialects: tuple[Dialect, ...]) -> Iterator[Entry]:
    """`torch.nn.functional.relu` for `torch.relu`."""
    yield from lookup(dialects, name)
    for dialect in dialects:
        if dialect.models is not None and "F" in dialect.models.usual:
            yield from dialect.lookup(f"{dialect.models.usual['F']}.{name.rpartition('.')[2]}")


@lru_cache(maxsize=2)
def _handed(module: Module) -> frozenset[str]:
    """The names of arguments that calls of what the file does not name have, and that functions are bound to."""
    found: set[str] = set()
    for call in module.of(ast.Call):
        if module.qualified_name(call.func) in (None, "functools.partial"):
            found.update(k.arg for k in call.keywords if k.arg is not None)
            if any(isinstance(a, ast.Constant) and isinstance(a.value, bool) for a in call.args[1:]):
                found.add("inplace")
    return frozenset(found)
