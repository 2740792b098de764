"""What compiled functions change reaches code that stays Python, however that calls them and in every mode.

Results, arguments and printed text are those of the original, or the generated code raises.
"""

import re

import numpy as np
import pytest

import hybridc
import indirect_calls
from closeness import assert_close
from differential import load
from hybridc import Options
from hybridc.core.options import Check
from kept_calls import programs
from sampling import turn

MODES = {
    "default": {},
    "partial": {"partial": True},
    "return_mutated": {"return_mutated": True},
    "both": {"partial": True, "return_mutated": True},
    "checked": {"partial": True, "checked": frozenset({Check.INDEX, Check.ASSERT})},
}
CASES = [pytest.param(source, mode, id=f"{name}-{mode}") for name, source in programs() for mode in MODES]
DAILY = [case for case in CASES if turn(case.id, 24) == 0]
INDIRECT = [(name, source) for name, source in indirect_calls.programs()]
INDIRECT_DAILY = [pytest.param(source, "partial", id=name) for name, source in INDIRECT if turn(name, 60) == 0]
NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")


def ran(code, name, capsys):
    """What a program gives, and the numbers and the words that it prints."""
    result = load(code, name).OUT
    text = capsys.readouterr().out
    words = re.findall(r"[a-z]{3,}", re.sub(r"array|dtype|float64|np", "", text))
    return leaves(result), [float(n) for n in NUMBER.findall(text)], words


def leaves(value):
    if isinstance(value, list | tuple):
        return [len(value), *(leaf for each in value for leaf in leaves(each))]
    return [value]


def assert_same(expected, actual):
    assert len(actual[0]) == len(expected[0])
    for one, other in zip(actual[0], expected[0], strict=True):
        assert (one is None) == (other is None)
        if other is not None:
            assert np.shape(one) == np.shape(other)
            assert_close(np.asarray(one), np.asarray(other), rtol=1e-9, atol=1e-12)
    assert_close(actual[1], expected[1])
    assert actual[2] == expected[2]


@pytest.mark.parametrize(("source", "mode"), DAILY + INDIRECT_DAILY)
def test_nothing_is_lost(source, mode, capsys):
    check(source, mode, capsys)


@pytest.mark.long
@pytest.mark.parametrize("caller", sorted({name.partition("-")[2] for name, _ in INDIRECT}))
def test_nothing_is_lost_however_it_is_called(caller, capsys):
    for name, source in INDIRECT:
        if name.partition("-")[2] == caller:
            for mode in ("default", "partial", "both"):
                check(source, mode, capsys)


def check(source, mode, capsys):
    result = hybridc.convert(source, filename="program.py", options=Options(**MODES[mode]))
    expected = ran(source, "program", capsys)
    if result.code is None:
        assert "partial" not in MODES[mode] or not all(d.function for d in result.refusals)
        assert result.refusals
        return
    assert_same(expected, ran(result.code, "generated", capsys))
