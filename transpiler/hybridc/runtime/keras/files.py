"""Files that Keras keeps, and how they get there."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

from hybridc.runtime.weights.downloads import fetched, kept
from hybridc.runtime.weights.errors import WeightsError

__all__ = ["get_file"]


def get_file(
    fname: str | None = None,
    origin: str | None = None,
    untar: bool = False,
    md5_hash: str | None = None,
    file_hash: str | None = None,
    cache_subdir: str = "datasets",
    hash_algorithm: str = "auto",
    extract: bool = False,
    archive_format: Any = "auto",
    cache_dir: str | None = None,
    force_download: bool = False,
) -> str:
    """The path of a file where Keras keeps it, `~/.keras/<cache_subdir>/<fname>`; fetched where it is not there yet.

    `$KERAS_HOME` is another folder than `~/.keras`. Raises WeightsError for a file that is not the one of its hash,
    or cannot be fetched, and ValueError for archives that are to be unpacked.
    """
    if untar or extract:
        raise ValueError("archives are not unpacked: name a file, or unpack it with `tarfile` or `zipfile`")
    if origin is None:
        raise ValueError('Please specify the "origin" argument (URL of the file to download).')
    name = fname or os.path.basename(origin)
    if os.path.basename(name) != name or not name:
        raise ValueError(f"`fname` is the name of a file, without folders. Received: {fname!r}")
    home = cache_dir or os.environ.get("KERAS_HOME") or os.path.join("~", ".keras")
    path = Path(home).expanduser() / cache_subdir / name
    wanted = file_hash or md5_hash
    if force_download or not path.exists() or not _is_of(path.read_bytes(), wanted, hash_algorithm):
        data = fetched(origin)
        if not _is_of(data, wanted, hash_algorithm):
            raise WeightsError(f"what is at {origin} is not the file that is asked for: its hash is not {wanted}")
        kept(data, path)
    return str(path)


def _is_of(data: bytes, wanted: str | None, algorithm: str) -> bool:
    """Keras: by its length, a hash is of SHA-256 or MD5."""
    if wanted is None:
        return True
    is_long = algorithm == "sha256" or (algorithm == "auto" and len(wanted) == 64)
    digest = hashlib.sha256(data) if is_long else hashlib.md5(data, usedforsecurity=False)
    return digest.hexdigest() == wanted
