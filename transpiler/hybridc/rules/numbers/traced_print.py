from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class TracedPrint(Rule):
    """`print` in compiled code.

    ## Why
    A Python `print` under `jax.jit` runs once, while tracing, and shows `JitTracer(...)` instead of numbers.

    ## What hybridc writes
    `jax.debug.print`, which prints the values at every call:

        # before
        print(f"n = {n:.3f}", t)

        # after
        jax.debug.print("n = {:.3f} {}", n, t)

    Several prints whose order matters get `ordered=True`. The device prints when it gets there; `jax.effects_barrier()`
    in host code waits for it. `--prints drop` leaves prints out of compiled code.
    """

    form: str

    code = "HYB504"
    slug = "traced-print"
    severity = Severity.NOTE
    message = "`print` becomes `{form}`"
    help = "nothing to do: convert rewrites it; `--prints drop` removes it"
    dirty = (
        program("""
            import numpy as np


            def f(x, t):
                n = np.sum(x)
                print(f"n = {n:.3f}", t)
                return n
        """),
        program("""
            import numpy as np


            def g(x, n):
                for i in range(n):
                    x = np.sin(x)
                    print(f"{i}: {x}")
                return x
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):  # hybridc: host
                print("sum", np.sum(x))
                return x
        """),
        program("""
            import numpy as np


            def f(x):
                return np.sin(x)


            print(f(np.ones(3)))
        """),
    )
