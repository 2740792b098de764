"""A function that runs as what it was converted to."""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar, cast, overload

from hybridc.diagnostics import Diagnostic, Severity
from hybridc.live.conversion import convert
from hybridc.live.errors import ConversionError, ConversionWarning, NotYetBound
from hybridc.live.loading import load
from hybridc.live.program import Program, assemble
from hybridc.live.reading import Wrapper, plain
from hybridc.options import Options, Prints
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
    __qualname__: str

    def __init__(self, function: FunctionType, options: Options) -> None:
        functools.update_wrapper(self, function)
        self.static = options.static.get(function.__code__.co_name, frozenset())
        self._assemble = functools.partial(assemble, function)
        self._options = options
        self._call = cast(Callable[P, R], function)
        self._settled: tuple[Program, Conversion] | None = None
        try:
            self._settle()
        except NotYetBound:
            return

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        self._settle()
        return self._call(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<hybridized {self.__wrapped__!r}>"

    def __reduce__(self) -> str:
        return self.__qualname__  # pickled and copied by name, as functions are

    @property
    def source(self) -> str:
        """The generated module, which finds values that no literal can write in a mapping `captured`."""
        code = self._settle().code
        assert code is not None
        return code

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What the conversion found: notes and warnings."""
        return self._settle().diagnostics

    def _settle(self) -> Conversion:
        """The conversion, made anew where what it was made from has changed."""
        if self._settled is not None and self._settled[0].is_current():
            return self._settled[1]
        self._settled = None
        program = self._assemble()
        conversion = convert(program, self._options)
        assert conversion.code is not None
        self._call = cast(Callable[P, R], load(conversion.code, program)[program.name])
        self._settled = program, conversion
        for diagnostic in conversion.diagnostics:
            if diagnostic.severity is Severity.WARNING:
                _warn(diagnostic, program.target.__globals__)
        return conversion


def _warn(diagnostic: Diagnostic, module: dict[str, Any]) -> None:
    """Warns at the place in the original."""
    registry = module.setdefault("__warningregistry__", {})
    text, where = f"{diagnostic.code} {diagnostic.message}", diagnostic.location
    warnings.warn_explicit(
        text, ConversionWarning, diagnostic.filename, where.line, module.get("__name__"), registry, module
    )


@overload
def hybridize(
    function: Callable[P, R], /, *, static: str | Iterable[str] = (), prints: Prints = Prints.DEBUG, x32: bool = False
) -> Hybridized[P, R]: ...
@overload
def hybridize(
    *, static: str | Iterable[str] = (), prints: Prints = Prints.DEBUG, x32: bool = False
) -> Callable[[Callable[P, R]], Hybridized[P, R]]: ...
def hybridize(
    function: Callable[P, R] | None = None,
    /,
    *,
    static: str | Iterable[str] = (),
    prints: Prints = Prints.DEBUG,
    x32: bool = False,
) -> Hybridized[P, R] | Callable[[Callable[P, R]], Hybridized[P, R]]:
    """Converts a live function, with the functions of its module that it calls, and runs the compiled one instead.

    `static` names parameters that are fixed while tracing; `prints` and `x32` are those of `Options`. JAX is switched
    to 64 bits, as generated modules do, unless `x32`. Raises ConversionError where the function is refused.
    """
    if function is None:
        return lambda function: hybridize(function, static=static, prints=prints, x32=x32)
    original = plain(function)
    if not isinstance(original, FunctionType):
        raise ConversionError(
            f"`hybridize` takes a function defined with `def`, not one of type `{type(original).__name__}`"
        )
    names = frozenset({static} if isinstance(static, str) else static)
    if unknown := names - set(inspect.signature(original).parameters):
        raise ConversionError(f"`{original.__name__}` has no parameter `{min(unknown)}` to be static")
    options = Options(prints, x32, {original.__code__.co_name: names} if names else {})
    if isinstance(function, Hybridized) and options == Options():
        return function
    return Hybridized(original, options)
