from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class NarrowDtype(Rule):
    """A dtype of 64 bits, in a model that computes with 32.

    ## Why
    Models compute in 32 bits, in JAX as in PyTorch, and JAX has 64 bits for all of a program or for nothing. A model that
    asks for `torch.float64` somewhere gets `jnp.float32` there: its numbers agree to seven digits instead of sixteen.

    ## Instead
    Ask for `torch.float32`, where that is precise enough, and write the part that needs more as a NumPy function:

        # before
        bands = torch.linspace(0, 1, 64, dtype=torch.float64)

        # after
        bands = torch.linspace(0, 1, 64, dtype=torch.float32)
    """

    name: str

    code = "HYB511"
    slug = "narrow-dtype"
    severity = Severity.WARNING
    message = "`{name}` has 64 bits, and what it becomes 32"
    help = "see whether 32 bits are precise enough there"
    dirty = (
        program("""
            import torch


            def bands(x):
                return x.to(torch.float64).cumsum(0)
        """),
    )
    clean = (
        program("""
            import torch


            def bands(x):
                return x.to(torch.float32).cumsum(0)
        """),
    )
