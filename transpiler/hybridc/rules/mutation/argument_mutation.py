from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class ArgumentMutation(Rule):
    """A function that changes the array its caller passed.

    ## Why
    The original writes into the array of its caller. A compiled function cannot reach there: it returns a new array, and
    the one that was passed keeps its values. A caller that goes on reading the old array sees no change, and two
    arguments that share memory are not followed. Where functions of the file call it, it returns what it changes after
    its result (`total, u`), to callers of other files as well.

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
        """),
        program("""
            import numpy as np


            def relax(u):
                u[1:-1] = 0.5 * np.abs(u[2:] + u[:-2])
                return u
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                x = x.copy()
                x[0] = np.pi
                return x
        """),
        program("""
            import numpy as np


            def relax(u):
                v = np.zeros_like(u)
                v[1:-1] = 0.5 * (u[2:] + u[:-2])
                return v
        """),
    )
