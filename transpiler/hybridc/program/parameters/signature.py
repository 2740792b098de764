"""What a graph function's parameters are known to be: read off defaults, hints and uses."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Set
from types import MappingProxyType
from typing import NamedTuple

from hybridc.dialects.table import Dialect
from hybridc.domain.atoms import of_parameter
from hybridc.domain.places import Place
from hybridc.domain.sites import parameter_site
from hybridc.domain.values import SCALAR, Binding, Dims, Form, Value
from hybridc.program.parameters.compared import compared_parameters, ranks_by_tests, used_as_arrays
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.dicts_given import dict_parameters
from hybridc.syntax.module import Function

_LISTS = re.compile(r"['\"]?(\w+\.)*(list|List|MutableSequence)\b")


def container_parameters(function: Function) -> frozenset[str]:
    """Parameters that are lists or dicts, which are no arrays to write into."""
    hinted = frozenset(n for n in function.parameters if _LISTS.match(function.annotation_of(n)))
    return hinted | dict_parameters(function)


class Told(NamedTuple):
    """What the code around a function that was made of it tells of it: parameters that are numbers, or arrays with
    dimensions, or with one, and the places of results that are new arrays, or might as well be, and that are Python's
    numbers."""

    numbers: frozenset[str] = frozenset()
    dimensioned: frozenset[str] = frozenset()
    new: frozenset[int] = frozenset()
    pythons: Mapping[int, str] = MappingProxyType({})
    vectors: frozenset[str] = frozenset()

    def noted(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """The values at entry, with that."""
        found = dict(values)
        for name in self.numbers:
            if found[name].is_traced:
                found[name] = Value(Binding.TRACED, Form.NUMBER, of_parameter(name), SCALAR, 0)
        for name in self.dimensioned:
            found[name] = found[name].but(form=Form.ARRAY, dims=Dims.SOME)
        for name in self.vectors:
            found[name] = found[name].but(form=Form.ARRAY, dims=Dims.SOME, rank=1)
        return found


def parameter_values(
    function: Function,
    statics: frozenset[str],
    dialects: tuple[Dialect, ...],
    numbers: frozenset[str] = frozenset(),
    unasked: Set[str] = frozenset(),
) -> dict[str, Value]:
    """The abstract value of every parameter at entry. `numbers` are known not to be arrays; of those that are `unasked`
    no test tells, as Python may come to none.

    A parameter that the text shows to be a number is taken for one: `evident_parameters` says which those are.
    """
    arrays = array_parameters(function, dialects)
    used = used_as_arrays(function, dialects)
    scalars = (compared_parameters(function) - used - unasked) | numbers
    ranks = {name: rank for name, rank in ranks_by_tests(function).items() if name not in unasked}
    called = {n.func.id for n in function.of(ast.Call) if isinstance(n.func, ast.Name)}
    dicts = dict_parameters(function) - arrays
    values: dict[str, Value] = {}
    given = function.node.args
    collected = {a.arg: f for a, f in ((given.vararg, Form.TUPLE), (given.kwarg, Form.DICT)) if a}
    for name in function.parameters:
        if name in collected:
            values[name] = Value(Binding.TRACED, collected[name], memory=frozenset({parameter_site(name)}))
            continue
        if name in dicts:
            values[name] = Value(Binding.TRACED, Form.DICT, memory=frozenset({parameter_site(name)}))
            continue
        dtype = of_parameter(name)
        if name in statics:
            form = Form.FUNCTION if name in called else Form.UNKNOWN
            form = Form.STRING if function.annotation_of(name) in ("bytes", "str") else form
            values[name] = Value(Binding.STATIC, form, dtype, SCALAR)
        elif name in arrays or name in ranks:
            memory = frozenset({parameter_site(name)})
            place = Place(parameter_site(name))
            values[name] = Value(Binding.TRACED, Form.ARRAY, dtype, dtype, ranks.get(name), memory=memory, place=place)
        elif name in scalars:
            form = Form.UNKNOWN if function.is_none_by_default(name) else Form.NUMBER
            values[name] = Value(Binding.TRACED, form, dtype, SCALAR, 0)
        elif is_scalar_by_signature(function, name) and name not in used:
            values[name] = Value(Binding.TRACED, Form.NUMBER, dtype, SCALAR)
        else:
            site = parameter_site(name)
            values[name] = Value(
                Binding.TRACED, Form.UNKNOWN, dtype, dtype, memory=frozenset({site}), place=Place(site)
            )
    return values


def evident_parameters(values: Mapping[str, Value]) -> frozenset[str]:
    """Of the values at entry, those that are taken for numbers because a test, a hint or a default says so."""
    forms = (Form.NUMBER, Form.UNKNOWN)
    return frozenset(n for n, v in values.items() if v.is_traced and v.form in forms and v.is_scalar)


def ranked_parameters(values: Mapping[str, Value]) -> frozenset[str]:
    """Of the values at entry, the arrays whose elements are taken for numbers because a test says so."""
    return frozenset(n for n, v in values.items() if v.rank)


def array_parameters(function: Function, dialects: tuple[Dialect, ...]) -> frozenset[str]:
    found: set[str] = set()
    for attribute in function.of(ast.Attribute):
        if isinstance(attribute.value, ast.Name) and lookup_method(dialects, attribute.attr):
            found.add(attribute.value.id)
    for subscript in function.of(ast.Subscript):
        if isinstance(subscript.value, ast.Name) and isinstance(subscript.slice, ast.Tuple):
            found.add(subscript.value.id)
    for product in function.of(ast.BinOp):
        if isinstance(product.op, ast.MatMult):
            found |= {side.id for side in (product.left, product.right) if isinstance(side, ast.Name)}
    hinted = {
        n
        for n in function.parameters
        if any(w in function.annotation_of(n) for w in ("ndarray", "NDArray", "ArrayLike"))
    }
    return frozenset((found | hinted) & set(function.parameters))


def is_scalar_by_signature(function: Function, name: str) -> bool:
    default = function.default_of(name)
    if isinstance(default, ast.UnaryOp):
        default = default.operand
    if (
        isinstance(default, ast.Constant)
        and isinstance(default.value, int | float)
        and not isinstance(default.value, bool)
    ):
        return True
    return function.annotation_of(name) in ("int", "float", "complex") and not function.is_none_by_default(name)
