"""Imports of the runtime in a program's text: those that are there, and the same from another package."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

RUNTIME = "hybridc.runtime"
_GAP = rb"(?:\s|\\\r?\n)*"
_NAMED = re.compile(rb"(from(?:\s|\\\r?\n)+)hybridc" + _GAP + rb"\." + _GAP + rb"runtime((?:" + _GAP + rb"\.\s*\w+)*)")


def redirected(text: str, package: str) -> str:
    """The program with its runtime imported from another package, whose name may start with dots."""
    return renamed(text, lambda module: f"{package}.{module}" if module else package)


def renamed(text: str, name: Callable[[str], str]) -> str:
    """The program with new names for the modules of the runtime in its `from` imports, wherever they stand.

    `name` is given what follows `hybridc.runtime.`, and nothing for the package itself. Lines stay where they are.
    """
    if "hybridc" not in text:
        return text
    lines = [line.encode() for line in text.split("\n")]
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    data = b"\n".join(lines)
    places = sorted(starts[n.lineno - 1] + n.col_offset for n in _from_imports(ast.parse(text)) if _is_runtime(n))
    for place in reversed(places):
        found = _NAMED.match(data, place)
        assert found is not None
        module = re.sub(rb"[\s\\]", b"", found[2]).decode().removeprefix(".")
        data = data[:place] + found[1] + name(module).encode() + data[found.end() :]
    return data.decode()


def imported(text: str, package: str = RUNTIME) -> Iterator[str]:
    """What a program imports from a package of the runtime: dotted names in it, of modules and of what these have."""
    if package.strip(".").partition(".")[0] not in text:
        return
    for node in _from_imports(ast.parse(text)):
        whole = "." * node.level + (node.module or "")
        if whole == package or whole.startswith(f"{package}."):
            module = whole[len(package) + 1 :]
            yield module
            yield from (f"{module}.{alias.name}".removeprefix(".") for alias in node.names)


def needs_hybridc(tree: ast.Module) -> list[ast.Import | ast.ImportFrom]:
    """The imports of hybridc that are not from its runtime, or that leave no name to import from elsewhere."""
    found: list[ast.Import | ast.ImportFrom] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level and not _is_runtime(node):
            modules = [node.module or ""]
        else:
            continue
        if any(module.partition(".")[0] == "hybridc" for module in modules):
            found.append(node)
    return found


def _from_imports(tree: ast.Module) -> Iterator[ast.ImportFrom]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))


def _is_runtime(node: ast.ImportFrom) -> bool:
    return not node.level and f"{node.module}.".startswith(f"{RUNTIME}.")
