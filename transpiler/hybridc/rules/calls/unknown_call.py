from hybridc.core.diagnostics import Severity
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
            return np.exp(-x) * fastmath.bessel(x)

        # after
        def density(x, bessel_of_x):
            return np.exp(-x) * bessel_of_x

        density(x, fastmath.bessel(x))

    An object that the compiled function itself makes of a class of the file is written without it, if the class has no base,
    its methods use no more of the object than attributes and methods, and the function does no more with it than that: it
    has one name, is made in one place, and is not returned, handed on or put into a list.

    A lambda that host code hands to a compiled function computes with values that are being traced, and becomes JAX's. That
    has no answer for inner functions of several statements, for methods of NumPy's arrays in it, for what a loop makes
    anew at each turn, and for a function that reads what changes between its uses: compiled code would keep what it read
    first. Write it as a function at the top of the file, whose arguments are all that it reads, and hand that over.
    """

    name: str

    code = "HYB406"
    slug = "unknown-call"
    severity = Severity.ERROR
    message = "cannot see into `{name}`, which compiled code calls"
    help = "define it in this file, or call it from host code"
    dirty = (
        program("""
            import numpy as np
            import fastmath


            def f(x):  # hybridc: graph
                return np.sin(fastmath.bessel(x))
        """),
        program("""
            import numpy as np


            def slope(f, x, h):
                return np.abs(f(x + h) - f(x)) / h


            def report(x):  # hybridc: host
                k = 1.0
                wave = lambda x: np.sin(k * x)
                print(slope(wave, x, 0.1))
                k = 2.0
                print(slope(wave, x, 0.1))
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
        program("""
            import numpy as np


            def slope(f, x, h):
                return np.abs(f(x + h) - f(x)) / h


            def report(x, k):  # hybridc: host
                print(slope(lambda x: np.sin(k * x), x, 0.1))
        """),
    )
