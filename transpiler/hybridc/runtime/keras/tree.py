"""TensorFlow's structures beside models: variables are leaves, which functions may assign to, and so is None."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax

from hybridc.runtime.mutable import Mutable

__all__ = ["flatten", "map_structure"]


def map_structure(func: Callable[..., Any], *structure: Any) -> Any:
    return jax.tree.map(func, *structure, is_leaf=_is_leaf)


def flatten(structure: Any) -> list[Any]:
    return jax.tree.leaves(structure, is_leaf=_is_leaf)


def _is_leaf(each: Any) -> bool:
    return each is None or isinstance(each, Mutable)
