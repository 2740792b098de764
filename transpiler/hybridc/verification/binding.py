"""Which items of the specs a function gets, and whether they can be what its parameters need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hybridc.verification.request import CannotVerify
from hybridc.verification.signatures import Definition
from hybridc.verification.spec import Array, Item, Literal, OneOf, Scalar, Value, dimensions_in, names_in
from hybridc.verification.spec_reader import read_items


def read_all(inputs: Sequence[str], known: Mapping[str, Definition]) -> tuple[Item, ...]:
    """The items of all specs. Raises CannotVerify for unknown functions and for what is given twice."""
    items = tuple(item for text in inputs for item in read_items(text))
    seen: set[tuple[str | None, str]] = set()
    for item in items:
        if item.function is not None and item.function not in known:
            raise CannotVerify(f"--inputs: there is no function `{item.function}`, of `{item.function}:{item.name}`")
        if (item.function, item.name) in seen:
            raise CannotVerify(f"--inputs: `{item.name}` is given twice")
        seen.add((item.function, item.name))
    return items


def items_of(function: Definition, items: Iterable[Item]) -> dict[str, Item]:
    """By name, those that are its parameters', and those which these refer to. `f:x=...` wins over `x=...`."""
    offered = {i.name: i for i in items if i.function is None}
    offered |= {i.name: i for i in items if i.function == function.name}
    waiting = [p.name for p in function.parameters]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in offered and name not in found:
            found.add(name)
            waiting += names_in(offered[name].value)
    return {name: item for name, item in offered.items() if name in found}


def validate(function: Definition, items: Mapping[str, Item]) -> None:
    """Raises CannotVerify where an item refers to nothing, to itself, or to something that is no size."""
    for item in items.values():
        sizes = dimensions_in(item.value)
        for name in sorted(names_in(item.value)):
            if name in items and name in sizes and not _is_size(items[name].value):
                raise CannotVerify(
                    f"--inputs: `{name}` is a size in `{item.text}`, but `{items[name].text}` is no size"
                )
            if name not in items and name not in sizes:
                raise CannotVerify(f"--inputs: `{name}` in `{item.text}` is neither a dtype nor given itself")
        if item.name in _reached(item, items):
            raise CannotVerify(f"--inputs: `{item.text}` refers to itself")
    by_name = {p.name: p for p in function.parameters}
    for name, item in items.items():
        if name in by_name and by_name[name].kind in ("rest", "options") and isinstance(item.value, Array | Scalar):
            star, form = ("*", "(f64[3], f64[3])") if by_name[name].kind == "rest" else ("**", "{'a': f64[3]}")
            raise CannotVerify(f"--inputs: `{star}{name}` takes several values, as `{name}={form}`")


def quoted(names: Iterable[str]) -> str:
    """The names, for a sentence."""
    return ", ".join(f"`{name}`" for name in names)


def _is_size(value: Value) -> bool:
    match value:
        case Scalar(dtype="int"):
            return True
        case Literal(value=number):
            return isinstance(number, int) and not isinstance(number, bool) and number >= 0
        case OneOf(choices=choices):
            return all(map(_is_size, choices))
    return False


def _reached(item: Item, items: Mapping[str, Item]) -> set[str]:
    found: set[str] = set()
    waiting = list(names_in(item.value))
    while waiting:
        name = waiting.pop()
        if name in items and name not in found:
            found.add(name)
            waiting += names_in(items[name].value)
    return found
