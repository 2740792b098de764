"""`(x): float = y`, which libcst does not read."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, load

_PROGRAM = """
import numpy as np

scale = 2.0


def f(a, n):  # hybridc: graph
    plain: float = 1.0
    (total): float = np.zeros(3)
    ((sides)): "é, (y): int" = a
    for i in range(3):
        total[i] += sides[i] * n + plain
    return total


class Settings:
    (size): int = 3
    name: str = "(x): int"
"""


def test_parentheses_around_annotated_targets_stay():
    code = converted(_PROGRAM)
    assert "    (total): float = jnp.zeros(3)\n" in code
    assert '    (size): int = 3\n    name: str = "(x): int"\n' in code
    a = np.arange(3.0)
    assert_same(load(_PROGRAM).f(a, 2), load(code).f(a, 2))


@pytest.mark.parametrize("target", ["(\n        x\n    )", "( (x) )", "(x\\\n    )"])
def test_layout_of_the_parentheses_may_change(target):
    program = f"def f(a):  # hybridc: graph\n    {target}: float = a\n    return x + 1.0\n"
    assert_same(load(program).f(2.0), load(converted(program)).f(2.0))


@pytest.mark.parametrize("target", ["b[0]", "(b[0])"])
def test_hints_of_elements_are_refused(target):
    program = "import numpy as np\n\n\ndef f(a):  # hybridc: graph\n    b = a.copy()\n"
    result = hybridc.convert(f"{program}    {target}: float = 5.0\n    return b\n", filename="p.py")
    assert [(d.code, d.location.line) for d in result.refusals] == [("HYB222", 6)]
