"""Loops that move slices compile: a slice is a mask of its axis, or as long in all turns."""

import inspect

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
        except ValueError:  # the slices do not fit each other
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
