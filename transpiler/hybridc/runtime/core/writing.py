"""What constructors and code around models do to parameters in place."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core import handed

Becomes = Mapping[str, tuple[Callable[..., Any], ...]]


class InPlace:
    """What writes into what it is called on, for constructors and functions that initialise.

    `becomes()`: what arrays become by the framework's methods that write into them, with a function for each form.
    """

    @classmethod
    def becomes(cls) -> Becomes:
        return {}

    @property
    def is_initialized(self) -> bool:
        """There is an array."""
        return True

    def _filled(self, values: Callable[[jax.Array], Any]) -> Any:
        """Writes what the function makes of the array. What has no shape yet has nothing to write into."""
        if self.is_initialized:
            old = self._read()  # type: ignore[attr-defined]
            self._write(jnp.broadcast_to(jnp.asarray(_plain(values(old)), old.dtype), old.shape))  # type: ignore[attr-defined]
        return self

    def _reformed(self, read: Callable[[jax.Array], Any]) -> Any:
        """Has another shape from now on, in the same memory."""
        raise NotImplementedError

    def _becoming(self, name: str, forms: tuple[Callable[..., Any], ...]) -> Callable[..., Any]:
        """The method by this name."""

        def method(*args: Any, **options: Any) -> Any:
            form = next((f for f in forms if _takes(f, args, options)), forms[0])
            given, named = [_operand(a) for a in args], {n: _operand(a) for n, a in options.items()}
            change = self._reformed if name in _REFORMING else self._filled
            return change(lambda old: form(old, *given, **named))

        method.__name__ = name
        return method

    def zero_(self) -> Any:
        return self._filled(lambda old: 0)

    def fill_(self, value: Any) -> Any:
        return self._filled(lambda old: value)

    def copy_(self, other: Any, non_blocking: bool = False) -> Any:
        return self._filled(lambda old: other)

    def set_(self, source: Any) -> Any:
        self.data = source
        return self

    def requires_grad_(self, requires_grad: bool = True) -> Any:
        self.requires_grad = requires_grad
        return self

    def detach_(self) -> Any:
        return self


_REFORMING = frozenset(["squeeze_", "unsqueeze_", "t_", "transpose_", "swapaxes_", "swapdims_"])


def _takes(form: Callable[..., Any], args: tuple[Any, ...], options: Mapping[str, Any]) -> bool:
    try:
        inspect.signature(form).bind(None, *args, **options)
    except TypeError:
        return False
    return True


def _plain(value: Any) -> Any:
    """Arrays, in place of what refers to them; numbers and None stay."""
    if isinstance(value, InPlace):
        return value._read()  # type: ignore[attr-defined]
    return handed.array(value) if isinstance(value, np.ndarray | list | tuple) else value


def _operand(value: Any) -> Any:
    """As `_plain`; lists, of sizes or of arrays, stay lists."""
    return type(value)(map(_operand, value)) if type(value) in (list, tuple) else _plain(value)
