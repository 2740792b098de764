"""Functions of texts, of which there is nothing to trace, stay Python; so do those that are given bytes."""

import pytest

import hybridc
from differential import load
from hybridc import Options

PROGRAMS = {
    "a text": (
        "def f(text: str, by: str = ' ') -> list:\n    words, last = [], 0\n    for i, c in enumerate(text):\n"
        "        if c == by:\n            words.append(text[last:i])\n            last = i + 1\n"
        "    words.append(text[last:])\n    return words\n",
        ("a b c",),
    ),
    "counted": (
        "def f(text: str) -> list:\n    found, count = [], 1\n    for i in range(len(text)):\n"
        "        if i + 1 < len(text) and text[i] == text[i + 1]:\n            count += 1\n        else:\n"
        "            found.append((text[i], count))\n            count = 1\n    return found\n",
        ("aaab",),
    ),
    "bytes": (
        "def f(block: bytes) -> bytes:\n    turned = b''\n    for i in [3, 2, 1, 0]:\n"
        "        turned += block[2 * i : 2 * i + 2]\n    return turned\n",
        (b"abcdefgh",),
    ),
    "a flag": (
        "def f(deep: bool) -> float:\n    total = 0.0\n    for i in range(9):\n        total += i / 2 if deep else i\n"
        "    return total\n",
        (True,),
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_they_stay_python(name):
    text, given = PROGRAMS[name]
    result = hybridc.convert(text, options=Options(partial=True))
    assert [function.outcome.name for function in result.functions] == ["HOST"] and result.code == text
    assert load(result.code).f(*given) == load(text).f(*given)
