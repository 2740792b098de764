"""Standalone modules run where hybridc and torch cannot be imported, and give the numbers of the originals."""

import importlib.util
import pickle
import sys
from pathlib import Path

import jax
import numpy as np
import pytest
import torch
from absent_packages import PLOTS_AND_DATA, stand_ins
from click.testing import CliRunner
from converted_models import as_numpy, assert_same
from d2l_models import CASES

from hybridc_cli.main import cli
from isolation import run_alone

SAMPLES = Path(__file__).parents[3] / "samples"
sys.path.insert(0, str(SAMPLES))

from inputs import INPUTS  # noqa: E402

from closeness import assert_close  # noqa: E402


def convert(*arguments):
    result = CliRunner().invoke(cli, ["convert", "--standalone", "-q", *map(str, arguments)])
    assert result.exit_code == (1 if "--partial" in arguments else 0), result.stderr


def original(path):
    spec = importlib.util.spec_from_file_location(f"original_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TRANSFORMER = """
import jax, numpy as np
from model import Transformer

net = Transformer(vocabulary=20, dim=16, depth=2, heads=2, longest=8)
net.load("net.pt")
tokens = np.load("tokens.npy")
found = {}
for mode in ("eval", "train"):
    net.train(mode == "train")
    found[mode], found[mode + "_causal"] = net(tokens), net(tokens, causal=True)
net.eval()
params = net.parameters()
found["apply"] = jax.jit(net.apply)(params, tokens)
found["applied_in_training"], _ = net.apply(params, tokens, train=True, rng=jax.random.key(0))
gradients = jax.grad(lambda p: (net.apply(p, tokens) ** 2).mean())(params)
for name in ("safetensors", "npz"):
    net.save(f"saved.{name}")
    other = Transformer(vocabulary=20, dim=16, depth=2, heads=2, longest=8).eval()
    other.load(f"saved.{name}")
    found[name] = other(tokens)
found["frozen"] = net.freeze()(tokens)
np.savez("found.npz", **found)
np.savez("gradients.npz", **gradients)
"""


@pytest.mark.long
def test_a_model_of_the_samples_runs_alone(tmp_path):
    convert(SAMPLES / "transformer.py", "-o", tmp_path / "model.py")
    torch.manual_seed(0)
    net = original(SAMPLES / "transformer.py").Transformer(vocabulary=20, dim=16, depth=2, heads=2, longest=8)
    torch.save(net.state_dict(), tmp_path / "net.pt")
    tokens = torch.randint(0, 20, (2, 6))
    np.save(tmp_path / "tokens.npy", tokens.numpy())
    run_alone(TRANSFORMER, tmp_path)
    with torch.no_grad():
        plain, causal = as_numpy(net(tokens))[0], as_numpy(net(tokens, causal=True))[0]
    assert not np.allclose(plain, causal)
    found = np.load(tmp_path / "found.npz")
    assert len(found.files) == 9
    for name in found.files:
        assert_same(found[name], causal if name.endswith("causal") else plain)
    outside = (SAMPLES / "transformer.py").read_text().replace("x += self.mlp", "x = x + self.mlp")
    (tmp_path / "without_writing.py").write_text(outside)  # PyTorch has no gradient of the sample as it is
    weights = net.state_dict()
    net = original(tmp_path / "without_writing.py").Transformer(20, 16, 2, 2, 8)
    net.load_state_dict(weights)
    (net(tokens) ** 2).mean().backward()
    gradients = np.load(tmp_path / "gradients.npz")
    assert set(gradients.files) == dict(net.named_parameters()).keys()
    for name, parameter in net.named_parameters():
        assert_same(gradients[name], parameter.grad)


NUMPY = """
import pickle, jax, numpy as np, importlib
leaves = lambda value: [np.asarray(leaf) for leaf in jax.tree.leaves(value)]
with open("inputs.pkl", "rb") as file:
    inputs = pickle.load(file)
found = {
    (name, function): [leaves(getattr(importlib.import_module(name), function)(*case)) for case in cases]
    for name, functions in inputs.items() for function, cases in functions.items()
}
with open("found.pkl", "wb") as file:
    pickle.dump(found, file)
"""


def test_functions_that_need_the_runtime_run_alone(tmp_path):
    names = ("mandelbrot", "gradient_descent", "rnn_cell", "power_iteration")
    inputs = {name: INPUTS[name] for name in names}
    convert(*(SAMPLES / f"{name}.py" for name in names), "-o", tmp_path)
    assert "from hybridc_runtime import control" in (tmp_path / "mandelbrot.py").read_text()
    (tmp_path / "inputs.pkl").write_bytes(pickle.dumps(inputs))
    run_alone(NUMPY, tmp_path)
    found = pickle.loads((tmp_path / "found.pkl").read_bytes())
    for name, functions in inputs.items():
        module = original(SAMPLES / f"{name}.py")
        for function, cases in functions.items():
            for case, value in zip(cases, found[name, function], strict=True):
                expected = jax.tree.leaves(getattr(module, function)(*case))
                assert [v.shape for v in value] == [np.shape(e) for e in expected]
                for one, other in zip(value, expected, strict=True):
                    assert_close(one, other, rtol=1e-9, atol=1e-12)


CHECKED = """
import numpy as np
from program import f
print(f(np.arange(3.0), 2))
for case in ((np.arange(3.0), 5), (np.zeros(3), 0)):
    try:
        f(*case)
    except (IndexError, AssertionError) as error:
        print(type(error).__mro__[-3].__name__, error)
"""


def test_checked_functions_raise_alone(tmp_path):
    (tmp_path / "program.py").write_text(
        "import numpy as np\n\n\ndef f(x, i):\n    assert x.sum() > 0, 'empty'\n    return np.sum(x) + x[i]\n"
    )
    convert(tmp_path / "program.py", "--checked", "-o", tmp_path / "alone/program.py")
    value, index, failed = run_alone(CHECKED, tmp_path / "alone").splitlines()
    assert value == "5.0"
    assert "program.py:6" in index and "program.py:5" in failed and "empty" in failed


PACKAGE = """
import jax, numpy as np
from pkg.nets.classifier import Classifier
from pkg.blocks import Block

net = Classifier().eval()
net.load("net.pt")
assert isinstance(net.block, Block)
np.save("found.npy", [net(x) for x in np.load("x.npy")])
"""


def test_modules_of_a_package_import_one_another_and_one_runtime(tmp_path):
    files = {
        "__init__.py": "",
        "nets/__init__.py": "",
        "blocks.py": "import torch\nfrom torch import nn\n\n\nclass Block(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(4, 4)\n\n    def forward(self, x):\n        x = torch.relu(self.fc(x))\n        if x.max() > 1:\n            x = x / 2\n        return x\n",
        "nets/classifier.py": "from torch import nn\n\nfrom pkg.blocks import Block\n\n\nclass Classifier(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.block = Block()\n        self.head = nn.Linear(4, 2)\n\n    def forward(self, x):\n        return self.head(self.block(x))\n",
    }
    for name, text in files.items():
        path = tmp_path / "src" / "pkg" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    convert(tmp_path / "src" / "pkg", "-o", tmp_path / "out" / "pkg")
    assert len(list((tmp_path / "out").rglob("modules.py"))) == 1
    sys.path.insert(0, str(tmp_path / "src"))
    try:
        net = importlib.import_module("pkg.nets.classifier").Classifier()
        torch.nn.init.constant_(net.block.fc.weight, 0.5)
    finally:
        sys.path.remove(str(tmp_path / "src"))
    x = torch.stack([9 * torch.ones(3, 4), torch.zeros(3, 4)])
    torch.save(net.state_dict(), tmp_path / "out" / "net.pt")
    np.save(tmp_path / "out" / "x.npy", x.numpy())
    run_alone(PACKAGE, tmp_path / "out")
    assert_same(np.load(tmp_path / "out" / "found.npy"), torch.stack([net(each) for each in x]))


TWO_COPIES = """
from first.block_jax import Block
from second.block_jax import Net
try:
    Net(Block())
except TypeError as error:
    print(error)
"""


def test_models_of_two_copies_of_the_runtime_do_not_mix(tmp_path):
    text = "from torch import nn\n\n\nclass Block(nn.Module):\n    def forward(self, x):\n        return x\n\n\nclass Net(nn.Module):\n    def __init__(self, part):\n        super().__init__()\n        self.part = part\n\n    def forward(self, x):\n        return x + 1\n"
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
        (tmp_path / name / "block.py").write_text(text)
        convert(tmp_path / name / "block.py")
    said = run_alone(TWO_COPIES, tmp_path)
    assert "`part` is of the runtime `first.hybridc_runtime`, not of `second.hybridc_runtime`" in said


D2L = f"""
import pickle, types, numpy as np
for name in {sorted(PLOTS_AND_DATA)!r}:
    package = sys.modules[name] = types.ModuleType(name)
    package.__path__ = []
    package.__getattr__ = lambda attribute: types.SimpleNamespace()
for name in ("torch", "matplotlib.pyplot", "torchvision.transforms"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["torch"].cuda = types.SimpleNamespace(device_count=lambda: 0)  # a default of the trainer's
import d2l_jax
sys.modules["torch"] = None
import jax
with open("cases.pkl", "rb") as file:
    cases = pickle.load(file)
found = []
for number, (name, args, inputs) in enumerate(cases):
    net = getattr(d2l_jax, name)(*args)
    net.load(f"{{number}}.pt")
    results = [net.train(training)(*inputs) for training in (False, True)]
    found.append([np.asarray(leaf) for leaf in jax.tree.leaves(results)])
with open("found.pkl", "wb") as file:
    pickle.dump(found, file)
"""


@pytest.mark.long
def test_models_of_a_book_run_alone(tmp_path):
    with stand_ins():
        d2l = importlib.import_module("d2l.torch")
    convert(d2l.__file__, "--partial", "-o", tmp_path / "d2l_jax.py")
    cases = [case for case in CASES if case.name in ("LeNet", "Residual", "Seq2SeqEncoder", "TransformerEncoder")]
    expected = []
    torch.manual_seed(0)
    for number, case in enumerate(cases):
        net = case.build(d2l)
        inputs = [torch.from_numpy(i.copy()) for i in case.inputs]
        with torch.no_grad():
            net(*inputs)
            torch.save(net.state_dict(), tmp_path / f"{number}.pt")
            expected.append(as_numpy([net.train(training)(*inputs) for training in (False, True)]))
    (tmp_path / "cases.pkl").write_bytes(pickle.dumps([(c.name, c.args, c.inputs) for c in cases]))
    run_alone(D2L, tmp_path)
    for one, other in zip(pickle.loads((tmp_path / "found.pkl").read_bytes()), expected, strict=True):
        assert_same(one, other)
