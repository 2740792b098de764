from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class ChangingClosure(Rule):
    """A nested function that is passed on, and reads a name which changes later.

    ## Why
    Python looks the name up when the nested function runs, and finds the newest value. A branch or loop of compiled code
    keeps the value that the name has when it is traced. Where the function is only called, hybridc makes the name an
    argument by itself; who else calls it is not known.

    ## Instead
    Pass the value as an argument:

        # before
        k = np.sum(x)

        def scaled(y):
            return y * k

        k = k + 1
        z = sum(map(scaled, x))

        # after
        def scaled(y, k):
            return y * k

        k = np.sum(x) + 1
        z = sum(scaled(y, k) for y in x)
    """

    function: str
    name: str

    code = "HYB223"
    slug = "changing-closure"
    severity = Severity.ERROR
    message = "`{function}` reads `{name}`, which changes after it is defined"
    help = "pass `{name}` as an argument"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                k = np.sum(x)

                def g(y):
                    return y * k

                k = k + 1
                return sum(map(g, x))
        """),
    )
    clean = (
        program("""
            import numpy as np


            def g(y, k):
                return y * k


            def f(x):
                k = np.sum(x)
                k = k + 1
                return g(np.sin(x), k)
        """),
    )
