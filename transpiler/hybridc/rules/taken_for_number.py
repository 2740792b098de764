from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class TakenForNumber(Rule):
    """What an in-place operator changes is taken for a number.

    ## Why
    `k -= 1` gives the name `k` another number, but changes an array for every name that sees it. Nothing in the source says
    which of the two it is here, and with an array the converted function would not do what the original does: another
    name, or the caller, goes on with the old values.

    So hybridc writes the code for a number, and a check, made while tracing, that raises TypeError for an array:

        # before
        def countdown(x, n):
            k = n
            k -= 1
            return np.sin(x) * k / n

        # after
        @jax.jit
        def countdown(x, n):
            control.expect_numbers(n=n)
            k = n
            k -= 1
            return jnp.sin(x) * k / n

    ## Instead
    A hint (`n: int`, `n: float`) says that a number is meant, and this warning goes; so does a test such as `while n > 0:`, of
    which an array of several elements has no truth. The check stays, for neither keeps a caller from passing an array. For an
    array take a copy before changing it.
    """

    code = "HYB311"
    name = "taken-for-number"
    severity = Severity.WARNING
    message = "`{name}` is taken for a number: an array would be changed in place for others as well"
    help = "a hint such as `n: int` says that it is meant; copy an array before changing it"
    dirty = (
        program("""
            import numpy as np


            def countdown(x, n):
                k = n
                k -= 1
                return np.sin(x) * k / n
        """),
        program("""
            import numpy as np


            def add_at(x, i, j, v):
                y = np.sin(x)
                y[i, j] += v
                return y
        """),
    )
    clean = (
        program("""
            import numpy as np


            def countdown(x, n: int):
                k = n
                k -= 1
                return np.sin(x) * k / n
        """),
        program("""
            import numpy as np


            def shifted(x, v):
                y = v.copy()
                y -= 1
                return np.sin(x) * y / v
        """),
    )
