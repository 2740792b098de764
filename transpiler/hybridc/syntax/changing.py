"""Globals that functions bind, and functions that depend on what changes."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Set

from hybridc.syntax.dataflow import definitions
from hybridc.syntax.walking import statements


def bound_from_inside(tree: ast.Module) -> set[str]:
    """Globals that functions and bodies of classes bind, at whatever depth."""
    bound: set[str] = set()
    for scope in tree.body:
        inside = statements(scope)
        declared = {n for s in inside if isinstance(s, ast.Global) for n in s.names}
        if declared:
            bound |= declared.intersection(name for s in inside for name in definitions(s))
    return bound


def users(changing: Set[str], read: Mapping[str, Set[str]]) -> dict[str, str]:
    """Functions that read a name of those that change, themselves or by what they name, with that name.

    `read` are the names that each function takes from outside.
    """
    found: dict[str, str] = {}
    known = -1
    while changing and len(found) > known:
        known = len(found)
        for function, names in read.items():
            if function not in found and (why := sorted(names & (changing | found.keys()))):
                found[function] = found.get(why[0], why[0])
    return found
