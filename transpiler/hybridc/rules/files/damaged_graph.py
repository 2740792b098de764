from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule


class DamagedGraph(Rule):
    """The file holds no graph that can be read.

    ## Why
    A file with the ending `.json` is read as a graph that MXNet saved. This one is no such graph, was cut off, or
    contradicts itself: a node takes what is computed from itself, or what there is not.

    ## Instead
    Save the graph again, with `net.export(path)` or `symbol.save(path)`.
    """

    problem: str

    code = "HYB908"
    slug = "damaged-graph"
    severity = Severity.ERROR
    message = "{problem}"
    help = "save the graph again: `net.export(path)` or `symbol.save(path)`"
