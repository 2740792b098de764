from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class VanishingCheck(Rule):
    """An `assert`, or an `if ...: raise`, on a traced value.

    ## Why
    Compiled code raises no Python exceptions, so the check cannot be made: convert leaves it out. For inputs on which the
    original returns there is no difference; where the original raises, the compiled function returns something. A check
    of what is known while tracing, such as a shape, stays.

    ## Instead
    `convert --checked` writes code that makes the check and raises at the call. Or check in host code, before the call
    of the compiled function:

        # before
        def log_sum(x):
            assert np.sum(x) > 0
            return np.log(np.sum(x))

        # after
        def log_sum(x):
            return np.log(np.sum(x))

        assert np.sum(x) > 0
        y = log_sum(x)
    """

    statement: str

    code = "HYB502"
    slug = "vanishing-check"
    severity = Severity.WARNING
    message = "`{statement}` on a traced value is not checked in compiled code"
    help = "check in host code before the call"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                assert np.sum(x) > 0
                return np.log(x)
        """),
        program("""
            import numpy as np


            def g(x):
                s = np.sum(x)
                if s <= 0:
                    raise ValueError("not positive")
                return np.log(s)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                assert x.ndim == 2
                return np.log(x)
        """),
        program("""
            import numpy as np


            def g(x, power):
                if x.ndim != 1:
                    raise ValueError("one dimension, please")
                return np.sum(x) ** power
        """),
    )
