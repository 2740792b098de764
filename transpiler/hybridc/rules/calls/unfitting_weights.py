from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule


class UnfittingWeights(Rule):
    """The weights are not those of the graph.

    ## Why
    What `--params` names has to hold every parameter of the graph, with the shape that the graph gives it, and nothing
    else. All that differs is listed.

    ## Instead
    Name the file that was saved with the graph. Files of `save_parameters` go by the places of blocks in the source of
    the model, which a graph does not have: `net.export(path)` writes both files with the same names.
    """

    problem: str

    code = "HYB411"
    slug = "unfitting-weights"
    severity = Severity.ERROR
    message = "{problem}"
    help = "name the file that was saved with the graph: `net.export(path)` writes both"
