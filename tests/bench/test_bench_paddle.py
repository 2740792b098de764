"""Measuring Paddle models: eagerly, compiled by itself, as inference runs them, and as generated."""

from pathlib import Path

import pytest
from measured import measured

ROOT = Path(__file__).parents[2]
PROGRAM = """import paddle
from paddle import nn


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(50, 4)
        self.norm = nn.BatchNorm1D(4)
        self.drop = nn.Dropout(0.5)

    def forward(self, tokens):
        h = self.drop(self.norm(self.embed(tokens).mean(1)))
        return {"sum": h.sum(), "rest": [h]}


def halves(x):
    return x / 2 if x.sum() > 0 else x
"""


@pytest.mark.long
def test_the_mlp_of_the_chapters_in_all_forms():
    target = f"{ROOT}/samples/mlp_paddle.py:get_net()"
    report, timings = measured(target, "--input", "input=f32[1,512]", "--threads", "1")
    assert [s["id"] for s in report["systems"]] == [
        "paddle", "paddle.to_static", "paddle.inference",
        "generated.eager", "generated", "generated.inline", "generated.frozen",
    ]  # fmt: skip
    assert all(s["status"] == "ran" for s in report["systems"])
    assert report["weights"] == "paddle"
    assert all(timing["max_difference"] < 1e-5 for timing in timings.values())


def test_results_of_several_parts_are_compared(tmp_path, monkeypatch):
    (tmp_path / "net.py").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    _, timings = measured("net.py:Net", "--input", "tokens=i64[2,5] in [0, 50)", "--only", "paddle,generated")
    assert timings["generated"]["max_difference"] < 1e-6


def test_functions_have_no_form_for_inference(tmp_path, monkeypatch):
    (tmp_path / "net.py").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    report, timings = measured("net.py:halves", "--input", "x=f32[3]")
    assert [s["id"] for s in report["systems"]] == [
        "paddle", "paddle.to_static", "generated.eager", "generated", "generated.inline",
    ]  # fmt: skip
    assert all(timing["max_difference"] == 0 for timing in timings.values())
