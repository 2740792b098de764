"""Writes what references become by the methods that write in place, from the tables: run it after one has changed.

`transpiler/hybridc/runtime/FRAMEWORK/in_place.py` serves code that stays Python; compiled code has these right sides.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

from hybridc.dialects.entry import Entry
from hybridc.dialects.paddle import PADDLE
from hybridc.dialects.table import Dialect
from hybridc.dialects.torch import TORCH

RUNTIME = Path(__file__).parents[1] / "transpiler" / "hybridc" / "runtime"
DIALECTS = (TORCH, PADDLE)
OWN = frozenset(["zero_", "fill_", "copy_", "detach_"])  # every framework's: `runtime/core/writing.py`
IMPORTS = {
    "jax.": "import jax",
    "jnp.": "import jax.numpy as jnp",
    "lax.": "from jax import lax",
    "numpy_like.": "from hybridc.runtime import numpy_like",
    "next_key(": "from hybridc.runtime.core.randomness import next_key",
    "F.": "from hybridc.runtime.{name}.nn import functional as F",
}
_TENSORS = re.compile(r"(?<![\w.])tensors\.(\w+)")
HEAD = """\
\"\"\"What arrays become by the methods that write into them: those of `dialects/{name}`, for what refers to arrays.

Written by `python docs/generate_in_place.py`.
\"\"\"

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Callable
from typing import Any

{imports}

# fmt: off
BECOMES: dict[str, tuple[Callable[..., Any], ...]] = {{
{lines}
}}
"""


def path_of(dialect: Dialect) -> Path:
    return RUNTIME / dialect.name / "in_place.py"


def text_of(dialect: Dialect) -> str:
    """The module for a framework."""
    forms: dict[str, list[str]] = {}
    for name in dialect.names:
        if name.startswith(f"{dialect.arrays}."):
            method = name.rpartition(".")[2]
            lines = _lines(dialect, name)
            written = [_form(line, e) for line, e in lines if e.writes]
            if written and method not in OWN:
                forms.setdefault(method, []).extend(dict.fromkeys(written))
            new = [_form(line, e) for line, e in lines if not e.writes and _is_written_as_well(e)]
            if new and not dialect.lookup(f"{name}_"):
                forms[f"{method}_"] = new
    all_of_them = "\n".join(f'    "{name}": ({", ".join(each)},),' for name, each in forms.items())
    places = _places(dialect)
    modules = {places[name][0] for name in _TENSORS.findall(all_of_them)}
    text = _TENSORS.sub(lambda found: places[found[1]][1], all_of_them)
    used = [line for start, line in IMPORTS.items() if re.search(rf"(?<![\w.]){re.escape(start)}", text)]
    found = [*(line.format(name=dialect.name) for line in used), *_imports(modules)]
    own = sorted(line for line in found if line.startswith("from hybridc"))
    groups = [[line for line in found if line not in own], own]
    imports = "\n\n".join("\n".join(group) for group in groups if group)
    return HEAD.format(name=dialect.name, imports=imports, lines=text)


def _places(dialect: Dialect) -> dict[str, tuple[str, str]]:
    """Where the package `tensors` has its names from: the module, and what to write for one.

    The package itself has functions that make references, which have these methods.
    """
    package = f"hybridc.runtime.{dialect.name}.tensors"
    tree = ast.parse((RUNTIME / dialect.name / "tensors" / "__init__.py").read_text(encoding="utf-8"))
    found: dict[str, tuple[str, str]] = {}
    for node in tree.body:
        for each in node.names if isinstance(node, ast.ImportFrom) and node.module else ():
            whole = f"{node.module}.{each.name}"
            module = whole if node.module == package else str(node.module)
            found[each.asname or each.name] = module, whole[module.rindex(".") + 1 :]
    return found


def _imports(modules: Iterable[str]) -> list[str]:
    """Statements, in ruff's form."""
    packages: dict[str, list[str]] = {}
    for module in sorted(modules):
        package, _, name = module.rpartition(".")
        packages.setdefault(package, []).append(name)
    lines = {package: f"from {package} import {', '.join(names)}" for package, names in packages.items()}
    wrapped = {p: f"from {p} import (\n" + "".join(f"    {name},\n" for name in packages[p]) + ")" for p in packages}
    return [line if len(line) <= 120 else wrapped[package] for package, line in lines.items()]


def _lines(dialect: Dialect, name: str) -> list[tuple[str, Entry]]:
    """What is left of the arrow, and what the line says, for those that compute."""
    lines = zip(dialect._lines[name], dialect.lookup(name), strict=True)
    return [(line.partition(" -> ")[0].strip(), e) for line, e in lines if e.target is not None and e.is_method]


def _is_written_as_well(entry: Entry) -> bool:
    """A new array of the same shape and dtype: the framework has the method with `_` too, which writes."""
    is_alike = entry.shape in ("same", "elementwise") and entry.dtype in ("same", "promote", "float")
    return is_alike and not (entry.is_view or entry.is_static or entry.is_operator or entry.name.endswith("_"))


def _form(left: str, entry: Entry) -> str:
    parameters = left[left.index("(") + 1 : left.rindex(")")]
    return f"lambda {parameters}: {(entry.target or '').replace('nn.next_key(', 'next_key(')}"


if __name__ == "__main__":
    for each in DIALECTS:
        path_of(each).write_text(text_of(each), encoding="utf-8")
