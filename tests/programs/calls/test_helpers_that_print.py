"""Functions that are called for what they print: no branch or loop that calls them is left out."""

import jax
import numpy as np
import pytest

from differential import converted, load

BODIES = {
    "a branch in a loop": "for n in range(7):\n    x = x + 1.0\n    if n % 3 == 0:\n        rep(n)",
    "a branch": "if x[0] > 0:\n    rep(1)\nelse:\n    rep(2)",
    "a loop": "for n in range(3):\n    rep(n)",
    "a branch of another helper": "if x[0] > 0:\n    both(3)",
}
HELPERS = "def rep(n):\n    print('rep', n)\n\n\ndef both(n):\n    rep(n)\n"


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("nested", [False, True])
def test_it_is_printed(nested, name, capfd):
    body = "".join(f"    {line}\n" for line in BODIES[name].split("\n"))
    inside = "".join(f"    {line}\n" if line else "\n" for line in HELPERS.split("\n")) if nested else ""
    around = "" if nested else f"{HELPERS}\n\n"
    text = f"import numpy as np\n\n\n{around}def f(x):\n{inside}{body}    return np.sin(x)\n"
    x = np.array([1.0, 2.0])
    load(text).f(x)
    expected = capfd.readouterr().out
    load(converted(text), "generated").f(x)
    jax.effects_barrier()
    assert capfd.readouterr().out == expected != ""
