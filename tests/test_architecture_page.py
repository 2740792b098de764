"""The page on the architecture is true: its stages are those of the program, and its files are there."""

import re
from pathlib import Path

import pytest

import hybridc
from hybridc import Options

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/architecture.md").read_text()
SOURCE, *SHOWN = re.findall(r"```python\n(.*?)```", PAGE, re.S)
STAGES = re.findall(r"`(?:[^`]* )?--stage (\w+)`", PAGE)


@pytest.mark.parametrize(("stage", "shown"), [*zip(STAGES, SHOWN, strict=True)], ids=STAGES)
def test_a_stage_prints_what_is_shown(stage, shown):
    written = hybridc.convert(SOURCE, filename="spent.py", options=Options(stage=stage)).code
    assert shown in written
    assert written.removesuffix(shown) in ("", "import numpy as np\n\n\n")


def test_files_and_folders_that_are_named_exist():
    named = re.findall(r"`([\w/]+(?:\.py|/))`", PAGE)
    assert len(named) > 40
    for name in named:
        assert (ROOT / name).exists() or any(any((ROOT / top).rglob(name)) for top in ("transpiler", "cli")), name
