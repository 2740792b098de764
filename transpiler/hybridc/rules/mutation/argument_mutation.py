from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class ArgumentMutation(Rule):
    """A function that changes the array its caller passed.

    ## Why
    The original writes into the array of its caller. Where only code that stays Python and other files call the
    function, the converted one does so too (`@control.writes_back`). Where compiled functions of the file call it, it
    returns what it changes, after its result if it has one (`total, u`), and they take that: to them arrays do not
    change. Callers of other files that go on reading the array that they passed see no change; two arguments that share
    memory are not followed.

    ## Instead
    Use the returned value, under the same name:

        # before
        relax(u)
        print(u)

        # after
        u = relax(u)
        print(u)

    If the caller's array was never meant to change, copy it first in the function: `u = u.copy()`. That silences the
    warning.
    """

    name: str

    code = "HYB304"
    slug = "argument-mutation"
    severity = Severity.WARNING
    message = "the array that the caller passes as `{name}` is changed by the original, not by the converted function"
    help = (
        "take the new value from what the function returns, which is a tuple where it has a result of its own and others "
        "of the file call it, or copy `{name}` before writing"
    )
    dirty = (
        program("""
            import numpy as np


            def f(x):
                x[0] = np.pi
                return x


            def g(x):
                return f(np.sin(x))
        """),
        program("""
            import numpy as np


            def relax(u):
                u[1:-1] = 0.5 * np.abs(u[2:] + u[:-2])
                return u


            def settle(x, n):
                u = np.sin(x)
                for _ in range(n):
                    u = relax(u)
                return u
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                x[0] = np.pi
                return x
        """),
        program("""
            import numpy as np


            def f(x):
                x = x.copy()
                x[0] = np.pi
                return x


            def g(x):
                return f(np.sin(x))
        """),
        program("""
            import numpy as np


            def relax(u):
                v = np.zeros_like(u)
                v[1:-1] = 0.5 * (u[2:] + u[:-2])
                return v
        """),
    )
