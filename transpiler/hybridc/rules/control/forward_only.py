from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class ForwardOnly(Rule):
    """A loop on floats whose number of turns is known only at run time.

    ## Why
    `jax.grad` goes backwards through what a loop did, and needs room for the state of every turn. `lax.while_loop`, and
    `lax.fori_loop` up to a traced number, do not know how much: `jax.grad` of them raises a `ValueError`. `jax.jvp`,
    `jax.jacfwd` and `jax.vmap` pass.

    ## What hybridc writes
    A loop that ends where Python's ends:

        # before
        while np.abs(x * x - a) > 1e-9:
            x = 0.5 * (x + a / x)

        # after
        return lax.while_loop(lambda x: jnp.abs(x * x - a) > 1e-9, lambda x: 0.5 * (x + a / x), x)

    If the gradient is needed, loop over a known count, and let the turns that are too many do nothing:
    `for i in range(100):` with `x = np.where(np.abs(x * x - a) > 1e-9, 0.5 * (x + a / x), x)` becomes a
    `lax.fori_loop` that `jax.grad` passes through. It takes all hundred turns, which is why hybridc does not choose it.
    """

    code = "HYB207"
    slug = "forward-only"
    severity = Severity.NOTE
    message = "`jax.grad` does not pass through this loop: how many turns it takes is known only at run time"
    help = "use `jax.jvp` or `jax.jacfwd`, or loop over a known count, without a way out"
    dirty = (
        program("""
            import numpy as np


            def newton(a):
                x = np.maximum(a, 1.0)
                while np.abs(x * x - a) > 1e-9:
                    x = 0.5 * (x + a / x)
                return x
        """),
        program("""
            import numpy as np


            def root(a):
                x = np.maximum(a, 1.0)
                for i in range(100):
                    if np.abs(x * x - a) < 1e-9:
                        break
                    x = 0.5 * (x + a / x)
                return x
        """),
        program("""
            import numpy as np


            def f(x, n):
                for i in range(n):
                    x = np.sin(x)
                return x
        """),
    )
    clean = (
        program("""
            import numpy as np


            def root(a):
                x = np.maximum(a, 1.0)
                for i in range(100):
                    x = 0.5 * (x + a / x)
                return x
        """),
        program("""
            import numpy as np


            def leading(x):
                i = 0
                while i < len(x) and x[i] > 0:
                    i += 1
                return np.sin(x) * i
        """),
    )
