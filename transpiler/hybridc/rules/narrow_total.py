from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule, program


class NarrowTotal(Rule):
    """Running totals of what may be small integers.

    ## Why
    NumPy widens integers of 8, 16 and 32 bits to 64 before it accumulates them. `jnp.cumsum` and `jnp.cumprod` keep their
    width, and wrap around where it does not suffice: the running totals of a uint8 image end below 256. Floats and 64-bit
    integers show no difference.

    ## Instead
    Say the type of the totals, or widen the array:

        # before
        totals = np.cumsum(image)

        # after
        totals = np.cumsum(image, dtype=np.int64)
    """

    code = "HYB509"
    name = "narrow-total"
    severity = Severity.WARNING
    message = "`{call}` keeps the width of small integers, which NumPy widens to 64 bits"
    help = "nothing to do for floats and 64-bit integers; else pass `dtype=np.int64`"
    dirty = (
        program("""
            import numpy as np


            def integral(image):
                return np.cumsum(image)
        """),
        program("""
            import numpy as np


            def odds(p: np.ndarray):
                return np.sin(p) * p.cumprod()
        """),
    )
    clean = (
        program("""
            import numpy as np


            def integral(image):
                return np.cumsum(image, dtype=np.int64)
        """),
        program("""
            import numpy as np


            def walk(steps):
                return np.cumsum(np.sin(steps) * 1.0)
        """),
    )
