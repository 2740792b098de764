from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class Clock(Rule):
    """Reading the clock in compiled code.

    ## Why
    The clock would be read once, while tracing, and its value kept as a constant of the compiled program.

    ## Instead
    Take times in host code, around the call. JAX returns before the device has finished, so wait for the result:

        # before
        def timed(x):
            start = time.perf_counter()
            y = np.sin(x)
            return y, time.perf_counter() - start

        # after
        def f(x):
            return np.sin(x)

        start = time.perf_counter()
        y = f(x).block_until_ready()
        seconds = time.perf_counter() - start
    """

    call: str

    code = "HYB702"
    slug = "clock"
    severity = Severity.ERROR
    message = "`{call}` reads the clock, once while tracing instead of at every call"
    help = "take times in host code, around the call"
    dirty = (
        program("""
            import time

            import numpy as np


            def f(x):  # hybridc: graph
                return np.sin(x) * time.time()
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x, now):
                return np.sin(x) * now
        """),
    )
