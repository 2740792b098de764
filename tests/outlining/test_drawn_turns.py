"""Loops of scripts that draw random numbers: drawn for many turns at once, the same numbers in the same order."""

import numpy as np
import pytest

import hybridc
from hybridc.core.options import Options
from played import assert_plays_as

HEAD = "import numpy as np\n\nnp.random.seed(5)\nrng = np.random.default_rng(6)\nn, steps, dt = 20, 90, 0.05\nx = np.zeros(n)\nm = np.zeros(steps)\n"
END = "print(np.round(x.sum(), 9), np.round(m.sum() + 1, 9), np.random.rand(), rng.random())\n"
COMPUTE = "    x = x - dt * x + 0.1 * np.sin(x) * np.cos(x) + z\n    m[t] = np.mean(x ** 2) - np.mean(x) ** 2\n"
MADE = {
    "nothing else": "for t in range(steps):\n    z = np.random.randn(n)\n" + COMPUTE,
    "in an expression": "for t in range(steps):\n    z = np.sqrt(dt) * rng.normal(0.0, 1.0, size=n)\n" + COMPUTE,
    "different ones": "for t in range(steps):\n    z = np.random.randn(n) * (np.random.rand() - 0.5)\n" + COMPUTE,
    "prints": "for t in range(steps):\n    z = np.random.randn(n)\n"
    + COMPUTE
    + "    if t % 40 == 7:\n        print(t, np.round(m[t], 9))\n",
    "prints that draw": "for t in range(steps):\n    z = np.random.randn(n)\n"
    + COMPUTE
    + "    if t % 40 == 7:\n        print(t, np.random.rand(), rng.random())\n",
    "left": "for t in range(steps):\n    z = np.random.randn(n)\n"
    + COMPUTE
    + "    if t == 50:\n        print('left', t)\n        break\n",
    "from the second on": "for t in range(1, steps):\n    z = np.random.standard_normal(n)\n"
    + COMPUTE
    + "print(t, np.round(z[0], 9))\n",
    "no turns": "for t in range(0 * steps):\n    z = np.random.randn(n)\n" + COMPUTE,
    "in a test": "for t in range(steps):\n    z = 0.1 * np.random.rand(n)\n"
    + COMPUTE
    + "    if np.random.rand() < 0.5:\n        x = x * 0.5\n",
    "accepted": (
        "s, taken = 0.0, 0\nfor t in range(steps):\n    p = s + np.random.normal(0, 0.8)\n"
        "    if np.log(np.random.rand()) < 0.5 * (s ** 2 - p ** 2):\n        s = p\n        taken += 1\n    m[t] = s\nprint(taken, np.round(s, 9))\n"
    ),
    "a loop in a loop": (
        "g = np.ones((6, 6))\nL = 6\nfor t in range(40):\n    for k in range(L * L):\n        i = rng.integers(0, L)\n        j = rng.integers(0, L)\n"
        "        e = 2 * g[i, j] * (g[(i + 1) % L, j] + g[(i - 1) % L, j] + g[i, (j + 1) % L] + g[i, (j - 1) % L])\n"
        "        if rng.random() < np.exp(-0.4 * e):\n            g[i, j] = -g[i, j]\n    m[t] = g.mean()\n    if t % 10 == 0:\n        print(m[t])\n"
    ),
    "Python's numbers stay such": (
        "k, c, pos = 0, 0, 0\nfor t in range(steps):\n    u = np.random.rand()\n    k = np.random.randint(0, n)\n    pos += 2 * np.random.randint(0, 2) - 1\n"
        "    c += u < 0.3\n    x[k] = x[k] + 0.5 * u - 0.1 * np.sin(x[k]) * np.cos(x[k])\nprint([k], [c], [pos], type(u).__name__)\n"
    ),
    "none at all": "none = 0 * n\nfor t in range(steps):\n    z = 0.01 * rng.normal(size=none).sum() * np.ones(n)\n"
    + COMPUTE,
}
WHOLE = {
    "powers": "s = 0\nfor t in range(steps):\n    k = np.random.randint(0, 100000)\n    s = s + k ** 4\n    z = 0.1\n"
    + COMPUTE
    + "print(s)\n",
    "products": "s = 0\nfor t in range(steps):\n    k = np.random.randint(1, 10)\n    s = (s * 31 + k) % 1000000007\n    s = s * s\n    z = 0.1\n"
    + COMPUTE
    + "print(s)\n",
    "shifts": "s = 0\nfor t in range(steps):\n    k = np.random.randint(0, 80)\n    s = 1 << k\n    z = 0.1\n"
    + COMPUTE
    + "print(s)\n",
    "counted": "s = 1\nfor t in range(steps):\n    s = s * (1 + np.random.poisson(3))\n    z = 0.1\n"
    + COMPUTE
    + "print(s)\n",
    "as many as turns": "for t in range(steps):\n    z = 0.1 * rng.normal(size=t + 1).sum()\n" + COMPUTE,
}
LEFT = {
    "as many as are computed": "for t in range(steps):\n    z = np.random.rand(1 + int(abs(x[0])) % 3).sum()\n"
    + COMPUTE,
    "behind an or": "for t in range(steps):\n    z = 0.1\n"
    + COMPUTE
    + "    if m[t] > 0.2 or np.random.rand() < 0.5:\n        x = x * 0.5\n",
    "shuffled": "for t in range(steps):\n    z = 0.1\n" + COMPUTE + "    np.random.shuffle(x)\n",
    "in a branch": "for t in range(steps):\n    z = 0.1\n    if x[0] > 0:\n        z = np.random.rand()\n" + COMPUTE,
}


@pytest.mark.parametrize("where", ["top", "main"])
@pytest.mark.parametrize("name", MADE)
def test_loops_draw_the_same_numbers(name, where, tmp_path):
    text = HEAD + MADE[name] + END
    if where == "main":
        lines = (HEAD.partition("\n\n")[2] + MADE[name] + END).splitlines()
        text = "import numpy as np\n\n\ndef main():\n" + "".join(f"    {line}\n" for line in lines) + "\n\nmain()\n"
    result = hybridc.convert(text, filename="script.py")
    assert "drawn_" in result.code and "first, last):" in result.code
    assert_plays_as(text, result.code, tmp_path)


@pytest.mark.parametrize("name", WHOLE)
def test_integers_without_end_and_sizes_of_each_turn(name, tmp_path):
    text = HEAD + WHOLE[name] + END
    result = hybridc.convert(text, filename="script.py", options=Options(partial=True))
    assert_plays_as(text, result.code or text, tmp_path)


@pytest.mark.parametrize("name", LEFT)
def test_draws_that_hang_on_what_is_computed_stay_in_their_turns(name, tmp_path):
    text = HEAD + LEFT[name] + END
    result = hybridc.convert(text, filename="script.py", options=Options(partial=True))
    assert "drawn_" not in (result.code or "")
    assert_plays_as(text, result.code or text, tmp_path)


def test_arrays_of_names_that_take_turns_are_apart(tmp_path):
    """`s = p` is no other array than that of `p`, which each turn makes anew; `s = m` is."""
    plain = HEAD + MADE["accepted"] + END
    assert "_turns(" in hybridc.convert(plain, filename="script.py").code
    shared = HEAD + MADE["nothing else"].replace("    m[t]", "    y = m\n    y[0] = 2.0\n    m[t]") + END
    result = hybridc.convert(shared, filename="script.py", options=Options(partial=True))
    assert_plays_as(shared, result.code or shared, tmp_path)
    assert np.isfinite(float(len(result.diagnostics)))


def test_draws_about_parameters_may_be_arrays(tmp_path):
    """A number is one of Python's as long as the parameter is a number."""
    text = (
        "import numpy as np\n\n\ndef simulate(sigma=0.5, steps=60):\n    x = np.zeros(4)\n    for t in range(steps):\n"
        "        u = np.random.normal(0.0, sigma)\n        x = x - 0.1 * x + 0.05 * np.sin(x) * np.cos(x) + u\n"
        "        if t % 20 == 0:\n            print(t, np.round(x.sum(), 6), type(u).__name__)\n    print([u], np.random.rand())\n\n\n"
        "np.random.seed(1)\nsimulate()\nsimulate(np.array([0.5, 0.1, 0.2, 0.3]))\nsimulate(np.array([0.5]))\n"
    )
    result = hybridc.convert(text, filename="script.py", options=Options(partial=True))
    assert_plays_as(text, result.code or text, tmp_path)
