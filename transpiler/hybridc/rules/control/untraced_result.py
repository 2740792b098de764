from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class UntracedResult(Rule):
    """A result that is neither an array nor a number.

    ## Why
    What a compiled function gives is computed by XLA, which has arrays and numbers, and tuples, lists and dicts of them.
    `jax.jit` raises a `TypeError` where one is text, a dtype, a range or an iterator: "not a valid JAX type".

    ## Instead
    Return what is computed, and let the caller, who knows the rest, add it:

        # before
        def mse(x, y):
            return {"loss": np.mean((x - y) ** 2), "name": "mse"}

        # after
        def mse(x, y):
            return {"loss": np.mean((x - y) ** 2)}

    A private helper, `_mse`, that only compiled functions call may return text, which they know while they are traced.
    """

    what: str

    code = "HYB224"
    slug = "untraced-result"
    severity = Severity.ERROR
    message = "{what} in what compiled code returns"
    help = "return arrays and numbers alone, and let the caller add the rest"
    dirty = (
        program("""
            import numpy as np


            def mse(x, y):
                return {"loss": np.mean((x - y) ** 2), "name": "mse"}
        """),
        program("""
            import numpy as np


            def described(x):
                y = np.exp(x)
                return y, (y.dtype, f"{len(y)} rows")
        """),
    )
    clean = (
        program("""
            import numpy as np


            def _mse(x, y):
                return {"loss": np.mean((x - y) ** 2), "name": "mse"}


            def loss(x, y, name="mse"):
                found = _mse(x, y)
                return found["loss"] if found["name"] == name else x
        """),
        program("""
            import numpy as np


            def mse(x, y):
                return {"loss": np.mean((x - y) ** 2), "count": len(x), "weights": None}
        """),
    )
