"""Models that keep something to be looked at are exported without it; those that compute from what they kept are not.
Executes what is here."""

import sys

import numpy as np
import pytest
from click.testing import CliRunner

import hybridc
from closeness import assert_close
from differential import converted
from exported import python_as_it_was
from hybridc_cli.main import cli

_PROGRAM = """
import torch
from torch import nn


class Attention(nn.Module):
    def forward(self, x):
        self.weights = torch.softmax(x @ x.transpose(-1, -2), -1)
        return self.weights @ x


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Attention(), Attention()])
        self.seen = None

    def forward(self, x):
        self.seen = [None] * len(self.blocks)
        for i, block in enumerate(self.blocks):
            x = block(x)
            self.seen[i] = block.weights
        return x


class Cached(nn.Module):
    def forward(self, x):
        if not hasattr(self, "places"):
            self.places = x * 2
        return self.places + x


class First(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = None

    def forward(self, x):
        if self.first is None:
            self.first = x
        return x - self.first


class Counting(nn.Module):
    def __init__(self):
        super().__init__()
        self.count = 0

    def forward(self, x):
        self.count += 1
        return x * self.count


class Buffered(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))

    def forward(self, x):
        self.mean = x.mean(0)
        self.last = x
        return x - self.mean
"""


@pytest.fixture(autouse=True)
def _alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    (tmp_path / "keeping_jax.py").write_text(converted(_PROGRAM))
    with python_as_it_was():
        yield


def exported(name):
    done = CliRunner().invoke(cli, ["export", f"keeping_jax.py:{name}", "-o", "out", "--input", "x=f32[t,3]"])
    assert "Traceback" not in done.output
    return done.exit_code, done.stderr.splitlines()


def test_what_is_only_set_is_left_out_and_said():
    import torch

    names = {}
    exec(_PROGRAM, names)
    status, lines = exported("Encoder")
    note = "note: what it sets to be looked at is not in the program: `seen` of Encoder, `weights` of Attention"
    assert (status, lines[-1]) == (0, note)
    program = hybridc.load("out")
    for size in (2, 4, 2):
        x = np.random.default_rng(size).normal(size=(size, 3)).astype(np.float32)
        expected = names["Encoder"]()(torch.from_numpy(x)).detach().numpy()
        assert_close(np.asarray(program(x)), expected, rtol=1e-5)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("Cached", "`places` of Cached"),
        ("First", "`first` of First"),
        ("Counting", "`count` of Counting"),
        ("Buffered", "the buffer `mean`, `last` of Buffered"),
    ],
)
def test_what_later_calls_would_read_is_refused(name, what):
    status, lines = exported(name)
    words = f"it changes itself when it predicts: {what}; an exported program keeps nothing: return it, or leave it out"
    assert status == 2 and lines == [f"hybridc: keeping_jax.py: `{name}`: {words}"]
