"""Functions that host code looks up by a text, or in a module, write into what they are given, as those it names."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from differential import converted, load

WAYS = (
    "sys.modules[__name__].fill(b)",
    "sys.modules[__name__].__dict__['fill'](b)",
    "importlib.import_module(__name__).fill(b)",
    "getattr(sys.modules[__name__], 'fill')(b)",
    "vars(sys.modules[__name__])['fill'](b)",
    "globals().get('fill')(b)",
    "operator.methodcaller('fill', b)(sys.modules[__name__])",
    "operator.attrgetter('fill')(sys.modules[__name__])(b)",
    "eval('fill')(b)",
    "exec('fill(b)')",
)
SOURCE = """import importlib
import operator
import sys

import numpy as np


def fill(b):
    b[...] = np.cos(b * 0) + 6.0


def main(b):
    {way}
    return [b.tolist(), open(sys.executable, "rb").close()]
"""


@pytest.mark.parametrize("way", WAYS)
def test_what_they_write_is_seen(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = SOURCE.format(way=way)
    for options in ({}, {"return_mutated": True}):
        generated = load(converted(source, **options), "looked_up")
        monkeypatch.setitem(sys.modules, "looked_up", generated)
        assert generated.main(np.zeros(2)) == [[7.0, 7.0], None]


def test_what_nobody_names_is_seen_too() -> None:
    source = SOURCE.format(way='globals()["fi" + "ll"](b)')
    assert load(converted(source), "looked_up").main(np.zeros(2)) == [[7.0, 7.0], None]
