"""The attributes of a module that hold cells and submodules."""

from __future__ import annotations

from typing import Any

from hybridc.runtime import clock


class Registry(dict[str, Any]):
    """A dict by name, whose changes compiled calls take notice of."""

    def __setitem__(self, name: str, value: Any) -> None:
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
