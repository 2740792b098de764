"""Lists to which every turn of a script's loop appends, and what else the loop is compiled with."""

import pytest

import hybridc
from hybridc.core.options import Options
from played import assert_plays_as

HEAD = (
    "import numpy as np\nimport matplotlib.pyplot as plt\n\n\ndef f(r, t):\n"
    "    return np.array([r[1], -np.sin(r[0]) + 0.1 * np.cos(t)], float)\n\n\n"
    "h = 0.05\ntimes = np.arange(0.0, 5.0, h)\nr = np.array([1.0, 0.0])\nxs, u = [], np.ones(40)\n"
).replace("xs, u = [], np.ones(40)\n", "xs = []\nys = []\nu = np.ones(40)\n")
STEP = "    k = h * f(r, t)\n    r = r + h * f(r + 0.5 * k, t + 0.5 * h)\n"
END = (
    "plt.plot(xs, ys)\nprint(len(xs), type(xs[0]).__name__, [np.round(x, 9) for x in xs[:3]], np.round(xs[-1], 9))\n"
    "print(len(ys), np.round(r, 9))\n"
)
MADE = {
    "elements": "for t in times:\n    xs.append(r[0])\n    ys.append(r[1])\n" + STEP,
    "elements of an array that is written": (
        "for t in times:\n    xs.append(r[0])\n    ys.append(r[1])\n" + STEP.replace("r = r +", "r +=")
    ),
    "expressions": "for t in times:\n" + STEP + "    xs.append(0.5 * r[1] ** 2 - np.cos(r[0]))\n    ys.append(t)\n",
    "new arrays": "for t in times:\n" + STEP + "    xs.append(r[0])\n    ys.append(r.copy())\n",
    "the whole state": "for t in times:\n" + STEP + "    xs.append(r[0])\n    ys.append(r)\n",
    "not from the first": "xs.append(5.5)\nfor t in times:\n    xs.append(r[0])\n" + STEP,
    "by a range": "for i in range(100):\n    t = h * i\n    xs.append(r[0])\n    ys.append(t)\n" + STEP,
    "Python's numbers": "for i in range(100):\n    t = h * i\n    xs.append(t)\n    ys.append(i)\n" + STEP,
    "no turns": "xs.append(1.5)\nfor t in times[:0]:\n    xs.append(r[0])\n    ys.append(r[1])\n" + STEP,
    "several loops with one counter": (
        "for i in range(100):\n    t = h * i\n    xs.append(r[0])\n"
        + STEP
        + "for i in range(60):\n    u = u * 0.9 + 0.1 * np.sin(u)\n"
        "    ys.append(u.sum())\nprint(i, np.round(u[0], 9))\n"
    ),
    "in another loop": (
        "for c in range(40):\n    r = np.array([1.0, 0.1 * c])\n    xs = []\n    for t in times:\n        xs.append(r[0])\n"
        + STEP.replace("    ", "        ")
        + "    plt.plot(times, xs)\n"
    ),
}
LEFT = {
    "under a condition": "for t in times:\n" + STEP + "    if r[0] > 0:\n        xs.append(r[0])\nxs.append(0.5)\n",
    "read again": "xs.append(0.5)\nfor t in times:\n" + STEP + "    xs.append(xs[-1] + r[0])\n",
    "left early": "for t in times:\n" + STEP + "    xs.append(r[0])\n    if r[0] < 0:\n        break\n",
    "rows that are written": "g = np.ones((30, 2))\nfor t in times:\n    ys.append(g[3])\n    g[3] = g[3] + h\n    xs.append(g[0, 0])\nprint(ys[0])\n",
    "another list": "zs = xs\nfor t in times:\n" + STEP + "    xs.append(r[0])\n    zs.append(r[1])\n",
    "written behind it": "for t in times:\n"
    + STEP
    + "    xs.append(r[0])\n    ys.append(r)\nr[0] = 7.0\nprint(ys[-1], ys[0])\n",
    "integers of an array, then fractions": "r = np.array([1, 0])\nfor t in times:\n    xs.append(r[0])\n" + STEP,
    "integers of a dtype, then fractions": "r = np.ones(2, int)\nfor t in times:\n    xs.append(r[0])\n" + STEP,
    "integers and fractions": "n = 0\nfor t in times:\n"
    + STEP
    + "    xs.append(n)\n    n = n + 0.5 if r[0] > 0 else 3\n",
}


@pytest.mark.parametrize("name", MADE)
def test_turns_fill_lists_in_compiled_loops(name, tmp_path):
    text = HEAD + MADE[name] + END
    result = hybridc.convert(text, filename="script.py")
    assert ".extend(" in result.code and "_loop" in result.code
    assert_plays_as(text, result.code, tmp_path)


@pytest.mark.parametrize("name", LEFT)
def test_other_lists_are_pythons(name, tmp_path):
    text = HEAD + LEFT[name] + END
    result = hybridc.convert(text, filename="script.py", options=Options(partial=True))
    assert_plays_as(text, result.code or text, tmp_path)


def test_names_of_loops_are_free_behind_them(tmp_path):
    """What the next loop binds anew does not come back from the one before."""
    text = HEAD + MADE["several loops with one counter"] + END
    code = hybridc.convert(text, filename="script.py").code
    assert "r, new_xs = _loop(" in code
