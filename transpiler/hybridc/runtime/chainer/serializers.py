"""Weights in files, as `chainer.serializers` writes them: `.npz` with the names `l1/W`."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np

__all__ = ["load_npz", "save_npz"]


def save_npz(file: Any, obj: Any, compression: bool = True) -> None:
    """Writes the parameters and persistent values of a link, or a dict of arrays; `file`: a path, or an open file."""
    from hybridc.runtime.weights.replacing import in_place_of

    arrays = obj if isinstance(obj, dict) else {n.replace(".", "/"): np.asarray(a) for n, a in obj.state_dict().items()}
    with in_place_of(file) if isinstance(file, str | os.PathLike) else nullcontext(file) as target:
        (np.savez_compressed if compression else np.savez)(target, **arrays)  # to a path NumPy would add an ending


def load_npz(file: Any, obj: Any, path: str = "", strict: bool = True, ignore_names: Any = None) -> None:
    """Reads the parameters and persistent values of a link, which in the file start with `path`.

    What else is in the file is left alone. `ignore_names`: names, or functions of a name, that are not read. Raises
    `WeightsError`, which lists what is missing, unless not `strict`, or of another shape; nothing was changed then.
    """
    from hybridc.runtime.weights import read

    ignored = ignore_names if isinstance(ignore_names, list | tuple) else [ignore_names] if ignore_names else []
    cells = obj._hybridc_persistent()
    given = {
        name.removeprefix(path).strip("/").replace("/", "."): array
        for name, array in read(file).items()
        if name.startswith(path) and not any(_is_meant(ignore, name) for ignore in ignored)
    }
    kept = {name: array for name, array in given.items() if name in cells}
    read_of = {cells[name] for name in kept}  # under any of its names
    missing = [
        n
        for n, cell in cells.items()
        if cell not in read_of and any(_is_meant(ignore, path + n.replace(".", "/")) for ignore in ignored)
    ]
    obj.load_state_dict(kept | {name: cells[name].held for name in missing}, strict)


def _is_meant(ignore: str | Callable[[str], bool], name: str) -> bool:
    return ignore(name) if callable(ignore) else ignore == name
