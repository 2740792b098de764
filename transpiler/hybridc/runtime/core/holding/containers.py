"""Lists, dicts, sets and objects: what they hold, one like another."""

from __future__ import annotations

import copy
import functools
import sys
import types
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import Any

import jax

from hybridc.runtime.core.holding.outside_names import Name
from hybridc.runtime.core.package import RUNTIME
from hybridc.runtime.core.registry import OfThisRuntime, Registry, Unchanging

CONTAINERS = (list, dict, set, deque)
_OPAQUE = (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType, jax.Array, OfThisRuntime, Unchanging)
_LIBRARIES = frozenset(sys.stdlib_module_names - {"types", "argparse"}) | {"jax", "jaxlib", "numpy"}


def is_container(value: Any) -> bool:
    """What can come to hold something else and be the same: a list, a dict, an object of a class of the user's."""
    if isinstance(value, (*CONTAINERS, Name)):
        return not isinstance(value, Registry)
    is_object = hasattr(value, "__dict__") and not isinstance(value, _OPAQUE)
    return is_object and is_of_users(type(value).__module__)


def is_of_users(module: str) -> bool:
    """It is no module of Python's, of JAX's or of this package."""
    return package_of(module) not in _LIBRARIES and not module.startswith(RUNTIME)


def package_of(module: str) -> str:
    return module.partition(".")[0]


@functools.lru_cache(maxsize=4096)
def is_installed(module: str) -> bool:
    """It is of Python's, of this package, or among installed packages: no file of the project that is run."""
    file = getattr(sys.modules.get(module), "__file__", None) or ""
    return not is_of_users(module) or any(path in file for path in ("site-packages", "dist-packages"))


def contents(container: Any) -> list[Any]:
    """What it holds; of dicts and objects, names and values in turn."""
    if isinstance(container, list | set | deque):
        return list(container)
    if isinstance(container, Name):
        return container.held()
    return [each for item in _named(container).items() for each in item]


def refill(container: Any, held: Sequence[Any]) -> None:
    """Has it hold that instead."""
    if isinstance(container, list):
        list.__setitem__(container, slice(None), held)
    elif isinstance(container, deque):
        deque.clear(container)
        deque.extend(container, held)
    elif isinstance(container, set):
        set.clear(container)
        set.update(container, held)
    elif isinstance(container, Name):
        container.refill(held)
    else:
        own = _named(container)
        kind = OrderedDict if isinstance(own, OrderedDict) else dict
        kind.clear(own)
        for name, each in zip(held[::2], held[1::2], strict=True):
            kind.__setitem__(own, name, each)


def emptied(container: Any) -> Any:
    """Another one of its kind, that holds nothing."""
    if not isinstance(container, CONTAINERS):
        return object.__new__(type(container))
    new = copy.copy(container)
    refill(new, [])
    return new


def _named(container: Any) -> dict[Any, Any]:
    return container if isinstance(container, dict) else container.__dict__


def with_arrays(held: Any, change: Callable[[jax.Array], Any]) -> Any:
    """What a container holds at one place, with something else for its arrays: it is one, or tuples of them."""
    if isinstance(held, jax.Array):
        return change(held)
    if isinstance(held, tuple):
        new = [with_arrays(each, change) for each in held]
        if any(one is not other for one, other in zip(new, held, strict=True)):
            return type(held)(*new) if hasattr(held, "_fields") else type(held)(new)
    return held


def differ(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return len(one) != len(other) or any(a is not b for a, b in zip(one, other, strict=True))


def is_traced(value: Any, seen: set[int]) -> bool:
    if isinstance(value, jax.core.Tracer):
        return True
    if id(value) in seen or not (isinstance(value, tuple) or is_container(value)):
        return False
    seen.add(id(value))
    return any(is_traced(each, seen) for each in (value if isinstance(value, tuple) else contents(value)))
