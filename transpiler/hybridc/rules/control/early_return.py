from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class EarlyReturn(Rule):
    """A `return` from the middle of code that cannot be put in another order.

    ## Why
    A compiled function has one way out. hybridc makes the rest of a block the other side of a branch, and a loop's exit a
    part of its condition. For that it has to count the loop's turns itself, which it can over ranges,
    arrays, `enumerate`, `reversed`, and `zip` of arrays and ranges from the front.

    ## Instead
    Take each element by an index of your own:

        # before
        for k, v in zip(range(n, 0, -1), x):
            if v > k:
                return v
        return 0.0

        # after
        for i in range(min(n, len(x))):
            if x[i] > n - i:
                return x[i]
        return 0.0
    """

    function: str

    code = "HYB211"
    slug = "early-return"
    severity = Severity.ERROR
    message = "`return` before the end of `{function}`, from the middle of code that cannot be reordered"
    help = "leave a `while` loop, or end the function in an `if`/`else` of which every branch returns"
    dirty = (
        program("""
            import numpy as np


            def first_large(x, n):
                for k, v in zip(range(n, 0, -1), x):
                    if v > k:
                        return np.sqrt(v)
                return 0.0
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                if np.sum(x) > 0:
                    return x
                x = x * 2
                return x
        """),
        program("""
            import numpy as np


            def first_positive(x):
                for i in range(x.shape[0]):
                    if x[i] > 0:
                        return np.sqrt(x[i])
                return 0.0
        """),
    )
