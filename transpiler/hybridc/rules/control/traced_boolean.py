from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class TracedBoolean(Rule):
    """`and`, `or`, `not` or a chained comparison on traced values.

    ## Why
    Python evaluates these by asking for the truth of one operand after the other, and a traced value has none: JAX raises
    a `TracerBoolConversionError`. `0 < x < 1` is such a case too, as it means `0 < x and x < 1`.

    ## What hybridc writes
    `&`, `|` and `jnp.logical_not` on truth values, `jnp.where` where `or` and `and` give one of their operands, and a
    branch where the right side must not run unless the left side allows it:

        # before
        inside = 0 < s < 1
        rate = s or 0.5

        # after
        inside = (0 < s) & (s < 1)
        rate = jnp.where(s, s, 0.5)
    """

    operator: str
    form: str

    code = "HYB205"
    slug = "traced-boolean"
    severity = Severity.NOTE
    message = "`{operator}` on traced values becomes `{form}`"
    help = "nothing to do: convert rewrites it"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                s = np.sum(x)
                inside = 0 < s < 1
                rate = s or 0.5
                return inside * rate
        """),
        program("""
            import numpy as np


            def g(x, t):
                if x > 0 and not t > x:
                    y = np.sqrt(x)
                else:
                    y = x
                return y
        """),
        program("""
            import numpy as np


            def h(x):
                s = np.sum(x)
                return np.sin(s) if 0 < s < 1 else s
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                return np.sin(x) if x.ndim > 1 and x.shape[0] > 2 else x + np.pi
        """),
        program("""
            import numpy as np


            def inside(x):
                return np.sum((x > 0) & (x < 1) & ~np.isnan(x))
        """),
    )
