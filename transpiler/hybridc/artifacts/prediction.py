"""A model as a pure function of its parameters, for prediction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import jax

from hybridc.artifacts.errors import ExportError
from hybridc.artifacts.only_set import Place, Read, expected_unread
from hybridc.artifacts.signatures import arguments
from hybridc.runtime.core.compiled import CompiledCalls
from hybridc.runtime.core.effects import Again, apart
from hybridc.runtime.core.modules import Module
from hybridc.runtime.core.programs import Variant
from hybridc.runtime.core.runs import NeedsKey
from hybridc.runtime.pytrees.results import without_fixed

_MOST = 10  # times that a model is traced anew, as more becomes known of it


class Prediction(NamedTuple):
    """`function(parameters, *inputs)`, and what it takes as parameters; `transposed` ones (in, out) for (out, in).

    `left_out`: attributes that the model only sets, which no program does.
    """

    function: Callable[..., Any]
    parameters: dict[str, Any]
    transposed: frozenset[str]
    left_out: tuple[str, ...] = ()


def predict(net: Module, names: Sequence[str], inputs: Mapping[str, Any], fixed: Mapping[str, Any]) -> Prediction:
    """The model in evaluation mode. `names`: the inputs and fixed arguments, in the order of its `forward`.

    Parameters whose shapes the first input decides are drawn. Raises ExportError for models that draw random numbers
    or change themselves when they predict.
    """
    net.eval()
    calls = CompiledCalls(net)
    args, kwargs = arguments(net.forward, {n: inputs[n] if n in inputs else fixed[n] for n in names})
    for _ in range(_MOST):
        entry = calls.settled(args, kwargs)
        entry.gather()
        variant, order = entry.variant(args, kwargs)
        places = [next(n for n, each in inputs.items() if each is array) for array in order]
        cells = {cell: name for name, cell in net._hybridc_cells().items()}
        held = {cells[cell]: leaf for cell, leaf in zip(entry.cells, entry.leaves, strict=True)}
        if calls.state:
            raise _changing(map(_shown, calls.state))

        taken = variant, list(held), places, list(inputs)
        function = _pure(*taken)
        left_out: tuple[str, ...] = ()
        try:
            try:
                jax.eval_shape(_without_result(function), held, *inputs.values())
            except _Sets as sets:
                function, left_out = _pure(*taken, sets.places), tuple(dict.fromkeys(map(_shown, sets.places)))
                with expected_unread(sets.places):
                    jax.eval_shape(_without_result(function), held, *inputs.values())
        except Read as read:
            raise _changing([_shown(read.place)]) from None
        except Again:
            continue
        except NeedsKey:
            raise ExportError("it draws random numbers when it predicts, which no exported program can") from None
        return Prediction(function, held, frozenset(cells[cell] for cell in entry.transposed), left_out)
    raise ExportError("what it computes from changes each time that it is traced")


class _Sets(Exception):
    """The model sets attributes, and changes nothing else."""

    def __init__(self, places: tuple[Place, ...]) -> None:
        super().__init__()
        self.places = places


def _pure(
    variant: Variant, parameters: list[str], places: list[str], inputs: list[str], set_: Collection[Place] = ()
) -> Callable[..., Any]:
    """`variant` as a function of parameters by name. `places`: the inputs in the order in which it takes them. `set_`:
    the attributes that it may set."""

    def function(given: dict[str, Any], *arrays: Any) -> Any:
        named = dict(zip(inputs, arrays, strict=True))
        result, effects = apart(variant.traced([given[n] for n in parameters], None, *(named[n] for n in places)))
        if effects is not None:
            written, _, put, error = effects
            if error is not None:
                raise ExportError("it checks while it computes, which no exported program can: leave out `--checked`")
            attributes = () if put is None else tuple(put.noted.attributes)
            lists = () if put is None else put.noted.roots
            if written or lists:
                cells = {cell: name for name, cell in variant.entry.calls.module._hybridc_cells().items()}
                found = [f"the buffer `{cells[variant.entry.cells[place]]}`" for place in written]
                raise _changing([*found, *map(_shown, (*attributes, *lists))])
            if not {*attributes} <= {*set_}:
                raise _Sets(attributes)
        return without_fixed(result)

    return function


def _shown(place: Place) -> str:
    return f"`{place[1]}` of {type(place[0]).__name__}" if isinstance(place[0], Module) else f"`{place[1]}`"


def _changing(what: Iterable[str]) -> ExportError:
    shown = ", ".join(dict.fromkeys(what))
    return ExportError(
        f"it changes itself when it predicts: {shown}; an exported program keeps nothing: return it, or leave it out"
    )


def _without_result(function: Callable[..., Any]) -> Callable[..., None]:
    """What is returned besides arrays no program of JAX's returns."""

    def run(*arguments: Any) -> None:
        function(*arguments)

    return run
