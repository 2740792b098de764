from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class GlobalMutation(Rule):
    """Compiled code that changes a global.

    ## Why
    A compiled function is a function of its arguments. Under `jax.jit` a write to a global happens once, while tracing,
    and stores a tracer: whoever reads it later gets an `UnexpectedTracerError`. At later calls nothing is written at all.

    ## Instead
    Pass the value in and return the new one:

        # before
        total = 0.0

        def add(x):
            global total
            total = total + np.sum(x)

        # after
        def add(total, x):
            return total + np.sum(x)

        total = add(total, x)
    """

    code = "HYB305"
    name = "global-mutation"
    severity = Severity.ERROR
    message = "`{name}` is a global that compiled code changes"
    help = "pass it as an argument and return the new value"
    dirty = (
        program("""
            import numpy as np

            total = 0.0


            def f(x):
                global total
                total = total + np.sum(x)
                return total
        """),
        program("""
            import numpy as np

            history = np.zeros(3)


            def f(x):
                history[0] = np.sum(x)
                return np.sin(x)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def add(total, x):
                return total + np.sum(x)
        """),
        program("""
            import numpy as np

            history = np.zeros(3)


            def f(x):
                return np.sin(x) + history
        """),
    )
