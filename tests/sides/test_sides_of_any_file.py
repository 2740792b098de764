"""Whatever a file holds, its lines and those generated from it are all in the page, each once."""

import json
import sysconfig
from pathlib import Path

import pytest

from hybridc.core.html_page import shown
from hybridc.core.options import Options
from hybridc.sides.facts import file_facts
from hybridc.sides.marks import Mark
from hybridc_cli.work import Job, check_file
from sampling import bounded

ROOT = Path(__file__).parents[2]
LIBRARY = sorted(p for p in Path(sysconfig.get_path("stdlib")).rglob("*.py") if "site-packages" not in p.parts)
SAMPLES = sorted(ROOT.glob("samples/*.py"))
GOLDEN = sorted(p for p in ROOT.glob("tests/golden/cases/*.py") if not p.stem.endswith("_jax"))
GRAPHS = sorted(ROOT.glob("tests/**/*-symbol.json"))


def looked_at(path, **options):
    """Checks what holds for every file, and returns its sides."""
    done = check_file(Job(str(path), Options(**options), compares=True))
    assert not [d for d in done.diagnostics if d.code == "HYB906"], done.diagnostics
    sides = done.sides
    before, after = len(sides.before), len(sides.after)
    assert (sum(a for a, _ in sides.rows), sum(b for _, b in sides.rows)) == (before, after)
    assert (len(sides.marks), len(sides.marks_after)) == (before, after)
    back = {}
    for row, lines in sides.found.items():
        assert 1 <= row <= after and lines and all(1 <= line <= before for line in lines)
        for line in lines:
            back.setdefault(line, []).append(row)
    for line, mark in enumerate(sides.marks, 1):
        assert (mark is Mark.NONE) == (not sides.before[line - 1].strip())
        if mark in (Mark.KEPT, Mark.HOST):
            assert mark in {sides.marks_after[row - 1] for row in back[line]}, (path, line, sides.before[line - 1])
    facts = json.loads(json.dumps(file_facts(sides)))
    texts = [facts["before"][text] if isinstance(text, int) else text for text in facts["after"]]
    assert texts == [shown(text) if len(text) <= 2000 else shown(text[:2000]) + end(text) for text in sides.after]
    assert all(0 <= f["line"] <= before and f["start"] <= f["end"] for f in facts["findings"])
    rows = facts["rows"]
    assert sum(rows[n] * rows[n + 2] for n in range(0, len(rows), 3)) == before
    return sides


def end(text):
    return f" … and {len(text) - 2000:,} more characters"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda p: p.name)
def test_samples(path):
    sides = looked_at(path)
    assert sides.after and (Mark.REFUSED in sides.marks) == (path.name == "demo.py")


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.name)
def test_golden_cases(path):
    looked_at(path)
    looked_at(path, partial=True)


@pytest.mark.parametrize("path", GRAPHS, ids=lambda p: p.name)
def test_saved_graphs(path):
    sides = looked_at(path)
    assert not sides.after or set(sides.marks) <= {Mark.REWRITTEN, Mark.NONE}


@pytest.mark.parametrize("part", range(2))
def test_some_files_of_the_standard_library(part):
    assert sum(bool(looked_at(path).after) for path in LIBRARY[part * 24 :: 48]) > 20


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_all_files_of_the_standard_library(part):
    files = bounded(LIBRARY)[part::4]
    assert sum(bool(looked_at(path).after) for path in files) > len(files) // 4
