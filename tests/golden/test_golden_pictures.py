"""What pictures look like as text. `python tests/golden/regenerate.py` rewrites the expected files."""

from pathlib import Path

import pytest

from case_options import PICTURES
from hybridc.picture.reading import picture
from hybridc.picture.writing import written
from hybridc.core.source import read

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("ending", [".dot", ".mmd"])
@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_as_expected(name, ending):
    source = read(ROOT / "samples" / f"{name}.py")
    expected = (ROOT / "tests" / "golden" / "pictures" / f"{name}{ending}").read_bytes()
    assert written(picture(source), ending, source.text) == expected
