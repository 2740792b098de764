"""How generated source is laid out."""

from __future__ import annotations

from hybridc.core.options import Options
from hybridc.emit.layout.ruff import format_with_ruff
from hybridc.emit.layout.tidy import tidy, touched_lines


def laid_out(code: str, options: Options, before: str) -> str:
    """The code as the formatter would have it if one is at hand; else only what `before` did not have is laid out."""
    if options.format:
        formatted = format_with_ruff(code, options.line_length)
        if formatted is not None:
            return formatted
    return tidy(code, options.line_length, touched_lines(code, before, options.line_length))
