"""Looking at a chain of branches takes work that grows with its length."""

import threading

import pytest

import hybridc


def chain(keyword, test, then, indent="    "):
    def lines(count):
        return "".join(
            f"{indent}{keyword if i else 'if'} {test.format(i)}:\n{indent}    {then.format(i)}\n" for i in range(count)
        )

    return lines


def joined(word):
    return lambda count: f"    if {f' {word} '.join(f'y[0] > {i}' for i in range(count))}:\n        y = y + 1\n"


WHILE = "    while True:\n        s += 1.0\n"
PROGRAMS = {
    "elif and return": chain("elif", "y[0] > {}", "return y * {}"),
    "elif of a number": chain("elif", "s == {}", "return y * {}"),
    "elif and assignment": chain("elif", "y[0] > {}", "y = y * {}"),
    "elif and strings": chain("elif", "y[0] > {}", "return 'a{}'"),
    "if and return": chain("if", "y[0] > {}", "return y * {}"),
    "if and assignment": chain("if", "y[0] > {}", "y = y * {}"),
    "and": joined("and"),
    "or": joined("or"),
    "breaks": lambda count: WHILE + chain("if", "s > y[{}]", "break", "        ")(count),
    "returns in a loop": lambda count: WHILE + chain("elif", "s > y[{}]", "return y * {}", "        ")(count),
    "continues": lambda count: "    for i in range(3):\n" + chain("if", "i > y[{}]", "continue", "        ")(count),
}


def source(lines):
    return f"import numpy as np\n\n\ndef f(x, s):\n    y = np.sin(x)\n{lines}    return y\n"


def work(text):
    """How many functions of the analysis are called."""
    count = 0

    def step(frame, event, argument):
        nonlocal count
        count += event == "call"

    threading.setprofile(step)  # the analysis has a thread of its own
    try:
        hybridc.check(text)
    finally:
        threading.setprofile(None)
    return count


@pytest.mark.parametrize("name", PROGRAMS)
def test_twice_the_length_is_twice_the_work(name):
    once, twice = (work(source(PROGRAMS[name](count))) for count in (80, 160))
    assert once > 5000
    assert twice < 2.4 * once


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_is_said_twice(name):
    found = [(d.code, d.location, d.message) for d in hybridc.check(source(PROGRAMS[name](300))).diagnostics]
    assert len(found) == len(set(found))


def test_a_deep_nest_takes_work_by_its_depth():
    def nest(depth):
        return (
            "".join("    " * (i + 1) + f"if y[0] > {i}:\n" for i in range(depth)) + "    " * (depth + 1) + "y = y + 1\n"
        )

    assert work(source(nest(30))) < 2.4 * work(source(nest(15)))
