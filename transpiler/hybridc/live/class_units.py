"""The methods of a class that are converted together, and the objects that they are right for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from hybridc.extraction import Extraction
from hybridc.live.class_programs import ACCESS, assemble_class
from hybridc.live.class_sources import mangled
from hybridc.live.conversion import Converted, convert_class
from hybridc.live.errors import ConversionError, refused
from hybridc.live.units import Loaded, Unit
from hybridc.options import Options


@dataclass(frozen=True)
class _Use:
    """What a compiled method assumes of its object: names as objects have them."""

    call: Callable[..., Any]
    reads: tuple[str, ...]
    sets: tuple[str, ...]
    calls: frozenset[str]


class ClassUnit(Unit):
    """The methods of a class, or those of them in `asked`; that and `static` are by their names."""

    def __init__(
        self,
        cls: type,
        options: Options,
        asked: frozenset[str],
        static: Mapping[str, frozenset[str]],
        is_whole: bool = False,
    ) -> None:
        super().__init__(self._converted)
        self.cls = cls
        self._options = replace(options, static={f"{cls.__name__}.{n}": names for n, names in static.items() if names})
        self._asked = frozenset(f"{cls.__name__}.{name}" for name in asked)
        self._is_whole = is_whole
        self._seen: Loaded | None = None
        self._uses: dict[str, _Use] = {}

    def __repr__(self) -> str:
        return f"<hybridized methods of {self.cls!r}>"

    def _converted(self, is_strict: bool) -> Converted:
        assemble = partial(assemble_class, self.cls, self._asked, self._is_whole, is_strict=is_strict)
        return convert_class(assemble, self._options)

    def methods(self, is_strict: bool = False) -> frozenset[str]:
        """The names of those that are compiled."""
        self._settle_uses(is_strict)
        return frozenset(self._uses)

    def call(self, name: str, instance: object) -> Callable[..., Any] | None:
        """What runs the compiled method; None where it stays Python, or is not right for the object."""
        self._settle_uses()
        use = self._uses.get(name)
        return use.call if use is not None and self._fits(use, instance) else None

    def refusal(self) -> ConversionError:
        """The error for a class of which nothing, or not all that was asked for, is converted."""
        name = self.cls.__name__
        reasons = tuple(d for d in self.diagnostics if d.code == "HYB604")
        if not reasons:
            return ConversionError(f"`{name}` cannot be converted: no method of it uses NumPy")
        return refused(name, reasons)

    def _settle_uses(self, is_strict: bool = False) -> None:
        loaded = self.settle(is_strict)
        if loaded is self._seen:
            return
        self._seen = loaded
        extraction = loaded.converted.extraction
        self._uses = {}
        if extraction is None:
            return
        compiled = vars(loaded.names[self.cls.__name__])
        for function, method in extraction.names.items():
            name = method.partition(".")[2]
            self._uses[name] = self._use(extraction, function, compiled[self._key(name)])

    def _use(self, extraction: Extraction, function: str, call: Callable[..., Any]) -> _Use:
        functions = {method.partition(".")[2]: f for f, method in extraction.names.items()}
        called: set[str] = set()
        waiting = [function]
        while waiting:
            new = extraction.calls[waiting.pop()] - called
            called |= new
            waiting += [functions[name] for name in new]
        return _Use(
            call,
            tuple(map(self._key, extraction.inputs[function].values())),
            tuple(map(self._key, extraction.outputs[function])),
            frozenset(map(self._key, called)),
        )

    def _key(self, name: str) -> str:
        return mangled(self.cls, name)

    def _fits(self, use: _Use, instance: object) -> bool:
        """Whether the object has what the method reads, and no other methods than those that it calls."""
        own = getattr(instance, "__dict__", {})
        kind = type(instance)
        if not use.calls.isdisjoint(own) or not all(a in own or hasattr(kind, a) for a in use.reads):
            return False
        if kind is self.cls:
            return True
        for each in kind.__mro__:
            if each is self.cls or each is object:
                continue
            there = vars(each)
            if any(name in there for name in ACCESS):
                return False
            if issubclass(each, self.cls):
                if not use.calls.isdisjoint(there):
                    return False
                if any(hasattr(there.get(a), "__get__") for a in (*use.reads, *use.sets)):
                    return False
        return True
