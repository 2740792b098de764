"""`while` loops that count compile as loops over ranges, where their turns need no number of Python's."""

import numpy as np
import pytest

from differential import assert_same, converted, load

X = [np.array([1.5]), np.array([2.0, -1.0, 0.5]), np.arange(6.0)[::-1] - 2.0]
COMPILE = {
    "up": "i = 0\ns = 0.0\nwhile i < len(x):\n    s += x[i]\n    i += 1\nreturn s",
    "down": "i = len(x) - 1\ns = 0.0\nwhile i >= 0:\n    s = s * 0.5 + x[i]\n    i -= 1\nreturn s",
    "its value behind it": "n = x.shape[0]\ni = 0\nwhile n > i:\n    x[i] *= 2\n    i = i + 1\nreturn x, i, n",
    "from behind its end": "i = 9\nwhile i < len(x):\n    x[i] = 0\n    i += 1\nreturn x, i",
    "by two": "i = 1\nwhile i <= len(x) - 1:\n    x[i] += x[i - 1]\n    i += 2\nreturn x",
    "one in another": (
        "n = len(x)\ni = 0\nwhile i < n:\n    j = 0\n    while j < n - 1 - i:\n        if x[j] > x[j + 1]:\n"
        "            t = x[j]\n            x[j] = x[j + 1]\n            x[j + 1] = t\n        j += 1\n    i += 1\nreturn x"
    ),
    "left early": (
        "i = 0\ns = 0.0\nwhile i < len(x):\n    if x[i] < 0:\n        break\n    s += x[i]\n    i += 1\nreturn s, i"
    ),
    "with an else": "i = 0\nwhile i < len(x):\n    x[i] += i\n    i += 1\nelse:\n    x[0] = 9\nreturn x",
    "slices": "n = len(x)\ny = np.zeros(n)\ni = 0\nwhile i < n:\n    y[i] = x[i:].sum()\n    i += 1\nreturn y",
    "set twice": "i = len(x)\nwhile i > 0:\n    i -= 0\n    x[i - 1] += 1\n    i -= 1\nreturn x",
    "a matrix": "a = np.outer(x, x)\ni = 0\nwhile i < a.shape[1]:\n    a[:, i] += x\n    i += 1\nreturn a",
}  # fmt: skip
STAY = {
    "fractions": "t = 0.0\nwhile t < 1.0:\n    x = x + t\n    t += 0.25\nreturn x",
    "powers": "k = 1\nwhile k < len(x):\n    x = x + np.roll(x, k)\n    k *= 2\nreturn x",
    "shapes": "k = 1\nwhile k < 4:\n    x = x.reshape(-1, 1) + np.zeros((1, k))\n    x = x[:, 0]\n    k += 1\nreturn x",
    "lists": "i = 0\nout = []\nwhile i < 3:\n    out.append(x * i)\n    i += 1\nreturn out[-1] + out[0]",
    "an end that moves": "i = 0\nn = len(x)\nwhile i < n:\n    x = x + i\n    i += 1\n    n -= 1\nreturn x",
}  # fmt: skip


def source(body):
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return f"import numpy as np\n\n\ndef f(x):\n    x = x.copy()\n{lines}"


def loops(code):
    return [line for line in code.split("\n") if line.lstrip().startswith(("while ", "for "))]


@pytest.mark.parametrize("name", [*COMPILE, *STAY])
def test_the_values_are_those_of_the_original(name):
    text = source(COMPILE[name] if name in COMPILE else STAY[name])
    code = converted(text)
    assert bool(loops(code)) is (name in STAY)
    there, here = load(text), load(code, "generated")
    for x in X:
        assert_same(there.f(x.copy()), here.f(x.copy()))


ENDS = {
    "windows": (
        "out = np.zeros(len(x))\nstart = 0\nwhile start + m <= len(x):\n    out[start] = x[start:start + m].sum()\n"
        "    start += m\nreturn out",
        (1, 2, 5),
    ),
    "half a window, and lists": (
        "out = []\ni = 0\nwhile m + i < len(x) + 1:\n    out.append(x[i:i + m].max())\n    i = i + m // 2\n"
        "return np.array(out)",
        (2, 3),
    ),
    "down": (
        "y = np.zeros(m)\nt = 0.0\ni = len(x) - 1\nwhile i - m >= 0:\n    t += x[i:i + 1].sum() * x[i - m] + len(y)\n"
        "    i -= m\nreturn t",
        (1, 2),
    ),
    "a fraction": ("i = 0\nwhile i < m:\n    x = x + i\n    i += 1\nreturn x, i", (2.5, 3)),
    "an integer": ("y = np.zeros(m)\ni = 0\nwhile i < m:\n    y[i] = x.sum() * i\n    i += 1\nreturn y", (1, 4)),
}


@pytest.mark.parametrize("name", ENDS)
def test_an_end_that_is_given(name):
    body, ends = ENDS[name]
    text = source(body).replace("f(x)", "f(x, m)")
    there, here = load(text), load(converted(text), "generated")
    for m in ends:
        for x in X:
            assert_same(there.f(x.copy(), m), here.f(x.copy(), m))


def test_what_reads_the_counter_later_sees_its_last_value():
    body = "i = 0\nlater = []\nwhile i < len(x):\n    later.append(lambda: i)\n    i += 1\nreturn [l() for l in later]"
    text = source(body)
    there, here = load(text), load(converted(text), "generated")
    assert_same(there.f(X[1].copy()), here.f(X[1].copy()))
