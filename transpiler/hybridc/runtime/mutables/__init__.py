"""Arrays that are written in place, with all who see them, for code that is converted as it stands."""

from hybridc.runtime.mutables import operators as operators
from hybridc.runtime.mutables.array import MutableArray, mutable, value
from hybridc.runtime.mutables.entry import in_place, takes_mutable
from hybridc.runtime.mutables.viewing import same, view

__all__ = ["MutableArray", "in_place", "mutable", "same", "takes_mutable", "value", "view"]
