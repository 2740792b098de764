from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class StatefulRandomness(Rule):
    """Random numbers drawn from a hidden state.

    ## Why
    NumPy's generators, and Python's, change a state that no argument shows. A compiled function, or a model, would draw once,
    while tracing, and then return the same numbers at every call.

    ## Instead
    Draw in host code, and pass the numbers in:

        # before
        def noisy(x):
            return x + np.random.normal(size=3)

        # after
        def noisy(x, noise):
            return x + noise

        noisy(x, np.random.normal(size=3))

    A model draws with its framework's functions, `torch.rand(())` for `random.random()`: these take their keys from the
    model. In converted functions, `jax.random.normal(key, (3,))` with a key as an argument does the same without a state.
    """

    name: str

    code = "HYB404"
    slug = "stateful-randomness"
    severity = Severity.ERROR
    message = "`{name}` draws from a hidden state"
    help = "draw in host code and pass the numbers as an argument"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                return x * np.random.rand(3)
        """),
        program("""
            import numpy as np


            def noisy(x):
                return np.sin(x) + np.random.normal(size=3)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def noisy(x, noise):
                return np.sin(x) + noise
        """),
        program("""
            import numpy as np


            def noisy(x, noise):
                return np.sin(x) + noise


            print(noisy(np.ones(3), np.random.normal(size=3)))
        """),
    )
