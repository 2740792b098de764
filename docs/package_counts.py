"""What `check` says of packages full of models: the rows of docs/paddle_packages.md and docs/pytorch_packages.md."""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import check

HEADER = "| {} | files | forwards | converted | refused | elsewhere | why |\n|---|--:|--:|--:|--:|--:|---|"
LARGEST = 6  # codes that a row names


@dataclass
class Row:
    """What became of the forwards of some files."""

    name: str
    files: int = 0
    forwards: int = 0
    refused: int = 0
    elsewhere: int = 0
    codes: Counter[str] = field(default_factory=Counter)  # in how many forwards

    def add(self, path: Path, text: str) -> None:
        """Counts what `check` says of a file."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Python says of others' literals
            tree = ast.parse(text)
        report = check(Source(path.name, text, tree), Options(partial=True))
        codes: dict[str | None, set[str]] = {}
        for diagnostic in report.refusals:
            codes.setdefault(diagnostic.function, set()).add(diagnostic.code)
        forwards = {f.name for f in report.functions if f.name.endswith(".forward")}
        refused = forwards & codes.keys()
        self.files += 1
        self.forwards += len(forwards)
        self.refused += len(refused)
        self.elsewhere += len(codes) - len(refused)
        self.codes.update(code for name in refused for code in codes[name])

    def cells(self) -> str:
        found = sorted(self.codes.items(), key=lambda each: (-each[1], each[0]))[:LARGEST]
        why = ", ".join(f"{code} in {count}" for code, count in found)
        why += ", …" if len(self.codes) > len(found) else ""
        counts = [self.files, self.forwards, self.forwards - self.refused, self.refused, self.elsewhere]
        return f"| {self.name} | {' | '.join(map(str, counts))} | {why} |"


def texts(folder: Path, imports: re.Pattern[str]) -> Iterator[tuple[Path, str]]:
    """The files that have such an import, and parse."""
    for path in sorted(folder.rglob("*.py")):
        try:
            text = path.read_text(encoding="utf-8")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                ast.parse(text)
        except (UnicodeDecodeError, SyntaxError):
            continue
        if imports.search(text):
            yield path, text


def row(name: str, folder: Path, imports: re.Pattern[str]) -> Row:
    found = Row(name)
    for path, text in texts(folder, imports):
        found.add(path, text)
    return found


def total(name: str, rows: list[Row]) -> Row:
    whole = Row(name)
    for each in rows:
        whole.files += each.files
        whole.forwards += each.forwards
        whole.refused += each.refused
        whole.elsewhere += each.elsewhere
        whole.codes.update(each.codes)
    return whole


def packages(folder: Path, imports: re.Pattern[str]) -> str:
    """What became of the packages below a folder, one in each of its folders."""
    rows = [row(_titled(each), each, imports) for each in sorted(folder.iterdir()) if each.is_dir()]
    rows = [each for each in rows if each.forwards]
    whole = total("**all**", rows)
    converted = whole.forwards - whole.refused
    share = f"{converted / max(whole.forwards, 1):.1%}"
    said = f"Of {whole.forwards} forwards in {whole.files} files {converted} are converted, {share}.\n"
    return "\n".join([said, HEADER.format("package"), *(r.cells() for r in [whole, *rows])])


def _titled(folder: Path) -> str:
    """The package, with its version."""
    found = next((p.name.removesuffix(".dist-info") for p in folder.glob("*.dist-info")), folder.name)
    return found.replace("-", " ")
