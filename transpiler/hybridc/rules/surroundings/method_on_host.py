from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class MethodOnHost(Rule):
    """A method that stays Python.

    ## Why
    A method of a plain class becomes a function of the attributes that it reads, and calls it: so it sees its object as it
    is, and sets the attributes that the function gives back. This one cannot, for the reason that the message gives. It
    stays as it was, and gives the same values, uncompiled.

    `hybridize` says the same of methods that do more with their object than read, set and call, of methods for objects that
    they are not right for, and of classes with bases.

    ## Instead
    Change what the message names, as the explanation of its code shows, or move the arithmetic into a method of its own:

        # before
        def report(self, x):
            print(np.sum(self.w * x).item())

        # after
        def total(self, x):
            return np.sum(self.w * x)

        def report(self, x):
            print(self.total(x).item())

    `# hybridc: host` on the `def` line says that it is meant to stay.
    """

    method: str
    why: str

    code = "HYB604"
    slug = "method-on-host"
    severity = Severity.WARNING
    message = "`{method}` stays uncompiled Python: {why}"
    help = "move the arithmetic into a method of its own, or mark this one `# hybridc: host`"
    dirty = (
        program("""
            import numpy as np


            class Scale:
                def __init__(self, w):
                    self.w = w

                def total(self, x):
                    y = np.sum(self.w * x)
                    return y.item()
        """),
        program("""
            import numpy as np


            class Search:
                def __init__(self, w):
                    self.w = w

                def found(self, x):
                    while True:
                        y = np.unique(self.w * x)
                        return y
        """),
    )
    clean = (
        program("""
            import numpy as np


            class Scale:
                def __init__(self, w):
                    self.w = w

                def total(self, x):
                    return np.sum(self.w * x)
        """),
        program("""
            import numpy as np


            class Scale:
                def __init__(self, w):
                    self.w = w

                def total(self, x):  # hybridc: host
                    return np.sum(self.w * x).item()
        """),
    )
