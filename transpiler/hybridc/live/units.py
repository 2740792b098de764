"""What was converted together, and is converted again together."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hybridc.core.diagnostics import Diagnostic, Severity
from hybridc.core.results import AssumptionReport
from hybridc.live.conversion import Converted
from hybridc.live.errors import ConversionWarning
from hybridc.live.loading import load


@dataclass(frozen=True)
class Loaded:
    """A conversion, and the names of its module."""

    converted: Converted
    names: dict[str, Any]


class Unit:
    """A program that is alive, and is converted anew where what it was made from has changed.

    `convert` makes the program and converts it; it is told whether names that are not bound yet are an error.
    """

    def __init__(self, convert: Callable[[bool], Converted]) -> None:
        self._convert = convert
        self._loaded: Loaded | None = None

    def settle(self, is_strict: bool = False) -> Loaded:
        """What holds now. Raises ConversionError where the program is refused."""
        if self._loaded is not None and self._loaded.converted.program.is_current():
            return self._loaded
        self._loaded = None
        converted = self._convert(is_strict)
        self._loaded = Loaded(converted, load(converted))
        for diagnostic in converted.conversion.diagnostics:
            refused = diagnostic.code == "HYB604" and diagnostic.function in converted.program.asked  # an error, later
            if diagnostic.severity is Severity.WARNING and not refused:
                warn(diagnostic, converted.program.namespace)
        return self._loaded

    @property
    def source(self) -> str:
        """The generated module, which finds values that no literal can write in a mapping `captured`."""
        code = self.settle().converted.conversion.code
        assert code is not None
        return code

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What the conversion found: notes, warnings, and why methods stay Python."""
        return self.settle().converted.conversion.diagnostics

    @property
    def assumptions(self) -> tuple[AssumptionReport, ...]:
        """What the text of the program does not prove, by the lines of the original, and what guards it."""
        return self.settle().converted.assumptions


def warn(diagnostic: Diagnostic, module: dict[str, Any]) -> None:
    """Warns at the place in the original."""
    registry = module.setdefault("__warningregistry__", {})
    text, where = f"{diagnostic.code} {diagnostic.message}", diagnostic.location
    warnings.warn_explicit(
        text, ConversionWarning, diagnostic.filename, where.line, module.get("__name__"), registry, module
    )
