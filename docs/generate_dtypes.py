"""Writes the tables of `docs/dtypes.md` from what NumPy and converted code give: run it after either has changed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "dialects"))
PAGE = Path(__file__).with_name("dtypes.md")
HEADINGS = {"": "## Differences that are left", "any": "## With `--any-dtype`", "x32": "## With `--x32`"}


def section(text: str, form: str) -> re.Match[str]:
    """The table below the heading for a form of the generated code."""
    heading = re.escape(HEADINGS[form])
    match = re.search(rf"(?<={heading}\n).*?\n(\| program .*?)(?=\n\n|\n?\Z)", text, re.DOTALL)
    assert match is not None, f"no table below {HEADINGS[form]}"
    return match


def main() -> None:
    from dtype_outcomes import table

    text = PAGE.read_text(encoding="utf-8")
    for form in HEADINGS:
        start, end = section(text, form).span(1)
        text = text[:start] + table(form) + text[end:]
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
