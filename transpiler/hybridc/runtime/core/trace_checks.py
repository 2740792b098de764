"""What a framework asks of a model that was traced, where JAX would compute otherwise than it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from jax.extend import core


class TraceCheck(NamedTuple):
    """A look at traced models: see `Module._hybridc_trace_check`.

    `concerns`: whether models that compute with these arrays, and that these modules have, have to be looked at, before
    they are traced for it.
    `expect`: raises for what is computed otherwise; of the model's name and its program.
    """

    concerns: Callable[[Iterable[Any], Iterable[str]], bool]
    expect: Callable[[str, core.Jaxpr], None]
