from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class NeedsLeftOut(Rule):
    """Code that needs what another refusal leaves out of the file.

    ## Why
    A statement that is refused at the top of a file binds nothing in the converted one. What reads its names there, or
    calls a function that is refused while the file is imported, cannot run either. It stays as a comment, and what it
    would have bound raises when it is used.

    ## Instead
    Mend the line that is named: this one then converts by itself.

        # before
        STEP = torch.optim.Adam
        KINDS = {"adam": STEP}

        # after
        STEP = optax.adam
        KINDS = {"adam": STEP}
    """

    name: str
    refusal: str

    code = "HYB413"
    slug = "needs-left-out"
    severity = Severity.ERROR
    message = "it needs `{name}`, which is not converted ({refusal})"
    help = "mend that line first: this one then converts by itself"
    dirty = (
        program("""
            import torch

            STEP = torch.optim.Adam
            KINDS = {"adam": STEP}
        """),
    )
    clean = (
        program("""
            import torch

            WIDTH = 4
            KINDS = {"width": WIDTH}
        """),
    )
