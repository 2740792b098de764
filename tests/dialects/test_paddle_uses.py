"""How much of what Paddle projects use converts, or is told what takes its place.

`paddle_uses.csv` counts, in public projects, names as they are written there (`.x`: of something), and how many of the
uses are in classes of models. Names of training, of data and of work on several machines are not counted.
"""

import csv
from pathlib import Path

import pytest

from hybridc.dialects.paddle import PADDLE

ROOTS = {"nn": "paddle.nn", "F": "paddle.nn.functional", "paddle": "paddle"}
METHODS = ("Tensor", "Host", "Module")
LEFT_OUT = (
    "paddle.optimizer", "paddle.io.", "paddle.distributed", "paddle.vision.transforms", "paddle.vision.datasets",
    "paddle.metric", "paddle.amp", "paddle.save", "paddle.DataParallel", "nn.ClipGrad", ".backward", ".clear_grad",
    "paddle.inference", "paddle.static", "paddle.enable_static",
)  # fmt: skip


def entries(name):
    root, _, rest = name.partition(".")
    places = METHODS if not root else (ROOTS[root],)
    return [entry for place in places for entry in PADDLE.lookup(f"{place}.{rest}")]


def converts(name):
    return any(entry.target is not None or entry.is_gone for entry in entries(name))


def uses(column):
    with Path(__file__).with_name("paddle_uses.csv").open() as file:
        return {r["name"]: int(r[column]) for r in csv.DictReader(file) if not r["name"].startswith(LEFT_OUT)}


def share(column, is_counted):
    counts = uses(column)
    return sum(count for name, count in counts.items() if is_counted(name)) / sum(counts.values())


@pytest.mark.parametrize(("column", "converted", "told"), [("uses", 0.98, 0.98), ("in_models", 0.98, 0.99)])
def test_nearly_all_uses_convert_or_are_told_what_takes_their_place(column, converted, told):
    assert share(column, converts) >= converted
    assert share(column, entries) >= told
