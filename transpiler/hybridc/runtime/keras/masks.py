"""Masks, which go with arrays from layer to layer while a model runs: which time steps count."""

from __future__ import annotations

import weakref
from typing import Any

from hybridc.runtime.core import runs
from hybridc.runtime.core.runs import Run

__all__ = ["mask_of", "set_mask"]

# By runs, and by the arrays of a run: the array itself, which keeps its place from being taken, and its mask.
_masks: weakref.WeakKeyDictionary[Run, dict[int, tuple[Any, Any]]] = weakref.WeakKeyDictionary()


def set_mask(array: Any, mask: Any) -> None:
    """The mask of an array of the model that runs; None is none. Arrays in lists have their own."""
    run = runs.current()
    if run is None or mask is None:
        return
    if isinstance(array, list | tuple):
        for each, own in zip(array, mask if isinstance(mask, list | tuple) else [mask] * len(array), strict=False):
            set_mask(each, own)
        return
    _masks.setdefault(run, {})[id(array)] = array, mask


def mask_of(array: Any) -> Any:
    """The mask that goes with an array, those of a list as a list; None if there is none."""
    run = runs.current()
    held = None if run is None else _masks.get(run)
    if not held:
        return None
    if isinstance(array, list | tuple):
        found = [mask_of(each) for each in array]
        return None if all(mask is None for mask in found) else found
    entry = held.get(id(array))
    return None if entry is None or entry[0] is not array else entry[1]
