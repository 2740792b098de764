from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class ArrayIdentity(Rule):
    """A question whether two names are one array, or which object an array is.

    ## Why
    JAX's arrays do not change: `x += y` and `x[0] = v` give the name `x` another one. So `id(x)` is another number after a
    write than before it, where the original's array stays the same object. A compiled function gets an array of its own for
    each argument, and returns new ones: `query is key` is false there, even if the caller passes one array twice. And what
    gives a view in the original, which is another object, may give the array itself where nothing is to be done.

    The code is converted as it stands. Where both answers lead to the same numbers, as they do where one path is only
    faster, nothing is wrong.

    ## Instead
    Say in other words what is meant, as with a flag that the caller passes, or a name of its own for each array:

        # before
        def forward(self, query, key):
            if query is key:
                return self.both(query)
            return self.one(query), self.other(key)

        # after
        def forward(self, query, key=None):
            if key is None:
                return self.both(query)
            return self.one(query), self.other(key)

    `x is None` is no such question, nor is `is` between layers.
    """

    expression: str

    code = "HYB312"
    slug = "array-identity"
    severity = Severity.WARNING
    message = "`{expression}` asks which object an array is, which writes and calls change here"
    help = "pass a flag, or compare what the arrays hold or are for"
    dirty = (
        program("""
            import torch
            from torch import nn


            class Net(nn.Module):
                def forward(self, x, y):
                    before = id(x)
                    x += y
                    return x * 2 if id(x) == before else x
        """),
        program("""
            import torch
            from torch import nn


            class Attention(nn.Module):
                def forward(self, query, key):
                    if query is key:
                        return query * 2
                    return query + key
        """),
        program("""
            import numpy as np


            def relaxed(u):
                if np.sum(u) > 0:
                    u = np.sin(u)
                return u


            def is_done(u):
                new = relaxed(u)
                return new is u
        """),
    )
    clean = (
        program("""
            import torch
            from torch import nn


            class Net(nn.Module):
                def __init__(self):
                    super().__init__()
                    self.first = nn.Linear(3, 3)
                    self.second = self.first

                def forward(self, x, y=None):
                    x = self.first(x)
                    return x if y is None or self.second is self.first else x + y
        """),
    )
