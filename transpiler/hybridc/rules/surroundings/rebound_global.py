from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class ReboundGlobal(Rule):
    """A global that is bound more than once, and that cannot be an argument.

    ## Why
    A compiled function reads a global once, while it is traced, and keeps what it read. When the global is bound anew the
    original sees the new value, and the compiled function would go on with the old one without a word.

    So hybridc compiles a function of the global, and calls it with the value that the global has at the call:

        # before
        rate = 0.1

        def step(x):
            return x - rate * np.sin(x)

        rate = 0.2

        # after
        def step(x):
            return _step(rate, x)

        @jax.jit
        def _step(rate: float, x):
            return x - rate * jnp.sin(x)

    It cannot where the global may be a list, a dict, an object or a function; where it may have no value yet when the
    function is called; where a parameter hides it; where it is deleted; and where the function has decorators, hands
    itself or another such function on as a value, or calls one that cannot be compiled so.

    ## Instead
    Pass the value as an argument:

        # before
        weights = [0.1, 0.2]

        def step(x):
            return x - weights[0] * np.sin(x)

        weights = [0.3, 0.4]

        # after
        def step(x, weight):
            return x - weight * np.sin(x)

    A global that is bound once, at the top of the module, is a constant and fine.
    """

    name: str

    code = "HYB601"
    slug = "rebound-global"
    severity = Severity.ERROR
    message = "the global `{name}` is rebound, and compiled code would keep its first value"
    help = "pass `{name}` as an argument"
    dirty = (
        program("""
            import numpy as np

            rates = [0.1, 0.2]


            def f(x):
                return np.sin(x) * rates[0]


            rates = [0.3, 0.4]
        """),
        program("""
            import numpy as np

            rate = 0.1


            def set_rate(r):
                global rate
                rate = {"first": r}


            def f(x):
                return np.sin(x) * rate
        """),
        program("""
            import sys

            import numpy as np

            if len(sys.argv) > 1:
                rate = 0.1


            def f(x):
                return np.sin(x) if x.ndim > 1 else np.sin(x) * rate
        """),
    )
    clean = (
        program("""
            import numpy as np

            rate = 0.1


            def f(x):
                return np.sin(x) * rate
        """),
        program("""
            import numpy as np

            rate = 0.1


            def f(x):
                return np.sin(x) * rate


            rate = 0.2
        """),
        program("""
            import numpy as np

            rate = 0.1


            def set_rate(r):
                global rate
                rate = r


            def f(x):
                return np.sin(x) * rate
        """),
    )
