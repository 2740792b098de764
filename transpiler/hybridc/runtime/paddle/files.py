"""Files of weights at an address: fetched once, and kept where Paddle keeps them."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from urllib.parse import urlparse

from hybridc.runtime.weights.downloads import fetched, kept
from hybridc.runtime.weights.errors import WeightsError

__all__ = ["get_weights_path_from_url"]


def get_weights_path_from_url(url: str, md5sum: str | None = None) -> str:
    """The path of the file that an `https:`, `http:` or `file:` address gives, in `~/.cache/paddle/hapi/weights`.

    Raises WeightsError for what cannot be fetched, or has another MD5 than the one given.
    """
    address = urlparse(url)
    name = os.path.basename(address.path)
    if address.scheme not in ("https", "http", "file") or not name:
        raise WeightsError(f"{url!r} is no address of a file")
    path = Path("~/.cache/paddle/hapi/weights").expanduser() / name
    if not path.exists() or not _has(path.read_bytes(), md5sum):
        data = fetched(url)
        if not _has(data, md5sum):
            raise WeightsError(f"what is at {url} has another MD5 than {md5sum}")
        kept(data, path)
    return str(path)


def _has(data: bytes, md5sum: str | None) -> bool:
    return md5sum is None or hashlib.md5(data, usedforsecurity=False).hexdigest() == md5sum
