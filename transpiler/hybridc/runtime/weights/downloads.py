"""Weights at an address: fetched once, then read from the file that was kept."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlparse
from urllib.request import urlopen

from hybridc.runtime.weights.errors import WeightsError
from hybridc.runtime.weights.reading import load
from hybridc.runtime.weights.replacing import in_place_of

_HASH = re.compile(r"-([a-f0-9]*)\.")


def load_url(url: str, model_dir: Any = None, check_hash: bool = False, file_name: str | None = None) -> Any:
    """What is in a file at an `https:`, `http:` or `file:` address, as `load` gives it. Nothing in the file is run.

    The file is kept where PyTorch keeps it: in `model_dir`, by default `hub/checkpoints` in `$TORCH_HOME` or
    `~/.cache/torch`, as `file_name`, by default the last part of the address. With `check_hash`, what is fetched must
    have a SHA-256 that starts with the digits behind the last `-` of that name. Raises WeightsError.

    Source: `torch.hub.load_state_dict_from_url`.
    """
    address = urlparse(url)
    name = file_name or os.path.basename(address.path)
    if address.scheme not in ("https", "http", "file") or not name or os.path.basename(name) != name:
        raise WeightsError(f"{url!r} is no address of a file")
    path = Path(model_dir or _checkpoints()) / name
    if not path.exists():
        found = _HASH.search(name) if check_hash else None
        digits = found.group(1) if found else ""
        data = fetched(url)
        if not hashlib.sha256(data).hexdigest().startswith(digits):
            raise WeightsError(f"what is at {url} has another SHA-256 than {digits!r}, which its name says")
        kept(data, path)
    return load(path)


def _checkpoints() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    return Path(os.environ.get("TORCH_HOME", os.path.join(cache, "torch"))).expanduser() / "hub" / "checkpoints"


def fetched(url: str) -> bytes:
    """What is at an address. Raises WeightsError where it cannot be fetched."""
    try:
        with urlopen(url) as answer:
            return bytes(answer.read())
    except (URLError, OSError) as error:
        raise WeightsError(f"{url} cannot be fetched: {error}") from error


def kept(data: bytes, path: Path) -> None:
    """Writes a file, whole or not at all, and the folders that it lies in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with in_place_of(path) as file:
        file.write(data)
