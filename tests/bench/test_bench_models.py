"""Measuring models: all forms have the same parameters, and compute the same."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
import torch
from measured import measured, refused, run

from hybridc.runtime import weights

ROOT = Path(__file__).parents[2]
MXNET = ROOT / ".venv-mxnet" / "bin" / "python"
PROGRAM = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, hidden=4, tags=()):
        super().__init__()
        self.embed = nn.Embedding(50, hidden)
        self.drop = nn.Dropout(0.5)
        self.norm = nn.BatchNorm1d(hidden)
        self.out = nn.Linear(hidden, 3)

    def forward(self, tokens, scale: float = 1.0):
        return self.out(self.norm(self.drop(self.embed(tokens).mean(1)))) * scale


class Tricky(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x, **options):
        return {"loss": self.layer(x).sum(), "rest": [x]}


class Lazy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.LazyLinear(4), nn.ReLU(), nn.LazyLinear(2))

    def forward(self, x):
        return self.net(x)


class Unseen(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.scale = torch.randn(2)

    def forward(self, x):
        return self.layer(x) * self.scale


def product(x, y):
    return torch.relu(x @ y)


net = Net(2)
"""
FORMS = ["torch", "torch.jit.script", "torch.jit.optimized"]
GENERATED = ["generated.eager", "generated", "generated.inline", "generated.frozen"]
QUICK = ("--only", ",".join([*FORMS, *GENERATED]))
TOKENS = ("--input", "tokens=i64[?,5] in [0, 50)")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net.py").write_text(PROGRAM)
    return tmp_path


@pytest.mark.long
def test_all_forms_of_a_model(folder):
    report, timings = measured("net.py:Net(hidden=6, tags=('a',))", *TOKENS, "--batch", "2,3", *QUICK)
    assert (report["verdict"], report["weights"]) == ("same", "torch")
    assert [(s["id"], s["kind"]) for s in report["systems"]] == [
        ("torch", "original"),
        ("torch.jit.script", "hybridized"),
        ("torch.jit.optimized", "hybridized"),
        *((form, "generated") for form in GENERATED),
    ]
    assert report["systems"][0]["versions"]["torch"] == torch.__version__
    for batch in report["batches"]:
        assert [t["status"] for t in batch["systems"]] == ["timed"] * 7
        assert all(t["max_difference"] < 1e-5 and t["speed"]["median"] > 0 for t in batch["systems"])
    assert timings["generated"]["rounds"]


@pytest.mark.long
def test_forms_that_a_framework_refuses_are_there_with_the_reason(folder):
    only = ("--only", "torch,torch.jit.script,generated")
    result = run("net.py:Tricky", "--input", "x=f32[?,4]", "--batch", "3,2", *only)
    assert result.exit_code == 0
    rows = [line for line in result.stdout.splitlines() if line.startswith("  torch.jit.script")]
    assert len(rows) == 2 and all("failed: NotSupportedError" in row for row in rows)
    assert result.stdout.count("  generated, compiled ") == 2


@pytest.mark.long
def test_lazy_layers_are_settled_before_forms_are_made_of_them(folder):
    _, timings = measured("net.py:Lazy", "--input", "x=f32[?,4]", "--batch", "2,1", *QUICK)
    assert {timing["status"] for timing in timings.values()} == {"timed"}


def test_functions_have_no_forms_for_models(folder):
    report, timings = measured("net.py:product", "--input", "x=f32[?,3]", "--input", "y=f32[3,2]", *QUICK)
    assert list(timings) == ["torch", "torch.jit.script", *GENERATED[:-1]]
    assert [s["id"] for s in report["systems"]] == list(timings) and report["weights"] is None


def test_an_instance(folder):
    _, timings = measured("net.py:net", *TOKENS, "--input", "scale=2.0", "--only", "torch,generated")
    assert timings["generated"]["status"] == "timed"


@pytest.mark.parametrize("kind", ["safetensors", pytest.param("pt", marks=pytest.mark.long)])
def test_weights_that_are_given_are_those_of_all(folder, kind):
    shapes = {"embed.weight": (50, 4), "out.weight": (3, 4), "out.bias": (3,)}
    shapes |= {f"norm.{name}": (4,) for name in ("weight", "bias", "running_mean", "running_var")}
    generator = np.random.default_rng(0)
    arrays = {name: generator.uniform(1, 2, shape).astype(np.float32) for name, shape in shapes.items()}
    arrays["norm.num_batches_tracked"] = np.array(3)
    if kind == "pt":
        torch.save({name: torch.from_numpy(np.asarray(array)) for name, array in arrays.items()}, "w.pt")
    else:
        weights.write("w.safetensors", arrays)
    report, timings = measured("net.py:Net", *TOKENS, "--params", f"w.{kind}", "--only", "torch,generated")
    assert report["weights"] == f"w.{kind}"
    assert timings["generated"]["max_difference"] < 1e-5
    del arrays["out.bias"]
    weights.write("less.npz", arrays)
    line = refused("net.py:Net", *TOKENS, "--params", "less.npz", "--only", "torch,generated")
    assert line.startswith("hybridc: --params: WeightsError: the weights do not fit the model") and "out.bias" in line


def test_tensors_that_no_state_dict_has_make_other_numbers(folder):
    """Both sides draw them, each its own: that is no benchmark of the same computation."""
    report, timings = measured(
        "net.py:Unseen", "--input", "x=f32[3,2]", "--only", "torch,generated", "--partial", status=1
    )
    assert report["verdict"] == "different"
    assert timings["generated"]["status"] == "different" and timings["generated"]["rounds"] == []


def test_64_bits_are_not_compared_with_32(folder):
    _, timings = measured(
        "net.py:product", "--input", "x=f64[3,3]", "--input", "y=f64[3,2]", "--only", "torch,generated", status=2
    )
    assert "leaves the 64-bit types of JAX off" in timings["generated"]["reason"]


@pytest.mark.long
def test_without_the_framework_what_is_generated_is_measured(folder):
    """MXNet cannot be installed beside the NumPy of hybridc."""
    target = (f"{ROOT}/samples/mlp_gluon.py:get_net()", "--input", "x=f32[?,512]")
    only = ("--only", "mxnet,mxnet.hybridize,generated,generated.frozen")
    report, timings = measured(*target, *only)
    assert [s["status"] for s in report["systems"]] == ["not installed"] * 2 + ["ran"] * 2
    assert all(s["reason"].startswith("mxnet is not installed for ") for s in report["systems"][:2])
    assert report["weights"] == report["batches"][0]["reference"] == "generated"
    assert timings["generated.frozen"]["max_difference"] < 1e-5
    assert "  gluon, not hybridized  not run: mxnet is not installed" in run(*target, *only).stdout


@pytest.fixture(scope="module")
def mxnet():
    """The Python of MXNet's environment, which the first run makes where the system has the libraries for it."""
    if not MXNET.exists():
        made = subprocess.run(
            ["sh", ROOT / "tests" / "recordings" / "mxnet_environment.sh"], capture_output=True, text=True
        )
        if made.returncode:
            shutil.rmtree(MXNET.parents[1], ignore_errors=True)
            pytest.skip(made.stderr.strip().splitlines()[-1])
    return MXNET


@pytest.mark.long
def test_gluon_in_another_python(folder, mxnet):
    (folder / "block.py").write_text(
        "from mxnet.gluon import nn\n\n\nclass Net(nn.HybridBlock):\n    def __init__(self, **kwargs):\n"
        "        super().__init__(**kwargs)\n        self.dense = nn.Dense(4)\n"
        '        self.shift = self.params.get("shift", shape=(4,))\n\n'
        "    def hybrid_forward(self, F, x, y, shift):\n        return F.broadcast_add(self.dense(x) * y, shift)\n"
    )
    inputs = ("--input", "x=f32[?,3]", "--input", "y=f32[?,4]")
    report, _ = measured("block.py:Net", *inputs, "--python", mxnet, "--batch", "1,2")
    assert report["verdict"] == "same" and report["weights"] == "mxnet"
    for batch in report["batches"]:
        assert [t["status"] for t in batch["systems"]] == ["timed"] * 7
        assert all(t["max_difference"] < 1e-5 for t in batch["systems"])


@pytest.mark.long
def test_torch_compile(folder):
    _, timings = measured("net.py:Net", *TOKENS, "--batch", "2,3", "--only", "torch,torch.compile,generated")
    compiled = timings["torch.compile"]
    assert compiled["status"] == "timed" or "compiler" in compiled["reason"].lower()
