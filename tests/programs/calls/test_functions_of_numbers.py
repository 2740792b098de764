"""Functions that compute with Python's numbers, `math.cos`, and that code which stays Python hands to compiled ones."""

import pytest

import hybridc
from hybridc.core.options import Options
from played import assert_plays_as

HEAD = (
    "from math import cos, exp\nimport math\nimport numpy as np\n\n\ndef integral(n, fx, a, b):\n    h = (b - a) / n\n    x = np.linspace(a, b, n + 1)\n"
    "    total = 0.0\n    for i in range(n):\n        total = total + h / 2 * (fx(x[i]) + fx(x[i + 1]))\n    return total\n\n\n"
)
SHOWN = "print(np.round({}, 9))\n"
HANDED = {
    "by its name": "def g(t):\n    return cos(t)\n\n\n" + SHOWN.format("integral(50, g, 0, 1)"),
    "imported": SHOWN.format("integral(50, cos, 0, 1)"),
    "of the module": SHOWN.format("integral(50, math.exp, 0, 1)"),
    "a lambda": SHOWN.format("integral(50, lambda t: exp(-t) + cos(t), 0, 1)"),
    "made by a function": (
        "def j(m, x):\n    def fx(th):\n        return cos(m * th - x * math.sin(th))\n\n    return integral(50, fx, 0, 3.0)\n\n\n"
        + SHOWN.format("j(2, 1.5)")
    ),
    "by its parts": "from functools import partial\n\n\ndef g(a, t):\n    return cos(a * t)\n\n\n" + SHOWN.format("integral(50, partial(g, 2.0), 0, 1)"),
    "one of several": "for g in [cos, exp]:\n    " + SHOWN.format("integral(50, g, 0, 1)"),
    "chosen": "g = cos if integral.__name__ else exp\n" + SHOWN.format("integral(50, g, 0, 1)"),
    "of another library": "import statistics\n\n\nd = statistics.NormalDist()\n" + SHOWN.format("integral(50, d.pdf, 0, 1)"),
    "that counts": "calls = 0\n\n\ndef g(t):\n    global calls\n    calls += 1\n    return cos(t)\n\n\n" + SHOWN.format("integral(50, g, 0, 1)") + "print(calls)\n",
    "a method": "class Wave:\n    k = 2.0\n\n    def at(self, t):\n        return cos(self.k * t)\n\n\n" + SHOWN.format("integral(50, Wave().at, 0, 1)"),
}  # fmt: skip
STARS = {
    "math": "from math import *\nimport numpy as np\n\n\ndef f(x):\n    return np.exp(-x) * sqrt(2 * pi) + e\n\n\nprint(np.round(f(0.5), 9))\n",
    "numpy": "from numpy import *\n\n\ndef f(x):\n    return cos(x).sum() + sum(x) + abs(x).max() / pi\n\n\nprint(round(f(linspace(0, 1, 9)), 9))\n",
    "one after the other": "from math import *\nfrom numpy import *\n\n\ndef f(x):\n    return sqrt(x) + pi\n\n\nprint(round(f(arange(4.0)), 6))\n",
    "a name of its own": "from numpy import *\n\n\ndef cos(x):\n    return 2 * x\n\n\ndef f(x):\n    return cos(x) + sin(x)\n\n\nprint(round(f(arange(4.0)), 6))\n",
    "a global of its own": "from numpy import *\n\ne = 3.0\n\n\ndef f(x):\n    return e * x + exp(x)\n\n\nprint(round(f(arange(4.0)), 6))\n",
}


@pytest.mark.parametrize("name", HANDED)
def test_functions_that_are_handed_over(name, tmp_path):
    text = HEAD + HANDED[name]
    result = hybridc.convert(text, filename="script.py", options=Options(partial=True))
    assert_plays_as(text, result.code or text, tmp_path)


@pytest.mark.parametrize("name", STARS)
def test_names_of_star_imports(name, tmp_path):
    text = STARS[name]
    result = hybridc.convert(text, filename="script.py")
    assert "@jax.jit\ndef f(" in result.code
    assert_plays_as(text, result.code, tmp_path)


def test_other_star_imports_may_bring_anything():
    text = (
        "from math import *\nfrom helpers import *\nimport numpy as np\n\n\ndef f(x):\n    return np.exp(x) * sqrt(x)\n"
    )
    result = hybridc.convert(text, filename="script.py", options=Options(partial=True))
    assert result.code is None or "jnp.sqrt" not in result.code


def test_what_the_output_needs_stands_above_it(tmp_path):
    """An import further down comes too late."""
    text = (
        "import numpy as np\n\n\ndef power(x, n):\n    for _ in range(n):\n        x = x * np.sin(x)\n    return x\n\n\nfrom functools import partial\n\n"
        "print(np.round(partial(power, np.ones(2))(3), 9))\n"
    )
    result = hybridc.convert(text, filename="script.py")
    assert_plays_as(text, result.code, tmp_path)
