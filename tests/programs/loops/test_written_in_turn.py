"""Functions that write what they are given and call themselves, and functions that are given tuples of arrays to write."""

from textwrap import dedent

import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, fresh, load

PROGRAMS = {
    "a cycle over coarser grids": """
        def cycle(u, f, level):
            u[1:-1] = 0.5 * (u[:-2] + u[2:] - f[1:-1])
            if level == 0:
                return u
            r = f - u
            e = np.zeros_like(r[::2])
            cycle(e, r[::2].copy(), level - 1)
            u[::2] += e
            return u

        def main(u, f):
            v = u.copy()
            cycle(v, f, 2)
            return v
    """,
    "parts of itself": """
        def halve(u, n):
            if n > 0:
                halve(u[1:], n - 1)
            u *= 0.5

        def main(u, f):
            w = np.sin(u)
            halve(w, 3)
            halve(f, 1)
            return w
    """,
    "between bounds": """
        def sort(a, low, high):
            if high - low < 2:
                return
            middle = (low + high) // 2
            sort(a, low, middle)
            sort(a, middle, high)
            a[low:high] = np.sort(a[low:high])

        def main(u, f):
            w = u * f
            sort(w, 0, 9)
            return w
    """,
    "what it returns is what it was given": """
        def smooth(u, n):
            u[1:] += u[:-1]
            return u if n == 0 else smooth(u, n - 1)

        def main(u, f):
            w = u + f
            s = smooth(w, 2)
            s[0] = 7
            return w, s
    """,
    "a tuple": """
        def move(state, f):
            x, v = state
            x[:] += v
            v[1:] = f[1:]

        def main(u, f):
            x = u.copy()
            v = f * 2
            move((x, v), u)
            move([x, f], u)
            return x, v
    """,
    "a tuple that has a name": """
        def move(state, f):
            x, v = state
            x -= v
            v[0] = x[0] + f[0]

        def main(u, f):
            pair = (np.sin(u), np.cos(f))
            for _ in range(2):
                move(pair, f)
            return pair
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_it_writes_is_seen_as_in_the_original(name):
    source = "import numpy as np\n\n\n" + dedent(PROGRAMS[name]).strip() + "\n"
    assert not hybridc.convert(source).refusals
    there, here = load(source), load(converted(source), "generated")
    given = [np.linspace(-1.0, 2.0, 9), np.cos(np.arange(9.0))]
    for scale in (1.0, -0.5):
        mine = [g * scale for g in given]
        again = fresh(mine)
        assert_same(there.main(*mine), here.main(*again))
        assert_same(mine, again)
