"""A function that runs as what it was converted to."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterable
from dataclasses import replace
from types import FunctionType, MethodType
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, cast, overload

from hybridc.core.diagnostics import Diagnostic
from hybridc.core.options import Check, Options, Prints
from hybridc.core.results import AssumptionReport
from hybridc.live.class_sources import is_method
from hybridc.live.conversion import convert
from hybridc.live.errors import ConversionError, NotYetBound
from hybridc.live.methods import DEFAULTS, hybridized_bound, hybridized_class, hybridized_method
from hybridc.live.reading import Wrapper, plain
from hybridc.live.units import Unit

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=type)
_HEAP_TYPE = 1 << 9  # of a class made by a `class` statement


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
        name = function.__code__.co_name
        self.static = options.static.get(name, frozenset())
        self.options = options
        self._unit = Unit(lambda is_strict: convert(function, options))
        with contextlib.suppress(NotYetBound):
            self._unit.settle()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            call = self._call
        except ConversionError as error:
            raise error.with_traceback(None) from None
        return call(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<hybridized {self.__wrapped__!r}>"

    def __reduce__(self) -> str:
        return self.__qualname__  # pickled and copied by name, as functions are

    @property
    def _call(self) -> Callable[P, R]:
        return cast(Callable[P, R], self._unit.settle().names[self.__wrapped__.__code__.co_name])

    @property
    def source(self) -> str:
        """The generated module, which finds values that no literal can write in a mapping `captured`."""
        return self._unit.source

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What the conversion found: notes and warnings."""
        return self._unit.diagnostics

    @property
    def assumptions(self) -> tuple[AssumptionReport, ...]:
        """What the text does not prove, and what guards it, as `hybridc check --assumptions` lists it."""
        return self._unit.assumptions


class _Hybridize(Protocol):
    """`hybridize` with its options given."""

    @overload
    def __call__(self, original: C, /) -> C: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, original: Callable[P, R], /) -> Hybridized[P, R]: ...


@overload
def hybridize(  # type: ignore[overload-overlap]
    original: C,
    /,
    *,
    static: str | Iterable[str] = (),
    prints: Prints = Prints.DEBUG,
    x32: bool = False,
    checked: bool | Iterable[Check] = False,
) -> C: ...
@overload
def hybridize(
    original: Callable[P, R],
    /,
    *,
    static: str | Iterable[str] = (),
    prints: Prints = Prints.DEBUG,
    x32: bool = False,
    checked: bool | Iterable[Check] = False,
) -> Hybridized[P, R]: ...
@overload
def hybridize(
    *,
    static: str | Iterable[str] = (),
    prints: Prints = Prints.DEBUG,
    x32: bool = False,
    checked: bool | Iterable[Check] = False,
) -> _Hybridize: ...
def hybridize(
    original: Any = None,
    /,
    *,
    static: str | Iterable[str] = (),
    prints: Prints = Prints.DEBUG,
    x32: bool = False,
    checked: bool | Iterable[Check] = False,
) -> Any:
    """Converts a live function, class or method, with the functions of its module that it calls, and runs what is
    compiled instead.

    Of a class, which is given back, those methods are replaced that convert; `__hybridized__` of it has the generated
    `source` and the `diagnostics`, with the reasons why others stay Python. A method that is decorated in the body of
    its class is converted at its first call. A bound method gives one bound to the same object.

    `static` names parameters that are fixed while tracing; `prints`, `x32` and `checked` are those of `Options`, where
    `checked=True` asks for all checks. JAX is switched to 64 bits, as generated modules do, unless `x32`. Raises
    ConversionError where the original is refused.
    """
    if original is None:
        return functools.partial(hybridize, static=static, prints=prints, x32=x32, checked=checked)
    try:
        return _hybridized(original, static, prints, x32, checked)
    except ConversionError as error:  # what is to be seen is the user's line
        raise error.with_traceback(None) from None


def _hybridized(
    original: Any, static: str | Iterable[str], prints: Prints, x32: bool, checked: bool | Iterable[Check]
) -> Any:
    names = frozenset({static} if isinstance(static, str) else static)
    kinds = (Check if checked else ()) if isinstance(checked, bool) else checked
    options = replace(DEFAULTS, prints=prints, x32=x32, checked=frozenset(kinds))
    function = plain(original.__func__ if isinstance(original, MethodType) else original)
    if function is not getattr(original, "__func__", original) and options == DEFAULTS and not names:
        return original
    if isinstance(original, type) and original.__flags__ & _HEAP_TYPE:
        return hybridized_class(original, options, names)
    if not isinstance(function, FunctionType):
        raise ConversionError(
            "`hybridize` takes a function defined with `def`, a method or a class of Python's, not one of type "
            f"`{type(original).__name__}`"
        )
    if unknown := names - set(inspect.signature(function).parameters):
        raise ConversionError(f"`{function.__name__}` has no parameter `{min(unknown)}` to be static")
    if isinstance(original, MethodType):
        return hybridized_bound(original, options, names)
    if is_method(function):
        return hybridized_method(function, options, names)
    return Hybridized(function, replace(options, static={function.__code__.co_name: names} if names else {}))
