"""Methods that run as what they were converted to, and classes that have them."""

from __future__ import annotations

import contextlib
import functools
import inspect
from types import FunctionType, MethodType
from typing import Any, Generic, ParamSpec, TypeVar, cast

from hybridc.core.diagnostics import Diagnostic
from hybridc.core.options import Options
from hybridc.core.results import AssumptionReport
from hybridc.live.class_programs import movable
from hybridc.live.class_sources import decorators_of, mangled, own_functions
from hybridc.live.class_units import ClassUnit
from hybridc.live.errors import ConversionError, NotYetBound, refused
from hybridc.live.reading import Wrapper, plain
from hybridc.live.traced_writes import kept_from_traces

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=type)
_RECORD = "__hybridized__"
DEFAULTS = Options(any_dtype=True)  # nobody reads what asks an array for its dtype here
_OTHERWISE = "move its body into a function outside of the class, hybridize that, and call it"


class Method(Wrapper, Generic[P, R]):
    """The converted method, with the name, documentation and signature of the original, which is `__wrapped__`.

    It is converted with its class, when that is known: where it is decorated by itself, at the first call. A subclass
    that overrides what it calls, or an object without an attribute that it reads, gets the original.
    """

    __name__: str
    __qualname__: str

    def __init__(self, function: FunctionType, options: Options, static: frozenset[str], is_asked: bool) -> None:
        functools.update_wrapper(self, function)
        self.static = static
        self.options = options
        self.is_asked = is_asked  # by itself, so that it is refused where it cannot be converted
        self.unit: ClassUnit | None = None

    def __set_name__(self, owner: type, name: str) -> None:
        self._join(owner)

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return self if instance is None else MethodType(self, instance)

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            unit = self._unit(args)
            use = unit.use(self.name, args[0]) if args and isinstance(args[0], unit.cls) else None
            if use is None and self.is_asked and self.name not in unit.methods():
                raise self.refusal(unit)
        except ConversionError as error:  # what is to be seen is the user's line
            raise error.with_traceback(None) from None
        if use is not None:
            return cast(R, kept_from_traces(use.call, self.__wrapped__, use.sets, args, kwargs))
        return cast(R, kept_from_traces(self.__wrapped__, self.__wrapped__, None, args, kwargs))

    def __repr__(self) -> str:
        return f"<hybridized {self.__wrapped__!r}>"

    def __reduce__(self) -> str:
        return self.__qualname__  # pickled and copied by name, as functions are

    @property
    def name(self) -> str:
        return self.__wrapped__.__code__.co_name

    @property
    def source(self) -> str:
        """The generated module, which has the class and the functions that its methods became."""
        return self._unit(()).source

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What the conversion found for this method and the functions outside of its class."""
        unit = self._unit(())
        others = self._others(unit)
        return tuple(d for d in unit.diagnostics if d.function not in others)

    @property
    def assumptions(self) -> tuple[AssumptionReport, ...]:
        """What the text of these does not prove, and what guards it."""
        unit = self._unit(())
        others = self._others(unit)
        return tuple(a for a in unit.assumptions if a.function not in others)

    def _others(self, unit: ClassUnit) -> set[str]:
        return {f"{unit.cls.__name__}.{name}" for name in own_functions(unit.cls) if name != self.name}

    def refusal(self, unit: ClassUnit) -> ConversionError:
        """Why it stays Python."""
        name = f"{unit.cls.__name__}.{self.name}"
        reasons = tuple(d for d in unit.diagnostics if d.function == name and d.code == "HYB604")
        if not reasons:
            return ConversionError(
                f"`{name}` cannot be converted: its class has something else in its place (other decorators go below "
                "`@hybridize`)"
            )
        return refused(name, reasons)

    def _unit(self, args: tuple[object, ...]) -> ClassUnit:
        if self.unit is None or (args and not isinstance(args[0], self.unit.cls)):
            for cls in type(args[0]).__mro__ if args else ():
                if any(plain(value) is self.__wrapped__ for value in vars(cls).values()):
                    return self._join(cls)
        if self.unit is None:
            raise ConversionError(
                f"`{self.__qualname__}` is a method of a class that does not have it (other decorators go below "
                "`@hybridize`), or was not called with an object yet"
            )
        return self.unit

    def _join(self, owner: type) -> ClassUnit:
        """The methods of one class that were asked for are converted together: they set what others read."""
        group = {v.name: v for v in vars(owner).values() if isinstance(v, Method) and v.options == self.options}
        group = {**group, self.name: self}
        asked = frozenset(name for name, method in group.items() if method.is_asked)
        is_whole = _RECORD in vars(owner)  # made anew from a class that was converted, as dataclasses with slots are
        static = {name: method.static for name, method in group.items()}
        unit = ClassUnit(owner, self.options, asked, static, is_whole)
        if is_whole:
            setattr(owner, _RECORD, unit)
        for method in group.values():
            method.unit = unit
        return unit


def hybridized_class(cls: C, options: Options, static: frozenset[str]) -> C:
    """The class itself, with those of its methods replaced that convert."""
    earlier = vars(cls).get(_RECORD)
    if isinstance(earlier, ClassUnit) and earlier.cls is cls and options == DEFAULTS and not static:
        return cls
    functions = own_functions(cls)
    decorated = {v.name: v for v in vars(cls).values() if isinstance(v, Method)}
    asked = frozenset(name for name, method in decorated.items() if method.is_asked)
    parameters = {name: frozenset(inspect.signature(f).parameters) for name, f in functions.items()}
    if unknown := static.difference(*parameters.values()):
        raise ConversionError(f"no method of `{cls.__name__}` has a parameter `{min(unknown)}` to be static")
    given = {name: parameters[name] & static for name in functions}
    given |= {name: given.get(name, frozenset()) | method.static for name, method in decorated.items()}
    unit = ClassUnit(cls, options, asked, given, is_whole=True)
    try:
        chosen = unit.methods(is_strict=True)
    except NotYetBound:
        chosen = frozenset(movable_names(cls, asked))
    else:
        if not chosen or not asked <= chosen:
            raise unit.refusal()
    for name in decorated.keys() - chosen:
        setattr(cls, mangled(cls, name), functions[name])
    for name in chosen:
        method: Method[..., Any] = Method(functions[name], options, given[name], name in asked)
        method.unit = unit
        setattr(cls, mangled(cls, name), method)
    setattr(cls, _RECORD, unit)
    return cls


def movable_names(cls: type, asked: frozenset[str]) -> list[str]:
    return [n.partition(".")[2] for n in movable(cls, frozenset(f"{cls.__name__}.{n}" for n in asked))]


def hybridized_method(function: FunctionType, options: Options, static: frozenset[str]) -> Method[..., Any]:
    """A function defined in the body of a class, which may not be there yet."""
    if not inspect.signature(function).parameters:
        raise ConversionError(f"`{function.__qualname__}` takes no object: {_OTHERWISE}")
    for decorator in decorators_of(function):
        if decorator in ("staticmethod", "classmethod", "property", "functools.cached_property", "cached_property"):
            raise ConversionError(f"`{function.__qualname__}` is a {decorator}: {_OTHERWISE}")
    return Method(function, options, static, is_asked=True)


def hybridized_bound(bound: MethodType, options: Options, static: frozenset[str]) -> MethodType:
    """The method bound to the same object, whose class stays as it is."""
    instance, function = bound.__self__, plain(bound.__func__)
    if not isinstance(function, FunctionType) or isinstance(instance, type):
        raise ConversionError(f"`{bound.__qualname__}` is bound to a class: {_OTHERWISE}")
    name = function.__code__.co_name
    owner = next((c for c in type(instance).__mro__ if own_functions(c).get(name) is function), None)
    if owner is None:
        raise ConversionError(f"`{bound.__qualname__}` is not in the class of the object that it is bound to")
    method: Method[..., Any] = Method(function, options, static, is_asked=True)
    method.unit = unit = ClassUnit(owner, options, frozenset({name}), {name: static})
    with contextlib.suppress(NotYetBound):
        if name not in unit.methods(is_strict=True):
            raise method.refusal(unit)
        if unit.use(name, instance) is None:
            raise ConversionError(
                f"`{bound.__qualname__}` cannot be converted for this object: it, or its class "
                f"`{type(instance).__name__}`, has something else in the place of what `{owner.__name__}` defines"
            )
    return MethodType(method, instance)
