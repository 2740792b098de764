"""What the text of an attribute says: `(2, 2)`, `True`, `None`, `1e-05`, `relu`. Nothing of it is evaluated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from hybridc.graphs.errors import shown

Value: TypeAlias = "bool | int | float | str | tuple[Value, ...] | None"

_DEEPEST = 8
_LONGEST_NUMBER = 64
_CLOSED_BY = {"(": ")", "[": "]"}
_TOKEN = re.compile(r"\s*([()\[\],]|[^\s()\[\],]+)\s*")
_INTEGER = re.compile(r"[+-]?[0-9]+L?")  # Python 2 wrote 3L
_FLOAT = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?(inf|nan)")
_WORDS: dict[str, Value] = {"None": None, "True": True, "False": False, "true": True, "false": False}


def value_of(text: str) -> Value:
    """The value: of a bracket a tuple, of a number an int or a float, and of other text the text itself.

    Raises ValueError for a bracket that is not closed, or that holds other things than numbers, None and truth values.
    """
    stripped = text.strip()
    if not stripped.startswith(tuple(_CLOSED_BY)):
        return _scalar(stripped) if _is_scalar(stripped) else text
    tokens = _tokens(stripped)
    value = _tuple(next(tokens), tokens, stripped, 1)
    if next(tokens, None) is not None:
        raise ValueError(f"{shown(text)} goes on behind its last bracket")
    return value


def _tokens(text: str) -> Iterator[str]:
    return (match[1] for match in _TOKEN.finditer(text))


def _tuple(opening: str, tokens: Iterator[str], text: str, depth: int) -> tuple[Value, ...]:
    values: list[Value] = []
    may_start = True  # a value: at the beginning, and behind a comma
    if depth > _DEEPEST:
        raise ValueError(f"{shown(text)} has brackets in more than {_DEEPEST} levels")
    for token in tokens:
        if token == _CLOSED_BY[opening]:
            return tuple(values)
        if token == "," and not may_start:
            may_start = True
        elif may_start and token in _CLOSED_BY:
            values.append(_tuple(token, tokens, text, depth + 1))
            may_start = False
        elif may_start and _is_scalar(token):
            values.append(_scalar(token))
            may_start = False
        else:
            raise ValueError(f"{shown(text)} has {shown(token)} where there is no place for it")
    raise ValueError(f"{shown(text)} is not closed")


def _is_scalar(text: str) -> bool:
    if text in _WORDS:
        return True
    return len(text) <= _LONGEST_NUMBER and bool(_INTEGER.fullmatch(text) or _FLOAT.fullmatch(text))


def _scalar(text: str) -> Value:
    if text in _WORDS:
        return _WORDS[text]
    return int(text.removesuffix("L")) if _INTEGER.fullmatch(text) else float(text)
