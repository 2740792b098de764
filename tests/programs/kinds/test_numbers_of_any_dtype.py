"""Numbers of Python's and of NumPy's, and what is made of them, beside arrays of any dtype: NumPy's dtypes and values."""

import jax
import numpy as np
import pytest

from closeness import assert_close
from differential import converted, load

HEAD = """import numpy as np

W = np.ones(3, np.float32)
KERNEL = np.array([1, 2, 1])
KF = np.array([0.25, 0.5, 0.25], dtype=np.float32)


def helper(t):
    return float(t[0]) * 2


def half(n):
    return n / 2


def f(x):  # hybridc: graph
"""
PROGRAMS = {
    "beside kernels": """return x * KERNEL, x @ KERNEL, np.convolve(x[0], KERNEL), np.dot(KERNEL, x), x * KF, x @ KF""",
    "divided by a counter": """n = 1
while n < 9 and x[0, 1] * n < 9:
    n *= 2
return n, x * n, n / 2, x[0] / n""",
    "of mixed kinds": """y = x.T
z = y[::-1]
z = z * 2
return np.concatenate([x, z]), np.vstack([x, np.ones(3)]), np.hstack([x, np.zeros((3, 1), np.float32)]), np.where(x > 5, x, np.float32(1))""",
    "grids": """h, w = x.shape
cy, cx = (h - 1) / 2, w // 2
yy, xx = np.mgrid[0:h, 0:w]
r2 = (yy - cy) ** 2 + (xx - cx) ** 2
return r2, x * r2, x * (r2 < 2), np.where(r2 < 2, x, 0), x * xx""",
    "quotients": """k = x[0, 0] // 2
r = x[0, 0] % 7
return k, r, x * k, x + r, x // 3 * 2, (x + 1) % 5, divmod(x[0, 0], 7)""",
    "weighted": """w = [1, 2, 3]
s = x[0] * w[0] + x[1] * w[1]
t = sum(wi * r for wi, r in zip(w, x))
return s, t, t / sum(w), x * np.array(w)""",
    "added to a number": """acc = np.float32(0)
for v in x[0]:
    acc += v
return acc, acc * np.float32(2)""",
    "added to an element": """acc = x[0, 0] * 1
for v in x[:, 0]:
    acc += v
    acc -= 1
acc *= np.float32(2)
acc /= 2
return acc""",
    "added in place": """y = x * 1.5
y += x
y -= x[0, 0]
z = np.float32(1)
z *= x.sum()
z += len(x)
return y, z""",
    "of elements and helpers": """return W * float(x[0, 0]), W * helper(x[0]), W * half(3), W * half(len(x))""",
    "rounded and filled": """return np.round(2.5) * x, np.full((), 2.0) * x, np.angle(1j) * x""",
    "searched for": """return np.searchsorted(np.sort(x[:, 0]), 300), np.searchsorted(np.sort(x[:, 0]), x[0, 1])""",
    "of counts": """n = len(x)
return x * max(n, 2), x * min(n, 2.0), x * max(n, 2.0), x * abs(-n), x * divmod(n, 2)[0]""",
    "summed by Python": """s = 0
for v in x[0]:
    s += int(v)
return s, x * s, x[0] * s / 3""",
    "summed as floats": """t = 0.0
for v in x[0]:
    t += v
return t, x * t, np.sqrt(t)""",
    "the greatest": """m = x[0, 0]
for v in x[0]:
    m = max(m, v)
return m, x * m, m / 2, m // 2, m * 100""",
    "stored": """y = np.zeros(3)
y[0] = x[0, 0] * x[0, 0]
y[1] += x[0, 1] * 200
y[2] = x[0, 0] + x[1, 1]
return y""",
    "chosen by masks": """return np.where(x > 5, x, 0), np.where(x > 5, 1, 0) * x, np.clip(x, 0, 100), np.minimum(x, 50), np.maximum(x, 2.5)""",
    "put together": """return np.array([x[0, 0], 1]), np.array([x[0, 0], 1.5]), np.array([x[0, 0], x[1, 0]]) * 3, np.stack([x[0], x[1]]) * 2, np.concatenate([x[0], [1, 2]])""",
    "given to functions": """def inner(y, k=2):
    return y * k
return inner(x), inner(x, 3), inner(x, len(x)), (lambda y, q: y + q)(x, 7)""",
    "counted": """i = np.argmax(x[0])
return i, x * i, x[i], np.count_nonzero(x) * x, x.shape[0] * x, x.size * x""",
    "filled": """return np.full(3, 2.0) * x[0], np.full((2, 3), int(x[0, 0])) * x[0], np.full(3, 2) * x[0], np.full(3, 2, dtype=np.int16) * x[0], np.full(3, fill_value=2) * x[0]""",
    "of Python in arrays": """return np.array([int(v) for v in x[0]]) * x[0], np.array([float(v) for v in x[0]]) * x[0], np.array([int(x[0, 0]), 2]) * x[0, :2], np.array(int(x[0, 0])) * x[0], np.asarray(len(x)) * x""",
    "where": """c = x > 5
return np.where(c, 1, 0) * x, np.where(c, 1.5, 0) * x, np.where(c, int(x[0, 0]), 2) * x, np.where(x[0, 0] > 1, 1, 0) * x, np.where(c, x[0, 0], 1) * x, np.select([c, x > 2], [1, 2], 3) * x, np.select([c], [1.5]) * x""",
    "computed of Python's": """return np.round(2.5) * x, np.around(2.567, 1) * x, np.angle(1j) * x, np.real(2.0) * x, np.clip(5, 0, 3) * x, np.power(2, 3) * x, np.square(3) * x, np.maximum(2, 3) * x, np.add(1, 2) * x, np.abs(-2) * x, np.sign(-2) * x, np.float_power(2, 2) * x, np.mod(7, 4) * x""",
    "reduced of Python's": """return np.sum(2) * x, np.max(2) * x, np.mean(2) * x, np.prod((2, 3)) * x, np.cumsum([1, 2, 3]) * x[0], np.dot(2, 3) * x, np.linalg.norm([3, 4]) * x, np.arange(3.0) * x[0], np.repeat(2, 3) * x[0], np.tile([1, 2, 3], 1) * x[0]""",
    "elements in arrays": """return np.array([x[0, 0], 1]), np.array([x[0, 0], 1.5]), np.array([[x[0, 0], 1], [2, 3]]), np.array([x[0, 0], x[0, 1]]), np.array([len(x), x[0, 0]])""",
    "rows put together": """return np.stack([x[0], [1, 2, 3]]), np.concatenate([x[0], [1, 2]]), np.append(x[0], 1), np.append(x[0], 2.5), np.insert(x[0], 1, 5), np.hstack([x[0], 1]), np.concatenate([x[0], np.array([1])])""",
    "in lists": """return [x[0] * v for v in (1, 2)], [x[i] * i for i in range(len(x))], {k: x * k for k in (1, 2)}, [v * 2 for v in [int(x[0, 1]), 3]][0] * x""",
    "statistics": """m = x.mean()
s = x.std()
return (x - m) / s, x / x.max(), x / x.sum(), x * x.mean(axis=0), (x - x.min()) / (x.max() - x.min()), x / 255, x * 2 - 1""",
}
VALUES = [[200, 3, 1], [7, 100, 50], [9, 4, 0]]


@pytest.mark.parametrize("dtype", ["uint8", "int16", "float32", "int64"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_they_widen_what_they_widen_in_numpy(name, dtype):
    text = HEAD + "".join(f"    {line}\n" for line in PROGRAMS[name].splitlines())
    given = np.array(VALUES, dtype)
    with np.errstate(all="ignore"):
        expected = jax.tree_util.tree_leaves(load(text).f(given.copy()))
    found = jax.tree_util.tree_leaves(load(converted(text, any_dtype=True)).f(given))
    for mine, theirs in zip(found, expected, strict=True):
        assert np.asarray(mine).dtype == np.asarray(theirs).dtype
        assert_close(mine, theirs, rtol=1e-5)


def test_arrays_that_callers_have_are_written_as_they_stand():
    body = "y *= -1\nif (s := y.sum()) > 1.5:\n    y[0] = s\nz -= y\nm = x > 3.0\nm[0] = True\nm |= z > 1\nreturn x[1]"
    text = "import numpy as np\n\n\ndef f(x, y, z):  # hybridc: graph\n"
    text += "".join(f"    {line}\n" for line in body.splitlines())
    for sign in (1, -1):
        there, here = ([sign * np.arange(n, n + 4, dtype=np.float32) for n in (1, 5, 9)] for _ in range(2))
        assert_close(load(converted(text, any_dtype=True)).f(*here), load(text).f(*there))
        for mine, theirs in zip(here, there, strict=True):
            assert_close(mine, theirs)
