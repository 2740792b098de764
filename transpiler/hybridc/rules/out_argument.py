from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class OutArgument(Rule):
    """`out=`, which writes the result into an array.

    ## Why
    JAX's arrays do not change, so there is nothing to write into: jax.numpy raises a `NotImplementedError`, or does not
    know the argument.

    ## Instead
    Bind the result. The memory that `out=` was to save is XLA's to reuse:

        # before
        np.add(a, b, out=y)

        # after
        y = np.add(a, b)
    """

    code = "HYB307"
    name = "out-argument"
    severity = Severity.ERROR
    message = "`{argument}` of `{call}` writes into an array"
    help = "bind the result instead"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                y = np.zeros(3)
                np.sin(x, out=y)
                return y
        """),
        program("""
            import numpy as np


            def g(a, b):
                y = np.sin(a)
                np.multiply(y, b, out=y)
                return y
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                y = np.sin(x)
                return y
        """),
    )
