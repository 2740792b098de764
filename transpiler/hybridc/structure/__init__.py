"""Loop exits and early returns as structured code, on Python's own tree.

The rest of a block becomes the other side of a branch; `break` becomes a part of the loop's condition; what follows
an exit is done after the loop. The result is plain Python without the exits in question, which the analysis reads as
it reads everything else. Statements that do not change stay the same objects.
"""

from hybridc.structure.structure import structured
from hybridc.structure.work import Structured

__all__ = ["Structured", "structured"]
