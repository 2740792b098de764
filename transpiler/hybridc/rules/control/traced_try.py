from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class TracedTry(Rule):
    """`try` around traced code.

    ## Why
    Compiled code raises no Python exceptions. What the original catches never happens, the handler never runs, and the
    results would be silently different: a division by zero gives infinity, an index past the end takes the last element.
    Python would run the `try` once, while tracing, and then forget it. `try ... finally` that catches nothing and does
    not leave in its `finally` converts: what is done at last is done before every `return`, `break` and `continue`.

    ## Instead
    Test for the condition itself:

        # before
        try:
            r = a / b
        except ZeroDivisionError:
            r = 0.0

        # after
        if b != 0:
            r = a / b
        else:
            r = 0.0

    Or mark the function that computes `# hybridc: host`. Where code that stays Python catches what the original of a
    compiled function may raise, the compiled one is refused, as it would raise nothing.
    """

    code = "HYB218"
    slug = "traced-try"
    severity = Severity.ERROR
    message = "`try` around traced code"
    help = "test for the condition instead of catching it"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                try:
                    y = np.log(x)
                except ValueError:
                    y = x
                return y
        """),
        program("""
            import numpy as np


            def g(x, i):
                s = np.sum(x)
                try:
                    s = s + x[i]
                finally:
                    return s
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                return np.where(x > 0, np.log(x), x)
        """),
        program("""
            import numpy as np


            def h(x, i):
                s = np.sum(x)
                try:
                    return s + x[i]
                finally:
                    s = s * 2
        """),
        program("""
            import numpy as np


            def g(x):  # hybridc: host
                try:
                    return np.log(x)
                except ValueError:
                    return x
        """),
    )
