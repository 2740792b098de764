from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule


class UnreadableFile(Rule):
    """The file cannot be read.

    ## Why
    It does not exist, may not be read, or is too large to be a source file.

    ## Instead
    Check the path and its permissions.
    """

    problem: str

    code = "HYB903"
    slug = "unreadable-file"
    severity = Severity.ERROR
    message = "{problem}"
    help = "check the path and its permissions"
