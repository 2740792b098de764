from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule


class DamagedWeights(Rule):
    """The file of weights cannot be read.

    ## Why
    `--params` names a `.params` file of MXNet's. This one is not there, is of another kind, or was cut off.

    ## Instead
    Save the weights again, or leave `--params` out: shapes are then settled when weights are loaded.
    """

    problem: str

    code = "HYB909"
    slug = "damaged-weights"
    severity = Severity.ERROR
    message = "{problem}"
    help = "save the weights again, or leave `--params` out: shapes are then settled when weights are loaded"
