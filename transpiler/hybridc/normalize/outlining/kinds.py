"""What the names of a scope hold, as its text tells: numbers, NumPy's arrays, or nobody knows what."""

from __future__ import annotations

import ast
import enum
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from hybridc.dialects.entry import Entry
from hybridc.dialects.table import Dialect
from hybridc.normalize.outlining.written_lists import elements_written
from hybridc.normalize.random_draws import is_of_one
from hybridc.program.static_demand import fitting, lookup, lookup_method
from hybridc.syntax.module import Module
from hybridc.syntax.turns import whole_number

_SHAPES = frozenset({"size", "ndim"})
_NUMBERS = frozenset({"abs", "float", "int", "len", "max", "min", "pow", "round", "sum", "complex", "bool"})
_WIDE = frozenset(
    {"float", "int", "complex", "bool", "numpy.float64", "numpy.int64", "numpy.complex128", "numpy.bool_"}
)
_DTYPE_AT = {f"numpy.{name}": 1 for name in ("array", "asarray", "empty", "ones", "zeros")} | {"numpy.full": 2}
_DRAWS = frozenset(
    {
        "beta", "binomial", "exponential", "gamma", "integers", "lognormal", "normal", "poisson", "rand", "randint",
        "randn", "random", "random_sample", "standard_normal", "uniform",
    }
)  # fmt: skip
_REDUCING = frozenset(
    {
        "all",
        "amax",
        "amin",
        "any",
        "argmax",
        "argmin",
        "max",
        "mean",
        "median",
        "min",
        "norm",
        "prod",
        "std",
        "sum",
        "var",
    }
)  # to a number, where no axis is given
_SEVERAL = frozenset(
    f"numpy.{name}"
    for name in ("divmod", "frexp", "linalg.eig", "linalg.eigh", "linalg.qr", "linalg.svd", "meshgrid", "modf")
)


class Kind(enum.IntEnum):
    """What a name holds, the greater the less is known."""

    NOTHING = 0  # it is not bound, as far as has been seen
    NUMBER = 1
    ARRAY = 2  # or a number of NumPy's
    UNKNOWN = 3


FEW = 32  # turns that are not worth compiling a loop for
_MOST = 9  # results of one of NumPy's functions, or more: `np.meshgrid` gives as many as it is given


class Result(NamedTuple):
    """What a function of the file gives: a kind for each result of several, or for the one; `is_new`: none of them
    shows what the function was given; `given`: the parameter that the one is; `written`: those that it writes into."""

    kinds: Kind | tuple[Kind, ...]
    is_new: bool
    given: str | None = None
    written: frozenset[str] = frozenset()
    parameters: tuple[str, ...] = ()
    is_pythons: bool = False  # it runs in Python, so that it gives Python's numbers for such


@dataclass
class Kinds:
    """The kinds of names of one scope. `shared`: names whose array another name, or what is around, may show;
    `of_names`: those that show what other names have, with these, or else what is new."""

    module: Module
    dialects: tuple[Dialect, ...]
    results: Mapping[str, Result]
    known: dict[str, Kind] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)
    of_names: dict[str, set[str]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)  # names that are bound once, to these
    vectors: set[str] = field(default_factory=set)  # names that are bound once, to an array of one dimension
    assumed: set[str] = field(default_factory=set)  # names that are numbers as long as parameters are
    settled: dict[ast.expr, Kind] | None = None  # those of expressions, once nothing changes any more
    given: dict[ast.Call, Kind | tuple[Kind, ...]] = field(default_factory=dict)  # by calls, likewise
    generators: set[str] = field(default_factory=set)  # names that hold one of NumPy's generators of random numbers

    def may_share(self, names: Set[str]) -> bool:
        """Two of the names may have one array, or parts of one."""
        if len(names) < 2 or names.isdisjoint(self.shared):
            return False
        seen: set[str] = set()
        for name in names:
            waiting, reached = [name], set[str]()
            while waiting:
                each = waiting.pop()
                if each in self.shared and each not in self.of_names:
                    return True
                if each not in reached:
                    reached.add(each)
                    waiting += self.of_names.get(each, ())
            if reached & seen:
                return True
            seen |= reached
        return False

    def is_new(self, value: ast.expr) -> bool:
        """The value is a number, or an array of its own."""
        match value:
            case ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.Constant():
                return True
            case ast.Call(func=func):
                name = self.module.qualified_name(func)
                if name is not None:
                    return name.startswith("numpy.random.") or _copies(self._lines(name), value)
                if (
                    isinstance(func, ast.Attribute)
                    and isinstance(func.value, ast.Name)
                    and func.value.id in self.generators
                ):
                    return True
                if isinstance(func, ast.Name):
                    return func.id in self.results and self.results[func.id].is_new
                return isinstance(func, ast.Attribute) and _copies(lookup_method(self.dialects, func.attr), value)
        return self.of(value) is Kind.NUMBER

    def of(self, node: ast.expr) -> Kind:
        if self.settled is None:
            return self._kind(node)
        if node not in self.settled:
            self.settled[node] = self._kind(node)
        return self.settled[node]

    def _kind(self, node: ast.expr) -> Kind:
        match node:
            case ast.Constant(value=value):
                return Kind.NUMBER if isinstance(value, int | float | complex) else Kind.UNKNOWN
            case ast.Name(id=name):
                return self.known.get(name, Kind.UNKNOWN)
            case ast.BinOp(left=left, right=right):
                return max(self.of(left), self.of(right))
            case ast.UnaryOp(operand=operand):
                return self.of(operand)
            case ast.Compare(left=left, comparators=comparators):
                return max(map(self.of, [left, *comparators]))
            case ast.BoolOp(values=values):
                return max(map(self.of, values))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return max(self.of(test), self.of(body), self.of(orelse))
            case ast.Attribute():
                return self._attribute(node)
            case ast.Subscript(value=ast.Attribute(value=held, attr="shape"), slice=index):
                is_one = not isinstance(index, ast.Slice | ast.Tuple)
                return self._if_array(held, Kind.NUMBER) if is_one else Kind.UNKNOWN
            case ast.Subscript(value=held, slice=index):
                return self._if_array(held, Kind.ARRAY) if all(map(self._is_index, _indices(index))) else Kind.UNKNOWN
            case ast.Call():
                found = self.results_of(node)
                return found if isinstance(found, Kind) else Kind.UNKNOWN
        return Kind.UNKNOWN

    def imported(self, node: ast.expr) -> Kind:
        """That of `np.pi`, or of `pi`."""
        name = self.module.qualified_name(node) or ""
        if name.startswith("scipy.constants."):
            return Kind.NUMBER
        is_number = name.startswith("math.") or any(e.parameters is None and e.dtype for e in self._lines(name))
        return Kind.NUMBER if is_number and name.rpartition(".")[2] in ("pi", "e", "inf", "nan") else Kind.UNKNOWN

    def _attribute(self, node: ast.Attribute) -> Kind:
        if self.module.qualified_name(node) is not None:
            return self.imported(node)
        if node.attr in _SHAPES:
            return self._if_array(node.value, Kind.NUMBER)
        return self._if_array(node.value, Kind.ARRAY) if node.attr in ("T", "real", "imag") else Kind.UNKNOWN

    def _if_array(self, node: ast.expr, kind: Kind) -> Kind:
        """That kind, of what is asked of an array; nothing as long as nothing is known of it."""
        held = self.of(node)
        return kind if held is Kind.ARRAY else Kind.NOTHING if held is Kind.NOTHING else Kind.UNKNOWN

    def _is_index(self, index: ast.expr) -> bool:
        match index:
            case ast.Slice(lower=lower, upper=upper, step=step):
                return all(b is None or self.of(b) <= Kind.NUMBER for b in (lower, upper, step))
            case ast.Constant(value=value) if value is None or value is ...:
                return True
            case ast.Attribute() if self.module.qualified_name(index) == "numpy.newaxis":
                return True
            case ast.List(elts=elements):
                return all(self.of(e) <= Kind.NUMBER for e in elements)
        return self.of(index) <= Kind.ARRAY

    def _lines(self, name: str) -> tuple[Entry, ...]:
        return lookup(self.dialects, name)

    def results_of(self, call: ast.Call) -> Kind | tuple[Kind, ...]:
        """What the call gives; `UNKNOWN` also where it is given what is not known."""
        if self.settled is None:
            return self._results_of(call)
        if call not in self.given:
            self.given[call] = self._results_of(call)
        return self.given[call]

    def _results_of(self, call: ast.Call) -> Kind | tuple[Kind, ...]:
        name = self.module.qualified_name(call.func)
        given = [*call.args, *(k.value for k in call.keywords)]
        match call.func:
            case ast.Name(id=own) if name is None and own in self.results:
                held = [Kind.NUMBER if _is_setting(a) else self.of(a) for a in given]
                if Kind.NOTHING in held:
                    return Kind.NOTHING
                is_of_numbers = self.results[own].is_pythons and Kind.ARRAY not in held
                return Kind.UNKNOWN if Kind.UNKNOWN in held or is_of_numbers else self.results[own].kinds
            case ast.Attribute(value=ast.Name(id=held_by), attr=method) if name is None and held_by in self.generators:
                return self._drawn(call, method)
            case ast.Attribute(value=held, attr=method) if name is None:
                found = self._of_lines(lookup_method(self.dialects, method), call, given)
                return found if found in (Kind.UNKNOWN, Kind.NOTHING) else self._if_array(held, found)
        if name is None:
            return Kind.UNKNOWN
        own, _, builtin = name.partition(".")
        if name == "builtins.len" and len(given) == 1:
            return Kind.NUMBER
        if own in ("builtins", "math"):
            is_number = (own == "math" or builtin in _NUMBERS) and not call.keywords
            return Kind.NUMBER if is_number and all(self.of(a) <= Kind.ARRAY for a in given) else Kind.UNKNOWN
        if name.startswith("numpy.random."):
            return self._drawn(call, name.rpartition(".")[2])
        found = self._of_lines(self._lines(name), call, given)
        return (Kind.ARRAY,) * _MOST if found is Kind.ARRAY and name in _SEVERAL else found

    def _drawn(self, call: ast.Call, method: str) -> Kind:
        if method not in _DRAWS:
            return Kind.UNKNOWN
        is_pythons = method != "integers" and is_of_one(call)
        given = [*call.args, *(k.value for k in call.keywords)]
        return Kind.NUMBER if is_pythons and all(self.of(a) <= Kind.NUMBER for a in given) else Kind.ARRAY

    def draws(self, call: ast.Call) -> bool:
        name = self.module.qualified_name(call.func) or ""
        held = call.func.value if isinstance(call.func, ast.Attribute) else None
        return name.startswith("numpy.random.") or (isinstance(held, ast.Name) and held.id in self.generators)

    def is_range(self, call: ast.Call) -> bool:
        return isinstance(call.func, ast.Name) and call.func.id == "range" and not call.keywords

    def is_long(self, iterable: ast.expr) -> bool:
        """Not known to have a few elements."""
        match iterable:
            case ast.Call(args=args) if self.is_range(iterable):
                counts = [self.numbers.get(a.id) if isinstance(a, ast.Name) else whole_number(a) for a in args]
                known = [c for c in counts if c is not None]
                return len(known) < len(counts) or len(range(*known)) > FEW
            case _ if (written := elements_written(iterable, self.module)) is not None:
                return len(written) > FEW
        return True

    def _of_lines(self, lines: tuple[Entry, ...], call: ast.Call, given: list[ast.expr]) -> Kind:
        gives = any(not (e.is_static or e.is_part or e.is_host or e.refusal is not None) for e in lines)
        dtypes = [k.value for k in call.keywords if k.arg == "dtype"]
        dtypes += call.args[_DTYPE_AT.get(self.module.qualified_name(call.func) or "", len(call.args)) :][:1]
        if isinstance(call.func, ast.Attribute) and call.func.attr == "astype":
            dtypes += call.args[:1]
        reduces = isinstance(call.func, ast.Attribute) and call.func.attr in _REDUCING and not call.keywords
        if gives and reduces and len(call.args) == (self.module.qualified_name(call.func) is not None):
            return Kind.NUMBER if all(map(self._is_argument, given)) else Kind.UNKNOWN
        is_wide = all(_text(d, self.module) in _WIDE for d in dtypes)
        is_known = all(self._is_argument(a) for a in given if a not in dtypes)
        return Kind.ARRAY if gives and is_wide and is_known else Kind.UNKNOWN

    def _is_argument(self, node: ast.expr) -> bool:
        match node:
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                return all(map(self._is_argument, elements))
            case ast.Attribute(value=held, attr="shape"):
                return self.of(held) <= Kind.ARRAY
            case ast.Call(func=ast.Name(id="range"), args=given, keywords=[]):
                return all(self.of(g) <= Kind.NUMBER for g in given)
            case ast.Call():  # also of several results, `np.array(np.meshgrid(x, y))`
                found = self.results_of(node)
                return isinstance(found, tuple) or found <= Kind.ARRAY
        return _is_setting(node) or self.of(node) <= Kind.ARRAY


def _copies(lines: tuple[Entry, ...], call: ast.Call) -> bool:
    """The function or method gives a new array for these arguments."""
    method = lines and lines[0].is_method
    given = ast.Call(call.func, [call.func, *call.args], call.keywords) if method else call
    found = fitting(lines, given)
    return found is not None and not (found[0].is_view or found[0].shares)


def _is_setting(node: ast.expr) -> bool:
    """A text or None, as that of an option."""
    return isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, str))


def _text(node: ast.expr, module: Module) -> str:
    name = module.qualified_name(node)
    return "" if name is None else name.removeprefix("builtins.")


def _indices(index: ast.expr) -> list[ast.expr]:
    return index.elts if isinstance(index, ast.Tuple) else [index]
