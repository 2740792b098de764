"""The inputs of a function, draw by draw: from a spec, from a file, or from a function of the file itself."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from types import ModuleType

import numpy as np

from hybridc.verification.child.arguments import Maker, Unusable, float_dtypes
from hybridc.verification.child.drawing import PLAIN, SPECIAL, Draw
from hybridc.verification.child.storing import load
from hybridc.verification.protocol import ParameterOf, Settings, Task
from hybridc.verification.request import DTYPES
from hybridc.verification.spec_reader import NUMPY_NAMES, read_items

_MOST = 1000  # sets of inputs that are taken from a function that yields
_AS_GIVEN = "as given"


@dataclass(frozen=True, slots=True)
class Inputs:
    """The arguments of one draw, by name."""

    index: int
    dtype: str
    style: str
    values: Mapping[str, object]


def inputs_of(task: Task, settings: Settings, module: ModuleType, classes: Mapping[str, type]) -> Iterator[Inputs]:
    """All draws of a function. Raises Unusable, and whatever the user's code raises."""
    given = task["inputs"]
    if given["kind"] == "spec":
        yield from _drawn(given["text"], task["parameters"], settings, module)
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


def _drawn(text: str, parameters: list[ParameterOf], settings: Settings, module: ModuleType) -> Iterator[Inputs]:
    items = {item.name: item for item in read_items(text)}
    styles = [PLAIN[i % len(PLAIN)] for i in range(settings["draws"])]
    styles += SPECIAL if settings["special"] else ()
    for dtype in float_dtypes(items, settings["dtypes"], DTYPES):
        for index, style in enumerate(styles):
            draw = Draw(index, settings["seed"], style, dtype, bool(settings["dtypes"]))
            maker = Maker(items, draw, module)
            values = {p["name"]: maker.item(p["name"]) for p in parameters if p["name"] in items}
            yield Inputs(index, NUMPY_NAMES[dtype] if dtype else _AS_GIVEN, style, values)


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
