"""What is known of methods of layers: what they take."""

from __future__ import annotations

import functools
import inspect
from typing import Any, NamedTuple

__all__ = ["Signature", "signature_of"]


class Signature(NamedTuple):
    """The parameters of a method."""

    places: tuple[str, ...]  # without `self`
    required: tuple[str, ...]
    takes_any: bool
    training: Any  # its default


@functools.lru_cache(maxsize=1024)
def signature_of(method: Any) -> Signature:
    parameters = list(inspect.signature(method).parameters.values())[1:]
    plain = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    default = next((p.default for p in plain if p.name == "training"), None)
    return Signature(
        tuple(p.name for p in plain),
        tuple(p.name for p in plain if p.default is p.empty),
        any(p.kind is p.VAR_KEYWORD for p in parameters),
        None if default is inspect.Parameter.empty else default,
    )
