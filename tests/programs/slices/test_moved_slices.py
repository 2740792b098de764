"""Loops that move slices compile: a slice is a mask of its axis, or as long in all turns."""

import inspect

import jax
import moved_kernels
import numpy as np
import pytest
from moving_slices import moving_program

import hybridc
from dearest import DAY
from differential import assert_same, converted, fresh, load

KERNELS = {name: f for name, f in vars(moved_kernels).items() if inspect.isfunction(f)}
SIZES = (1, 2, 5, 9)
SEEDS = (*range(12), *(100_000 + DAY * 8 + n for n in range(8)))
IMPORT = "import numpy as np\n\n\n"


def given(name, size):
    """An argument for a parameter of this name."""
    rng = np.random.default_rng(size + ord(name[0]))
    square = rng.normal(size=(size, size))
    known = {
        "A": square @ square.T + size * np.eye(size),
        "a": rng.integers(0, 9, size=size),
        "kernel": rng.normal(size=3),
        "square": rng.normal(size=(3, 3)),
        "lags": min(4, size),
        "n": size,
        "r": rng.normal(size=size) / (3 * size),
    }
    return known[name] if name in known else rng.normal(size=size)


def looped(code):
    """Python's loops that are left."""
    return [line for line in code.split("\n") if line.lstrip().startswith(("for ", "while "))]


@pytest.mark.parametrize("name", KERNELS)
def test_the_loop_compiles_to_the_same_values(name):
    source = IMPORT + inspect.getsource(KERNELS[name])
    if name in ("filtered", "pooled", "spread", "weighted"):
        sizes = (4, 5, 9)  # of less than a window, loops without turns are traced
    else:
        sizes = SIZES
    code = converted(source)
    assert not looped(code)
    here = getattr(load(code, "generated"), name)
    for size in sizes:
        arguments = [given(p, size) for p in inspect.signature(KERNELS[name]).parameters]
        mine, theirs = fresh(arguments), fresh(arguments)
        with np.errstate(all="ignore"):
            expected = KERNELS[name](*theirs)
        assert_same(expected, here(*mine), rtol=1e-7)
        if hasattr(here, "pure"):
            assert_same(theirs, mine, rtol=1e-7)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_programs_agree(seed):
    source = moving_program(seed)
    there, result = load(source), hybridc.convert(source, filename="program.py")
    if result.code is None:
        assert {d.code for d in result.refusals} == {"HYB220"}
        return
    here = load(result.code, "generated")
    for size in (1, 2, 5):
        rng = np.random.default_rng(seed + size)
        arguments = [rng.normal(size=(size, size)), *rng.normal(size=(3, size)), 2]
        mine, theirs = fresh(arguments), fresh(arguments)
        try:
            with np.errstate(all="ignore"):
                expected = there.f(*theirs)
        except (ValueError, IndexError):  # the slices do not fit each other, or one is empty
            continue
        assert_same(expected, here.f(*mine), rtol=1e-7)


STAYS = {
    "a view that others write": (
        "n = len(x)\nout = np.zeros(n)\nfor i in range(n - 2):\n    v = x[i:i + 2]\n    x[i] = 7.0\n"
        "    out[i] = v.sum()\nreturn out"
    ),
    "a view that is written": "for i in range(len(x) - 2):\n    v = x[i:i + 2]\n    v += 1.0\nreturn x",
    "what is returned": (
        "parts = []\nfor i in range(len(x)):\n    parts.append(x[i:])\nreturn sum(p.sum() for p in parts)"
    ),
    "its length": "s = 0\nfor i in range(len(x)):\n    s += len(x[i:]) * x[i]\nreturn s",
    "sorted": (
        "out = np.zeros(len(x))\nfor i in range(len(x)):\n    out[i] = np.sort(x[i:])[0]\nreturn out"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STAYS)
def test_what_has_no_such_form_stays_a_loop_of_pythons(name):
    body = "\n".join("    " + line for line in STAYS[name].split("\n"))
    source = f"{IMPORT}def f(x):\n{body}\n"
    there, code = load(source), converted(source)
    assert looped(code)
    for size in (2, 5):
        x = given("x", size)
        assert_same(there.f(x.copy()), load(code, "generated").f(x.copy()))


WRITES = {
    "integers that a float does not hold": (
        "n = len(a)\na = a.copy()\nfor i in range(n):\n    a[i + 1:] = x[i + 1:] * 10\nreturn a",
        lambda n: (np.full(n, 2**62 + 1), np.arange(n) + 0.5),
    ),
    "of another dtype": (
        "for i in range(len(x)):\n    a[i:] = x[i:] + a[i]\nreturn a, a.dtype == x.dtype",
        lambda n: (np.arange(n, dtype=np.float32), np.arange(n) / 3),
    ),
    "of rows": (
        "for i in range(len(a)):\n    a[i:] = a[i:] + x\n    a[:i] *= 0.5\nreturn a",
        lambda n: (np.arange(n * n, dtype=float).reshape(n, n), np.arange(n) / 3),
    ),
    "of three dimensions": (
        "for i in range(len(a)):\n    a[i, :i] += x\n    a[:, i:] -= 1\nreturn a",
        lambda n: (np.arange(n**3, dtype=float).reshape(n, n, n), np.arange(n) / 3),
    ),
    "of an array that is longer": (
        "n = len(x)\ns = 0.0\nfor i in range(n):\n    s += a[i, i + 1:n] @ x[i + 1:] + a[i, n] * (a[:i, n] @ x[:i])\n"
        "return s",
        lambda n: (np.arange(n * (n + 1), dtype=float).reshape(n, n + 1), np.arange(n) / 3),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRITES)
def test_arrays_of_all_kinds(name):
    body, arguments = WRITES[name]
    source = f"{IMPORT}def f(a, x):\n" + "".join(f"    {line}\n" for line in body.split("\n"))
    there, code = load(source), converted(source)
    assert not looped(code)
    here = load(code, "generated")
    for size in (1, 2, 4):
        mine, theirs = fresh(arguments(size)), fresh(arguments(size))
        assert_same(there.f(*theirs), here.f(*mine))


GRADIENTS = {
    "a root": "for i in range(1, len(x)):\n    y[i:] += np.sqrt(x[i:])",
    "divisions": "for i in range(1, len(x)):\n    y[i:] += 1.0 / x[i:]",
    "powers": "for i in range(1, len(x)):\n    y[i:] = y[i:] * x[i:] ** 0.5 + x[i:] ** -1",
    "a logarithm in a sum": "for i in range(1, len(x)):\n    y[i] = np.sum(np.log(x[i:]), initial=0.0)",
    "a product": "for i in range(1, len(x)):\n    y[i] = np.sqrt(x[i:]) @ x[i:]",
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_what_slices_leave_out_has_no_derivative(name):
    body = "".join(f"    {line}\n" for line in GRADIENTS[name].split("\n"))
    code = converted(f"import numpy as np\n\n\ndef f(x, y):\n    y = y.copy()\n{body}    return y\n")
    assert not looped(code)
    here = load(code, "generated")
    x, y = np.array([0.0, 0.5, 2.0, 1.5]), np.ones(4)
    weights, step = np.arange(4.0), 1e-6
    found = jax.grad(lambda x: (here.f(x, y) * weights).sum())(x)
    assert found[0] == 0
    for k in range(1, 4):
        more, less = x.copy(), x.copy()
        more[k] += step
        less[k] -= step
        expected = ((here.f(more, y) - here.f(less, y)) * weights).sum() / (2 * step)
        assert_same(expected, found[k], rtol=1e-5)


OTHERWISE = {
    "a shape with a name": (
        "s = x.shape\nout = np.zeros(s)\nfor i in range(len(x)):\n    out[i:] += x[i:]\nreturn out"
    ),
    "a shape of two": "s = (len(x), 3)\nout = np.zeros(s)\nfor i in range(len(x)):\n    out[i:] += i\nreturn out",
    "an end behind the array's": "for i in range(len(x)):\n    x[i] = x[i:7].sum()\nreturn x",
    "an end behind the array's, written": "for i in range(len(x)):\n    x[i:7] += 1.0\nreturn x",
    "bounds in arrays that change": (
        "k = np.arange(len(x))\nv = k[::-1].copy()\nout = np.zeros(len(x))\nfor i in range(len(x)):\n"
        "    out[i] = x[k[i]:].sum()\n    k[i:] = 0\n    out[i] += 10 * x[k[i]:].sum() + x[v[i]:].sum()\nreturn out"
    ),
    "bounds in views that change": (
        "k = np.arange(len(x))\nv = k[:]\nout = np.zeros(len(x))\nfor i in range(len(x)):\n"
        "    out[i] = x[k[i]:].sum()\n    v[i] = 0\n    out[i] += 10 * x[k[i]:].sum()\nreturn out"
    ),
    "a counter of elements": (
        "out = np.zeros(len(x))\nfor i in np.arange(len(x)):\n    out[i:] += x[i:]\nreturn out"
    ),
    "elements of a tuple": (
        "starts = (0, 1, 0, 2)\nout = np.zeros(len(x))\nfor i in range(min(len(x), 4)):\n"
        "    out[i] = x[starts[i]:].sum()\nreturn out"
    ),
    "names given in the statement": (
        "k = 0\nout = np.zeros(len(x))\nfor i in range(len(x)):\n    out[i] = (k := i) + x[k:].sum()\nreturn out"
    ),
    "many names": "".join(f"k{n} = {n - 1 if n else 0} + {f'k{n - 1}' if n else '0'} - {n - 1 if n else 0}\n" for n in range(60))
    + "for i in range(len(x)):\n    x[i + k59:] += 1\nreturn x",
    "a function that computes bounds": (
        "seen = []\n\ndef at(i):\n    seen.append(i)\n    return i\n\nfor i in range(len(x)):\n    x[at(i):] += 1\n"
        "return x, len(seen)"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERWISE)
def test_other_bounds_give_the_same_values(name):
    body = "".join(f"    {line}\n" if line else "\n" for line in OTHERWISE[name].split("\n"))
    source = f"import numpy as np\n\n\ndef f(x):\n    x = x.copy()\n{body}"
    there, here = load(source), load(converted(source), "generated")
    for size in (1, 3, 9):
        x = np.arange(size) + 0.5
        assert_same(there.f(x.copy()), here.f(x.copy()))
