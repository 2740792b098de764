from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class StaticNeeded(Rule):
    """A traced value where a Python number must stand.

    ## Why
    Shapes, axes, slice bounds and indices of lists shape the compiled program itself, so they must be known while
    `jax.jit` traces it. JAX raises errors such as "Shapes must be 1D sequences of concrete values" or "Slice entries must
    be static integers".

    ## Instead
    If the value is a parameter, hybridc makes it static by itself where it is used as a shape, an axis or a bound; for
    others say `# hybridc: static n` on the `def` line: every new value then compiles anew. Slices whose bounds come out of
    the data become masks by themselves where sums and the like, products, operations element by element and writes take
    them. Elsewhere keep the full length and mask:

        # before
        k = np.argmax(x)
        s = np.sort(x[:k])

        # after
        k = np.argmax(x)
        s = np.sort(np.where(np.arange(len(x)) < k, x, np.inf))
    """

    expression: str
    why: str

    code = "HYB220"
    slug = "static-needed"
    severity = Severity.ERROR
    message = "`{expression}` must be known while tracing: {why}"
    help = "derive it from shapes or static parameters, or use a mask over the full length"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                k = np.argmax(x)
                return np.sort(x[:k])
        """),
        program("""
            import numpy as np


            def histogram(k):
                return np.zeros(np.max(k) + 1)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                k = np.argmax(x)
                return np.sort(np.where(np.arange(len(x)) < k, x, np.inf))
        """),
        program("""
            import numpy as np


            def g(x, k):
                return np.sum(x[:k])
        """),
    )
