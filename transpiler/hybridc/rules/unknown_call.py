from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class UnknownCall(Rule):
    """A call of something that hybridc cannot see into.

    ## Why
    What is called could do anything: read a file, keep a state, need real numbers, change an argument. Compiled code may
    only call functions of the same file and of libraries that have a table.

    ## Instead
    Put the function into the same file, or make the call in host code and pass the result in:

        # before
        def density(x):
            return np.exp(-x) * special.erf(x)

        # after
        def density(x, erf_of_x):
            return np.exp(-x) * erf_of_x

        density(x, special.erf(x))
    """

    code = "HYB406"
    name = "unknown-call"
    severity = Severity.ERROR
    message = "cannot see into `{name}`, which compiled code calls"
    help = "define it in this file, or call it from host code"
    dirty = (
        program("""
            import numpy as np
            import scipy.special


            def f(x):  # hybridc: graph
                return np.sin(scipy.special.erf(x))
        """),
    )
    clean = (
        program("""
            import numpy as np


            def g(x):
                return np.sin(x)


            def f(x):
                return g(x)
        """),
    )
