"""Printed text: numbers by value, the rest letter by letter."""

import pytest

from hybridc.verification.child.printed import compared


def status(original, converted, **options):
    return compared(original, converted, options.get("rtol", 1e-9), options.get("is_wanted", True))["status"]


@pytest.mark.parametrize(
    ("original", "converted", "expected"),
    [
        ("", "", "same"),
        ("sum 1.5\n", "sum 1.5\n", "same"),
        ("sum 0.30000000000000004\n", "sum 0.3\n", "rounded"),
        ("[ 0.1  -2. ]\n", "[0.10000001 -2.]\n", "rounded"),
        ("nan inf\n", "nan inf\n", "same"),
        ("a\nb\n", "b\na\n", "reordered"),
        ("loss 1.0\nstep 2\n", "step 2\nloss 1.0000000001\n", "reordered"),
        ("sum 1.5\n", "", "different"),
        ("", "sum 1.5\n", "different"),
        ("sum 1.5\n", "sum 1.6\n", "different"),
        ("sum 1.5\n", "sum 1.5\nsum 1.5\n", "different"),
        ("3\n", "3.0\n", "different"),
        ("3\n", "4\n", "different"),
        ("nan\n", "1.0\n", "different"),
        ("inf\n", "-inf\n", "different"),
        ("a b\n", "ab\n", "different"),
        ("1 2\n", "1\n2\n", "different"),
        ("True\n", "False\n", "different"),
        ("1e-3\n", "0.001\n", "rounded"),
    ],
)
def test_texts(original, converted, expected):
    assert status(original, converted) == expected


def test_prints_that_are_dropped_are_not_compared():
    assert status("a\n", "", is_wanted=False) == "not compared"


def test_long_text_is_compared_whole_and_reported_in_part():
    text = "line\n" * 10_000
    report = compared(text + "1\n", text + "2\n", 1e-9, True)
    assert report["status"] == "different"
    assert len(report["original"]) == 2000
