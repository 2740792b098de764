from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class ChangingClosure(Rule):
    """A nested function that reads a name which changes after it is defined.

    ## Why
    Python looks the name up when the nested function runs, and finds the newest value. A branch or loop of compiled code
    keeps the value that the name has when it is traced.

    ## Instead
    Pass the value as an argument:

        # before
        k = np.sum(x)

        def scaled(y):
            return y * k

        k = k + 1
        z = scaled(x)

        # after
        def scaled(y, k):
            return y * k

        z = scaled(x, np.sum(x) + 1)
    """

    code = "HYB223"
    name = "changing-closure"
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
                return g(x)
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
