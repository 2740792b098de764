"""Dtypes that meet, and the check that JAX computes with the one that PyTorch, or a framework like it, computes with.

With 32 bits both promote alike. Beside narrower numbers they do not: in JAX an array without axes (`x.mean()`) widens
others, in PyTorch it does not; in JAX an array of integers times a Python number takes on the dtype of what it meets,
in PyTorch it is float32. A model in which the two differ is refused once it was traced.
"""

from __future__ import annotations

import linecache
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax.extend import core

from hybridc.runtime.core.generated import may_be_in_place, names_narrow_types
from hybridc.runtime.core.places import place_of
from hybridc.runtime.core.shared_memory import programs_in
from hybridc.runtime.core.trace_checks import TraceCheck

_MEETING = frozenset(
    [
        "add", "sub", "mul", "div", "rem", "pow", "atan2", "max", "min", "nextafter", "and", "or", "xor", "select_n",
        "shift_left", "shift_right_arithmetic", "shift_right_logical", "eq", "ne", "lt", "le", "gt", "ge",
        "concatenate", "stack",
    ]
)  # fmt: skip
_FUNCTIONS = frozenset(  # which prepare operands inside
    ["hypot", "power", "remainder", "fmod", "floor_divide", "copysign", "gcd", "lcm"]
)
_PREPARING = frozenset(["broadcast_in_dim", "convert_element_type", "reshape"])  # of operands, before they meet
_ALIKE = frozenset(["concatenate", "stack"])  # all operands have axes by then
_GIVING_AXES = frozenset(["atleast_1d", "atleast_2d", "atleast_3d"])
_KINDS = (jnp.bool_, jnp.integer, jnp.floating, jnp.complexfloating)
_JAX, _RUNTIME = str(Path(jax.__file__).parent), str(Path(__file__).parents[1])


@dataclass(frozen=True)
class _Site:
    """An operation of the model's file: the instruction there."""

    code: CodeType
    instruction: int

    @property
    def line(self) -> int:
        return next((line for start, end, line in self.code.co_lines() if start <= self.instruction < end), None) or 0


class _Meeting(NamedTuple):
    """An operation of the model's file: its operands, the framework's dtype and JAX's."""

    site: _Site
    operands: list[Any]
    expected: jnp.dtype
    found: jnp.dtype
    is_written: bool = False  # its line may be an operator such as `+=`


@dataclass
class _Program:
    """A program within the model's, with what its inputs are outside, where that is the same operation."""

    jaxpr: core.Jaxpr
    site: _Site | None = None
    given: Mapping[Any, Any] = field(default_factory=dict)
    made_by: dict[Any, Any] = field(default_factory=dict)


def promotion(framework: str, saying: str, writes: bool = False) -> TraceCheck:
    """The look at models of a framework that promotes as PyTorch does; `saying`: how its users say a dtype, `x.to({})`.

    Its `expect` raises TypeError if arrays meet in a traced model that the framework would compute another dtype of.
    `writes`: so it may where the operator may be one such as `+=`, which keeps the dtype of what it writes into.
    """

    def expect(model: str, jaxpr: core.Jaxpr) -> None:
        if not any(_is_narrow(v.aval) for v in _all_variables(jaxpr)):
            return
        for site, operands, expected, found, is_written in _meetings(_Program(jaxpr)):
            if is_written and not writes:
                continue
            text = linecache.getline(site.code.co_filename, site.line).strip()
            what = " and ".join(f"{v.dtype} {list(v.shape)}" for v in operands)
            place = place_of(site.code, site.instruction, site.line)
            condition = ", if it writes in place," if is_written else ""
            raise TypeError(
                f"{model}: {what} meet in `{text}`, at {place}, for which {framework}{condition} computes with "
                f"{expected}, and JAX with {found}; say the dtype of both there: `{saying.format(expected)}`"
            )
        for site, given, kept in _cut_off(jaxpr):
            text = linecache.getline(site.code.co_filename, site.line).strip()
            place = place_of(site.code, site.instruction, site.line)
            raise TypeError(
                f"{model}: {given.dtype} {list(given.shape)} is stored as {kept} in `{text}`, at {place}: of numbers "
                f"that {kept} has not, {framework} keeps the last bits, and JAX takes the nearest; say the dtype of "
                f"what is stored: `{saying.format(kept)}`"
            )

    return TraceCheck(_may_be_narrow, expect)


def _cut_off(jaxpr: core.Jaxpr, around: _Site | None = None) -> Iterator[tuple[_Site, Any, jnp.dtype]]:
    """Where the model's file has numbers with fractions become small integers without a cast of the framework's."""
    for equation in jaxpr.eqns:
        site = around or _site(equation)
        for each in programs_in(equation):
            yield from _cut_off(each, site if equation.primitive.name in ("jit", "pjit") else None)
        if site is not None and equation.primitive.name == "convert_element_type":
            given: Any = equation.invars[0].aval
            kept = equation.params["new_dtype"]
            is_small = jnp.issubdtype(kept, jnp.integer) and jnp.dtype(kept).itemsize < 4
            is_number = given.weak_type and not given.shape
            if is_small and jnp.issubdtype(given.dtype, jnp.floating) and not is_number:
                yield site, given, jnp.dtype(kept)


def _meetings(program: _Program) -> Iterator[_Meeting]:
    """Operations of the model's file that PyTorch does with another dtype, or may do."""
    for equation in program.jaxpr.eqns:
        site = program.site or _site(equation)
        for each in () if _is_function(equation) else programs_in(equation):
            names = _given(program, equation, each, site) if equation.primitive.name in ("jit", "pjit") else {}
            yield from _meetings(_Program(each, site if names else None, names))
        program.made_by |= dict.fromkeys(equation.outvars, equation)
        if site is None or not _is_meeting(equation):
            continue
        operands = equation.invars[1:] if equation.primitive.name == "select_n" else equation.invars
        sources = [s for s in (_source(program, o, site) for o in operands) if s is not None]
        decisive: Any = (equation.outvars if _is_function(equation) else operands)[0]
        found = decisive.aval.dtype
        if len(sources) < 2:
            continue
        promoted = _promoted_alike if equation.primitive.name in _ALIKE else _promoted
        if (expected := promoted(sources)) != found and _kind(expected) == _kind(found):
            yield _Meeting(site, sources, expected, found)
        elif (first := sources[0]).dtype != found and _kind(first.dtype) == _kind(found):
            if len(sources) == len(operands) and may_be_in_place(site.code, site.instruction, not first.shape):
                yield _Meeting(site, sources, first.dtype, found, is_written=True)


def _is_meeting(equation: Any) -> bool:
    return equation.primitive.name in _MEETING or _is_function(equation)


def _is_function(equation: Any) -> bool:
    is_known = equation.primitive.name == "custom_jvp_call" or equation.params.get("name") in _FUNCTIONS
    return is_known and len(equation.invars) > 1


def _source(program: _Program, operand: Any, site: _Site) -> Any:
    """The type of the operand as the model's file has it, before JAX prepares it.

    None for a number of Python's, and for what the operation itself has computed.
    """
    while not isinstance(operand, core.Literal):
        if operand in program.given:
            return program.given[operand]
        maker = program.made_by.get(operand)
        if maker is None or (program.site or _site(maker)) != site:
            return operand.aval
        if maker.primitive.name not in _PREPARING and maker.params.get("name") not in _GIVING_AXES:
            return None
        operand = maker.invars[0]
    literal: Any = operand.aval
    return None if literal.weak_type else literal


def _given(program: _Program, equation: Any, inner: core.Jaxpr, site: _Site | None) -> dict[Any, Any]:
    """What the inputs of a function that is one operation of the model's file are there."""
    if site is None:
        return {}
    return {v: _source(program, o, site) for v, o in zip(inner.invars, equation.invars, strict=True)}


def _promoted(types: list[Any]) -> jnp.dtype:
    """PyTorch: arrays with axes decide, unless one without is of a higher kind."""
    groups = [[t.dtype for t in types if bool(t.shape) is has_axes] for has_axes in (True, False)]
    dtypes: list[jnp.dtype] = [reduce(jnp.promote_types, group) for group in groups if group]
    if len(dtypes) == 1 or _kind(dtypes[1]) <= _kind(dtypes[0]):
        return dtypes[0]
    return dtypes[1]


def _promoted_alike(types: list[Any]) -> jnp.dtype:
    """The same of what are arrays with axes by then."""
    return reduce(jnp.promote_types, (t.dtype for t in types))


def _kind(dtype: Any) -> int:
    return next((rank for rank, kind in enumerate(_KINDS) if jnp.issubdtype(dtype, kind)), -1)


def _is_narrow(value: Any) -> bool:
    """An array, or a dtype, of numbers of fewer than 32 bits."""
    dtype = value if isinstance(value, jnp.dtype) else getattr(value, "dtype", None)
    return isinstance(dtype, jnp.dtype) and dtype.itemsize < 4 and _kind(dtype) > 0


def _may_be_narrow(values: Iterable[Any], modules: Iterable[str]) -> bool:
    return any(map(_is_narrow, values)) or names_narrow_types(modules)


def _site(equation: Any) -> _Site | None:
    """Where the equation comes from, None for what JAX's or the runtime's functions compute between themselves."""
    traceback = equation.source_info.traceback
    for code, instruction in zip(*traceback.raw_frames(), strict=True) if traceback is not None else ():
        if not code.co_filename.startswith(_JAX):
            return None if code.co_filename.startswith(_RUNTIME) else _Site(code, instruction)
    return None


def _all_variables(jaxpr: core.Jaxpr) -> Iterator[Any]:
    yield from jaxpr.invars
    for equation in jaxpr.eqns:
        yield from equation.outvars
        for each in programs_in(equation):
            yield from _all_variables(each)


PROMOTION = promotion("PyTorch", ".to(torch.{})", writes=True)
