"""What loops count with is numbers of Python's, which take the dtype of what they meet, where arrays may have any dtype."""

import jax
import numpy as np
import pytest

from closeness import assert_close
from differential import converted, graph_function, load
from hybridc.runtime.control import numbers

PROGRAMS = {
    "a scan that appends": (
        "x, y",
        """out = []
for i, row in enumerate(x):
    out.append(y * i + row)
return np.stack(out)""",
    ),
    "a comprehension": ("x, y", """return np.stack([y * i + row for i, row in enumerate(x)])"""),
    "a range that adds in place": (
        "x",
        """y = x.copy()
for i in range(len(x)):
    y += i
return y""",
    ),
    "enumerate that adds in place": (
        "x",
        """y = x.copy()
for i, v in enumerate(x):
    y += i
return y""",
    ),
    "while": (
        "x",
        """y = x.copy()
i = 0
while i < 3:
    y += i
    i += 1
return y""",
    ),
    "elements in a range": (
        "x",
        """y = x.copy()
for i in range(len(x)):
    y[i] = y[i] * i
return y""",
    ),
    "from one on": (
        "x",
        """s = x[0] * 0
for i in range(1, len(x)):
    s = s + x[i] * i
return s""",
    ),
    "a branch": (
        "x",
        """best = 0
y = x * 1
for i in range(len(x)):
    if x[i, 0] > 5:
        best = i
        y = y + best
return best, y * best""",
    ),
    "zip from one on": (
        "x",
        """out = np.zeros_like(x)
for i, (a, b) in enumerate(zip(x, x[::-1]), 1):
    out += a * i + b
return out""",
    ),
    "steps of two": (
        "x",
        """s = x[0]
for i in range(0, 6, 2):
    s = s * 2 + i
return s""",
    ),
    "backwards": (
        "x",
        """s = x[0]
for i in range(5, 0, -1):
    s = s + (i + 1) * 2
return s""",
    ),
    "a counter that outlives the loop": (
        "x",
        """y = x * 1
i = 0
for i in range(len(x)):
    y = y + 1
return y * i""",
    ),
    "as many turns as an element says": (
        "x",
        """s = x[0] * 1
for k in range(int(x[0, 0]) % 5):
    s = s + k
return s""",
    ),
    "loops in loops": (
        "x",
        """y = x * 1
for i in range(len(x)):
    for j in range(x.shape[1]):
        y[i, j] += i * j + 1
return y""",
    ),
    "a sum of counters": (
        "x",
        """t = 0
for i, v in enumerate(x):
    t += i * 2
return x * t, np.sqrt(t) * x""",
    ),
    "a comprehension over enumerate": ("x", """return np.array([i * v for i, v in enumerate(x)])"""),
    "a sum beside elements": (
        "x",
        """acc = 0
for i in range(len(x)):
    acc += x[i, 0] * i
return acc""",
    ),
    "written into floats": (
        "x",
        """w = np.zeros(len(x))
for i in range(len(x)):
    w[i] = i
return w * x[:, 0], w""",
    ),
    "a loop that leaves": (
        "x",
        """for i in range(len(x)):
    if x[i, 0] == 7:
        return x * i
return x""",
    ),
    "while that leaves": (
        "x",
        """n = 0
while True:
    n += 1
    if n * n > 20:
        break
return x * n""",
    ),
    "appended sums": (
        "x",
        """out = []
k = 0
for v in x:
    k += 2
    out.append(k)
return np.array(out) * x[0]""",
    ),
    "appended counters": (
        "x",
        """out = []
for i in range(len(x)):
    out.append(i)
return np.array(out) * x[0]""",
    ),
    "counters of a comprehension": (
        "x",
        """out = [i for i in range(len(x))]
return np.array(out) * x[0]""",
    ),
    "appended products": (
        "x",
        """out = []
for i, v in enumerate(x):
    out.append(v * i)
return np.array(out)""",
    ),
}
VALUES = [[[200, 3, 1], [7, 100, 50], [9, 4, 0]], [[7, 1, 2], [90, 2, 30], [3, 3, 120]]]


@pytest.mark.parametrize("dtype", ["uint8", "int16", "float32", "int64"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_counters_widen_nothing(name, dtype):
    parameters, body = PROGRAMS[name]
    text = graph_function(parameters, body)
    given = [np.array(v, dtype) for v, _ in zip(VALUES, parameters.split(","), strict=False)]
    original, found = load(text), load(converted(text, any_dtype=True))
    expected = jax.tree_util.tree_leaves(original.f(*[x.copy() for x in given]))
    for mine, theirs in zip(jax.tree_util.tree_leaves(found.f(*given)), expected, strict=True):
        assert np.asarray(mine).dtype == np.asarray(theirs).dtype
        assert_close(mine, theirs, rtol=1e-5)


def test_what_a_range_counts_is_the_same_in_a_compiled_loop():
    for bounds in (0,), (5,), (2, 9), (2, 9, 3), (9, 2, -2), (3, 3), (9, 2):
        found = numbers(*bounds)
        assert found.weak_type and found.tolist() == list(range(*bounds))
