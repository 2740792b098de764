from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule


class InternalError(Rule):
    """A defect of hybridc's own.

    ## Why
    Something happened in hybridc that should not, or what it generated does not parse. Nothing was written.

    ## Instead
    Please report it, with the smallest file that shows it. The other files of the same call are not affected.
    """

    problem: str

    code = "HYB906"
    slug = "internal-error"
    severity = Severity.ERROR
    message = "{problem}"
    help = "this is a defect of hybridc: please report it with the file"
