"""Laying out a long statement takes work that grows with its length, not with the square of it."""

import sys

import pytest

from hybridc.emit.layout.tidy import tidy

STATEMENTS = {
    "numbers": lambda n: f"x = [{', '.join(map(str, range(n)))}]\n",
    "numbers in a call": lambda n: f"x = np.array([{', '.join(map(str, range(n)))}], dtype=float)\n",
    "arguments": lambda n: f"x = f({', '.join(f'a{i}' for i in range(n))})\n",
    "calls without arguments": lambda n: f"x = {' + '.join(f'f{i}()' for i in range(n))}\n",
    "rows": lambda n: f"x = [{', '.join(f'[{i}, {i}]' for i in range(n))}]\n",
    "rows with commas behind": lambda n: f"x = [{', '.join(f'({i},)' for i in range(n))}]\n",
    "entries": lambda n: "x = {" + ", ".join(f"'k{i}': {i}" for i in range(n)) + "}\n",
    "strings": lambda n: f"x = ({' '.join(repr(str(i)) for i in range(n))})\n",
    "terms": lambda n: f"x = {' + '.join(f'a{i} * {i}' for i in range(n))}\n",
    "tests": lambda n: f"x = {' and '.join(f'(a > {i})' for i in range(n))}\n",
    "conditions": lambda n: f"if {' or '.join(f'a == {i}' for i in range(n))}:\n    pass\n",
    "methods": lambda n: f"x = a{''.join(f'.f({i})' for i in range(n))}\n",
}


def steps(code: str) -> int:
    """How many lines of the layout run."""
    count = 0

    def step(frame, event, argument):
        nonlocal count
        count += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        tidy(code, 88)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("name", STATEMENTS)
def test_twice_the_length_is_twice_the_work(name):
    make = STATEMENTS[name]
    once, twice = steps(make(150)), steps(make(300))
    assert twice < 2.4 * once


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_long_statement_is_laid_out_as_a_short_one_is(name):
    code = STATEMENTS[name](60)
    laid_out = tidy(code, 88)
    assert compile(laid_out, "long", "exec").co_consts == compile(code, "long", "exec").co_consts
    assert laid_out != code
    assert max(map(len, laid_out.split("\n"))) <= 88
