"""What a program does for its caller: what it returns, and what has become of its arguments."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

TURNS = 4000
COUNTED = ast.parse("_turn()").body[0]


class Endless(Exception):
    """A program that takes more turns than any that is generated."""


@dataclass(frozen=True)
class Outcome:
    results: object
    arguments: tuple[object, ...]


def outcome(function: Callable[..., object], arguments: Sequence[object]) -> Outcome:
    given = copy.deepcopy(tuple(arguments))
    return Outcome(function(*given), given)


def counted(tree: ast.Module) -> ast.Module:
    """The tree, whose loops count their turns from here on."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.While):
            node.body.insert(0, COUNTED)
    return tree


def uncounted(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.While):
            node.body.remove(COUNTED)
    return tree


def compiled(tree: ast.Module, function: str, **names: object) -> Callable[..., object]:
    """The function of a program whose loops are counted: one that does not end raises Endless."""
    turns = 0

    def turn() -> None:
        nonlocal turns
        turns += 1
        if turns > TURNS:
            raise Endless

    scope: dict[str, object] = {"_turn": turn, **names}
    exec(compile(tree, "<generated>", "exec", dont_inherit=True), scope)
    called = scope[function]
    assert callable(called)

    def run(*arguments: object) -> object:
        nonlocal turns
        turns = 0
        return called(*arguments)

    return run


def same(one: object, other: object, dtypes: bool = True) -> bool:
    """Whether two values are the same to the bit: structure, shapes, values, and the dtypes of arrays.

    A number may be Python's, NumPy's, or an array without axes.
    """
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key], dtypes) for key in one)
    if isinstance(one, tuple | list) or isinstance(other, tuple | list):
        alike = type(one) is type(other) and len(one) == len(other)  # type: ignore[arg-type]
        return alike and all(same(a, b, dtypes) for a, b in zip(one, other, strict=True))  # type: ignore[call-overload]
    if one is None or other is None:
        return one is other
    first, second = np.asarray(one), np.asarray(other)
    if first.shape != second.shape or (dtypes and first.ndim and first.dtype != second.dtype):
        return False
    return bool(np.array_equal(first, second))


def dtypes_of(value: object) -> list[str]:
    """The dtypes of the arrays in a result, in order."""
    if isinstance(value, Mapping):
        return [d for key in value for d in dtypes_of(value[key])]
    if isinstance(value, tuple | list):
        return [d for each in value for d in dtypes_of(each)]
    return [str(np.asarray(value).dtype)] if np.ndim(value) else []  # type: ignore[arg-type]
