"""`hybridc run`: an artifact on arrays in files."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Iterable, Sequence
from typing import IO, Any

import numpy as np

from hybridc.artifacts import results
from hybridc.artifacts.artifact import Artifact
from hybridc.artifacts.errors import InputError, RunError
from hybridc.artifacts.loading import load
from hybridc.artifacts.specs import DTYPES
from hybridc.runtime.weights import WeightsError
from hybridc.runtime.weights.numpy_archives import write_npz
from hybridc.runtime.weights.replacing import in_place_of

_ENDINGS = (".npy", ".npz")


def run(artifact: str, inputs: Sequence[str], output: str, params: str | None, force: bool) -> None:
    """Writes what the program returns for `[NAME=]FILE.npy`: one array as .npy, or all by name as .npz.

    Raises RunError, and what `load` raises; then nothing is written.
    """
    ending = os.path.splitext(output)[1]
    if ending not in _ENDINGS:
        raise RunError(f"{output}: the name ends in none of {', '.join(_ENDINGS)}")
    check_target(output, force, [artifact, params or "", *(path for _, path in map(_parted, inputs))])
    program = with_weights(load(artifact), params)
    names = list(program.description.outputs)
    if ending == ".npy" and len(names) != 1:
        raise RunError(f"{output}: the program returns {', '.join(names)}: write them to a .npz file")
    given = _arrays(program, inputs)
    found = [_native(name, leaf, ending) for name, leaf in zip(names, _computed(program, given), strict=True)]
    if ending == ".npy":
        write(output, lambda file: np.save(file, found[0], allow_pickle=False))
    else:
        whole = dict(zip(names, found, strict=True))
        write(output, lambda file: write_npz(file, whole))


def with_weights(program: Artifact, path: str | None) -> Artifact:
    """The program, with the weights of a file if there is one. Raises RunError."""
    try:
        return program if path is None else program.load(path)
    except WeightsError as error:
        raise RunError(str(error)) from error


def check_target(path: str, force: bool, sources: Iterable[str] = ()) -> None:
    """Raises RunError where a file cannot be written, or is there already: `force` overwrites that, unless it is one of
    the files that are read, `sources`."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise RunError(f"{path}: cannot be written: there is no folder {folder}")
    if os.path.lexists(path) and not os.path.isfile(path):
        raise RunError(f"{path}: exists, and is not a regular file")
    if os.path.lexists(path) and not force:
        raise RunError(f"{path}: exists; --force overwrites it")
    if os.path.exists(path) and any(os.path.exists(s) and os.path.samefile(path, s) for s in sources):
        raise RunError(f"{path}: is a file that is read; no output takes its place")


def write(path: str, save: Callable[[IO[bytes]], Any]) -> None:
    """Writes a file beside its place, then puts it there. Raises RunError."""
    try:
        with in_place_of(path) as file:
            save(file)
    except OSError as error:
        raise RunError(f"{path}: cannot be written: {error.strerror or error}") from error


def _arrays(program: Artifact, texts: Sequence[str]) -> dict[str, Any]:
    """The arrays of the files, by the names of the inputs. Those without a name take the next that is left."""
    names = list(program.description.inputs)
    pairs = [_parted(text) for text in texts]
    taken = {name for name, _ in pairs}
    free = iter([name for name in names if name not in taken])
    found: dict[str, Any] = {}
    for name, path in pairs:
        own = name or next(free, None)
        if own is None:
            raise RunError(f"{path}: one input too many; the program takes {', '.join(names) or 'none'}")
        if own in found:
            raise RunError(f"the input `{own}` is given twice")
        found[own] = _read(path)
    return found


def _parted(text: str) -> tuple[str, str]:
    """The name of the input, if there is one, and the file, which may have `=` in its name."""
    name, equals, path = text.partition("=")
    is_named = equals and name.isidentifier() and not os.path.exists(text)
    return (name, path) if is_named else ("", text)


def _read(path: str) -> Any:
    try:
        with open(path, "rb") as file:
            found = np.load(file, allow_pickle=False)
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (ValueError, EOFError, MemoryError, zipfile.BadZipFile) as error:
        raise RunError(f"{path}: no array that can be read: {error}") from error
    if not isinstance(found, np.ndarray):
        raise RunError(f"{path}: an archive of arrays; inputs are single arrays, as `numpy.save` writes them")
    native = found.dtype.newbyteorder("=")
    if native not in DTYPES.values():
        raise RunError(f"{path}: an array of {found.dtype}, not of numbers or truth values")
    return found.astype(native, copy=False)


def _computed(program: Artifact, given: dict[str, Any]) -> list[Any]:
    try:
        return [np.asarray(array) for array in results.elements_only(program(**given))[0]]
    except InputError as error:
        raise RunError(str(error)) from error
    except (RuntimeError, TypeError, ValueError) as error:
        raise RunError(f"the program fails: {type(error).__name__}: {error}") from error


def _native(name: str, leaf: Any, ending: str) -> Any:
    if leaf.dtype.isbuiltin != 1:
        raise RunError(f"the output `{name}` is {leaf.dtype}, which {ending} files do not hold")
    return leaf
