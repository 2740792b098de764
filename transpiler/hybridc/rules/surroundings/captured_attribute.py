from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class CapturedAttribute(Rule):
    """An attribute of a plain object.

    ## Why
    The attribute would be read once, while tracing. When the object changes later, the compiled function does not notice.
    Passing the object itself does not help: it is no array, and `jax.jit` raises a `TypeError`.

    ## Instead
    Pass the values that are needed as arguments:

        # before
        def step(x):
            return x - config.rate * np.sin(x)

        # after
        def step(x, rate):
            return x - rate * np.sin(x)

        step(x, config.rate)
    """

    expression: str

    code = "HYB602"
    slug = "captured-attribute"
    severity = Severity.ERROR
    message = "`{expression}` reads an attribute of a plain object, and compiled code would keep its first value"
    help = "pass the value as an argument"
    dirty = (
        program("""
            import numpy as np


            class Config:
                pass


            config = Config()


            def f(x):  # hybridc: graph
                return np.sin(x) * config.rate
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x, rate):
                return np.sin(x) * rate
        """),
        program("""
            import numpy as np


            def f(x):
                return np.sin(x) * x.shape[0]
        """),
    )
