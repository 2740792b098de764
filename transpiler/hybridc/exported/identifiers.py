"""Names for Python, of names that a graph may spell in any way."""

from __future__ import annotations

import keyword
import os
import re
from collections.abc import Collection, Sequence
from itertools import count

# What models have already: `tests/exported` compares this with the runtime's.
_METHODS = """
    add_module apply bfloat16 buffers cast children collect_params cpu cuda data_parallel each
    each_parameter eval export extra_repr float forward freeze get_buffer get_parameter get_submodule half
    hybridize infer_shape init initialize load load_parameters load_params load_state_dict
    modules name name_scope named_buffers named_children named_modules named_parameters parameters
    params prefix register_buffer register_child register_forward_hook register_forward_pre_hook
    register_module register_parameter requires_grad_ run save save_parameters save_params
    set_parameters state_dict summary to train training zero_grad
"""
TAKEN = frozenset(_METHODS.split())
# What generated modules and forwards use.
USED = frozenset({"self", "nn", "nd", "np", "npx", "ops", "jax", "jnp", "lax", "super", "init"})
_SUFFIX = re.compile(r"(-symbol)?\.json$")


def stem(path: str) -> str:
    """`net` of `folder/net-symbol.json`, with `_` for what no docstring should hold."""
    return re.sub(r"[^\w.\- ]", "_", _SUFFIX.sub("", os.path.basename(path)), flags=re.ASCII)


def class_name(path: str) -> str:
    """`MyNet` of `my_net-symbol.json`."""
    words = re.findall(r"[A-Za-z0-9]+", stem(path))
    name = "".join(word[0].upper() + word[1:] for word in words)
    if not name or not name.isidentifier():
        name = f"Net{name}"
    return f"{name}Net" if keyword.iskeyword(name) or not name.isidentifier() else name


def identifier(name: str) -> str:
    """The name with `_` for what Python does not allow."""
    found = re.sub(r"\W", "_", name, flags=re.ASCII).strip("_") or "x"
    if found[0].isdigit():
        found = f"_{found}"
    return f"{found}_" if keyword.iskeyword(found) else found


def unique(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it if it is taken."""
    if name not in taken:
        return name
    return next(each for n in count(1) if (each := f"{name}_{n}") not in taken)


def common_prefix(names: Sequence[str]) -> str:
    """What all names start with, up to an underscore; something is left of each without it, and without its end."""
    first, last = min(names, default=""), max(names, default="")
    prefix = first[: next((n for n, pair in enumerate(zip(first, last, strict=False)) if len({*pair}) > 1), len(first))]
    while prefix:
        prefix = prefix[: prefix.rfind("_") + 1]
        if all(len(name.rstrip("_")) > len(prefix) for name in names):
            return prefix
        prefix = prefix[:-1]
    return ""
