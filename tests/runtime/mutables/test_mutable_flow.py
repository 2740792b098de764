"""Arrays that are written in place, in compiled branches and loops: as in Python's own."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.runtime import control
from hybridc.runtime.control import mutable, value

V = np.arange(4.0)
ANY = (V, -V, V - 1.5, V[::-1].copy())


def agree(ours, theirs, cases=ANY):
    for x in cases:
        found = jax.tree_util.tree_leaves(jax.jit(lambda x: value(ours(x)))(x))
        for one, other in zip(found, jax.tree_util.tree_leaves(theirs(x.copy())), strict=True):
            assert np.shape(one) == np.shape(other)
            assert_close(np.asarray(one), np.asarray(other))


def test_one_array_or_the_other():
    def ours(x):
        a, b = mutable(x), mutable(x + 10)
        c = control.cond(x[1] > 0, lambda: a, lambda: b)
        c[0] = 100
        return a, b, c

    def theirs(x):
        a, b = x, x + 10
        c = a if x[1] > 0 else b
        c[0] = 100
        return a, b, c

    agree(ours, theirs)


def test_one_part_or_the_other():
    def ours(x):
        a = mutable(x)

        def yes():
            a[0] = 5
            return a[1:]

        c = control.cond(x[1] > 0, yes, lambda: a[:-1])
        c[0] += 100
        return a, c

    def theirs(x):
        if x[1] > 0:
            x[0] = 5
            c = x[1:]
        else:
            c = x[:-1]
        c[0] += 100
        return x, c

    agree(ours, theirs)


def test_one_of_its_own_or_one_that_others_see():
    def ours(x):
        a = mutable(x)

        def yes():
            t = mutable(a * 2)
            t[0] = 5
            return t

        c = control.cond(x[1] > 0, yes, lambda: a)
        c[0] += 100
        return a, c

    def theirs(x):
        c = x
        if x[1] > 0:
            c = x * 2
            c[0] = 5
        c[0] += 100
        return x, c

    agree(ours, theirs)


def test_one_row_or_the_other():
    def ours(x):
        m = mutable(jnp.outer(x, x))
        i, j = jnp.argmax(x), jnp.argmin(x)
        r = control.cond(x[1] > 0, lambda: m[i], lambda: m[j])
        r += 100
        return m, r

    def theirs(x):
        m = np.outer(x, x)
        r = m[np.argmax(x)] if x[1] > 0 else m[np.argmin(x)]
        r += 100
        return m, r

    agree(ours, theirs)


def test_arrays_of_two_dtypes():
    def ours(x):
        a, b = mutable(x), mutable((x * 2).astype(int))
        c = control.cond(x[1] > 0, lambda: a, lambda: b)
        c[0] = 2.75
        return a, b

    def theirs(x):
        a, b = x, (x * 2).astype(int)
        (a if x[1] > 0 else b)[0] = 2.75
        return a, b

    agree(ours, theirs)


def test_arrays_that_change_places():
    def ours(x):
        u, v = mutable(x), mutable(x * 10)

        def body(_, carry):
            u, v = carry
            u[0] = u[0] + 1
            v[1:] = u[:-1]
            return v, u

        a, b = control.fori_loop(0, 3, body, (u, v))
        a[0] = 1000
        return u, v, a, b

    def theirs(x):
        u, v = x, x * 10
        a, b = u, v
        for _ in range(3):
            a[0] += 1
            b[1:] = a[:-1]
            a, b = b, a
        a[0] = 1000
        return u, v, a, b

    agree(ours, theirs)


def rebinding_in_python(x, turns):
    y = z = x
    for _ in range(turns):
        y[0] += 1
        y = y * 2
    y[0] += 100
    return y, z


def test_a_name_that_a_turn_gives_another_array():
    def ours(x):
        y = z = mutable(x)

        def body(_, y):
            y[0] += 1
            return mutable(y[...] * 2)

        y = control.fori_loop(0, 3, body, y)
        y[0] += 100
        return y, z

    agree(ours, lambda x: rebinding_in_python(x, 3))


def test_a_name_that_a_turn_gives_another_array_or_none_does():
    def ours(x):
        y = z = mutable(x)

        def body(carry):
            i, y = carry
            y[0] += 1
            return i + 1, mutable(y[...] * 2)

        _, y = control.while_loop(lambda c: c[0] < x[3], body, (0, y))
        y[0] += 100
        return y, z

    agree(ours, lambda x: rebinding_in_python(x, max(0, int(np.ceil(x[3])))))


def test_a_condition_reads_what_a_turn_writes():
    def ours(x):
        y = mutable(x)

        def body(s):
            y[0] += 1
            return s + y.sum()

        return control.while_loop(lambda _: y[0] < 5, body, 0.0), y

    def theirs(x):
        s = 0.0
        while x[0] < 5:
            x[0] += 1
            s += x.sum()
        return s, x

    agree(ours, theirs)


def test_arrays_of_a_turns_own():
    def ours(x):
        y = mutable(x)

        def step(s, row):
            t = mutable(jnp.zeros(3))
            t[0] = row
            y[1] += row

            def mark():
                t[1] = 7.0

            control.cond(row > 1, mark, lambda: None)
            return s + t.sum(), None

        s, _ = control.scan(step, 0.0, x)
        return y, s

    def theirs(x):
        y, s = x.copy(), 0.0
        for row in x:
            t = np.zeros(3)
            t[0] = row
            y[1] += row
            if row > 1:
                t[1] = 7
            s += t.sum()
        return y, s

    agree(ours, theirs)


def test_the_best_of_the_rows():
    def ours(x):
        m = mutable(jnp.outer(x, x))
        best = control.fori_loop(
            0, 4, lambda i, best: control.cond(m[i].sum() > best.sum(), lambda: m[i], lambda: best), m[0]
        )
        best += 100
        return m, best

    def theirs(x):
        m = np.outer(x, x)
        best = m[0]
        for row in m:
            if row.sum() > best.sum():
                best = row
        best += 100
        return m, best

    agree(ours, theirs)


@pytest.mark.parametrize("looked", [lambda s: s, lambda s: s[...], value], ids=["itself", "its value", "value"])
def test_what_an_earlier_function_holds_is_the_array_that_turns_write(looked):
    """The first turn is taken by itself, and the array is still the one that the function has."""

    def ours(x):
        s = mutable(x)
        look = lambda: looked(s) * 1.5  # noqa: E731

        def step(carry, row):
            s, total = carry
            return (control.iadd(s, 1), total + look() * row), None

        return control.scan(step, (s, 0.0), x * 1.0)[0]

    def theirs(x):
        s, total = x.copy(), 0.0
        for row in x:
            s += 1
            total = total + s * 1.5 * row
        return s, total

    agree(ours, theirs)


def test_arrays_of_two_shapes_are_told_of():
    def ours(x):
        a, b = mutable(x), mutable(jnp.zeros(2))
        c = control.cond(x[1] > 0, lambda: a, lambda: b)
        c[0] = 1.0
        return a

    with pytest.raises(TypeError, match="shape"):
        jax.jit(lambda x: value(ours(x)))(V)


def test_gradients_and_maps():
    def ours(x):
        y = mutable(x * 2)

        def step(_, i):
            y[i + 1] += y[i] * 0.5
            return None, None

        control.scan(step, None, jnp.arange(3))
        return jnp.sum(y[...] ** 2)

    def pure(x):
        y = x * 2
        for i in range(3):
            y = y.at[i + 1].add(y[i] * 0.5)
        return jnp.sum(y**2)

    assert_close(np.asarray(jax.grad(ours)(V)), np.asarray(jax.grad(pure)(V)))
    many = np.stack(ANY)
    assert_close(np.asarray(jax.vmap(ours)(many)), np.asarray(jax.vmap(pure)(many)))


def test_arrays_from_outside_and_arrays_of_their_own_change_places():
    """The pattern of iterative solvers: names take each other's arrays, and now and then a new one."""

    def ours(x):
        u, w = mutable(x), mutable(x * 10)

        def body(i, carry):
            u, w = carry

            def then(u, w):
                w[1:] = w[:-1] * 0.5
                return w, u

            def otherwise(u, w):
                w[:] = u * 0.25
                return mutable(w * 0.5), w

            u, w = control.cond(x[1] > i, then, otherwise, u, w)
            u[0] += 1
            return w, u

        a, b = control.fori_loop(0, 4, body, (u, w))
        a[1] = 1000
        return u, w, a, b

    def theirs(x):
        u, w = x.copy(), x * 10
        a, b = u, w
        for i in range(4):
            if x[1] > i:
                b[1:] = b[:-1] * 0.5
                a, b = b, a
            else:
                b[:] = a * 0.25
                a, b = b * 0.5, b
            a[0] += 1
            a, b = b, a
        a[1] = 1000
        return u, w, a, b

    agree(ours, lambda x: theirs(x), cases=[V + k for k in range(-2, 4)])


def test_two_names_share_an_array_that_a_turn_makes():
    def ours(x):
        u, w = mutable(x), mutable(x * 10)

        def body(i, carry):
            u, w = carry

            def both():
                new = mutable(u * 2)
                return new, new

            u, w = control.cond(i == 1, both, lambda: (w, u))
            u[0] += 1
            return u, w

        a, b = control.fori_loop(0, 4, body, (u, w))
        a[1] += 7
        return u, w, a, b

    def theirs(x):
        u, w = x.copy(), x * 10
        a, b = u, w
        for i in range(4):
            if i == 1:
                a = a * 2
                b = a
            else:
                a, b = b, a
            a[0] += 1
        a[1] += 7
        return u, w, a, b

    agree(ours, theirs)
