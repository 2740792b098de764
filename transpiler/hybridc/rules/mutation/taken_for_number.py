from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class TakenForNumber(Rule):
    """What an in-place operator changes is taken for a number.

    ## Why
    `k -= 1` gives the name `k` another number, but changes an array for every name that sees it. Which of the two it is,
    tracing knows, and a function that is given `k` asks there. An attribute outlives the method: who else has seen its
    array is not known, and with an array the converted code would not do what the original does.

    So hybridc writes the code for a number, and a check, made while tracing, that raises TypeError for an array:

        # before
        class Counter:
            def __init__(self):
                self.total = self.before = 0.0

            def add(self, x):
                self.total += np.sum(x)
                return np.sin(self.total)

            def keep(self):
                self.before = self.total

        # after
        @jax.jit
        def _counter_add(total: float, x):
            control.expect_numbers(total=total)
            total += jnp.sum(x)
            return jnp.sin(total), total

    ## Instead
    A hint (`total: float` in the class) says that a number is meant, and this warning goes; so does a test such as
    `while n > 0:`, of which an array of several elements has no truth. The check stays, for neither keeps a caller from
    setting an array. For an array take a copy before changing it. `--checked` writes the check
    for parameters too.
    """

    name: str

    code = "HYB311"
    slug = "taken-for-number"
    severity = Severity.WARNING
    message = "`{name}` is taken for a number: an array would be changed in place for others as well"
    help = "a hint such as `n: int` says that it is meant; copy an array before changing it"
    dirty = (
        program("""
            import numpy as np


            class Counter:
                def __init__(self):
                    self.total = 0.0
                    self.before = 0.0

                def add(self, x):
                    self.total += x
                    return np.sin(self.total)

                def keep(self, x):
                    self.before = self.total
                    return np.sin(x)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def countdown(x, n):
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
