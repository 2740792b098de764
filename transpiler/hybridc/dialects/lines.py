"""The notation of dialect tables: one line a call, `before -> after : facts`.

    numpy.sum(a, axis=None, dtype=None, keepdims=False) -> jnp.sum(...)             : dtype=sum shape=reduce
    numpy.concatenate(arrays, axis=0)                   -> jnp.concatenate(...)
    numpy.pi                                            -> jnp.pi                   : static dtype=pyfloat
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
                      float64) | same (of the first argument) | real (same, ? of what may be complex) | sum (same, bool becomes int64) | bool | int | float64
                      | complex | given (the `dtype` argument, else float64) | made (of numbers, else ?) | floats (floating
                      point numbers of some size, unless the `dtype` argument says otherwise) | ?
    shape=RULE        elementwise (broadcast of the array arguments) | same (of the first argument) | reduce (scalar
                      where `axis` is absent, else unknown) | given (the `shape` argument) | scalar | 1 | 2 | ? (default)
    view              the result may share memory with the first argument
    back=EXPRESSION   the result surely is a view; the expression gives the first argument anew from `new`, what the view
                      has become, and from the other arguments
    writes            the first argument is written in place; the right side is what it becomes
    set=EXPRESSION    what the array is after `new` was assigned to the attribute, in the framework's own words
    elements=EXPRESSION  what stands instead where only elements of the result are read: a tuple for a list
    copies            what is taken of the result is a copy
    arrays=NAME       the parameter may be an array as well, which need not be known while tracing
    length=NAME       the result has at least as many elements as the parameter says, and has to have no more: it is cut off
                      there (`[:n]`), or is of what is less, `x % n`
    brackets          the values between brackets behind it are its arguments: `np.c_[x, y]`
    numbers           not of truth values, with which it does something else: refused (HYB506)
    number            the result may be a number, as that of `dot` of two vectors
    list              the result is a Python list
    function          the result is a function, of arrays
    grid=WHAT         a loop over it is loops within each other: over `ranges` of its arguments, or of the one that is a
                      shape, over all `elements` of its argument, with their places, or over its arguments, `iterables`
    indices=WHAT      the result is the places of what is true: an array for each of the `axes`, all in one array (`flat`),
                      or `rows` of an array
    plain=OP          of floating point numbers alone, it is what the operator gives: `lhs * rhs`
    parts             so it is, of parts along the first axis: as many as the second argument says, or up to and from its indices
    several=NAME:TEXT the result is a list where the parameter is the constant TEXT
    only=NAME:TEXT    the line is for calls that give the parameter the constant TEXT; NAME:!TEXT, another constant;
                      NAME:-*, one below zero
    items=a,b         the result is a tuple of these: `array`, a new one, `value`, an array or a list, or `static`, known
                      while tracing
    items_if=NAME     so it is where the parameter is a number that is known while tracing
    ordered           made of a list, the result lies in the order of its elements
    contiguous        the result lies in the order of its elements; with `back`: it is a view if the argument does
    statics=a,b       parameters that must be known while tracing, beyond those with a name in STATIC_NAMES
    traced=a,b        parameters that may be traced although their name is in STATIC_NAMES
    dtype=pyint       so it is in Python, and JAX has an array of it; pyfloat likewise
    makes=RULE        what NumPy computes with: promote (what it promotes the array arguments to) | join (so it is, and of
                      Python's numbers 64 bits) | width (floating point
                      numbers of the width of integers) | float64 (of all integers) | wide (of all with fewer bits) |
                      dtype (so it is, and JAX does if a `dtype` asks for it)
    unproven=EXPRESSION  what stands instead, unless all arrays that are given surely hold floating point numbers
    casts=NAME        floating point numbers become integers of this dtype, `dtype`: of the one that the call names
    widens            with `unproven`: so it does for integers of 64 bits
    reals             with `unproven`: so it does for what surely is not complex
    small             with `unproven`: so it does where nothing tells that small integers may come
    bounded           with `unproven`: so it does where the first array surely has room for the numbers beside it
    lists             JAX takes a Python list for the first argument, as the framework does; others get `jnp.array(list)`
    places=NAME       the parameter says which elements of the first argument are read or written: where there is none, the
                      framework raises, and JAX takes another or none. Of what makes a part: calling the part does so
    joins=NAME        the parameter is a sequence of arrays, or of what becomes one
    places_if=NAME:TEXT  so it is where the parameter NAME is the constant TEXT
    checked=EXPRESSION  what stands instead in checked code, where the right side is no function of the runtime's, which
                      looks at places itself: see `runtime/checking/lookups.py`
    writes_if=NAME    the first argument is written in place where the parameter is True
    writes_if=NAME:FUNCTION  so it is, and the right side drops the parameter; FUNCTION, of the runtime, asks for it when it runs
    shares=WHAT       the result has the memory of the first argument, an array of NumPy's (`numpy`) or whatever there is one
                      on the other side (`given`)
    narrows           64 bits are asked for, and 32 given
    shorter           32 bits are asked for, which what usually has 64 in the framework has here anyway
    fresh             what the part returns is never what it was given, nor a view of it
    part              makes a part of a model: a layer, a container, or a class of them
    chain             the part gives what it is given to the parts that it is made of, one after the other
    wraps             the part is the first argument, which computes some of its parameters from now on, or no more
    model             classes derived from it are models
    derivative        classes derived from it are functions that say their own derivative: `Models.derivative`
    functions         functions given to the part are given arrays
    host              used where models are made, not where they compute
    held              the result is what a cell of a model holds: writing into it is writing into the cell
    outside           the result is Python's or NumPy's, and no array of the framework
    cuts              it ends gradients
    lowers=NAMES      the framework computes in fewer bits there, unless arguments say otherwise, which have these names in
                      their order: `enabled`, `dtype`, `level`, or `cast_inputs`, without which it does not
    blocks            of `__getitem__`: parts that lie together (`x[1]`, `x[2:5]`) are views, others may be copies
    operator          the line takes the place of the operator of its name, `__gt__` or `__getitem__`, which JAX has otherwise
    integers          so does the line where an operand is an array of integers, or may be one, or of truths beside a number
    narrow            so does the line where an operand surely has fewer than 32 bits, and the other may be an array
    entered           in `with`: it is entered while the model is traced
    gone              as a decorator, in `with`, or what is set to an attribute: compiled code does without
    guess             with `static`: JAX does not tell, and it is refused where it decides more than how something is computed
    anew              it calls its first argument, and once more for gradients
    counts            a loop over it is one over Python's `range` of its arguments
    prints            a call by itself prints its arguments, as Python's `print` does
    decorates=NAME    as a decorator it stays, with the argument NAME alone, which says what the inputs are like: a function
                      below it computes. Without that argument none is needed above what computes for a model anyway

A line without parentheses may name what is called: then the arguments stay as they were written. `*name` on the left
is, on the right, the tuple of those arguments; a line that ends in `, **options)` fits calls with `**`, of which the
right side's call gets the same; one that ends in another `**name)` and passes its arguments on fits keywords of any name
as well. Where the right side is the name on the left, the call stays as it is written. A parameter that the right side does not mention is dropped.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import lru_cache

from hybridc.dialects.entry import Entry, Parameter

STATIC_NAMES = frozenset([
    "axis", "axes", "dtype", "shape", "newshape", "keepdims", "ndim", "ndmin", "k", "n", "N", "M", "num", "reps",
    "repeats", "indices_or_sections", "order", "mode", "indexing", "side", "kind", "method", "norm",
    "full_matrices", "compute_uv", "UPLO", "minlength", "length", "ord", "offset", "axis1", "axis2", "axisa",
    "axisb", "axisc", "source", "destination", "pad_width", "bins", "deg", "endpoint", "subscripts", "decimals",
    "ddof", "rowvar", "equal_nan", "include_initial", "bias", "assume_unique", "invert", "upper", "ind", "s",
])  # fmt: skip


class TableError(ValueError):
    """A line of a table that does not follow the notation."""


_NAME = re.compile(r"\s*([A-Za-z_][\w.]*)")
_OTHERS = re.compile(r"\*\*(\w+)\)$")
_LINE = re.compile(r"(?P<left>.+?)\s*->\s*(?P<right>.+?)(?:\s+:\s+(?P<facts>.+))?$")
_REFUSAL = re.compile(r"!\s*(?P<code>HYB\d{3})\s*(?P<advice>.*)")
_DTYPES = frozenset([
    "promote", "float", "same", "real", "sum", "bool", "int", "float64", "complex", "given", "made", "floats", "pyint",
    "pyfloat", "?",
])  # fmt: skip
_MADE = frozenset(["promote", "join", "width", "float64", "wide", "dtype"])
_SHAPES = frozenset(["elementwise", "same", "reduce", "given", "scalar", "1", "2", "?"])
_VALUES = {"dtype": _DTYPES, "shape": _SHAPES, "makes": _MADE, "shares": frozenset(["numpy", "given"])}
_WITH_VALUES = frozenset([
    "dtype", "shape", "statics", "traced", "back", "elements", "set", "several", "only", "plain", "writes_if", "items", "makes", "casts", "unproven",
    "items_if", "length", "grid", "indices", "arrays", "lowers", "decorates", "places", "places_if", "checked", "shares", "joins",
])  # fmt: skip
_FACTS = frozenset([
    "static", "view", "lists", "widens", "small", "reals", "bounded", "contiguous", "copies", "writes", "numbers", "number", "list", "ordered",
    "narrows", "shorter", "part", "fresh", "chain", "wraps", "model", "derivative", "functions", "host", "gone", "entered",
    "parts", "cuts", "operator", "blocks", "integers", "narrow", "held", "outside", "prints", "counts", "guess", "anew",
    "brackets", "function",
])  # fmt: skip


def name_of(line: str) -> str | None:
    """The qualified name that a line is for; None for a blank line or a comment."""
    match = _NAME.match(line)
    return None if match is None else match[1]


def read_line(line: str) -> Entry:
    """What a line says. Raises TableError for one that does not follow the notation."""
    match = _LINE.fullmatch(line)
    if match is None:
        raise TableError(f"expected `before -> after`: {line}")
    left, options, _ = match["left"].rpartition(", **options)")
    has_options = bool(options)
    name, parameters = _left(left + ")" if has_options else match["left"])
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
        has_options=has_options,
        others=others[1] if (others := _OTHERS.search(match["left"])) and not has_options else None,
        target=target,
        passes_on=passes_on,
        refusal=refusal["code"] if refusal else None,
        advice=refusal["advice"] if refusal else "",
        is_static="static" in facts,
        dtype=facts.get("dtype", "promote"),
        shape=facts.get("shape", "?"),
        is_view="view" in facts or "back" in facts,
        back=facts.get("back"),
        elements=facts.get("elements"),
        gives_copies="copies" in facts,
        may_be_number="number" in facts,
        gives_list="list" in facts,
        gives_function="function" in facts,
        grid=facts.get("grid", ""),
        indices=facts.get("indices", ""),
        gives_parts="parts" in facts,
        items=tuple(filter(None, facts.get("items", "").split(","))),
        items_if=facts.get("items_if"),
        arrays=facts.get("arrays", ""),
        length=facts.get("length", ""),
        has_brackets="brackets" in facts,
        is_ordered="ordered" in facts,
        of_numbers="numbers" in facts,
        writes="writes" in facts,
        writes_if=facts["writes_if"].partition(":")[0] if "writes_if" in facts else None,
        looks=facts.get("writes_if", "").partition(":")[2],
        places=facts.get("places", ""),
        joins=facts.get("joins", ""),
        places_if=_pair(facts["places_if"]) if "places_if" in facts else None,
        checked=facts.get("checked", ""),
        narrows="narrows" in facts,
        shorter="shorter" in facts,
        is_part="part" in facts or "model" in facts,
        is_fresh="fresh" in facts,
        is_chain="chain" in facts,
        wraps="wraps" in facts,
        is_model="model" in facts,
        has_derivative="derivative" in facts,
        takes_functions="functions" in facts,
        is_host="host" in facts,
        is_gone="gone" in facts,
        is_guess="guess" in facts,
        recomputes="anew" in facts,
        decorates=facts.get("decorates", ""),
        prints="prints" in facts,
        counts="counts" in facts,
        is_entered="entered" in facts,
        cuts="cuts" in facts,
        lowers=tuple(facts["lowers"].split(",")) if "lowers" in facts else (),
        is_operator="operator" in facts,
        views_blocks="blocks" in facts,
        is_of_integers="integers" in facts,
        is_of_narrow="narrow" in facts,
        is_outside="outside" in facts,
        is_held="held" in facts,
        plain=facts.get("plain", ""),
        several=_pair(facts["several"]) if "several" in facts else None,
        only=_pair(facts["only"]) if "only" in facts else None,
        setter=facts.get("set"),
        is_contiguous="contiguous" in facts,
        takes_lists="lists" in facts,
        widens="widens" in facts,
        reals="reals" in facts,
        bounded="bounded" in facts,
        if_small="small" in facts,
        makes=facts.get("makes", ""),
        casts=facts.get("casts", ""),
        unproven=facts.get("unproven", ""),
        shares=facts.get("shares", ""),
        static_parameters=frozenset(statics - _listed(facts, "traced") | _listed(facts, "statics")),
    )


def _listed(facts: Mapping[str, str], key: str) -> set[str]:
    return set(filter(None, facts.get(key, "").split(",")))


def _pair(text: str) -> tuple[str, str]:
    name, _, constant = text.partition(":")
    return name, constant


def _facts(text: str) -> dict[str, str]:
    facts: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        is_known = key in (_WITH_VALUES if equals else _FACTS)
        if not is_known or (value not in _VALUES.get(key, (value,))):
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
