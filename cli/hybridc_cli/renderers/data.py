"""Diagnostics for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hybridc.core.diagnostics import Diagnostic


def as_json(diagnostics: Sequence[Diagnostic]) -> str:
    """A list of objects with all that a diagnostic holds."""
    return json.dumps([plain(d) for d in diagnostics], indent=2)


def plain(diagnostic: Diagnostic) -> dict[str, object]:
    """All that a diagnostic holds."""
    where = diagnostic.location
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "help": diagnostic.help,
        "filename": diagnostic.filename,
        "line": where.line,
        "column": where.column,
        "end_line": where.end_line,
        "end_column": where.end_column,
        "function": diagnostic.function,
    }
