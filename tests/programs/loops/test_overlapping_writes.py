"""Writes of an array's own elements to other places of it, and what is then done with the result, compiled.

XLA's CPU backend is wrong for these as they stand, without a word (openxla/xla#49176); barriers are what it is told by.
"""

from itertools import product

import jax
import numpy as np
import pytest
from jax import numpy as jnp

from closeness import assert_close
from differential import assert_same, converted, load
from sampling import shared_out

X = np.array([2.0, 5.0, 1.0, 4.0, 3.0, 7.0])
MADE = {
    "given": "x.copy()",
    "sorted": "np.sort(x)",
    "summed": "np.cumsum(x)",
    "product": "np.outer(x, x) @ x",
    "row": "np.outer(x, x)[2]",
    "column": "np.sin(x[:, None])[:, 0]",
    "joined": "np.concatenate([x[3:], x[:3]])",
    "chosen": "x[np.array([3, 1, 0, 2, 5, 4])]",
    "new": "np.arange(6.0)",
    "arithmetic": "x * 2 + 1",
}
WRITES = {
    "shift": ["y[1:] = y[:-1]"],
    "shift and constant": ["y[1:] = y[:-1]", "y[3:] = -1.0"],
    "two shifts": ["y[2:] = y[:-2]", "y[:-1] = y[1:]"],
    "stencil": ["y[1:-1] = y[1:-1] + 0.1 * (y[2:] - 2 * y[1:-1] + y[:-2])"],
    "operator": ["y[1:] += y[:-1]"],
    "named": ["step = y[2:] - y[:-2]", "y[1:-1] -= 0.5 * step"],
    "copy": ["old = y.copy()", "y[1:] = old[1:] - 0.2 * (old[1:] - old[:-1])"],
    "reversed": ["y[:4] = y[::-1][:4]"],
    "first": ["y[:4] -= y[0]"],
    "loop": ["for i in range(n):", "    y[1:] = y[:-1] * 2"],
    "one turn": ["for i in range(1):", "    y[1:] = y[:-1] * 2"],
    "no turn": ["for i in range(0):", "    y[1:] = y[:-1] * 2"],
    "two turns": ["for i in range(2):", "    y[1:] = y[:-1] * 2", "    y[:-2] -= y[2:]"],
    "given turns": ["for i in range(n - 1):", "    y[1:] = y[:-1] * 2", "    y[3:] = -1.0"],
    "loop in a loop": [
        "for i in range(n):",
        "    for j in range(n - 1):",
        "        y[2:] += y[:-2]",
        "    y[1:] = y[:-1]",
    ],
    "one turn in one turn": ["for i in range(1):", "    for j in range(1):", "        y[1:] = y[:-1] + j"],
    "scan": ["for v in x[:2]:", "    y[1:] = y[:-1] + v"],
    "scan of one": ["for v in x[:1]:", "    y[1:-1] = y[2:] - y[:-2] * v"],
    "while": ["i = 0", "while i < n and y[1] < 1e6:", "    y[1:] = y[:-1] * 2", "    i += 1"],
    "while once": ["i = 0", "while i < 1:", "    y[1:] = y[:-1] * 2", "    i += 1"],
    "branch in a loop": [
        "for i in range(n):",
        "    if y[2] > i:",
        "        y[1:] = y[:-1]",
        "    else:",
        "        y[:-1] = y[1:]",
    ],
    "loop in a branch": ["if x[0] > 1:", "    for i in range(n):", "        y[2:] = y[:-2]"],
    "exchanged": ["z = y * 1.0", "for i in range(n):", "    z[1:] = y[:-1]", "    y, z = z, y", "    y[:-1] += z[1:]"],
    "branch": ["if x[0] > 1:", "    y[1:] = y[:-1]"],
    "whole": ["y[0:6] = 2.0"],
}
ENDS = {
    "as it is": "y",
    "summed": "np.cumsum(y)",
    "column": "y[:, None]",
    "row": "y[None]",
    "rolled": "np.roll(y, 1)",
    "reversed": "y[::-1]",
    "stacked": "np.stack([y, y])",
    "joined": "np.concatenate([y[2:], y[:2]])",
    "reshaped": "y.reshape(1, 6, 1)",
}
PROGRAMS = list(product(MADE, WRITES, ENDS))
EVERY_DAY = PROGRAMS[::53]


def source(made, writes, end):
    lines = [f"y = {MADE[made]}", *WRITES[writes], f"return {ENDS[end]}"]
    return (
        "import numpy as np\n\n\ndef f(x, n):  # hybridc: graph\n" + "\n".join(f"    {line}" for line in lines) + "\n"
    )


def check(made, writes, end):
    text = source(made, writes, end)
    expected = load(text).f(X.copy(), 2)
    compiled = jax.jit(load(converted(text)).f)
    assert_close(compiled(X.copy(), 2), expected, rtol=1e-9)


@pytest.mark.parametrize(("made", "writes", "end"), EVERY_DAY)
def test_compiled_code_writes_what_the_original_writes(made, writes, end):
    check(made, writes, end)


@pytest.mark.long
@pytest.mark.parametrize("made", MADE)
def test_compiled_code_writes_what_the_original_writes_for_all_of_them(made):
    for of, writes, end in shared_out(PROGRAMS):
        if of == made:
            check(made, writes, end)


@pytest.mark.parametrize(
    "writes", ["y[1:] = y[:-1]", "y[1:, 1:] = y[:-1, :-1]", "y[:, 1:] += 0.5 * y[:, :-1]", "y[::2] = y[::-1][::2]"]
)
@pytest.mark.parametrize("made", ["a.copy()", "a.T.copy()", "a @ a", "np.cumsum(a, axis=0)"])
@pytest.mark.parametrize("end", ["y[None]", "np.cumsum(y, axis=1)", "y.T"])
def test_tables_as_well(made, writes, end):
    text = f"import numpy as np\n\n\ndef f(a):  # hybridc: graph\n    y = {made}\n    {writes}\n    return {end}\n"
    a = np.arange(16.0).reshape(4, 4) % 7
    assert_close(load(converted(text)).f(a.copy()), load(text).f(a.copy()))


@pytest.mark.parametrize(
    "writes",
    [
        "y[1:] = x[:-1]",  # another array
        "y[1:] = 0.0",
        "y[1:] *= 2",
        "y[1:] = y[1:] * x[1:] + 3",  # the same places
        "y[0] = y[-1]",  # one element
        "for i in range(1, n):\n        y[i] = y[i - 1] + x[i]",
        "z = np.zeros((n, n))\n    for i in range(1, n):\n        z[i] = z[i - 1] * 2\n    y = z[0]",  # rows
        "z = np.zeros_like(y)\n    for i in range(n):\n        z[1:-1] = y[2:] + y[:-2]\n        y, z = z, y",
    ],
)
def test_writes_that_overlap_nothing_stay_plain(writes):
    text = f"import numpy as np\n\n\ndef f(x, n):  # hybridc: graph\n    y = np.zeros(6)\n    {writes}\n    return y\n"
    assert "barrier" not in converted(text)


def test_what_has_a_barrier():
    text = (
        "import numpy as np\n\n\ndef f(x):  # hybridc: graph\n    y = np.sort(x)\n    y[1:] = y[:-1]\n"
        "    x[1:] = x[:-1]\n    return x, y\n"
    )
    code = converted(text, return_mutated=True)
    assert "y = lax.optimization_barrier(jnp.sort(x))\n" in code
    assert "y = lax.optimization_barrier(y.at[1:].set(y[:-1]))\n" in code
    assert "x = lax.optimization_barrier(x.at[1:].set(x[:-1]))\n" in code


@pytest.mark.parametrize("around", ["if x[0] > 1:", "for i in range(n):", "while s < 1.0:"])
def test_barriers_stand_where_the_array_is_bound(around):
    lines = [around, "    s = s + y[2] * y[2]", "y[-1] = np.sum(y)", "return np.cumsum(y) * s"]
    text = source("new", "shift", "as it is").split("    y = ")[0]
    text += "".join(f"    {line}\n" for line in ["s = 0.0", "y = np.zeros(6)", "y[:] = np.cumsum(x)", *lines])
    text = text.replace("    y[-1] =", "    y[1:] = y[:-1]\n    y[-1] =")
    assert_close(load(converted(text)).f(X.copy(), 2), load(text).f(X.copy(), 2))


def test_gradients_and_batches_pass_through():
    text = source("sorted", "stencil", "summed").replace("n)", "n=0)")
    f = load(converted(text)).f
    gradient = jax.jit(jax.grad(lambda x: (f(x) ** 2).sum()))(jnp.asarray(X))
    step = 1e-6 * np.eye(6)
    original = load(text).f
    numeric = [((original(X + d) ** 2).sum() - (original(X - d) ** 2).sum()) / 2e-6 for d in step]
    assert_close(gradient, numeric, rtol=1e-6, atol=1e-6)
    assert_close(jax.vmap(f)(jnp.stack([X, -X])), np.stack([original(X), original(-X)]))


@pytest.mark.parametrize("whole", ["y[:] = np.sort(x)", "y[...] = x[::-1]", "y[:] = np.cumsum(y)"])
def test_after_writes_of_the_whole_array(whole):
    text = source("new", "shift", "column").replace("    y[1:]", f"    {whole}\n    y[1:]")
    assert_close(load(converted(text)).f(X.copy(), 2), load(text).f(X.copy(), 2))


MUTABLE = """import numpy as np


def pick(u, v):
    return u if u[0] > v[0] else v


def chosen(u, w):
    p = pick(u, w)
    p[1:] = p[:-1]
    return np.sum(u - w)


def made(u, w):
    p = pick(u, w)
    a = np.cos(p)
    a[1:] = a[:-1]
    p[1:-1] = 0.5 * (p[2:] + p[:-2])
    return a, np.sum(w)
"""
ARGUMENTS = {
    "views": lambda x: (x[1:], x[:-1]),
    "turned": lambda x: (x, x[::-1]),
    "itself": lambda x: (x[:], x),
    "copies": lambda x: (x.copy(), x),
    "parts": lambda x: (x[::2], x[1::2]),
}


@pytest.mark.parametrize(("name", "given"), product(["chosen", "made"], ARGUMENTS))
def test_arguments_that_share_memory(name, given):
    found, expected = ([X[::-1].copy(), 0] for _ in range(2))
    for both, text in ((found, converted(MUTABLE)), (expected, MUTABLE)):
        both[1] = getattr(load(text), name)(*ARGUMENTS[given](both[0]))
    assert_same(expected, found)
