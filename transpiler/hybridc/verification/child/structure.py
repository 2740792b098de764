"""Two results side by side: the leaves at the same places, and where there are no such places."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

_DEEPEST = 60  # beyond it an object holds itself


@dataclass(frozen=True, slots=True)
class Pair:
    """What is at one path on both sides; `problem` is set where the structures differ there."""

    path: str
    original: object
    converted: object
    problem: str | None = None


def pairs(original: object, converted: object, path: str, own: frozenset[str], depth: int = 0) -> Iterator[Pair]:
    """The leaves in order. Lists, tuples and dicts are gone into, and objects of the classes that `own` names."""
    if depth > _DEEPEST:
        yield Pair(path, original, converted, "nested too deeply to be compared")
        return
    ours, theirs = children(original, own), children(converted, own)
    if ours is None and theirs is None:
        yield Pair(path, original, converted)
    elif ours is None or theirs is None or _name(original) != _name(converted):
        yield Pair(path, original, converted, f"{_name(original)} became {_name(converted)}")
    elif ours.keys() != theirs.keys():
        if isinstance(original, list | tuple):
            problem = f"{len(ours)} elements became {len(theirs)}"
        else:
            lost, new = ours.keys() - theirs.keys(), theirs.keys() - ours.keys()
            problem = "; ".join(
                f"{what} {', '.join(sorted(keys))}" for what, keys in (("missing:", lost), ("new:", new)) if keys
            )
        yield Pair(path, original, converted, problem)
    else:
        for step, one in ours.items():
            yield from pairs(one, theirs[step], path + step, own, depth + 1)


def children(value: object, own: frozenset[str]) -> dict[str, object] | None:
    """What is in it, by the step of the path; None for a leaf."""
    if isinstance(value, dict):
        return {f"[{key!r}]": each for key, each in value.items()}
    if isinstance(value, list | tuple):
        fields = getattr(value, "_fields", None)
        steps = [f".{f}" for f in fields] if fields is not None else [f"[{i}]" for i in range(len(value))]
        return dict(zip(steps, value, strict=True))
    if type(value).__name__ in own and hasattr(value, "__dict__") and not isinstance(value, type):
        return {f".{name}": each for name, each in vars(value).items()}
    return None


def is_array(value: object) -> bool:
    """It has elements and a dtype: NumPy's or JAX's."""
    return isinstance(value, np.ndarray | np.generic) or (hasattr(value, "__array__") and hasattr(value, "dtype"))


def _name(value: object) -> str:
    kind = "dict" if type(value) is OrderedDict else type(value).__name__  # which keeps the order of its keys from JAX
    return f"an array of shape {np.shape(np.asarray(value))}" if is_array(value) else f"`{kind}`"
