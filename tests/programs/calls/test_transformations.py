"""Converted functions under `jax.grad` and `jax.vmap`."""

import jax
import numpy as np
import pytest

from closeness import assert_close
from differential import converted, load

V = np.array([3.0, -1.0, 4.0, 0.5])
BATCH = np.stack([V, -V, V * 0, np.abs(V)])

# A function of one vector, giving a float.
DIFFERENTIABLE = {
    "branch": "if np.sum(x) > 0:\n    return np.sum(x * x)\nreturn np.sum(np.sin(x))",
    "loop_over_a_range": "s = 0.0\nfor i in range(len(x)):\n    s = s * 0.5 + np.sin(x[i])\nreturn s",
    "loop_over_elements": "s = 0.0\nfor v in x:\n    s = s * 0.5 + v * v\nreturn s",
    "branch_in_a_loop": "s = 0.0\nfor v in x:\n    if v > 0:\n        s = s + v * v\n    else:\n        s = s - 2.0 * v\nreturn s",
    "continue_": "s = 0.0\nfor v in x:\n    if v < 0:\n        continue\n    s = s + v * v\nreturn s",
    "collected": "out = []\ns = 0.0\nfor v in x:\n    s = np.tanh(s + v)\n    out.append(s * s)\nreturn np.sum(np.array(out))",
    "dict_state": "d = {'a': 0.0, 'b': 1.0}\nfor v in x:\n    d['a'] = d['a'] + v * d['b']\n    d['b'] = d['b'] * 0.5\nreturn d['a']",
    "written_elements": "y = np.zeros(4)\nfor i in range(len(x)):\n    y[i] = np.sin(x[i]) * i\nreturn np.sum(y)",
    "python_loop": "for k in (1, 2, 3):\n    x = np.sin(x) * k\nreturn np.sum(x)",
}  # fmt: skip

# Loops whose number of turns depends on the values: forward mode only.
WITH_EXITS = {
    "early_return": "if np.sum(x) > 1:\n    return np.sum(x * x)\nx = x * 2\nreturn np.sum(x)",
    "break_": "s = 0.0\nfor v in x:\n    if v < 0:\n        break\n    s = s + v * v\nreturn s",
    "while_": "s = np.sum(x * x) + 1.0\nwhile s > 0.5:\n    s = s * 0.5\nreturn s",
    "return_from_a_loop": "for i in range(len(x)):\n    if x[i] < 0:\n        return x[i] * x[i]\nreturn 1.0",
}


def program(body):
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    return f"import numpy as np\n\n\ndef f(x):  # hybridc: graph\n{lines}\n"


def slope(f, x, direction, step=1e-6):
    return (f(x + step * direction) - f(x - step * direction)) / (2 * step)


@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_gradients_are_those_of_the_original(name):
    source = program(DIFFERENTIABLE[name])
    original, generated = load(source).f, load(converted(source), "generated").f
    for x in (V, -V):
        gradient = jax.grad(generated)(x)
        for unit in np.eye(4):
            assert_close(gradient @ unit, slope(original, x, unit), rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("name", WITH_EXITS)
def test_forward_derivatives_pass_through_exits(name):
    source = program(WITH_EXITS[name])
    original, generated = load(source).f, load(converted(source), "generated").f
    for x in (V, -V):
        for unit in np.eye(4):
            _, tangent = jax.jvp(generated, (x,), (unit,))
            assert_close(tangent, slope(original, x, unit), rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("name", DIFFERENTIABLE | WITH_EXITS)
def test_batches_give_the_values_one_by_one(name):
    source = program((DIFFERENTIABLE | WITH_EXITS)[name])
    original, generated = load(source).f, load(converted(source), "generated").f
    expected = [original(x.copy()) for x in BATCH]
    assert_close(jax.vmap(generated)(BATCH), expected, rtol=1e-9, atol=1e-12)
