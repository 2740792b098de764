from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule


class UnmappedOperator(Rule):
    """An operator of a saved graph that has no counterpart.

    ## Why
    hybridc converts the operators that its tables list, each tested against MXNet. This one is not listed, is written in
    Python at a place that the graph does not tell (`Custom`), or computes a graph of its own (`_foreach`, `_while_loop`,
    `_cond`).

    ## Instead
    Convert the Python source of the model, where loops and branches are loops and branches; or save the graph up to the
    operator, with `symbol.get_internals()["name_output"]`, and write the rest in JAX.
    """

    node: str
    problem: str

    code = "HYB410"
    slug = "unmapped-operator"
    severity = Severity.ERROR
    message = "node `{node}`: {problem}"
    help = "convert the Python source of the model, or save the graph up to this node and write the rest in JAX"
