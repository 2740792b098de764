"""What a call returns, as arrays by where they stand, so that systems can be compared."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, Callable, Iterator, Mapping

from .arrays import Array

_DEEPEST = 50
ONE = "result"


def arrays_of(result: Any, numpy: Callable[[Any], Array | None]) -> dict[str, Array]:
    """The arrays and numbers in a result, by paths such as `loss` and `states.0`.

    Lists and tuples, dicts and dataclasses are gone into; what holds no numbers is left out. `numpy`: of a leaf.
    """
    return dict(_leaves(result, "", numpy, 0))


def _leaves(value: Any, path: str, numpy: Callable[[Any], Array | None], depth: int) -> Iterator[tuple[str, Array]]:
    array = numpy(value)
    if array is not None and array.dtype.kind in "biufc":
        yield path or ONE, array
    elif depth < _DEEPEST:
        for step, part in _parts(value):
            yield from _leaves(part, f"{path}.{step}" if path else step, numpy, depth + 1)


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        yield from ((str(key), part) for key, part in value.items())
    elif isinstance(value, (list, tuple)):
        yield from ((str(place), part) for place, part in enumerate(value))
    elif is_dataclass(value) and not isinstance(value, type):
        yield from ((field.name, getattr(value, field.name)) for field in fields(value))
