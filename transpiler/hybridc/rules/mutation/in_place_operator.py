from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class InPlaceOperator(Rule):
    """An in-place operator on an array.

    ## Why
    NumPy's `y += v` changes the array that `y` names, for every name that sees it, and keeps its dtype. JAX's binds `y`
    to a new array, of whatever dtype comes out, and leaves other names with the old one.

    ## What hybridc writes
    `y = y + v`, where no other name sees the array (elsewhere it refuses, HYB303), and with the dtype of `y` kept where
    it could change:

        # before
        y = x[1:].astype(np.float32)
        y += w

        # after
        y = x[1:].astype(jnp.float32)
        y = (y + w).astype(y.dtype)
    """

    name: str
    operator: str

    code = "HYB302"
    slug = "in-place-operator"
    severity = Severity.NOTE
    message = "`{name} {operator} ...` becomes a new value of `{name}`"
    help = "nothing to do: convert rewrites it"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                y = np.sin(x)
                y += 1.0
                return y
        """),
        program("""
            import numpy as np


            def g(x, w):
                y = x[1:].astype(np.float32)
                y += w
                return y
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                y = np.sin(x)
                y = y + 1.0
                return y
        """),
    )
