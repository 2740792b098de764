"""What a program returns, as a tree in JSON: an array is the number of its output, the rest is written out.

{"tuple": [0, 1]}   {"list": [...]}   {"dict": {"loss": 0}}   {"ordered": {...}}
    {"named": "Pair", "fields": {"a": 0}}   {"is": null}
"""

from __future__ import annotations

import keyword
from collections import OrderedDict, namedtuple
from collections.abc import Callable, Iterator
from typing import Any

from hybridc.artifacts.errors import ArtifactError, ExportError
from hybridc.runtime.pytrees.results import Fixed, is_array

_PLAIN = (bool, int, float, str, type(None))
_MAPPINGS: dict[type, str] = {dict: "dict", OrderedDict: "ordered"}
_DEEPEST = 50
_ONE = "result"


def elements_only(result: Any) -> tuple[list[Any], Any]:
    """The arrays of a result, and the tree. Raises ExportError for objects that no file can describe."""
    arrays: list[Any] = []

    def tree(value: Any) -> Any:
        if is_array(value):
            arrays.append(value)
            return len(arrays) - 1
        if type(value) in _PLAIN:
            return {"is": value}
        if type(value) in (list, tuple):
            return {type(value).__name__: [tree(part) for part in value]}
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            fields = {name: tree(part) for name, part in zip(value._fields, value, strict=True)}
            return {"named": type(value).__name__, "fields": fields}
        if type(value) in (dict, OrderedDict) and all(type(key) is str for key in value):
            order = sorted(value) if type(value) is dict else value  # JAX returns dicts so
            return {_MAPPINGS[type(value)]: {key: tree(value[key]) for key in order}}
        raise ExportError(
            f"it returns a {type(value).__name__}; return arrays, or tuples, lists and named tuples of them, or dicts "
            "whose keys are text"
        )

    whole = tree(result)
    if not arrays:
        raise ExportError("it returns no array")
    return arrays, whole


def names(tree: Any, count: int) -> list[str]:
    """A name for each output: where it stands, such as `loss` or `states.0`, and `result` for a single one."""
    found = dict(_paths("", tree))
    paths = [found[place] or _ONE for place in range(count)]
    return paths if len(set(paths)) == count else [f"output_{place}" for place in range(count)]


def _paths(path: str, tree: Any) -> Iterator[tuple[int, str]]:
    if isinstance(tree, int):
        yield tree, path
        return
    parts = tree.get("tuple", tree.get("list"))
    if parts is None:
        parts = next((tree[kind] for kind in ("dict", "ordered", "fields") if kind in tree), {})
    inner = parts.items() if isinstance(parts, dict) else enumerate(parts)
    for key, part in inner:
        yield from _paths(f"{path}.{key}" if path else str(key), part)


def builder(tree: Any, count: int) -> tuple[Callable[[list[Any]], Any], bool]:
    """What puts a result together from its arrays, and whether values that are no arrays are among it, as `Fixed`.

    Raises ArtifactError for what `elements_only` does not give for so many arrays.
    """
    seen: list[int] = []
    has_fixed = False

    def made(tree: Any, depth: int) -> Callable[[list[Any]], Any]:
        nonlocal has_fixed
        if depth > _DEEPEST:
            raise ArtifactError(f"a result of more than {_DEEPEST} levels")
        if type(tree) is int:
            seen.append(tree)
            return lambda arrays: arrays[tree]
        match tree:
            case {"is": value, **rest} if not rest and type(value) in _PLAIN:
                has_fixed = has_fixed or value is not None
                fixed = None if value is None else Fixed(value)
                return lambda _: fixed
            case {"tuple": list(parts), **rest} if not rest:
                inner = [made(part, depth + 1) for part in parts]
                return lambda arrays: tuple(make(arrays) for make in inner)
            case {"list": list(parts), **rest} if not rest:
                inner = [made(part, depth + 1) for part in parts]
                return lambda arrays: [make(arrays) for make in inner]
            case {"dict": dict(parts), **rest} if not rest:
                each = {key: made(part, depth + 1) for key, part in parts.items()}
                return lambda arrays: {key: make(arrays) for key, make in each.items()}
            case {"ordered": dict(parts), **rest} if not rest:
                pairs = [(key, made(part, depth + 1)) for key, part in parts.items()]
                return lambda arrays: OrderedDict((key, make(arrays)) for key, make in pairs)
            case {"named": str(name), "fields": dict(parts), **rest} if not rest and all(map(_is_name, [name, *parts])):
                kind: Any = namedtuple(name, list(parts))  # type: ignore[misc]
                inner = [made(part, depth + 1) for part in parts.values()]
                return lambda arrays: kind(*(make(arrays) for make in inner))
        raise ArtifactError(f"the description has a result that is none: {tree!r:.80}")

    make = made(tree, 0)
    if sorted(seen) != list(range(count)):
        raise ArtifactError(f"the description's result is not made of the program's {count} outputs")
    return make, has_fixed


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text) and not text.startswith("_")
