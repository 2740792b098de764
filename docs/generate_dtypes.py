"""Writes the tables of `docs/dtypes.md` from what NumPy and converted code give: run it after either has changed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "dialects"))
PAGE = Path(__file__).with_name("dtypes.md")
HEADINGS = {False: "## Differences that are left", True: "## With `--x32`"}


def section(text: str, x32: bool) -> re.Match[str]:
    """The table below the heading for a width."""
    heading = re.escape(HEADINGS[x32])
    match = re.search(rf"(?<={heading}\n).*?\n(\| program .*?)(?=\n\n|\n?\Z)", text, re.DOTALL)
    assert match is not None, f"no table below {HEADINGS[x32]}"
    return match


def main() -> None:
    from dtype_outcomes import table

    text = PAGE.read_text(encoding="utf-8")
    for x32 in HEADINGS:
        start, end = section(text, x32).span(1)
        text = text[:start] + table(x32) + text[end:]
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
