"""The line that a diagnostic shows is cut around what it speaks of where it is long."""

import pytest

import hybridc
from hybridc.core.diagnostics import Diagnostic, Location, Severity
from hybridc.core.rendering import full


def frame(line, column, end_column, end_line=1):
    location = Location(1, column, end_line, end_column)
    found = Diagnostic("HYB501", "message", Severity.WARNING, "long.py", location)
    _, _, _, text, carets, *_ = full(found, [line]).split("\n")
    return text.partition("| ")[2], carets.partition("| ")[2]


def marked(text, carets):
    return text[len(carets) - carets.count("^") : len(carets)]


def test_a_short_line_is_shown_as_it_is():
    assert frame("y = x[i] + 1", 5, 9) == ("y = x[i] + 1", "    ^^^^")


@pytest.mark.parametrize("terms", [60, 5000])
@pytest.mark.parametrize("place", [0, 0.5, 1])
def test_a_long_line_is_cut_around_the_carets(terms, place):
    before = " + ".join(["a"] * int(terms * place)) + " + " * bool(place)
    after = " + b" * (terms - int(terms * place))
    line = f"y = {before}x[index]{after}"
    text, carets = frame(line, len(before) + 5, len(before) + 13)
    assert marked(text, carets) == "x[index]"
    assert len(text) <= 162
    assert text.startswith("…") == (not line.startswith(text[:20]))
    assert text.endswith("…") == (not line.endswith(text[-20:]))
    assert text.strip("…") in line


def test_carets_end_where_the_shown_part_ends():
    line = "y = " + " + ".join(f"x[{i}]" for i in range(3000))
    text, carets = frame(line, 5, len(line) + 1)
    assert text.endswith("…") and len(carets) == len(text) - 1
    text, carets = frame(line, 5, 3, end_line=2)
    assert len(carets) == len(text) - 1


def test_tabs_and_control_characters_are_counted_as_they_are_shown():
    line = "\t" * 100 + "\x07" * 30 + "x[i]" + " " * 400
    text, carets = frame(line, 131, 135)
    assert marked(text, carets) == "x[i]"


def test_messages_do_not_hold_a_whole_line():
    terms = " + ".join(f"x[{i}]" for i in range(400))
    source = f"import numpy as np\n\n\ndef f(x, k):\n    y = np.sin(x)\n    return y[{terms} + k]\n"
    assert all(len(d.message) < 300 for d in hybridc.check(source).diagnostics)
