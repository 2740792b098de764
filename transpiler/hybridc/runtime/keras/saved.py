"""The places that weights have in files of Keras, and their order in lists of weights."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hybridc.runtime.keras.naming import snake_case
from hybridc.runtime.keras.tracking import Holder
from hybridc.runtime.weights import WeightsError, hdf5

__all__ = ["by_names", "places", "write_hdf5"]

_IN_LIST = re.compile(r"arr_(\d+)")
_OLD = re.compile(r"(.+):(\d+)")


def places(model: Any) -> dict[str, Any]:
    """The cells of a model by their places in a file that Keras writes: `layers/dense/vars/0`."""
    return dict(_walked(model, "", set()))


def _walked(layer: Any, path: str, seen: set[int]) -> Iterator[tuple[str, Any]]:
    if id(layer) in seen:
        return
    seen.add(id(layer))
    own = layer._own()
    ordered = [c for c in own if c.requires_grad] + [c for c in own if not c.requires_grad]
    yield from ((f"{path}vars/{number}", cell) for number, cell in enumerate(ordered))
    for name, child in _children(layer):
        if isinstance(child, list | Holder):
            yield from _contained(child, f"{path}{name}/", seen)
        else:
            yield from _walked(child, f"{path}{name}/", seen)


def _children(layer: Any) -> list[tuple[str, Any]]:
    """What Keras goes through: the layers of a container first, and attributes by name, those with `_` at the end."""
    found: dict[str, Any] = {}
    is_of_calls = layer._hybridc_record.graph is not None or hasattr(layer, "add")
    for name, child in layer._modules.items():
        if child is None or is_of_calls:
            continue
        public = name.removeprefix("_")
        found[public if isinstance(getattr(type(layer), public, None), property) else name] = child
    if hasattr(layer, "layers"):
        found["layers"] = layer._all()
    return sorted(found.items(), key=lambda item: f"~{item[0]}" if item[0].startswith("_") else item[0])


def _contained(values: Any, path: str, seen: set[int]) -> Iterator[tuple[str, Any]]:
    used: dict[str, int] = {}
    for value in values.values() if hasattr(values, "values") else values:
        if isinstance(value, Holder):
            yield from _contained(value, f"{path}{_unique('container', used)}/", seen)
        elif hasattr(value, "_own"):
            yield from _walked(value, f"{path}{_unique(snake_case(type(value).__name__), used)}/", seen)


def _unique(name: str, used: dict[str, int]) -> str:
    used[name] = used.get(name, -1) + 1
    return f"{name}_{used[name]}" if used[name] else name


def by_names(model: Any, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Arrays by places in a file of Keras', or by numbers in `get_weights()`, by the names that they have here.

    Raises WeightsError for a list of weights that is longer or shorter than the model's.
    """
    cells = model._hybridc_persistent()
    if not given or any(name in cells for name in given):
        return given
    names = {id(cell): name for name, cell in reversed(cells.items())}
    if all(_IN_LIST.fullmatch(name) for name in given):
        return _listed(model.weights, {f"arr_{n}": given.get(f"arr_{n}") for n in range(len(given))}, names)
    if all(_OLD.fullmatch(name) for name in given):
        ordered = [c for layer in model.layers for c in (*layer.trainable_weights, *layer.non_trainable_weights)]
        return _listed(ordered, given, names)
    held = places(model)
    return {names[id(held[name])] if name in held else name: array for name, array in given.items()}


def _listed(cells: list[Any], given: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    if len(cells) != len(given):
        raise WeightsError(f"the model has {len(cells)} weights, and {len(given)} are given")
    return {names[id(cell)]: array for cell, array in zip(cells, given.values(), strict=True)}


def write_hdf5(model: Any, path: str | os.PathLike[str]) -> None:
    """Writes the weights as Keras does. Raises ImportError without h5py."""
    hdf5.write({place: cell.numpy() for place, cell in places(model).items()}, path)
