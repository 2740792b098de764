"""What `hybridize` raises and warns with."""

from __future__ import annotations

import linecache

from hybridc.diagnostics import Diagnostic
from hybridc.rendering import full


class ConversionError(Exception):
    """The function is refused. `diagnostics` holds the reasons where the conversion found them."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


class NotYetBound(ConversionError):
    """A name that the function reads is not bound: it may be later, before the function is called."""


class ConversionWarning(UserWarning):
    """The function is converted, but some input can tell the difference."""


def refused(name: str, diagnostics: tuple[Diagnostic, ...]) -> ConversionError:
    """The error that shows what stands against the conversion, as `hybridc check` does."""
    shown = [full(d, [line.rstrip("\n") for line in linecache.getlines(d.filename)]) for d in diagnostics]
    return ConversionError("\n\n".join([f"`{name}` cannot be converted", *shown]), diagnostics)
