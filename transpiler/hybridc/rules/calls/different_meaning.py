from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class DifferentMeaning(Rule):
    """A name that means something else in JAX.

    ## Why
    jax.numpy has the name, or a similar one, but with other results, or only some of the uses. Converting it by its name
    would be silently different, so hybridc does not.

    ## Instead
    The message says what to write. For example, `np.vectorize` is a Python loop in NumPy, while functions of arrays need
    none:

        # before
        y = np.vectorize(abs)(x)

        # after
        y = np.abs(x)
    """

    name: str
    advice: str

    code = "HYB402"
    slug = "different-meaning"
    severity = Severity.ERROR
    message = "`{name}` cannot be compiled as it is: {advice}"
    help = "write it as the message says, or mark the function `# hybridc: host`"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                return np.vectorize(abs)(x)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                return np.abs(x)
        """),
    )
