"""What a compiled function returns: its own result, and behind it the arrays of its callers that it has changed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hybridc.domain.numpy_dtypes import name_of
from hybridc.domain.places import Place
from hybridc.domain.sites import Memory, SiteKind, parameters_in
from hybridc.domain.values import Form, Value, is_plain, static
from hybridc.program.host.pythons_numbers import PythonsNumbers
from hybridc.program.plans import FunctionPlan

_TYPES = {"weak int": "int", "weak float": "float", "weak complex": "complex"}
_BRACKETS = {Form.TUPLE: "()", Form.LIST: "[]"}


@dataclass(frozen=True)
class Part:
    """The result, or one of several. `shown`: parameters whose memory it may show; `place`: where it surely lies;
    `arrays`: the memory of each array in it; `may_be_given`: it is, or holds, what may be a list or dict that is
    an argument, which compiled code gives as another one; `number`: Python's type of a number that came of Python's, or
    the arguments of which it came, whose types tell."""

    shown: frozenset[str]
    place: Place | None
    arrays: tuple[Memory, ...]
    may_be_given: bool = False
    number: str | None = None


@dataclass(frozen=True)
class Returned:
    """`changed`: parameters whose arrays come after the result; `parts` of the result, None where it has none;
    `brackets`: those of a tuple or list, empty where it is neither."""

    changed: tuple[str, ...]
    parts: tuple[Part, ...] | None
    brackets: str = ""

    @property
    def is_one_array_twice(self) -> bool:
        """Two of the arrays in the result, none of them an argument's, may be one."""
        arrays = [memory for part in self.parts or () if part.place is None for memory in part.arrays]
        return any(one & other for k, one in enumerate(arrays) for other in arrays[:k])

    @property
    def shown(self) -> frozenset[str]:
        return frozenset().union(*(part.shown for part in self.parts or ()))


def returned(plan: FunctionPlan) -> Returned:
    """The entry of a function in the table."""
    own = own_result(plan)
    if own is None:
        shown = frozenset(plan.arguments.returned_memory)
        return Returned(plan.arguments.gives_back, (Part(shown, None, (), bool(shown)),))
    if own.form is Form.NONE:
        return Returned(plan.arguments.gives_back, None)
    places = plan.arguments.result_places if not plan.arguments.gives_back else plan.arguments.result_places[:1]
    brackets = _BRACKETS.get(own.form, "") if own.items is not None else ""
    if own.items is None or not brackets:
        only = _part(own, places[0] if len(places) == 1 else None)
        return Returned(plan.arguments.gives_back, (_told(plan, only, own, None),))
    found = places if len(places) == len(own.items) and not plan.arguments.gives_back else (None,) * len(own.items)
    parts = (_told(plan, _part(v, p), v, k) for k, (v, p) in enumerate(zip(own.items, found, strict=True)))
    return Returned(plan.arguments.gives_back, tuple(parts), brackets)


def _told(plan: FunctionPlan, part: Part, value: Value, place: int | None) -> Part:
    """The part with the arguments that tell whether it is a number of Python's, where its dtype does not."""
    if (place or 0) in plan.arguments.new_results:
        part = replace(part, shown=frozenset(), place=None, arrays=())
    if (place or 0) in plan.arguments.number_results and not plan.arguments.gives_back:
        return replace(part, number=plan.arguments.number_results[place or 0])
    if (
        part.number is not None
        or part.shown
        or value.is_array
        or not value.form.is_numeric
        or plan.arguments.gives_back
    ):
        return part
    givers = PythonsNumbers(plan).givers(place)
    if givers is None:
        return part
    return replace(part, number=f"{{{', '.join(map(_quoted, sorted(givers)))}}}" if givers else "set()")


def _quoted(name: str) -> str:
    return f'"{name}"'


def own_result(plan: FunctionPlan) -> Value | None:
    """What the function returns beside what it gives back; None where that is not known."""
    if not plan.arguments.gives_back:
        return plan.result if plan.result is not None else static(Form.NONE)
    if not plan.arguments.gives_value:
        return static(Form.NONE)
    return plan.result.items[0] if plan.result is not None and plan.result.items else None


def _part(value: Value, place: Place | None) -> Part:
    shown = frozenset(parameters_in(value.memory))
    place = place or value.place
    is_known = place is not None and place.root.parameter in shown and len(shown) == 1
    is_sure = is_known and place is not None and not place.reads and not place.ways
    number = _TYPES.get(name_of(value.dtype) or "") if value.form is Form.NUMBER and is_plain(value) else None
    return Part(shown, place if is_sure else None, tuple(_arrays(value)), _may_be_given(value), number)


def _may_be_given(value: Value) -> bool:
    if value.items is not None:
        return any(map(_may_be_given, value.items))
    is_new = value.boxes and not any(site.kind is SiteKind.EITHER for site in value.memory)
    is_container = value.form in (Form.UNKNOWN, Form.DICT, Form.LIST)
    return is_container and not is_new and any(site.is_parameter for site in value.memory)


def _arrays(value: Value) -> Iterator[Memory]:
    if value.items is not None:
        for item in value.items:
            yield from _arrays(item)
    elif value.memory:
        yield value.memory
        if value.may_repeat:  # it may be in there twice
            yield value.memory


def source_of(part: Part, mutated: frozenset[str]) -> str | None:
    """How `writes_back` says what a part is; None where it cannot."""
    if part.place is None:
        return None if part.shown else part.number or "None"
    name = part.place.root.parameter
    if part.place.is_whole and name in mutated:
        return f'"{name}"'
    return f"lambda {name}: {ast.unparse(Place(part.place.root).path_to(part.place, name))}"
