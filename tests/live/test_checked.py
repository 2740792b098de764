"""`hybridize(checked=...)`: what the original raises is raised, at the lines of the file that it is in."""

import inspect

import numpy as np
import pytest

import hybridc
from closeness import assert_close
from hybridc import Check

X = np.array([1.0, 2.0, 3.0])


def second(x, i):
    return np.sin(x)[i]  # indexed


@hybridc.hybridize(checked=True)
def pick(x, i):
    if i == 1:
        raise KeyError(f"{i} is one")  # raised
    return second(x, i) / i


@hybridc.hybridize(checked=[Check.INDEX])
class Table:
    def __init__(self, n):
        self.values = np.ones(n)

    def at(self, x, i):
        return np.sum(x) * self.values[i]  # indexed by a method


def line(mark):
    lines = inspect.getsource(inspect.getmodule(line)).split("\n")
    return 1 + next(i for i, text in enumerate(lines) if text.endswith(f"# {mark}"))


@pytest.mark.parametrize(
    ("call", "kind", "mark"),
    [
        (lambda: pick(X, 1), KeyError, "raised"),
        (lambda: pick(X, 3), IndexError, "indexed"),
        (lambda: Table(2).at(X, 2), IndexError, "indexed by a method"),
    ],
)
def test_the_line_is_that_of_the_file(call, kind, mark):
    with pytest.raises(kind, match=rf"^test_checked.py:{line(mark)}: "):
        call()


def test_what_does_not_fail_is_as_before():
    assert_close(pick(X, 2), np.sin(3.0) / 2)
    assert Table(2).at(X, -1) == 6.0
