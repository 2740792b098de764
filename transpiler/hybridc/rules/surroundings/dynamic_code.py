from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class DynamicCode(Rule):
    """`exec`, `eval` or `compile` of a program known only at run time.

    ## Why
    hybridc never runs what it reads, so it cannot know what this code does: it may bind or change any name that other
    functions read.

    ## Instead
    Write the code out:

        # before
        f = eval(f"lambda x: x ** {n}")

        # after
        def f(x):
            return x**n

    A program held in a constant string and run at the top level of the module is written out by convert.
    """

    call: str

    code = "HYB703"
    slug = "dynamic-code"
    severity = Severity.WARNING
    message = "`{call}` runs code that hybridc cannot see"
    help = "write the code out"
    dirty = (
        program("""
            def f(text):
                exec(text)
        """),
    )
    clean = (
        program("""
            import numpy as np


            def f(x, n):
                return np.sin(x) ** n
        """),
    )
