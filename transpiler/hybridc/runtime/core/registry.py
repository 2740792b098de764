"""The attributes of a module that hold cells and submodules."""

from __future__ import annotations

from typing import Any

from hybridc.runtime.core import clock
from hybridc.runtime.core.package import RUNTIME


class OfThisRuntime:
    """What models are made of. Standalone modules bring a runtime of their own, and know nothing of another's parts."""

    _hybridc_runtime = object()


class Unchanging:
    """Objects of classes derived from this one are not changed once they are made."""

    __slots__ = ()


def expect_own(name: str, value: Any) -> None:
    """Raises TypeError for a part of another copy of the runtime: it would be taken for plain Python."""
    if getattr(type(value), "_hybridc_runtime", OfThisRuntime._hybridc_runtime) is not OfThisRuntime._hybridc_runtime:
        there = next(c.__module__ for c in type(value).__mro__ if "_hybridc_runtime" in vars(c)).partition(".core.")[0]
        raise TypeError(
            f"`{name}` is of the runtime `{there}`, not of `{RUNTIME}`: convert what is used together in one run"
        )


class Registry(dict[str, Any]):
    """A dict by name, whose changes compiled calls take notice of."""

    def __setitem__(self, name: str, value: Any) -> None:
        expect_own(name, value)
        clock.structure += 1
        super().__setitem__(name, value)

    def __delitem__(self, name: str) -> None:
        clock.structure += 1
        super().__delitem__(name)

    def pop(self, name: str, *default: Any) -> Any:
        clock.structure += 1
        return super().pop(name, *default)

    def clear(self) -> None:
        clock.structure += 1
        super().clear()

    def update(self, *others: Any, **items: Any) -> None:
        clock.structure += 1
        super().update(*others, **items)
