from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class EarlyReturn(Rule):
    """A `return` before the end, under a condition known only at run time.

    ## Why
    A compiled function has one way out. While `jax.jit` traces it, nobody knows which of several `return`s will be taken,
    nor whether a loop is left by one.

    ## Instead
    Let the function end in one `if`/`elif`/`else` of which every branch returns; hybridc converts that:

        # before
        def cap(v, limit):
            n = np.sqrt(np.sum(v * v))
            if n <= limit:
                return v
            return v * (limit / n)

        # after
        def cap(v, limit):
            n = np.sqrt(np.sum(v * v))
            if n <= limit:
                return v
            else:
                return v * (limit / n)

    Or give a name to the result, set it in the branches, and return it at the end. A `return` inside a loop becomes part
    of the loop's condition: `while i < n and not x[i] > 0:`.
    """

    code = "HYB211"
    name = "early-return"
    severity = Severity.ERROR
    message = "`return` before the end of `{function}`, under a condition that is known only at run time"
    help = "end the function in an `if`/`else` of which every branch returns"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                if np.sum(x) > 0:
                    return x
                x = x * 2
                return x
        """),
        program("""
            import numpy as np


            def first_positive(x):
                for i in range(x.shape[0]):
                    if x[i] > 0:
                        return np.sqrt(x[i])
                return 0.0
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                if np.sum(x) > 0:
                    return x
                else:
                    return -x
        """),
        program("""
            import numpy as np


            def total(x):
                if x.ndim == 1:
                    return np.sum(x)
                return np.sum(x, axis=0)
        """),
    )
