from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class LostMutation(Rule):
    """A change of an argument whose new value goes nowhere.

    ## Why
    The original changes the caller's array, and the caller goes on with the changed one. The converted function returns a
    new array instead (HYB304), and here nothing takes it: the function does not return it, or the caller does not bind it
    under the name that it passed. The change would be lost without a word.

    ## Instead
    Return the changed array, and bind it under the same name:

        # before
        def step(u):
            u[1:-1] = 0.5 * (u[2:] + u[:-2])

        step(u)

        # after
        def step(u):
            u[1:-1] = 0.5 * (u[2:] + u[:-2])
            return u

        u = step(u)
    """

    code = "HYB308"
    name = "lost-mutation"
    severity = Severity.ERROR
    message = "`{function}` changes its argument `{name}` in place, and the new value goes nowhere"
    help = "return `{name}` from `{function}` and bind it in the caller"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                x[0] = np.pi
        """),
        program("""
            import numpy as np


            def clamp(u):
                u[0] = 0.0
                return u


            def f(x):
                y = np.sin(x)
                z = clamp(y)
                return y + z
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                x[0] = np.pi
                return x


            u = f(np.zeros(3))
        """),
        program("""
            import numpy as np


            def clamp(u):
                u[0] = 0.0
                return u


            def f(x):
                y = np.sin(x)
                y = clamp(y)
                return y
        """),
    )
