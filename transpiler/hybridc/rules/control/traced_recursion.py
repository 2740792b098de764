from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class TracedRecursion(Rule):
    """A compiled function that calls itself until a traced value says stop.

    ## Why
    Tracing follows every call. A recursion that ends when a traced value says so would be followed for ever: under
    `jax.jit` the test raises a `TracerBoolConversionError`, and inside a `lax.cond` both sides are traced, so the calls
    never end. A recursion that counts, as by `n - 1` until `n == 0`, is unrolled: `n` becomes static. So is one that ends
    by a shape, as `if len(x) == 1: return x` says.

    ## Instead
    Write a loop:

        # before
        def smooth(x):
            if np.ptp(x) > 0.1:
                return smooth(0.5 * (x + np.roll(x, 1)))
            return x

        # after
        def smooth(x):
            while np.ptp(x) > 0.1:
                x = 0.5 * (x + np.roll(x, 1))
            return x

    Or keep the function on the host with `# hybridc: host`.
    """

    function: str

    code = "HYB221"
    slug = "traced-recursion"
    severity = Severity.ERROR
    message = "`{function}` calls itself, and when it stops depends on traced values"
    help = "write it as a loop, or mark it `# hybridc: host`"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                y = np.sin(x)
                if np.sum(y) > 0.1:
                    y = f(y)
                return y
        """),
        program("""
            import numpy as np


            def even(x):
                return odd(np.sin(x))


            def odd(x):
                return even(np.cos(x))
        """),
    )
    clean = (
        program("""
            import numpy as np


            def total(x):
                if len(x) == 1:
                    return x[0]
                half = len(x) // 2
                return total(x[:half]) + total(x[half:])
        """),
        program("""
            import numpy as np


            def smooth(x, n):
                for _ in range(n):
                    x = 0.5 * (x + np.roll(x, 1))
                return x
        """),
        program("""
            import numpy as np


            def g(x):
                return np.sin(x)


            def f(x):
                return g(g(x))
        """),
    )
