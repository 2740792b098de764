"""Inputs by name, as arguments of the function that they are for."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from hybridc.artifacts.errors import ExportError

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def ordered(function: Callable[..., Any], names: Mapping[str, Any]) -> list[str]:
    """The names in the order of the function's parameters; further ones, where it takes them, as they were given.

    Raises ExportError for names that it does not take, and for parameters that need a value and have none.
    """
    parameters = _parameters(function)
    own = _own(parameters)
    is_open = len(own) < len(parameters)
    problems = [f"`{name}` is none of its parameters" for name in names if name not in own and not is_open]
    missing = [name for name in own if name not in names and parameters[name].default is inspect.Parameter.empty]
    problems += [f"`{name}` is missing: --input '{name}=f32[...]'" for name in missing]
    if problems:
        made = "" if parameters else "; if what it makes is meant, write `()` behind its name"
        raise ExportError(f"{'; '.join(problems)}; it takes {_shown(parameters)}{made}")
    return [name for name in own if name in names] + [name for name in names if name not in own]


def arguments(function: Callable[..., Any], values: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Values as positional arguments and keywords. They are those that `ordered` found to fit."""
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    parameters = _parameters(function)
    own = _own(parameters)
    rest = [name for name in values if name not in own]  # `xs` for `*xs` is one of them
    for name, parameter in parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL and not keywords:
            positional += [values[each] for each in rest]
            rest = []
        elif parameter.kind is parameter.VAR_KEYWORD:
            keywords.update({each: values[each] for each in rest})
        elif name in own and name in values:
            if parameter.kind in _POSITIONAL and not keywords and len(positional) == _place(parameters, name):
                positional.append(values[name])
            else:
                keywords[name] = values[name]
    return tuple(positional), keywords


def _own(parameters: Mapping[str, inspect.Parameter]) -> list[str]:
    """The parameters that take one value each."""
    return [name for name, p in parameters.items() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


def _shown(parameters: Mapping[str, inspect.Parameter]) -> str:
    return str(inspect.Signature([*parameters.values()]))


def _place(parameters: Mapping[str, inspect.Parameter], name: str) -> int:
    return list(parameters).index(name)


def _parameters(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError) as error:
        raise ExportError(f"its parameters cannot be told: {error}") from error
