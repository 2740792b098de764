"""The notation of dialect tables: one line a call, `before -> after : facts`.

    numpy.sum(a, axis=None, dtype=None, keepdims=False) -> jnp.sum(...)             : dtype=sum shape=reduce
    numpy.concatenate(arrays, axis=0)                   -> jnp.concatenate(...)
    numpy.pi                                            -> jnp.pi                   : static
    ndarray.copy(self)                                  -> self                     : dtype=same shape=same
    numpy.unique(ar)                                    -> ! HYB403 how many values differ is known only at run time

Left: the qualified name; parameters in the framework's own order, with its names and defaults, but only those that
the right side supports: a call that passes another one is refused. A name may have several lines: the first whose
signature the call fits is taken. A line without parentheses is an attribute or a constant. `ndarray.x` is a method
or attribute of an array.

Right: a Python expression over the parameters' names. `f(...)` passes the arguments on as they were written, under
the same names. An optional parameter that the call does not pass must not be used elsewhere on the right than as a
whole argument, and that argument is then left out. `! CODE words` refuses; the words say what to do instead.

Facts, all optional, after ` : `:
    static            the result is known while tracing (shapes, dtypes, constants)
    dtype=RULE        promote (default: numpy's promotion of the array arguments) | float (promote, integers become
                      float64) | same (of the first argument) | sum (same, bool becomes int64) | bool | int | float64
                      | complex | given (the `dtype` argument, else float64) | made (of numbers, else ?) | ?
    shape=RULE        elementwise (broadcast of the array arguments) | same (of the first argument) | reduce (scalar
                      where `axis` is absent, else unknown) | given (the `shape` argument) | scalar | 1 | 2 | ? (default)
    view              the result may share memory with the first argument
    back=EXPRESSION   the result surely is a view; the expression gives the first argument anew from `new`, what the view
                      has become, and from the other arguments
    writes            the first argument is written in place; the right side is what it becomes
    set=EXPRESSION    what the array is after `new` was assigned to the attribute, in the framework's own words
    copies            what is taken of the result is a copy
    numbers           not of truth values
    number            the result may be a number, as that of `dot` of two vectors
    list              the result is a Python list
    ordered           made of a list, the result lies in the order of its elements
    contiguous        the result lies in the order of its elements; with `back`: it is a view if the argument does
    statics=a,b       parameters that must be known while tracing, beyond those with a name in STATIC_NAMES
    traced=a,b        parameters that may be traced although their name is in STATIC_NAMES
    widens            NumPy computes with at least 64 bits, JAX with the bits of the argument
    lists             JAX takes a Python list for the first argument, as the framework does; others get `jnp.array(list)`
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

STATIC_NAMES = frozenset(
    [
        "axis",
        "axes",
        "dtype",
        "shape",
        "newshape",
        "keepdims",
        "ndim",
        "ndmin",
        "k",
        "n",
        "N",
        "M",
        "num",
        "reps",
        "repeats",
        "indices_or_sections",
        "order",
        "mode",
        "indexing",
        "side",
        "kind",
        "method",
        "norm",
        "full_matrices",
        "compute_uv",
        "UPLO",
        "minlength",
        "length",
        "ord",
        "offset",
        "axis1",
        "axis2",
        "axisa",
        "axisb",
        "axisc",
        "source",
        "destination",
        "pad_width",
        "bins",
        "deg",
        "endpoint",
        "subscripts",
        "decimals",
        "ddof",
        "rowvar",
        "equal_nan",
        "include_initial",
        "bias",
        "assume_unique",
        "invert",
        "upper",
        "ind",
        "s",
    ]
)


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    default: str | None  # source text; None: required
    keyword_only: bool = False
    positional_only: bool = False
    variadic: bool = False  # `*name`


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table."""

    name: str
    parameters: tuple[Parameter, ...] | None  # None: an attribute or a constant
    target: str | None  # None: refused
    passes_on: bool  # the target ends in `(...)`; `target` is then the function alone
    refusal: str | None = None  # a rule's code
    advice: str = ""
    is_static: bool = False
    dtype: str = "promote"
    shape: str = "?"
    is_view: bool = False
    back: str | None = None
    gives_copies: bool = False
    may_be_number: bool = False
    gives_list: bool = False
    is_ordered: bool = False
    of_numbers: bool = False
    writes: bool = False
    setter: str | None = None
    is_contiguous: bool = False
    takes_lists: bool = False
    widens: bool = False
    static_parameters: frozenset[str] = frozenset()

    @property
    def needs_contiguous(self) -> bool:
        """The result is a view of arrays that lie in the order of their elements, and a copy of others."""
        return self.back is not None and self.is_contiguous

    def bind(self, positional: int, keywords: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """The parameters' names that a call's positional and keyword arguments go to, or None if it does not fit."""
        assert self.parameters is not None
        places = [p for p in self.parameters if not p.keyword_only]
        names: list[str] = []
        for index in range(positional):
            if index < len(places) and not places[index].variadic:
                names.append(places[index].name)
            elif places and places[-1].variadic:
                names.append(places[-1].name)
            else:
                return None
        by_name = {p.name for p in self.parameters if not p.positional_only and not p.variadic}
        keywords = tuple(keywords)
        if any(k not in by_name or k in names for k in keywords):
            return None
        given = {*names, *keywords}
        if any(p.default is None and not p.variadic and p.name not in given for p in self.parameters):
            return None
        return tuple(names), keywords


class Dialect:
    """A framework's names and what they mean. `roots` are the modules whose import brings the dialect in.

    Lines are read when they are first asked for: a file needs few of them.
    """

    def __init__(self, name: str, roots: tuple[str, ...], lines: Mapping[str, list[str]]) -> None:
        self.name = name
        self.roots = roots
        self._lines = lines
        self._entries: dict[str, tuple[Entry, ...]] = {}

    def lookup(self, qualified_name: str) -> tuple[Entry, ...]:
        """The lines for a name, in order. Raises TableError for one that does not follow the notation."""
        lines = self._lines.get(qualified_name)
        if lines is None:
            return ()
        if qualified_name not in self._entries:
            self._entries[qualified_name] = tuple(_entry(line) for line in lines)
        return self._entries[qualified_name]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._lines)

    def __contains__(self, qualified_name: str) -> bool:
        return qualified_name in self._lines


class TableError(ValueError):
    """A line of a table that does not follow the notation."""


_NAME = re.compile(r"\s*([A-Za-z_][\w.]*)")


def dialect(name: str, roots: tuple[str, ...], *tables: str) -> Dialect:
    """Reads tables in the notation above."""
    lines: dict[str, list[str]] = {}
    for table in tables:
        for line in table.splitlines():
            match = _NAME.match(line)
            if match is not None:
                lines.setdefault(match[1], []).append(line.strip())
    return Dialect(name, roots, lines)


_LINE = re.compile(r"(?P<left>.+?)\s*->\s*(?P<right>.+?)(?:\s+:\s+(?P<facts>.+))?$")
_REFUSAL = re.compile(r"!\s*(?P<code>HYB\d{3})\s*(?P<advice>.*)")
_DTYPES = frozenset(["promote", "float", "same", "sum", "bool", "int", "float64", "complex", "given", "made", "?"])
_SHAPES = frozenset(["elementwise", "same", "reduce", "given", "scalar", "1", "2", "?"])


def _entry(line: str) -> Entry:
    match = _LINE.fullmatch(line)
    if match is None:
        raise TableError(f"expected `before -> after`: {line}")
    name, parameters = _left(match["left"])
    target: str | None = match["right"]
    refusal = _REFUSAL.fullmatch(match["right"])
    if refusal is not None:
        target = None
    passes_on = target is not None and target.endswith("(...)")
    if target is not None:
        target = target.removesuffix("(...)")
        ast.parse(target, mode="eval")
    facts = _facts(match["facts"] or "")
    statics = {p.name for p in parameters or () if p.name in STATIC_NAMES}
    return Entry(
        name=name,
        parameters=parameters,
        target=target,
        passes_on=passes_on,
        refusal=refusal["code"] if refusal else None,
        advice=refusal["advice"] if refusal else "",
        is_static="static" in facts,
        dtype=facts.get("dtype", "promote"),
        shape=facts.get("shape", "?"),
        is_view="view" in facts or "back" in facts,
        back=facts.get("back"),
        gives_copies="copies" in facts,
        may_be_number="number" in facts,
        gives_list="list" in facts,
        is_ordered="ordered" in facts,
        of_numbers="numbers" in facts,
        writes="writes" in facts,
        setter=facts.get("set"),
        is_contiguous="contiguous" in facts,
        takes_lists="lists" in facts,
        widens="widens" in facts,
        static_parameters=frozenset(statics - _listed(facts, "traced") | _listed(facts, "statics")),
    )


def _listed(facts: Mapping[str, str], key: str) -> set[str]:
    return set(filter(None, facts.get(key, "").split(",")))


def _facts(text: str) -> dict[str, str]:
    facts: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        known = (
            key in {"dtype", "shape", "statics", "traced", "back", "set"}
            if equals
            else key
            in {
                "static",
                "view",
                "lists",
                "widens",
                "contiguous",
                "copies",
                "writes",
                "numbers",
                "number",
                "list",
                "ordered",
            }
        )
        if not known or (key == "dtype" and value not in _DTYPES) or (key == "shape" and value not in _SHAPES):
            raise TableError(f"unknown fact {word!r} in {text!r}")
        facts[key] = value
    return facts


@lru_cache(maxsize=4096)
def _parameters(text: str) -> tuple[Parameter, ...]:
    arguments = ast.parse(f"def f({text}): ...").body[0].args  # type: ignore[attr-defined]
    places = [*arguments.posonlyargs, *arguments.args]
    padding = [None] * (len(places) - len(arguments.defaults))
    parameters = [
        Parameter(
            argument.arg,
            None if default is None else ast.unparse(default),
            positional_only=index < len(arguments.posonlyargs),
        )
        for index, (argument, default) in enumerate(zip(places, [*padding, *arguments.defaults], strict=True))
    ]
    if arguments.vararg is not None:
        parameters.append(Parameter(arguments.vararg.arg, None, variadic=True))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        parameters.append(Parameter(argument.arg, None if default is None else ast.unparse(default), keyword_only=True))
    return tuple(parameters)


def _left(text: str) -> tuple[str, tuple[Parameter, ...] | None]:
    name, parenthesis, rest = text.partition("(")
    if not re.fullmatch(r"[A-Za-z_][\w.]*", name):
        raise TableError(f"not a name: {text!r}")
    if not parenthesis:
        return name, None
    if not rest.endswith(")"):
        raise TableError(f"unbalanced parenthesis: {text}")
    return name, _parameters(rest[:-1])
