"""The inputs of a function, draw by draw: from a spec, from a file, or from a function of the file itself."""

from __future__ import annotations

import inspect
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from types import ModuleType

import numpy as np

from hybridc.verification.child.arguments import Maker, Unusable, float_dtypes
from hybridc.verification.child.drawing import PLAIN, SPECIAL, TURNING, Draw, around
from hybridc.verification.child.storing import load
from hybridc.verification.protocol import ParameterOf, Settings, Task
from hybridc.verification.request import DTYPES
from hybridc.verification.spec_reader import NUMPY_NAMES, read_items

_SIZE = 4  # of arrays of numbers that are compared with
_LONGEST = 10.0  # seconds after which a dtype gets no more of these
_MOST = 1000  # sets of inputs that are taken from a function that yields
_AS_GIVEN = "as given"


@dataclass(frozen=True, slots=True)
class Inputs:
    """The arguments of one draw, by name. `is_tried`: nobody asked for it; nothing is said if the original fails."""

    index: int
    dtype: str
    style: str
    values: Mapping[str, object]
    is_tried: bool = False


def inputs_of(task: Task, settings: Settings, module: ModuleType, classes: Mapping[str, type]) -> Iterator[Inputs]:
    """All draws of a function. Raises Unusable, and whatever the user's code raises."""
    given = task["inputs"]
    if given["kind"] == "spec":
        yield from _drawn(task, settings, module)
        return
    if given["kind"] == "file":
        sets: Iterator[Mapping[str, object]] = iter([load(given["text"], classes)])
    else:
        sets = _returned(getattr(module, given["text"]), task["parameters"], settings)
    names = {p["name"] for p in task["parameters"]}
    for index, values in enumerate(sets):
        unknown = [name for name in values if name not in names]
        if unknown and given["kind"] == "function":
            raise Unusable(f"`{task['function']}` has no parameter {', '.join(f'`{n}`' for n in unknown)}")
        values = {name: value for name, value in values.items() if name in names}
        dtypes: list[str | None] = [*settings["dtypes"]] or [None]
        for dtype in dtypes:
            cast = {k: v if dtype is None else _cast(v, dtype) for k, v in values.items()}
            yield Inputs(index, NUMPY_NAMES[dtype] if dtype else _AS_GIVEN, _AS_GIVEN, cast)


def _drawn(task: Task, settings: Settings, module: ModuleType) -> Iterator[Inputs]:
    items = {item.name: item for item in read_items(task["inputs"]["text"])}
    styles = [PLAIN[i % len(PLAIN)] for i in range(settings["draws"])]
    styles += SPECIAL if settings["special"] else ()
    plain = [Draw(index, settings["seed"], style) for index, style in enumerate(styles)]
    for dtype in float_dtypes(items, settings["dtypes"], DTYPES):
        since = time.monotonic()
        for draw in [*plain, *_turning(task, settings, len(plain))]:
            if draw.index >= len(plain) and time.monotonic() - since > _LONGEST:
                break
            draw = replace(draw, float_dtype=dtype, is_forced=bool(settings["dtypes"]))
            maker = Maker(items, draw, module)
            values = {p["name"]: maker.item(p["name"]) for p in task["parameters"] if p["name"] in items}
            name = NUMPY_NAMES[dtype] if dtype else _AS_GIVEN
            yield Inputs(draw.index, name, draw.style, values, is_tried=draw.index >= len(plain))


def _turning(task: Task, settings: Settings, index: int) -> Iterator[Draw]:
    """Draws of the numbers that the function compares with, and of lengths next to those that it compares with."""
    numbers, seed = tuple(task["constants"]), settings["seed"]
    if not settings["draws"]:
        return
    for length in dict.fromkeys(size + step for size in task["lengths"] for step in (0, 1, -1)):
        yield Draw(index, seed, "uniform", length=length)
        index += 1
    count = around(numbers, np.dtype("f8"), None).size
    for style in TURNING:
        for turn in range(-(-count // _SIZE) if style == "constants" else count):
            yield Draw(index, seed, style, turning=numbers, turn=turn, length=_SIZE)
            index += 1


def _returned(function: object, parameters: list[ParameterOf], settings: Settings) -> Iterator[Mapping[str, object]]:
    """What a function of the file returns or yields. With a parameter it gets a generator of random numbers, and is
    called for every draw."""
    if not callable(function):
        raise Unusable("what makes the inputs is no function")
    if not inspect.signature(function).parameters:
        yield from _sets(function(), parameters)
        return
    for index in range(settings["draws"]):
        yield from _sets(function(np.random.default_rng([settings["seed"], index])), parameters)


def _sets(made: object, parameters: list[ParameterOf]) -> Iterator[Mapping[str, object]]:
    if inspect.isgenerator(made):
        for each in islice(made, _MOST):
            yield _by_name(each, parameters)
    else:
        yield _by_name(made, parameters)


def _by_name(made: object, parameters: list[ParameterOf]) -> Mapping[str, object]:
    """A dict is by name already, a tuple in the order of the parameters, and anything else is the first one's."""
    names = [p["name"] for p in parameters if p["kind"] in ("positional", "plain")]
    if isinstance(made, dict):
        return made
    values = made if isinstance(made, tuple) else (made,)
    rest = next((p["name"] for p in parameters if p["kind"] == "rest"), None)
    if len(values) > len(names) and rest is not None:
        return {**dict(zip(names, values, strict=False)), rest: tuple(values[len(names) :])}
    if len(values) > len(names):
        raise Unusable(f"{len(values)} inputs were made for {len(names)} parameters")
    return dict(zip(names, values, strict=False))


def _cast(value: object, dtype: str) -> object:
    """Floating-point arrays in the dtype asked for. Arrays that are the same array do not stay it."""
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "fc":
        wide = dtype == "f64"
        name = NUMPY_NAMES[dtype] if value.dtype.kind == "f" else "complex128" if wide else "complex64"
        return value.astype(name)
    if isinstance(value, list):
        return [_cast(each, dtype) for each in value]
    if type(value) is tuple:
        return tuple(_cast(each, dtype) for each in value)
    return {k: _cast(v, dtype) for k, v in value.items()} if isinstance(value, dict) else value
