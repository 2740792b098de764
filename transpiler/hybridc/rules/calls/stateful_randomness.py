from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class StatefulRandomness(Rule):
    """Random numbers drawn from a hidden state.

    ## Why
    NumPy's generators, and Python's, change a state that no argument shows. A compiled function, or a model, would draw once,
    while tracing, and then return the same numbers at every call.

    Functions of arrays are written in two where that shows the same numbers: one that draws, in NumPy and in the order of
    the original, and one that computes with what was drawn. What is refused are draws that hang on what the function
    computes (`if d < 0 or np.random.rand() < p`), on how it ends, or that are made in a branch.

    ## Instead
    Draw in host code, and pass the numbers in:

        # before
        def step(x, d):
            if d < 0 or np.random.rand() < np.exp(-d):
                x = x + d
            return x

        # after
        def step(x, d, u):
            if d < 0 or u < np.exp(-d):
                x = x + d
            return x

        step(x, d, np.random.rand())

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
                if x[0] > 0:
                    x = x * np.random.rand(3)
                return x
        """),
        program("""
            import numpy as np


            def noisy(x):
                y = np.sin(x)
                np.random.shuffle(y)
                return y
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
