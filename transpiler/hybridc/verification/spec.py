"""What a spec of inputs says, read: one node for each form of value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Number = int | float


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`; an open end is left out."""

    low: Number
    high: Number
    is_low_open: bool = False
    is_high_open: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Elements are taken from these."""

    values: tuple[bool | int | float | complex, ...]


Within = Interval | Choice | None


@dataclass(frozen=True, slots=True)
class Array:
    """`f32[8, n] in [0, 1)`. A name in the shape is a dimension that all who name it share."""

    dtype: str
    shape: tuple[int | str, ...]
    within: Within = None


@dataclass(frozen=True, slots=True)
class Scalar:
    """`float`, `int in [1, 9]`: Python's; `f32`: NumPy's."""

    dtype: str
    within: Within = None


@dataclass(frozen=True, slots=True)
class Literal:
    """`3`, `'same'`, `None`, `nan`."""

    value: bool | int | float | complex | str | None


@dataclass(frozen=True, slots=True)
class Values:
    """`f64([1, 2, 3])`: these very elements."""

    dtype: str
    data: Value


@dataclass(frozen=True, slots=True)
class Sequence:
    """`(f64[3], 2)` or `[f64[3], 2]`."""

    is_tuple: bool
    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Mapping:
    """`{'w': f64[3], 'b': 0.5}`."""

    items: tuple[tuple[str | int, Value], ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """`{'same', 'valid'}`: each draw takes the next."""

    choices: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class View:
    """`x`, `x[1:]`, `x.T`: the very array of another item, or a view of it."""

    name: str
    index: tuple[object, ...] | None = None
    is_transposed: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    """`Filter(f64[3, 3], rate=0.5)`: an object of a class of the file."""

    cls: str
    positional: tuple[Value, ...]
    named: tuple[tuple[str, Value], ...]


Value = Array | Scalar | Literal | Values | Sequence | Mapping | OneOf | View | Made


@dataclass(frozen=True, slots=True)
class Item:
    """`x=...`, or `f:x=...` for the function `f` alone; `text` is without the function."""

    function: str | None
    name: str
    value: Value
    text: str


def walk(value: Value) -> Iterator[Value]:
    """The value and all that is in it."""
    yield value
    parts: tuple[Value, ...] = ()
    match value:
        case Sequence(items=parts) | OneOf(choices=parts):
            pass
        case Mapping(items=pairs):
            parts = tuple(part for _, part in pairs)
        case Made(positional=positional, named=named):
            parts = (*positional, *(part for _, part in named))
        case Values(data=data):
            parts = (data,)
    for part in parts:
        yield from walk(part)


def dimensions_in(value: Value) -> frozenset[str]:
    """Names that are sizes."""
    arrays = (each for each in walk(value) if isinstance(each, Array))
    return frozenset(size for array in arrays for size in array.shape if isinstance(size, str))


def names_in(value: Value) -> frozenset[str]:
    """Items and dimensions that a value refers to."""
    return dimensions_in(value) | {each.name for each in walk(value) if isinstance(each, View)}


def is_generic(value: Value) -> bool:
    """It has arrays that are tried in several dtypes: `float[...]` and `complex[...]`."""
    return any(isinstance(each, Array) and each.dtype in ("float", "complex") for each in walk(value))
