"""What would take forever, or all memory, is given up after few steps."""

import ast

import pytest

from hybridc.normalize.folding import fold
from hybridc.normalize.folding.evaluation import Evaluator
from hybridc.normalize.folding.limits import MAX_FILE_STEPS, MAX_STEPS, Declined
from hybridc.normalize.folding.module_names import module_names

EXPENSIVE = {
    "a tower of powers": ("2 ** 10 ** 9", 100),
    "a higher one": ("10 ** 10 ** 10", 100),
    "a long text": ("'a' * 10 ** 12", 100),
    "a long tuple": ("(1, 2) * 10 ** 12", 100),
    "a long list": ("10 ** 12 * [0]", 100),
    "a shift": ("1 << 10 ** 12", 100),
    "a product that doubles": ("product(2, 100)", MAX_STEPS),
    "a text that doubles": ("text(100)", MAX_STEPS),
    "a sum over a long range": ("sum(range(10 ** 12))", MAX_STEPS),
    "a list of a long range": ("list(range(10 ** 12))", MAX_STEPS),
    "the largest of a long range": ("max(range(10 ** 12))", MAX_STEPS),
    "any of a long range": ("any(reversed(range(10 ** 12)))", 100),
    "a search in a long range": ("1.5 in range(10 ** 12)", MAX_STEPS),
    "a range longer than memory": ("len(range(10 ** 40))", 100),
    "an endless loop": ("endless()", MAX_STEPS),
    "an endless recursion": ("deeper(0)", 2_000),
    "two functions that call each other": ("ping(0)", 2_000),
    "exponential recursion": ("fibonacci(40)", MAX_STEPS),
    "a wide format": ("'%1000000000d' % 1", 100),
    "a wide str.format": ("'{:1000000000d}'.format(1)", 100),
    "a wide f-string": ("f'{1:1000000000d}'", 100),
    "a wide field": ("'a'.ljust(10 ** 10)", 100),
    "expanded tabs": ("'\\t'.expandtabs(10 ** 10)", 100),
    "a text that grows by replacing": ("('a' * 5000).replace('a', 'bbb')", 1_000),
    "a text that grows by joining": ("('a' * 9000).join(['b', 'c', 'd'])", 1_000),
    "rounding to a far place": ("round(5, -10 ** 9)", 100),
    "reading many digits": ("int('9' * 9000)", 1_000),
    "a power by its name": ("pow(3, 10 ** 9)", 100),
    "a modular power": ("pow(3, 2 ** 4000, 2 ** 4000 + 1)", 100),
    "a factorial": ("math.factorial(10 ** 9)", 100),
    "tuples that share their halves": ("halves(60) == halves(60)", MAX_STEPS),
    "tuples in tuples": ("nested(200) == nested(200)", MAX_STEPS),
}
FUNCTIONS = """
import math

def product(x, n):
    for _ in range(n):
        x = x * x
    return x

def text(n):
    x = "a"
    for _ in range(n):
        x += x
    return x

def endless():
    while True:
        pass

def deeper(n):
    return deeper(n + 1)

def ping(n):
    return pong(n + 1)

def pong(n):
    return ping(n + 1)

def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

def halves(n):
    x = (1, 2)
    for _ in range(n):
        x = (x, x)
    return x

def nested(n):
    x = ()
    for _ in range(n):
        x = (x,)
    return x
"""


@pytest.mark.parametrize(("expression", "steps"), EXPENSIVE.values(), ids=EXPENSIVE.keys())
def test_given_up_within_few_steps(expression: str, steps: int) -> None:
    tree = ast.parse(FUNCTIONS)
    evaluator = Evaluator(module_names(tree))
    with pytest.raises(Declined):
        evaluator.value(ast.parse(expression, mode="eval").body, len(tree.body))
    assert MAX_FILE_STEPS - evaluator.steps_left <= steps


@pytest.mark.parametrize(("expression", "steps"), EXPENSIVE.values(), ids=EXPENSIVE.keys())
def test_left_alone_in_a_program(expression: str, steps: int) -> None:
    program = f"{FUNCTIONS}\ndef f(unused):\n    return {expression}\n\nprint(f({steps}))\n"
    assert fold(program, ast.parse(program)) is None


def test_many_expensive_calls_share_the_steps_of_a_file() -> None:
    program = FUNCTIONS + "print(endless())\n" * 1_000
    assert fold(program, ast.parse(program)) is None
    tree = ast.parse(FUNCTIONS)
    evaluator = Evaluator(module_names(tree))
    for _ in range(1_000):
        with pytest.raises(Declined):
            evaluator.value(ast.parse("endless()", mode="eval").body, len(tree.body))
    assert evaluator.steps_left == 0


def test_recursion_fifty_deep_is_followed() -> None:
    program = "def total(n):\n    if n > 1:\n        return n + total(n - 1)\n    return n\n\n\nprint(total(50))\n"
    assert fold(program, ast.parse(program)) == program.replace("total(50)", "1275")


def test_a_long_chain_of_operators_at_module_level_is_no_trouble() -> None:
    chain = " + ".join(["add(1, 2)"] * 900)
    program = f"def add(a, b):\n    return a + b\n\n\nx = {chain}\n"
    assert fold(program, ast.parse(program)) == program.replace("add(1, 2)", "3")
