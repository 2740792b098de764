"""What references become by the methods that write into them is what the tables say."""

import pytest

from hybridc.runtime.paddle.in_place import BECOMES as OF_PADDLE
from hybridc.runtime.torch.in_place import BECOMES as OF_TORCH
from scripts import script


@pytest.fixture(scope="module")
def generator():
    return script("docs/generate_in_place.py")


def test_the_files_are_as_they_are_generated(generator):
    for dialect in generator.DIALECTS:
        text = generator.path_of(dialect).read_text(encoding="utf-8")
        assert text == generator.text_of(dialect), "run `python docs/generate_in_place.py`"


@pytest.mark.parametrize(("place", "becomes"), [(0, OF_TORCH), (1, OF_PADDLE)])
def test_no_method_that_a_table_knows_is_missing(generator, place, becomes):
    dialect = generator.DIALECTS[place]
    names = [n for n in dialect.names if n.startswith("Tensor.")]
    writing = {n.rpartition(".")[2] for n in names for e in dialect.lookup(n) if e.writes and e.target is not None}
    assert writing - generator.OWN <= becomes.keys() and len(becomes) > 60
