from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class TracedIf(Rule):
    """An `if` whose test is known only at run time.

    ## Why
    `jax.jit` traces a function once for all values. A Python `if` would have to take one side for ever, so JAX raises a
    `TracerBoolConversionError`. An `if` on what is known while tracing (a shape, `is None`, a static flag) stays as it is.

    ## What hybridc writes
    Each branch becomes a function, and `lax.cond` picks one of them at run time. What a branch sets and the code
    afterwards reads is what it returns, and nothing more:

        # before
        total = np.sum(x)
        if total > 0:
            total = total * 2
        return total

        # after
        total = jnp.sum(x)
        return jnp.where(total > 0, total * 2, total)

    Between two numbers that cost nothing to compute, as here, `jnp.where` chooses.

    `lax.cond` wants one shape and dtype from both sides. Where that is not proven, hybridc writes `control.cond` of
    `hybridc.runtime`, which settles it while tracing and then calls `lax.cond`.
    """

    form: str

    code = "HYB201"
    slug = "traced-if"
    severity = Severity.NOTE
    message = "`if` on a traced value becomes `{form}`"
    help = "nothing to do: convert rewrites it"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                total = np.sum(x)
                if total > 0:
                    total = total * 2
                return total
        """),
        program("""
            import numpy as np


            def grade(x):
                if x < 0:
                    y = np.exp(x)
                elif x < 10:
                    y = np.sqrt(x)
                else:
                    y = np.log(x)
                return y
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                if x.ndim > 1:
                    x = np.sum(x, axis=0)
                return x
        """),
        program("""
            import numpy as np


            def shifted(x, bias=None):
                y = np.sin(x)
                if bias is not None:
                    y = y + bias
                return y
        """),
    )
