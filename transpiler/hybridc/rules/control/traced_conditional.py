from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class TracedConditional(Rule):
    """A conditional expression whose test is known only at run time.

    ## Why
    `a if test else b` asks Python for the truth of `test`, which a traced value does not have: JAX raises a
    `TracerBoolConversionError`.

    ## What hybridc writes
    `jnp.where` where both sides are cheap to compute, and `lax.cond` (or `control.cond` of `hybridc.runtime`) where only
    one of them should run:

        # before
        y = s if s > 4 else s - 1

        # after
        y = jnp.where(s > 4, s, s - 1)
    """

    form: str

    code = "HYB204"
    slug = "traced-conditional"
    severity = Severity.NOTE
    message = "conditional expression on a traced value becomes `{form}`"
    help = "nothing to do: convert rewrites it"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                s = np.sum(x)
                y = s if s > 4 else s - 1
                return y
        """),
        program("""
            import numpy as np


            def root_or_zero(x):
                s = np.sum(x)
                return np.sqrt(s) if s > 0 else 0.0
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x, up=True):
                return np.sum(x) if up else -np.sum(x)
        """),
        program("""
            import numpy as np


            def total(x):
                return np.sum(x, axis=0) if x.ndim > 1 else np.sum(x)
        """),
    )
