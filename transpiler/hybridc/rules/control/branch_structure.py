from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class BranchStructure(Rule):
    """Branches that leave a name as things that no compiled value can be both of.

    ## Why
    What comes out of `lax.cond` has one structure, the same from both sides. An array is not `None` and not a string, and
    a tuple of two is not a tuple of three. JAX raises a `TypeError` about the pytree structure.

    ## Instead
    Use one kind of value on both sides. For "nothing", use a number that cannot occur or an array of NaN:

        # before
        best = None
        if np.sum(x) > 0:
            best = np.max(x)

        # after
        best = np.nan
        if np.sum(x) > 0:
            best = np.max(x)

    If the choice is known before the call, make it a static parameter: `# hybridc: static mode`.
    """

    name: str
    left: str
    right: str

    code = "HYB216"
    slug = "branch-structure"
    severity = Severity.ERROR
    message = "the branches leave `{name}` as {left} and as {right}, which no compiled value can be both of"
    help = "give both sides the same kind of value"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                y = None
                if np.sum(x) > 0:
                    y = np.sin(x)
                return y
        """),
        program("""
            import numpy as np


            def g(x):
                if np.sum(x) > 0:
                    mode = "up"
                else:
                    mode = "down"
                return np.sin(x) if mode == "up" else x
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                y = x
                if np.sum(x) > 0:
                    y = np.sin(x)
                return y
        """),
        program("""
            import numpy as np


            def g(x, bias=None):
                y = None
                if bias is not None:
                    y = np.sin(x) + bias
                return y
        """),
    )
