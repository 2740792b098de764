from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class LostMutation(Rule):
    """A change of an argument whose new value goes nowhere.

    ## Why
    The original changes the caller's array, and the caller goes on with the changed one. Where compiled functions of the
    file call it, the converted function returns what it changes, and they take it: `step(u)` becomes `u = step(u)`. For
    code that stays Python and for other files it writes into NumPy arrays, as the original does
    (`@control.writes_back("u")`). Here nothing can: what the function returns may share memory with an argument, in a
    way that is known only at run time; or a compiled function calls it where the call cannot become an assignment, in
    the test of a loop, on one side of `or`, or after something else of the same expression that reads the array.

    ## Instead
    Return the changed array, and bind it under the same name, or convert with `--return-mutated`, which does the former:

        # before
        def step(u, w):
            u[1:-1] = 0.5 * (u[2:] + u[:-2])
            return w[1:] if u[1] > 0 else w[:-1]

        tail = step(u, w)

        # after
        def step(u, w):
            u[1:-1] = 0.5 * (u[2:] + u[:-2])
            return (w[1:] if u[1] > 0 else w[:-1]), u

        tail, u = step(u, w)

    Give a call in the middle of an expression a statement of its own.
    """

    code = "HYB308"
    name = "lost-mutation"
    severity = Severity.ERROR
    message = "`{function}` changes its argument `{name}` in place, and the new value goes nowhere"
    help = "return `{name}` from `{function}`, or convert with --return-mutated; give its calls statements of their own"
    dirty = (
        program("""
            import numpy as np


            def f(x, w):
                w[0] = np.pi
                return x[1:] if x[0] > 0 else x[:-1]
        """),
        program("""
            import numpy as np


            def total(u):
                u[0] = 0.0
                return np.sum(u)


            def f(x):
                y = np.sin(x)
                while total(y) < 1:
                    y += 1.0
                return y
        """),
    )
    clean = (
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
                y = clamp(y)
                return y
        """),
    )
