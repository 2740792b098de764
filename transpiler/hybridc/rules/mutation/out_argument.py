from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class OutArgument(Rule):
    """`out=` inside an expression.

    ## Why
    JAX's arrays do not change: a call with `out=y` becomes an assignment of `y`, where it is a statement of its own or the
    whole value of one. Within an expression, what stands beside it may read `y` before or after it is written.

    ## Instead
    Give the call a statement of its own:

        # before
        total = y[0] + np.sum(np.add(a, b, out=y))

        # after
        first = y[0]
        np.add(a, b, out=y)
        total = first + np.sum(y)
    """

    argument: str
    call: str

    code = "HYB307"
    slug = "out-argument"
    severity = Severity.ERROR
    message = "`{argument}` of `{call}` writes into an array within an expression"
    help = "make the call a statement of its own"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                y = np.sin(x)
                return y[0] + np.add(x, 1.0, out=y)
        """),
        program("""
            import numpy as np


            def g(x):
                y = np.sin(x)
                while np.sum(np.multiply(y, 0.5, out=y)) > 1:
                    y += 0.1
                return y
        """),
    )
    clean = (
        program("""
            import numpy as np


            def h(x):
                y = np.sin(x)
                np.add(x, 1.0, out=y)
                return y
        """),
        program("""
            import numpy as np


            def f(x):
                y = np.sin(x)
                return y
        """),
    )
