"""How generated source is laid out."""

from __future__ import annotations

from hybridc.layout.ruff import format_with_ruff
from hybridc.options import Options


def laid_out(code: str, options: Options) -> str:
    """The code as the formatter would have it, if one is at hand."""
    if options.format:
        formatted = format_with_ruff(code, options.line_length)
        if formatted is not None:
            return formatted
    return code
