"""What Gluon's layers hand to their operators, `layer._kwargs`, for code that reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

OWN: Any = object()  # the layer's own parameter, where None is none at all
# Which of several implementations MXNet takes: nothing to JAX.
_OF_IMPLEMENTATIONS = frozenset({"cudnn_off", "cudnn_tune", "workspace"})


class Settings(Mapping[str, Any]):
    """Settings by MXNet's names, which are settled when the layer is made. Raises TypeError where one is to change."""

    def __init__(self, **settings: Any) -> None:
        self._settings = settings

    def __getitem__(self, name: str) -> Any:
        return self._settings[name]

    def __setitem__(self, name: str, value: Any) -> None:
        is_as_before = name in self._settings and self._settings[name] == value
        if name not in _OF_IMPLEMENTATIONS and not is_as_before:
            raise TypeError(f"`_kwargs[{name!r}]` of a layer cannot change: make the layer with what it is to be")

    def __iter__(self) -> Iterator[str]:
        return iter(self._settings)

    def __len__(self) -> int:
        return len(self._settings)

    def copy(self) -> dict[str, Any]:
        """Those that may change."""
        return dict(self._settings)

    def __repr__(self) -> str:
        return repr(self._settings)
