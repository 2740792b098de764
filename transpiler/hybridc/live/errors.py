"""What `hybridize` raises and warns with."""

from __future__ import annotations

from hybridc.diagnostics import Diagnostic


class ConversionError(Exception):
    """The function is refused. `diagnostics` holds the reasons where the conversion found them."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


class SourceNotFound(ConversionError):
    """The text of the function is not to be had, or is not what the function was made from."""


class ConversionWarning(UserWarning):
    """The function is converted, but some input can tell the difference."""


def refused(name: str, diagnostics: tuple[Diagnostic, ...]) -> ConversionError:
    """The error that lists what stands against the conversion, by file, line and column."""
    lines = [f"`{name}` cannot be converted"]
    for d in diagnostics:
        lines.append(f"{d.filename}:{d.location.line}:{d.location.column}: {d.code} {d.message}")
        if d.help:
            lines.append(f"    help: {d.help}")
    return ConversionError("\n".join(lines), diagnostics)


class NotYetBound(ConversionError):
    """A name that the function reads is not bound: it may be later, before the function is called."""
