"""What a spec of inputs says, read: one node for each form of value."""

from __future__ import annotations

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


def names_in(value: Value) -> frozenset[str]:
    """Items and dimensions that a value refers to."""
    match value:
        case Array(shape=shape):
            return frozenset(d for d in shape if isinstance(d, str))
        case View(name=name):
            return frozenset({name})
        case Sequence(items=parts) | OneOf(choices=parts):
            return frozenset().union(*map(names_in, parts))
        case Mapping(items=pairs):
            return frozenset().union(*(names_in(v) for _, v in pairs))
        case Made(positional=parts, named=named):
            return frozenset().union(*map(names_in, parts), *(names_in(v) for _, v in named))
        case Values(data=data):
            return names_in(data)
    return frozenset()


def dimensions_in(value: Value) -> frozenset[str]:
    """The names among them that are sizes."""
    match value:
        case Array():
            return names_in(value)
        case Sequence(items=parts) | OneOf(choices=parts):
            return frozenset().union(*map(dimensions_in, parts))
        case Mapping(items=pairs):
            return frozenset().union(*(dimensions_in(v) for _, v in pairs))
        case Made(positional=parts, named=named):
            return frozenset().union(*map(dimensions_in, parts), *(dimensions_in(v) for _, v in named))
    return frozenset()


def is_generic(value: Value) -> bool:
    """It has arrays or NumPy numbers that are tried in several dtypes: `float[...]` and `complex[...]`."""
    match value:
        case Array(dtype=dtype):
            return dtype in ("float", "complex")
        case Sequence(items=parts) | OneOf(choices=parts):
            return any(map(is_generic, parts))
        case Mapping(items=pairs):
            return any(is_generic(v) for _, v in pairs)
        case Made(positional=parts, named=named):
            return any(map(is_generic, parts)) or any(is_generic(v) for _, v in named)
    return False
