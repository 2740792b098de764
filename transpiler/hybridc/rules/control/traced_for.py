from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class TracedFor(Rule):
    """A `for` that runs compiled.

    ## Why
    Left as it is, the loop unrolls under `jax.jit`: every turn is traced and compiled anew, and compile time grows with
    the count, to a minute and more for some hundreds of element writes. A `range` up to a traced number raises a
    `TracerIntegerConversionError`.

    ## What hybridc writes
    `lax.fori_loop` over a range, `lax.scan` over the rows of an array:

        # before
        s = 0.0
        for i in range(n):
            s = s + 1.0 / (i + 1)

        # after
        s = 0.0
        s = lax.fori_loop(0, n, lambda i, s: s + 1.0 / (i + 1), s)

    A loop each of whose turns fills a place of its own, and reads nothing that others fill, is a map over the index,
    which takes all turns at once:

        # before
        out = np.zeros(n)
        for i in range(1, n - 1):
            out[i] = (x[i - 1] + x[i + 1]) / 2

        # after
        out = jnp.zeros(n)

        def step(i):
            return (x[i - 1] + x[i + 1]) / 2.0

        out_rows = jax.vmap(step)(jnp.arange(1, n - 1))
        out = out.at[1 : max(n - 1, 1)].set(out_rows)

    Where the shapes and dtypes of the loop's state are not proven, it is `control.fori_loop` or `control.scan` of
    `hybridc.runtime`, which settles them while tracing; `control.scan_lists` where the turns fill lists that may stay
    empty. Loops over Python containers, over a few literal numbers, and
    loops whose index must be a Python number stay Python.
    """

    what: str
    form: str

    code = "HYB203"
    slug = "traced-for"
    severity = Severity.NOTE
    message = "`for` over {what} becomes `{form}`"
    help = "nothing to do: convert rewrites it"
    dirty = (
        program("""
            import numpy as np


            def f(x, n):
                s = 0.0
                for i in range(n):
                    s = s + 1.0 / (i + 1)
                return np.sin(x) * s
        """),
        program("""
            import numpy as np


            def norms(m):
                s = 0.0
                for row in m:
                    s = s + np.sqrt(np.sum(row * row))
                return s
        """),
        program("""
            import numpy as np


            def dot(xs, ys):
                s = np.sum(np.zeros(1))
                for a, b in zip(xs, ys):
                    s = s + np.sin(a) * b
                return s + xs.ndim + ys.ndim
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                for k in (1, 2, 3):
                    x = np.sin(x) * k
                return x
        """),
        program("""
            import numpy as np


            def pyramid(x):
                s = 0.0
                for k in range(1, 12):
                    s = s + np.sum(np.ones(k) * x)
                return s
        """),
    )
