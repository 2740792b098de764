"""Files of a framework itself import from it as others do, by whole names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from hybridc.normalize.moved import Edit, column, edited
from hybridc.syntax.walking import walk

_RELATIVE = re.compile(r"from\s+(\.[.\s\w]*?)\s+import")


def with_whole_names(text: str, tree: ast.Module, package: str) -> str:
    """A file of the framework's own package as it would import from elsewhere."""
    lines = text.split("\n")
    return "\n".join(line.text for line in edited(lines, 1, len(lines), whole_names(lines, tree, package), 0))


def whole_names(lines: list[str], tree: ast.Module, package: str) -> Iterator[Edit]:
    """`from ..block import Block` of the framework's own files; what lies in the same folder is converted as well."""
    parts = package.split(".")
    for node in walk(tree):
        if not isinstance(node, ast.ImportFrom) or not 1 < node.level <= len(parts):
            continue
        found = _RELATIVE.search(lines[node.lineno - 1], column(lines, node.lineno, node.col_offset))
        if found is not None:
            whole = ".".join([*parts[: len(parts) - node.level + 1], *([node.module] if node.module else [])])
            yield Edit(node.lineno, found.start(1), found.end(1), whole)
