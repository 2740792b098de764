"""Places of what is true, `np.where(x > 0)[0]`, as masks: indices, counts, ends, loops; and what else is made of them."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, load

VECTORS = [
    np.array([0.3, -0.7, 0.9, 0.15, -0.2, 0.61, 0.44, 0.05]),
    np.array([-0.3, -0.7, 0.9, 0.15, 0.2, -0.61, -0.44, -0.05], np.float32),
    np.array([3, 0, 0, 2, 0, 1, 4, 0]),
]
# NumPy's integers make float64 of float32: see `--any-dtype`
OF_FLOAT64 = ("a loop whose places meet numbers", "places that meet others", "moved on")
BODIES = {
    "a sum of what they choose": "idx = np.where(x > 0)[0]\nreturn x[idx].sum()",
    "of another array": "idx = np.where(x > 0)[0]\ny = x * 2 + 1\nreturn y[idx].mean() + x[idx].max()",
    "of one that changed since": "idx = np.where(x > 0)[0]\nx = x * 2\nx[0] = 9\nreturn x[idx].sum()",
    "of rows": "m = x.reshape(4, 2)\nrows = np.where(m[:, 0] > 0)[0]\nreturn m[rows].sum(), m[rows].sum(axis=0)",
    "of a column": "m = x.reshape(4, 2)\nrows = np.where(m[:, 0] > 0)[0]\nreturn m[rows, 1].sum(), m[rows, -1].max()",
    "of a row": "m = x.reshape(2, 4)\nc = np.where(m[0] > 0)[0]\nreturn m[1, c].sum()",
    "written": "y = np.zeros(8)\nidx = np.flatnonzero(x > 0)\ny[idx] = 2.5\nreturn y",
    "written by what they choose": "y = np.ones_like(x)\nidx, = np.where(x > 0)\ny[idx] = x[idx] * 2\nreturn y",
    "changed": "y = x * 1.0\nidx = np.nonzero(x > 0)[0]\ny[idx] *= 2\ny[idx] += x[idx]\nreturn y",
    "a column written": "m = x.reshape(4, 2) * 1.0\nrows = np.where(m[:, 0] > 0)[0]\nm[rows, 1] = 0.25\nreturn m",
    "neither name nor variable": "y = x * 1.0\ny[np.where(x < 0.2)[0]] = -1\ny[np.where(y > 0.5)] = 7\nreturn y",
    "counts": "idx = np.where(x > 0)[0]\nreturn len(idx), idx.size, idx.shape[0], np.size(idx), len(np.argwhere(x < 0))",
    "none": "idx = np.where(x > 100)[0]\nif len(idx) == 0:\n    return -1.0\nreturn x[idx[0]]",
    "the ends": "idx = np.where(x > 0)[0]\nreturn idx[0], idx[-1], idx.min(), np.max(idx), x[idx[-1]]",
    "the sum of places": "idx = np.where(x > 0)[0]\nreturn idx.sum(), np.mean(idx), np.where(x == 0)[0].sum()",
    "where the largest is": "return np.where(x == x.max())[0][0]",
    "of numbers": "idx = np.where(x)[0]\nreturn len(idx), idx[0]",
    "a mask that is changed since": "bad = x > 0\nidx = np.where(bad)[0]\nbad[0] = False\nbad[1] = True\nreturn x[idx].sum(), bad",
    "two axes": "m = x.reshape(2, 4)\ni, j = np.where(m > 0)\nr = m * 1.0\nr[i, j] = 5\nreturn r, m[i, j].sum(), len(i)",
    "two axes under one name": "m = x.reshape(2, 4) * 1.0\nw = np.where(m > 0)\nm[w] += 1\nreturn m, len(w[0]), m[w].sum()",
    "a loop": "s = 0.0\nfor i in np.where(x > 0)[0]:\n    s = s * 0.5 + x[i]\nreturn s",
    "a loop with a name": "idx = np.where(x > 0)[0]\ny = x * 1.0\nfor i in idx:\n    if i == 3:\n        continue\n    y[i] = y[i - 1] + i\nreturn y",
    "a loop that is left": "s = 0.0\nfor i in np.flatnonzero(x > 0):\n    s += x[i]\n    if s > 1:\n        break\nelse:\n    s = -1.0\nreturn s, i",
    "a loop that counts": "y = np.zeros(8)\nfor k, i in enumerate(np.where(x > 0)[0]):\n    y[i] = k + 1\nreturn y",
    "a loop whose places meet numbers": "s = x[0] * 0\nfor i in np.where(x > 0)[0]:\n    s = s + x[i] * i\nreturn s",
    "a loop that changes what it looked at": "x = x * 1.0\nfor i in np.where(x > 0)[0]:\n    x[i - 1] = 3.0\n    x[(i + 1) % 8] = -x[i]\nreturn x",
    "a loop that looks again": "s = 0.0\nv = x * 1.0\nidx = np.where(v > 0)[0]\nfor i in idx:\n    s += v[i]\n    v = v - 0.3\n    idx = np.where(v > 0)[0]\nreturn s, len(idx)",
    "a list of truth values": "keep = [1, 0, 1, 0, 0, 0, 0, 1]\nidx = np.where(keep)[0]\nreturn len(idx), len(np.where([0, 1, 1])[0]), x[idx].sum()",
    "a loop over two axes": "m = x.reshape(2, 4)\ns = 0.0\nfor i, j in zip(*np.where(m > 0)):\n    s = s * 0.5 + m[i, j]\nreturn s",
    "a loop over rows of places": "m = x.reshape(2, 4) * 1.0\nfor i, j in np.argwhere(m > 0):\n    m[i, j] = m[i, j - 1] + 1\nreturn m",
    "a loop over two names": "m = x.reshape(2, 4)\ni, j = np.nonzero(m)\ns = 0.0\nfor a, b in zip(i, j):\n    s = s * 0.5 + m[a, b]\nreturn s",
    "again in each turn": "v = x * 1.0\nidx = np.where(v > 0)[0]\nwhile len(idx) > 0:\n    v[idx] = v[idx] - 0.3\n    idx = np.where(v > 0)[0]\nreturn v",
    "shorter than what they are an index of": "z = np.where(np.diff(np.sign(x)) != 0)[0]\nx = x * 1.0\ns = x[z].sum()\nx[z] = 0\nreturn s, x, len(z)",
    "behind a condition": "return x[np.where(x > 0)[0]].mean() if np.where(x > 0)[0].size else 0.0",
    "moved on": "idx = np.where((x[1:-1] > x[:-2]) & (x[1:-1] > x[2:]))[0] + 1\nif len(idx) == 0:\n    return -1.0\nreturn x[idx].sum() + idx[0]",
    "behind differences": "return x[np.where(np.diff(x) > 0)[0] + 1].sum()",
    "both ends": "lo, hi = np.where(x > 0)[0][[0, -1]]\nreturn lo, hi, np.flatnonzero(x)[[0, -1]]",
    "the ends as rows": "e = np.cumsum(x * x)\nreturn np.argwhere(e > 0.5 * e[-1])[0, 0], np.argwhere(e > 0.1)[-1][0]",
    "an index that they choose": "k = np.arange(8)[::-1]\nsel = np.where(x > 0)[0]\nreturn (x[sel] * x[k[sel]]).sum()",
    "the middle": "m = x.reshape(2, 4)\nys, xs = np.nonzero(m > 0.1)\nreturn ys.mean(), xs.mean(), xs.min(), ys.max(), np.sqrt(((xs - xs.mean()) ** 2).mean())",
    "places that meet others": "idx = np.where(x > 0)[0]\nreturn (x[idx] * idx).sum(), np.sum(idx ** 2)",
    "a method": "return (x > 0).nonzero()[0].size",
}  # fmt: skip
LEFT = {
    "returned": "return np.where(x > 0)[0]",
    "under another name": "idx = np.where(x > 0)[0]\nother = idx\nreturn x[other].sum()",
    "counted on": "idx = np.where(x > 0)[0]\nreturn x[(idx + 1) % 8].sum() + len(np.unique(idx))",
    "a place beside the ends": "idx = np.where(x > 0)[0]\nreturn idx[1]",
    "of a function in it": "idx = np.where(x > 0)[0]\n\ndef total():\n    return x[idx].sum()\nreturn total()",
    "as many values": "y = np.zeros(8)\nidx = np.where(x > 0)[0]\ny[idx] = np.arange(len(idx))\nreturn y",
    "differences": "idx = np.where(x > 0)[0]\nreturn np.diff(idx).max()",
    "rows as wholes": "s = 0\nfor p in np.argwhere(x > 0):\n    s += p[0]\nreturn s",
}  # fmt: skip


def source(body):
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f"import numpy as np\n\n\ndef f(x):\n{lines}\n"


@pytest.mark.parametrize("name", BODIES)
def test_masks_stand_for_places(name):
    text = source(BODIES[name])
    result = hybridc.convert(text.replace("def f(x):", "def f(x):  # hybridc: graph"))
    assert not result.refusals, [d.message for d in result.refusals]
    assert not any(each in result.code for each in ("nonzero", "argwhere")), result.code
    original, generated = load(text), load(result.code, "generated")
    for x in VECTORS[:1] if name in OF_FLOAT64 else VECTORS:
        assert_same(original.f(x.copy()), generated.f(x.copy()))


@pytest.mark.parametrize("name", LEFT)
def test_what_masks_do_not_say_is_left(name):
    text = source(LEFT[name])
    result = hybridc.convert(text, options=hybridc.Options(partial=True))
    assert result.refusals, result.code
    for x in VECTORS:
        assert_same(load(text).f(x.copy()), load(result.code, "generated").f(x.copy()))


def test_that_none_is_chosen_is_told():
    result = hybridc.convert(source("idx = np.where(x > 0)[0]\nreturn idx[0]"))
    assert [(d.code, "idx[0]" in d.message) for d in result.diagnostics] == [("HYB515", True)]
    assert int(load(result.code, "generated").f(np.zeros(3))) == 3


def test_places_of_two_axes_as_rows_raise():
    """`np.where(m)[0]` of two axes are rows, some of them several times."""
    function = load(hybridc.convert(source("return x[np.where(x > 0)[0]].sum()")).code, "generated").f
    with pytest.raises(TypeError, match="one axis was expected"):
        function(np.ones((2, 2)))
    assert float(function(np.ones(4))) == 4
