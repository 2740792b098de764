from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class LostMutation(Rule):
    """A change of an argument whose new value goes nowhere.

    ## Why
    The original changes the caller's array, and the caller goes on with the changed one. Where compiled functions of the
    file call it, the converted function returns what it changes, and they take it: `step(u)` becomes `u = step(u)`. For
    code that stays Python and for other files it writes into NumPy arrays, as the original does
    (`@control.writes_back("u")`, or `@control.in_place("u")`, whose calls may stand anywhere). Here nothing can: the call
    is made by JAX in its own way, as that of a `key` of `max`; or it stands in a check that the compiled code leaves out.
    With `--checked`, and for the functions of other frameworks, calls have to become
    assignments as well: not in the test of a loop, on one side of `or`, or after something else that reads the array.

    ## Instead
    Give the call a statement of its own:

        # before
        assert total(y) > 0

        # after
        t = total(y)
        assert t > 0

    Or return the changed array, and bind it under the same name.
    """

    function: str
    name: str

    code = "HYB308"
    slug = "lost-mutation"
    severity = Severity.ERROR
    message = "`{function}` changes its argument `{name}` in place, and the new value goes nowhere"
    help = "return `{name}` from `{function}`, or convert with --return-mutated; give its calls statements of their own"
    dirty = (
        program("""
            import numpy as np


            def total(u):
                u[0] = 0.0
                return np.sum(u)


            def f(x):
                y = np.sin(x)
                assert total(y) > 0
                return y
        """),
        program("""
            import numpy as np


            def total(u):
                u[0] = 0.0
                return np.sum(u)


            def f(x):
                y = np.sin(x)
                return max([1.0, 2.0], key=lambda v: v * total(y)), y
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


            def total(u):
                u[0] = 0.0
                return np.sum(u)


            def f(x):
                y = np.sin(x)
                while total(y) < 1:
                    y += 1.0
                return y
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
