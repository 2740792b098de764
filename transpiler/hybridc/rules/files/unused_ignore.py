from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class UnusedIgnore(Rule):
    """An `ignore` comment for something that is not reported there.

    ## Why
    A comment that switches nothing off is left over from older code, or stands on the wrong line, or names the wrong
    code. It would hide what comes later. Errors are not switched off by a comment: ignoring one would not make the code
    convert.

    ## Instead
    Remove it, or move it to the line that is reported:

        # before
        y = x + 1.0  # hybridc: ignore[HYB302]

        # after
        y = x + 1.0
    """

    ignored: str

    code = "HYB801"
    slug = "unused-ignore"
    severity = Severity.WARNING
    message = "unused `# hybridc: ignore[{ignored}]`"
    help = "remove it"
    dirty = (
        program("""
            import numpy as np


            def f(x):
                return np.sin(x)  # hybridc: ignore[HYB201]
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x):
                y = np.sin(x)
                y += 1.0  # hybridc: ignore[HYB302]
                return y
        """),
    )
