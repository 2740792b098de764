"""The methods of a class that are converted together, and the objects that they are right for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from hybridc.core.diagnostics import Location
from hybridc.core.options import Options
from hybridc.live.class_programs import assemble_class, stays_python
from hybridc.live.conversion import Converted, convert_class
from hybridc.live.errors import ConversionError, refused
from hybridc.live.units import Loaded, Unit, warn
from hybridc.live.uses import Use, uses


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
        self._uses: dict[str, Use] = {}
        self._told: set[tuple[str, str]] = set()  # methods that some object does not fit, and why

    def __repr__(self) -> str:
        return f"<hybridized methods of {self.cls!r}>"

    def _converted(self, is_strict: bool) -> Converted:
        assemble = partial(assemble_class, self.cls, self._asked, self._is_whole, is_strict=is_strict)
        return convert_class(assemble, self._options)

    def methods(self, is_strict: bool = False) -> frozenset[str]:
        """The names of those that are compiled."""
        self._settle_uses(is_strict)
        return frozenset(self._uses)

    def use(self, name: str, instance: object) -> Use | None:
        """The compiled method; None where it stays Python, or is not right for the object."""
        self._settle_uses()
        use = self._uses.get(name)
        why = use.misfit(self.cls, instance) if use is not None else None
        if why is not None and (name, why) not in self._told:
            self._told.add((name, why))
            self._tell(name, why)
        return use if why is None else None

    def _tell(self, name: str, why: str) -> None:
        program = self.settle().converted.program
        code = program.functions[f"{program.name}.{name}"].__code__
        line = code.co_firstlineno
        where = Location(line, 1, line, 1)
        warn(stays_python(f"{program.name}.{name}", why, code.co_filename, where), program.namespace)

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
        self._uses = uses(self.cls, loaded.converted, loaded.names)
