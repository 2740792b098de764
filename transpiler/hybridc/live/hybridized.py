"""A function that runs as what it was converted to."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from types import FunctionType
from typing import Generic, ParamSpec, TypeVar, cast

from hybridc.diagnostics import Diagnostic, Severity
from hybridc.live.conversion import convert
from hybridc.live.errors import ConversionError, ConversionWarning, NotYetBound
from hybridc.live.loading import load
from hybridc.live.program import Program, assemble
from hybridc.live.reading import Wrapper
from hybridc.options import Options
from hybridc.results import Conversion

P = ParamSpec("P")
R = TypeVar("R")


class Hybridized(Wrapper, Generic[P, R]):
    """The converted function, with the name, documentation and signature of the original, which is `__wrapped__`.

    It is converted when it is made, or at the first call where it reads names that are bound later. Compiled code
    keeps what it reads from outside as constants, so every call looks first whether those are still what they were:
    numbers, strings, lists and dicts by their text, NumPy arrays by their bytes (they may be written into in place),
    all else by identity. Where one is not, the function is converted and compiled again: slow, but never stale.
    A value that changes often, or a large array, is better an argument.
    """

    __name__: str

    def __init__(self, function: FunctionType, options: Options) -> None:
        functools.update_wrapper(self, function)
        self.static = options.static.get(function.__name__, frozenset())
        self._options = options
        self._program: Program | None = None
        self._conversion: Conversion | None = None
        self._call = cast(Callable[P, R], function)
        try:
            self._convert()
        except NotYetBound:
            self._program = None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        self._settled()
        return self._call(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<hybridized {self.__wrapped__!r}>"

    @property
    def source(self) -> str | None:
        """The generated module, which reads arrays from outside from a mapping `captured`.

        None where the function is left as it is, with `partial`.
        """
        return self._settled().code

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What the conversion found, notes and warnings included."""
        return self._settled().diagnostics

    def _settled(self) -> Conversion:
        if self._conversion is None or self._program is None or not self._program.is_current():
            return self._convert()
        return self._conversion

    def _convert(self) -> Conversion:
        before, self._program = self._program, None
        original = self.__wrapped__
        try:
            program = assemble(original)
        except NotYetBound
