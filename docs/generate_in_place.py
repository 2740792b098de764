"""Writes what references become by the methods that write in place, from the tables: run it after one has changed.

`transpiler/hybridc/runtime/FRAMEWORK/in_place.py` serves code that stays Python; compiled code has these right sides.
"""

from __future__ import annotations

import re
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
    "next_key(": "from hybridc.runtime.core.randomness import next_key",
    "tensors.": "from hybridc.runtime.{name} import tensors",
    "F.": "from hybridc.runtime.{name}.nn import functional as F",
}
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
    text = "\n".join(f'    "{name}": ({", ".join(each)},),' for name, each in forms.items())
    used = {text for name, text in IMPORTS.items() if re.search(rf"(?<![\w.]){re.escape(name)}", _all(forms))}
    found = [text.format(name=dialect.name) for text in IMPORTS.values() if text in used]
    own = sorted(text for text in found if text.startswith("from hybridc"))
    groups = [[text for text in found if text not in own], own]
    imports = "\n\n".join("\n".join(group) for group in groups if group)
    return HEAD.format(name=dialect.name, imports=imports, lines=text)


def _all(forms: dict[str, list[str]]) -> str:
    return "\n".join(form for each in forms.values() for form in each)


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
