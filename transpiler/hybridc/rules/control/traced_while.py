from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class TracedWhile(Rule):
    """A `while` whose test is known only at run time.

    ## Why
    Under `jax.jit` Python is gone when the function runs, so it cannot count the turns. JAX raises a
    `TracerBoolConversionError` at the test.

    ## What hybridc writes
    `lax.while_loop`, with the names that a turn takes over from the turn before as its carry:

        # before
        i = 0
        while i < len(x) and x[i] > 0:
            i += 1

        # after
        i = 0
        i = lax.while_loop(lambda i: (i < len(x)) & (x[i] > 0), lambda i: i + 1, i)

    The carry keeps one shape and dtype throughout. Where that is not proven, hybridc writes `control.while_loop` of
    `hybridc.runtime`, which settles it while tracing.

    `jax.grad` does not pass through a loop whose number of turns is known only at run time. If the gradient is needed,
    write a `for` over a known count.
    """

    form: str

    code = "HYB202"
    slug = "traced-while"
    severity = Severity.NOTE
    message = "`while` on a traced value becomes `{form}`"
    help = "nothing to do: convert rewrites it"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                i = 0
                while i < len(x) and x[i] > 0:
                    i += 1
                return np.sin(x) * i
        """),
        program("""
            import numpy as np


            def newton(a):
                x = np.maximum(a, 1.0)
                while np.abs(x * x - a) > 1e-9:
                    x = 0.5 * (x + a / x)
                return x
        """),
    )
    clean = (
        program("""
            import numpy as np


            def halvings(x):
                k = x.shape[0]
                while k > 1:
                    k = k // 2
                    x = np.sin(x)
                return x
        """),
    )
