from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class DifferentMeaning(Rule):
    """A name that means something else in JAX.

    ## Why
    jax.numpy has the name, or a similar one, but with other results, or only some of the uses. Converting it by its name
    would be silently different, so hybridc does not.

    ## Instead
    The message says what to write. For example, JAX's `choose` has other rules for what is out of range:

        # before
        y = np.choose(k, [a, b])

        # after
        y = np.select([k == 0, k == 1], [a, b])
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


            def f(k, a, b):
                return np.choose(k, [a, b])
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(k, a, b):
                return np.select([k == 0, k == 1], [a, b])
        """),
    )
