"""Parameters from and to files, by the names that Gluon gives them."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Mapping
from typing import Any

import jax.numpy as jnp

from hybridc.runtime.core.cells import Buffer, Cell, Parameter
from hybridc.runtime.weights import WeightsError, match, read

__all__ = ["by_places", "cells_by_place", "full_name", "load", "own_cells", "put"]


def load(
    block: Any,
    path: str | os.PathLike[str],
    allow_missing: bool,
    ignore_extra: bool,
    cast_dtype: bool,
    dtype_source: str,
) -> None:
    """Reads the parameters of a block from a file, by their places in the model or by their full names.

    MXNet: names without dots are full names, less the prefix of the block, as `export` writes them.
    """
    given = read(path)
    cells = block._hybridc_persistent()
    known = {getattr(cell, "name", "") for cell in cells.values()}
    if given and are_full(given, known):
        if not set(given) <= set(cells) or (not allow_missing and not set(cells) <= set(given)):
            block.collect_params().load(
                path,
                None,
                allow_missing,
                ignore_extra,
                "" if _are_full(given, block.prefix) else block.prefix,
                cast_dtype,
                dtype_source,
            )
            return
    for name, module in block.named_modules(remove_duplicate=False):
        for renamed in module.__dict__.get("_renamed", ()):
            renamed(given, f"{name}." if name else "")
    put(cells, given, allow_missing, ignore_extra, cast_dtype, dtype_source)


def own_cells(block: Any) -> dict[str, Cell]:
    """What a block itself keeps in files, by the attributes that hold it."""
    held = {**block._parameters, **block._buffers}
    return {n: c for n, c in held.items() if isinstance(c, Parameter) or (isinstance(c, Buffer) and c.persistent)}


def cells_by_place(block: Any, prefix: str) -> dict[str, Cell]:
    """What a block and its parts keep in files, by their places in the model behind a prefix."""
    start = f"{prefix}." if prefix else ""
    found = {f"{start}{name}": cell for name, cell in own_cells(block).items()}
    for name, part in block._modules.items():
        if hasattr(part, "_collect_params_with_prefix"):
            found.update(part._collect_params_with_prefix(f"{start}{name}"))
        elif part is not None:
            found.update({f"{start}{name}.{n}": cell for n, cell in part._hybridc_persistent().items()})
    return found


def by_places(block: Any, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Arrays under full names, as `export` writes them, by their places in the model; others as they are.

    Names may be without the prefix of the block, as those of `save_params` are.
    """
    cells = block._hybridc_persistent()
    places: dict[str, list[str]] = {}  # several, where blocks share a parameter
    for place, cell in cells.items():
        full = getattr(cell, "name", place)
        for name in {full, full.removeprefix(block.prefix)}:
            places.setdefault(name, []).append(place)
    found = {}
    if not are_full(given, places):
        return given
    for name, array in given.items():
        for place in [name] if name in cells else places.get(full_name(name, places), [name]):
            found[place] = array
    return found


def are_full(given: Iterable[str], known: Container[str]) -> bool:
    """The names are no places in a model, which have dots, as few full names have."""
    return not any("." in name and full_name(name, known) not in known for name in given)


def full_name(name: str, known: Container[str]) -> str:
    """The name that a parameter has here: without a mark, and running what MXNet's symbols call moving."""
    bare = name[4:] if name.startswith(("arg:", "aux:")) else name  # `export` tells arguments and auxiliary states
    for ending in ("mean", "var"):
        if bare.endswith(f"moving_{ending}") and bare not in known:
            return f"{bare.removesuffix(f'moving_{ending}')}running_{ending}"
    return bare


def put(
    cells: Mapping[str, Any],
    given: Mapping[str, Any],
    allow_missing: bool = False,
    ignore_extra: bool = False,
    cast_dtype: bool = False,
    dtype_source: str = "current",
) -> None:
    """Puts arrays into cells by name; nothing is changed where that fails.

    A cell of several names needs one of them. Raises WeightsError, which lists names that are missing, left over, or of
    another shape, and for an array of another dtype than its parameter's without `cast_dtype`; `dtype_source` says
    which of the two dtypes stays: `current` or `saved`.
    """
    held = {id(cells[name]) for name in given if name in cells}
    expected = {
        name: cell.fitting(given[name].shape) if name in given else cell.shape or ()
        for name, cell in cells.items()
        if name in given or (not allow_missing and id(cell) not in held)
    }
    wanted = {name: array for name, array in given.items() if name in cells or not ignore_extra}
    match(expected, wanted)
    for name, array in wanted.items():
        if array.dtype != cells[name].dtype and not cast_dtype and jnp.asarray(array).dtype != cells[name].dtype:
            raise WeightsError(
                f"Failed loading Parameter '{name}' from saved params: dtype incompatible expected "
                f"{cells[name].dtype} vs saved {array.dtype}. Set cast_dtype=True to cast the dtype of saved params."
            )
    for name, array in wanted.items():
        cells[name].held = jnp.array(array, None if dtype_source == "saved" and cast_dtype else cells[name].dtype)


def _are_full(given: Mapping[str, Any], prefix: str) -> bool:
    """The names have the prefix of the block, which `save_params` would have left out."""
    return bool(prefix) and all(full_name(name, ()).startswith(prefix) for name in given)
