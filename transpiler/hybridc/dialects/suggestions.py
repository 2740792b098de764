"""What someone may have meant by a name that a dialect does not have."""

from __future__ import annotations

import difflib
from functools import lru_cache

from hybridc.dialects.table import Dialect


def suggestion(dialect: Dialect, qualified_name: str) -> str | None:
    """The nearest name of the same module or type that converts."""
    place, _, name = qualified_name.rpartition(".")
    others = _names_in(dialect, place)
    near = (others[n] for n in difflib.get_close_matches(name, others, 5))
    return next((n for n in near if any(entry.refusal is None for entry in dialect.lookup(n))), None)


@lru_cache(maxsize=64)
def _names_in(dialect: Dialect, place: str) -> dict[str, str]:
    """The names of a module or type, by what stands behind the last dot."""
    return {n.rpartition(".")[2]: n for n in dialect.names if n.rpartition(".")[0] == place}
