"""What `if TYPE_CHECKING:` holds, once frameworks' names in hints are those of JAX and of the runtime."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator

from hybridc.syntax.walking import walk


def without_unread(code: str, names: Collection[str]) -> str:
    """The code without those of the names that such a block binds and nothing reads, hints that are text included.

    `names`: what frameworks' names were bound by, before imports of theirs became assignments.
    """
    if "TYPE_CHECKING" not in code:
        return code
    tree = ast.parse(code)
    blocks = [node for node in tree.body if isinstance(node, ast.If) and not node.orelse and _is_for_checkers(node)]
    read = set(_words_read(tree)) if blocks else set()
    lines: list[str | None] = [*code.split("\n")]
    for block in blocks:
        gone = [s for s in block.body if isinstance(s, ast.Pass) or _bound(s) in {*names} - read]
        if len(gone) == len(block.body):
            gone = [block]
        elif block.body[0].lineno == block.lineno:
            continue
        for each in gone:
            _drop(lines, each.lineno - 1, each.end_lineno or each.lineno)
        if block not in gone:
            _drop_blank(lines, block.lineno)
    return "\n".join(line for line in lines if line is not None)


def _is_for_checkers(block: ast.If) -> bool:
    test = block.test
    return (test.id if isinstance(test, ast.Name) else getattr(test, "attr", "")) == "TYPE_CHECKING"


def _bound(node: ast.stmt) -> str | None:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
    return None


def _words_read(tree: ast.Module) -> Iterator[str]:
    """Names, and the words of texts that may be hints."""
    prose = {id(node.value) for node in walk(tree) if isinstance(node, ast.Expr)}
    for node in walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield from re.findall(r"\w+", node.value)


def _drop(lines: list[str | None], start: int, stop: int) -> None:
    lines[start:stop] = [None] * (stop - start)


def _drop_blank(lines: list[str | None], place: int) -> None:
    """The empty lines at the start of a block."""
    while lines[place] is None or not (lines[place] or "").strip():
        lines[place] = None
        place += 1
