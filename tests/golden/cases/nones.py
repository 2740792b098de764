"""Names that are None at times."""

import numpy as np


def last_positive(xs: np.ndarray) -> float:
    """The last positive element doubled, -1.0 where there is none."""
    last = None
    for x in xs:
        if x > 0:
            last = x
    if last is None:
        return -1.0
    return last * 2


def rises(xs: np.ndarray) -> float:
    """How much the positive elements rise, where two follow each other."""
    previous = None
    total = 0.0
    for x in xs:
        if previous is not None and x > previous:
            total += x - previous
        previous = x if x > 0 else None
    return total
