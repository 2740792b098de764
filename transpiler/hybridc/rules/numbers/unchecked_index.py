from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class UncheckedIndex(Rule):
    """An index that is known only at run time and is not checked.

    ## Why
    NumPy raises `IndexError` where an index is out of range. Compiled code cannot raise: reading past the end gives the
    last element (reading before the beginning the first), and writing there writes nothing. For inputs on which the
    original returns there is no difference. So it is with what frameworks look up: `torch.gather`, `nn.Embedding`,
    `tf.gather`, `paddle.scatter`, the classes of `F.cross_entropy`. Of some of these, places that are not there are NaN.

    ## Instead
    Nothing, if the index is right. Where it can be wrong and the error matters, `convert --checked` writes code that
    raises it. Or make the rule explicit, so that both sides follow it:

        # before
        y = table[i]

        # after
        y = table[np.clip(i, 0, len(table) - 1)]

    A loop over `range(len(x))` that reads `x[i]` is seen to be in range and not reported.
    """

    expression: str

    code = "HYB501"
    slug = "unchecked-index"
    severity = Severity.WARNING
    message = "`{expression}` does not raise where the index is out of range"
    help = "make sure that the index is in range: reads clamp and writes are dropped"
    dirty = (
        program("""
            import numpy as np


            def f(x, i):
                y = np.sin(x)
                return y[i]
        """),
        program("""
            import numpy as np


            def g(x, k):
                y = np.sin(x)
                y[k] = 0.0
                return y
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                s = 0.0
                for i in range(len(x)):
                    s = s + x[i]
                return np.sin(s)
        """),
        program("""
            import numpy as np


            def g(x):
                return np.sin(x)[0] + x[-1]
        """),
    )
