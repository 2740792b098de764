"""When results, arguments and states of PyTorch's and converted models are the same."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import torch

from closeness import assert_close

BIG = 1e4
PART = "a part"
NARROWED = {"int64": "int32", "float64": "float32"}  # models compute with 32 bits: docs/semantics.md


def plain(value: Any) -> Any:
    """A result as it is now, as NumPy's arrays in lists, tuples and dicts; of a model's parts among them nothing."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone().numpy()
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if hasattr(value, "named_modules"):
        return PART
    if dataclasses.is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, list | tuple):
        items = [plain(v) for v in value]
        return items if isinstance(value, list) else tuple(items)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return np.array(value)


def tame(value: Any) -> bool:
    """No number overflows."""
    if isinstance(value, list | tuple):
        return all(map(tame, value))
    if isinstance(value, dict):
        return all(map(tame, value.values()))
    if value is None or isinstance(value, bool | str):
        return True
    array = np.asarray(value, dtype=float)
    return bool(np.all(np.isfinite(array)) and np.all(np.abs(array) < BIG))


def differing(expected: Any, found: Any, where: str) -> str | None:
    """Where two values differ, by path."""
    for kind in (list, tuple, dict):
        if isinstance(expected, kind) != isinstance(found, kind):
            return f"{where}: {type(found).__name__} for {type(expected).__name__}"
    if isinstance(expected, list | tuple):
        if len(expected) != len(found):
            return f"{where}: {len(found)} values for {len(expected)}"
        pairs = ((f"{where}[{i}]", a, b) for i, (a, b) in enumerate(zip(expected, found, strict=True)))
        return next(filter(None, (differing(a, b, at) for at, a, b in pairs)), None)
    if isinstance(expected, dict):
        if list(expected) != list(found):
            return f"{where}: keys {list(found)} for {list(expected)}"
        return next(filter(None, (differing(expected[k], found[k], f"{where}[{k!r}]") for k in expected)), None)
    if expected is None or found is None or isinstance(expected, str):
        return None if expected is found or expected == found else f"{where}: {found} for {expected}"
    one, other = np.asarray(expected), np.asarray(found)
    if one.shape != other.shape:
        return f"{where}: shape {other.shape} for {one.shape}"
    if isinstance(expected, np.ndarray) and NARROWED.get(one.dtype.name, one.dtype.name) != NARROWED.get(
        other.dtype.name, other.dtype.name
    ):
        return f"{where}: {other.dtype} for {one.dtype}"
    try:
        assert_close(other.astype(float), one.astype(float), rtol=1e-4, atol=1e-4)
    except AssertionError:
        return f"{where}: {other.tolist()} for {one.tolist()}"
    return None
