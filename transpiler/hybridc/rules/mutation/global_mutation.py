from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class GlobalMutation(Rule):
    """Compiled code that changes a global, and cannot give its new value back.

    ## Why
    A compiled function is a function of its arguments. Under `jax.jit` a write to a global happens once, while tracing,
    and stores a tracer: whoever reads it later gets an `UnexpectedTracerError`. At later calls nothing is written at all.

    So hybridc compiles a function that takes the global and returns its new value, and one of the original name that sets
    it. A global that is an array, and changes in place, is such an argument too, and changes as those of callers do. It
    cannot where a list or a dict has the array, where the `global` stands within another statement, where another
    function needs the value while it is traced, or where something else stands in the way of an argument (HYB601).

    ## Instead
    Give the array a name of its own:

        # before
        state = [np.zeros(3)]

        def add(x):
            state[0][:] += np.sin(x)

        # after
        total = np.zeros(3)

        def add(x):
            total[:] += np.sin(x)

    Or pass the value in and return the new one:

        def add(total, x):
            return total + np.sin(x)

        total = add(total, x)
    """

    name: str

    code = "HYB305"
    slug = "global-mutation"
    severity = Severity.ERROR
    message = "`{name}` is a global that compiled code changes"
    help = "bind it anew (`total = total + x`), or pass it as an argument and return the new value"
    dirty = (
        program("""
            import numpy as np

            state = [np.zeros(3)]


            def f(x):
                state[0][1] = np.sum(x)
                return np.sin(x)
        """),
        program("""
            import numpy as np

            total = np.zeros(3)


            def f(x):
                if np.sum(x) > 0:
                    global total
                    total = total + x
                return np.sin(x)
        """),
    )
    clean = (
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
        program("""
            import numpy as np

            history = np.zeros(3)


            def f(x):
                return np.sin(x) + history
        """),
    )
