from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class UnknownDirective(Rule):
    """A `# hybridc:` comment that says nothing known.

    ## Why
    A misspelt directive does nothing, and its author believes that it does.

    ## Instead
    The directives are `host` and `graph` on the `def` line of a function (leave it in Python, compile it),
    `static name, name` there (parameters whose every new value compiles anew), and `ignore[CODE, ...]` on any line:

        # before
        def report(x):  # hybridc: hots
            print(np.sum(x))

        # after
        def report(x):  # hybridc: host
            print(np.sum(x))
    """

    text: str
    suggestion: str

    code = "HYB802"
    slug = "unknown-directive"
    severity = Severity.WARNING
    message = "`# hybridc: {text}` is not a directive{suggestion}"
    help = "write `host`, `graph`, `static name, name` or `ignore[CODE, ...]`"
    dirty = (
        program("""
            import numpy as np


            def f(x):  # hybridc: hots
                return np.sin(x)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):  # hybridc: host
                return np.sin(x)
        """),
        program("""
            import numpy as np


            def f(x, n):  # hybridc: static n
                return np.sin(x) * n
        """),
    )
