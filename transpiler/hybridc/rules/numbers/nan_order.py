from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class NanOrder(Rule):
    """Python's `max`, `min` or `sorted` on floats.

    ## Why
    Python compares one value after the other, and every comparison with NaN is false. So NaN is kept or passed over by
    its position: `max(1.0, nan)` is 1.0, `max(nan, 1.0)` is NaN. `jnp.maximum`, which the call becomes, gives NaN
    whenever it meets one. `sorted` leaves NaN about where it stands, and what is around it in no order; `jnp.sort` puts
    it last. Without NaN the values are the same. Python also gives the object that it chose: `min(x.sum(), 2)` is its
    own `2`, or a NumPy number, and what comes of a `uint8` array and the one is `uint8`, of it and the other `uint64`;
    the compiled call gives the NumPy number's dtype.

    ## Instead
    Nothing, if NaN cannot occur. To say which is meant, write what NumPy has too:

        # before
        top = max(np.sum(x), y)

        # after
        top = np.maximum(np.sum(x), y)

    `np.fmax` and `np.fmin` pass over NaN wherever it stands.
    """

    call: str
    form: str

    code = "HYB505"
    slug = "nan-order"
    severity = Severity.WARNING
    message = "`{call}` may pass over NaN; `{form}` never does"
    help = "nothing to do unless NaN can occur"
    dirty = (
        program("""
            import numpy as np


            def f(x, y):
                return max(np.sum(x), y)
        """),
        program("""
            import numpy as np


            def g(x):
                lowest = np.sum(np.zeros(1))
                for i in range(len(x)):
                    lowest = min(lowest, x[i])
                return lowest
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x, y):
                return np.maximum(np.sum(x), y)
        """),
        program("""
            import numpy as np


            def g(x):
                return np.sin(x) * max(x.shape[0], 3)
        """),
    )
