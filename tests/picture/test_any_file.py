"""Whatever a file holds, it is drawn, or there is nothing to draw."""

import sysconfig
from pathlib import Path

import pytest

from hybridc.core.deep import run_deep
from hybridc.core.source import Unreadable, read
from hybridc.picture.dot import dot
from hybridc.picture.graph import Kind
from hybridc.picture.mermaid import mermaid
from hybridc.picture.reading import NotThere, picture
from sampling import bounded

FILES = sorted(p for p in Path(sysconfig.get_path("stdlib")).rglob("*.py") if "site-packages" not in p.parts)


def drawn(path):
    try:
        found = picture(read(path))
    except (Unreadable, NotThere):
        return 0
    nodes = [*found.nodes()]
    ids = [node.id for node in nodes]
    assert len(set(ids)) == len(ids)
    lines = len(path.read_bytes().splitlines()) + 1
    assert all(0 <= node.line <= lines for node in nodes)
    read_from = {edge.source for edge in found.edges}
    assert all(node.id in read_from for node in nodes if node.kind is Kind.CARRY)
    assert read_from <= set(ids)
    assert dot(found).count("\n") > len(ids) and mermaid(found).count("\n") > len(ids)
    return len(nodes)


@pytest.mark.parametrize("part", range(4))
def test_some_files_of_the_standard_library(part):
    assert sum(run_deep(drawn, path) for path in FILES[part * 12 :: 48]) > 1000


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_all_files_of_the_standard_library(part):
    assert sum(run_deep(drawn, path) for path in bounded(FILES)[part::4]) > 1000
