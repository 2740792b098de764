"""Lines of PyTorch's whose results are views of arrays that models write in place."""

from hybridc.dialects import ALL
from hybridc.interpret.references.model_reads import COMPUTED, is_seen_through
from hybridc.runtime.torch import tensors

# They ask by themselves whether they are given an array that is written in place.
ASKING = {
    "adjoint", "alias", "as_tensor", "atleast_1d", "atleast_2d", "atleast_3d", "broadcast_tensors", "complex_of_pairs", "conj",
    "contiguous", "detach", "pairs_of_reals", "to",
}  # fmt: skip
# Models have lines of their own for them, by which such arrays are written through.
REPLACED = {"view_as_real", "view_as_complex"}


def test_all_functions_that_give_views_are_written_through_or_known_not_to_be():
    dialect = next(d for d in ALL if "torch" in d.roots)
    entries = [e for name in dialect._lines for e in dialect.lookup(name) if e.is_view and e.target]
    names = {e.target.partition("(")[0].removeprefix("tensors.") for e in entries if e.target.startswith("tensors.")}
    assert len(names) > 20
    seen = {name for name in names if hasattr(getattr(tensors, name), "__wrapped__")}
    assert names - seen == ASKING | REPLACED | {name.removeprefix("tensors.") for name in COMPUTED}
    assert {e.target.partition("(")[0] for e in entries if is_seen_through(e)}.isdisjoint(COMPUTED)
