from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class GlobalMutation(Rule):
    """Compiled code that changes a global, and cannot give its new value back.

    ## Why
    A compiled function is a function of its arguments. Under `jax.jit` a write to a global happens once, while tracing,
    and stores a tracer: whoever reads it later gets an `UnexpectedTracerError`. At later calls nothing is written at all.

    So hybridc compiles a function that takes the global and returns its new value, and one of the original name that sets
    it. It cannot where the global's object is changed in place, by `history[0] = ...` or by `total += ...` where `total`
    may be an array: others may have the same array under another name, and would not see the change. Nor where another
    function needs the value while it is traced, where what is stored is an argument itself, which the caller may change
    later, or where something else stands in the way of an argument (HYB601).

    ## Instead
    Give the global a new value instead of changing the old one:

        # before
        total = np.zeros(3)

        def add(x):
            global total
            total += np.sin(x)

        # after
        def add(x):
            global total
            total = total + np.sin(x)

    Or pass the value in and return the new one:

        def add(total, x):
            return total + np.sin(x)

        total = add(total, x)
    """

    code = "HYB305"
    name = "global-mutation"
    severity = Severity.ERROR
    message = "`{name}` is a global that compiled code changes"
    help = "bind it anew (`total = total + x`), or pass it as an argument and return the new value"
    dirty = (
        program("""
            import numpy as np

            total = np.zeros(3)


            def f(x):
                global total
                total += np.sin(x)
                return np.sum(total)
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

            total = 0.0


            def f(x):
                global total
                total = total + np.sum(x)
                return total
        """),
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
