"""What initializers have in common: they fill arrays, and go by names.

Where a block names an initializer for a parameter, or `net.initialize(init)` does, it fills that as it fills weights,
whatever the parameter's name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar

import numpy as np

__all__ = ["Draft", "InitDesc", "Initializer", "Load", "Mixed", "alias", "create", "fill", "register"]

_Kind = TypeVar("_Kind", bound=type)
_registered: dict[str, Any] = {}


class InitDesc(str):
    """The name of a parameter that is to be filled."""

    attrs: dict[str, Any]

    def __new__(cls, name: str, attrs: dict[str, Any] | None = None, global_init: Any = None) -> InitDesc:
        desc = super().__new__(cls, name)
        desc.attrs = attrs or {}
        return desc


class Initializer:
    """Fills weights; called with a name, it goes by its end: bias and beta are 0, gamma is 1."""

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = kwargs

    def __call__(self, desc: str, arr: Any) -> None:
        for end, fills in _BY_NAME:
            if desc.endswith(end):
                getattr(self, fills)(desc, arr)
                return
        self._init_default(desc, arr)

    def dumps(self) -> str:
        """The initializer as text that `create` takes."""
        return json.dumps([type(self).__name__.lower(), self._kwargs])

    def set_verbosity(self, verbose: bool = False, print_func: Any = None) -> Initializer:
        return self

    def _init_weight(self, name: str, arr: Any) -> None:
        raise NotImplementedError("Must override it")

    def _init_bias(self, name: str, arr: Any) -> None:
        arr[:] = 0.0

    def _init_gamma(self, name: str, arr: Any) -> None:
        arr[:] = 1.0

    def _init_beta(self, name: str, arr: Any) -> None:
        arr[:] = 0.0

    def _init_zero(self, name: str, arr: Any) -> None:
        arr[:] = 0.0

    def _init_one(self, name: str, arr: Any) -> None:
        arr[:] = 1.0

    def _init_default(self, name: str, arr: Any) -> None:
        raise ValueError(
            f"Unknown initialization pattern for {name}. Default initialization is now limited to "
            '"weight", "bias", "gamma" (1.0), and "beta" (0.0).'
        )

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._kwargs == getattr(other, "_kwargs", None)

    __hash__ = object.__hash__


_BY_NAME = (
    ("weight", "_init_weight"),
    ("bias", "_init_bias"),
    ("gamma", "_init_gamma"),
    ("beta", "_init_beta"),
    ("min", "_init_zero"),
    ("max", "_init_one"),
)


def register(klass: _Kind) -> _Kind:
    """Lets a class of initializers be named by text, as its name in small letters."""
    _registered[klass.__name__.lower()] = klass
    return klass


def alias(*names: str) -> Callable[[_Kind], _Kind]:
    """Further names of a class of initializers."""

    def registered(klass: _Kind) -> _Kind:
        for name in names:
            _registered[name.lower()] = klass
        return klass

    return registered


def create(init: Any, **kwargs: Any) -> Any:
    """The initializer that is meant: one as it is, or one by its name, or by name and arguments as JSON.

    Raises AssertionError for a name that nobody registered.
    """
    if not isinstance(init, str):
        return init
    if init.startswith("["):
        init, kwargs = json.loads(init)
    if init.lower() not in _registered:
        raise AssertionError(f"{init} is not registered. Please register with initializer.register first")
    return _registered[init.lower()](**kwargs)


class Draft(np.ndarray):
    """What an initializer fills. Written in place, as `arr[:] = 1` and `arr *= 2` do, with JAX's arrays as well."""

    def _becomes(self, new: Any) -> Self:
        self[...] = new
        return self

    def __iadd__(self, other: Any) -> Self:  # type: ignore[misc]
        return self._becomes(self + np.asarray(other))

    def __isub__(self, other: Any) -> Self:  # type: ignore[override,misc]
        return self._becomes(self - np.asarray(other))

    def __imul__(self, other: Any) -> Self:  # type: ignore[misc]
        return self._becomes(self * np.asarray(other))

    def __itruediv__(self, other: Any) -> Self:  # type: ignore[override,misc]
        return self._becomes(self / np.asarray(other))


def fill(init: Any, name: str, arr: Draft) -> None:
    """Fills what becomes the parameter of this name."""
    if isinstance(init, Initializer):
        init._init_weight(InitDesc(name), arr)
    else:
        init(InitDesc(name), arr)


class Load:
    """Takes parameters from a dict, or a file, by name; the others `default_init` fills, if there is one."""

    def __init__(self, param: Any, default_init: Any = None, verbose: bool = False) -> None:
        if isinstance(param, str):
            from hybridc.runtime.weights import read

            param = read(param)
        self.param = {n[4:] if n.startswith(("arg:", "aux:")) else n: array for n, array in param.items()}
        self.default_init = default_init

    def __call__(self, name: str, arr: Any) -> None:
        if name in self.param:
            found = self.param[name]
            if tuple(found.shape) != tuple(arr.shape):
                raise AssertionError(
                    f"Parameter {name} cannot be initialized from loading. Shape mismatch, target {arr.shape} vs "
                    f"loaded {found.shape}"
                )
            arr[:] = found
        elif self.default_init is None:
            raise AssertionError(
                f"Cannot Initialize {name}. Not found in loaded param and no default Initializer is provided."
            )
        else:
            self.default_init(name, arr)


class Mixed:
    """The initializer of the first pattern, a regular expression, that a parameter's name starts with."""

    def __init__(self, patterns: Sequence[str], initializers: Sequence[Any]) -> None:
        self.map = [(re.compile(pattern), init) for pattern, init in zip(patterns, initializers, strict=True)]

    def __call__(self, name: str, arr: Any) -> None:
        for pattern, init in self.map:
            if pattern.match(name):
                init(name, arr)
                return
        raise ValueError(f'Parameter name {name} did not match any pattern. Consider adding a ".*" pattern at the end.')
