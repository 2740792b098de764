"""How much of what Gluon projects use converts, or is told what takes its place.

`mxnet_uses.csv` counts, in public projects, names as they are written there (`.x`: of something), and how many of the
uses are in classes of models.
"""

import csv
from pathlib import Path

import pytest

from hybridc.dialects.mxnet import MXNET

ROOTS = {
    "nn": "mxnet.gluon.nn", "rnn": "mxnet.gluon.rnn", "np": "mxnet.np", "npx": "mxnet.npx", "mx": "mxnet",
    "gluon": "mxnet.gluon", "F": "mxnet.nd",
}  # fmt: skip
METHODS = ("NDArray", "ndarray", "Host", "Module")


def entries(name):
    root, _, rest = name.partition(".")
    places = METHODS if not root else (ROOTS[root],)
    return [entry for place in places for entry in MXNET.lookup(f"{place}.{rest}")]


def converts(name):
    return any(entry.target is not None or entry.is_gone for entry in entries(name))


def uses(column):
    path = Path(__file__).with_name("mxnet_uses.csv")
    with path.open() as file:
        return {row["name"]: int(row[column]) for row in csv.DictReader(file)}


def share(column, is_counted):
    counts = uses(column)
    return sum(count for name, count in counts.items() if is_counted(name)) / sum(counts.values())


@pytest.mark.parametrize(("column", "converted", "told"), [("uses", 0.85, 0.98), ("in_models", 0.97, 0.98)])
def test_nearly_all_uses_convert_or_are_told_what_takes_their_place(column, converted, told):
    assert share(column, converts) >= converted
    assert share(column, entries) >= told
