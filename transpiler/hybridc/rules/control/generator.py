from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class Generator(Rule):
    """A generator in compiled code.

    ## Why
    A generator stops in the middle and goes on when the next value is asked for. A compiled function runs from its start
    to its end; `jax.jit` raises a `TypeError` for one that returns a generator.

    ## Instead
    Return an array of all values:

        # before
        def powers(x, n):
            for k in range(n):
                yield x**k

        # after
        def powers(x, n):
            return x ** np.arange(n)

    Or keep the generator in host code, which may go on calling compiled functions: write `# hybridc: host` on its `def`
    line.
    """

    name: str

    code = "HYB217"
    slug = "generator"
    severity = Severity.ERROR
    message = "`{name}` is a generator, which compiled code cannot be"
    help = "return all values at once, or mark it `# hybridc: host`"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                for row in x:
                    yield np.sin(row)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):  # hybridc: host
                for row in x:
                    yield np.sin(row)
        """),
        program("""
            import numpy as np


            def f(x):
                return np.sin(x)
        """),
    )
