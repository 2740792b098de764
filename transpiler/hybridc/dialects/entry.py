"""What a line of a dialect's table says of a name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


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
    has_options: bool  # it ends in `**options`, which the right side's call is given as well
    others: str | None  # `**name`: it takes keywords of any name
    target: str | None  # None: refused
    passes_on: bool  # the target ends in `(...)`; `target` is then the function alone
    refusal: str | None = None  # a rule's code
    advice: str = ""
    is_static: bool = False
    dtype: str = "promote"
    shape: str = "?"
    is_view: bool = False
    back: str | None = None
    elements: str | None = None
    gives_copies: bool = False
    may_be_number: bool = False
    gives_list: bool = False
    gives_function: bool = False
    grid: str = ""  # what loops within each other run over, which say the same as one over it
    indices: str = ""  # how it gives the places of what is true
    gives_parts: bool = False  # along the first axis
    items: tuple[str, ...] = ()
    items_if: str | None = None
    arrays: str = ""  # the parameter that may be an array, which is not known while tracing
    length: str = ""  # the parameter that says how many elements the result has to have
    has_brackets: bool = False
    is_ordered: bool = False
    of_numbers: bool = False
    writes: bool = False
    writes_if: str | None = None
    looks: str = ""  # the function that asks when it runs whether `writes_if` holds
    places: str = ""  # the parameter that says which elements
    joins: str = ""  # the parameter that is a sequence of arrays
    places_if: tuple[str, str] | None = None
    checked: str = ""
    narrows: bool = False
    shorter: bool = False  # asks for the 32 bits of what has 64 in the framework, and 32 here
    is_part: bool = False
    is_fresh: bool = False
    is_chain: bool = False
    wraps: bool = False
    is_model: bool = False
    is_of_models: bool = False  # its dialect has models, whose names converted files import from elsewhere
    has_derivative: bool = False
    takes_functions: bool = False
    is_host: bool = False
    is_gone: bool = False
    is_guess: bool = False
    recomputes: bool = False
    decorates: str = ""
    prints: bool = False
    counts: bool = False
    is_entered: bool = False
    cuts: bool = False
    lowers: tuple[str, ...] = ()
    is_operator: bool = False
    views_blocks: bool = False
    is_of_integers: bool = False
    is_of_narrow: bool = False
    is_outside: bool = False
    is_held: bool = False
    plain: str = ""
    is_operator_of_floats: bool = False  # it became that operator
    several: tuple[str, str] | None = None
    only: tuple[str, str] | None = None
    setter: str | None = None
    is_contiguous: bool = False
    takes_lists: bool = False
    widens: bool = False
    reals: bool = False
    bounded: bool = False
    if_small: bool = False
    makes: str = ""
    casts: str = ""
    unproven: str = ""
    shares: str = ""
    static_parameters: frozenset[str] = frozenset()

    @property
    def needs_contiguous(self) -> bool:
        """The result is a view of arrays that lie in the order of their elements, and a copy of others."""
        return self.back is not None and self.is_contiguous

    @property
    def is_method(self) -> bool:
        """Of arrays."""
        return self.parameters is not None and [p.name for p in self.parameters[:1]] == ["self"]

    @property
    def fills(self) -> bool:
        """What code around models calls to fill the array that it gives first, and that is given back."""
        return self.is_host and self.dtype == self.shape == "same"

    @property
    def draws(self) -> bool:
        """Random numbers."""
        return self.target is not None and ("next_key" in self.target or self.target.startswith("nn.drawn"))

    @property
    def takes_options(self) -> bool:
        """What `**options` of a call hold can be handed on: where an array is to be, and of which dtype."""
        names = {p.name for p in self.parameters or ()}
        is_plain = self.target is not None and self.target.startswith("jnp.") and not self.is_method
        return self.has_options or self.others is not None or ({"dtype", "device"} <= names and is_plain)

    @property
    def places_before_several(self) -> int:
        """How many arguments stand before those that `*name` takes; out of reach where the line has none."""
        places = [p for p in self.parameters or () if not p.keyword_only]
        return len(places) - 1 if places and places[-1].variadic else 1_000

    def needs_static(self, name: str) -> bool:
        """What the call gives by this name, or to the parameter of this name, must be known while tracing."""
        is_other = self.others in self.static_parameters and all(p.name != name for p in self.parameters or ())
        return is_other or name in self.static_parameters

    @property
    def stays(self) -> bool:
        """The name means the same in compiled code, which has it from where the file imports it."""
        return self.target == self.name and not self.is_of_models

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
        if any((k not in by_name and self.others is None) or k in names for k in keywords):
            return None
        given = {*names, *keywords}
        if any(p.default is None and not p.variadic and p.name not in given for p in self.parameters):
            return None
        return tuple(names), keywords
