"""Functions that make models, with weights from files and addresses, stay Python and work."""

import jax.numpy as jnp
import pytest
import torch
from converted_models import agree, assert_same

import hybridc
from hybridc.runtime.weights import WeightsError

TEXT = """
import torch
from torch import nn
from torch.autograd import Variable
import torch.utils.model_zoo as model_zoo


class Net(nn.Module):
    def __init__(self, classes=4):
        super().__init__()
        self.fc = nn.Linear(3, classes)

    def forward(self, x):
        y = x.clone()
        w = Variable(y, requires_grad=False)
        w += 1
        return self.fc(y * Variable(x))


def from_address(pretrained=None, **options):
    model = Net(**options)
    if pretrained:
        model.load_state_dict(model_zoo.load_url(pretrained, progress=False))
    return model


def from_hub(url):
    model = Net()
    model.load_state_dict(torch.hub.load_state_dict_from_url(url, map_location="cpu", check_hash=True))
    return model


def from_file(path):
    model = Net()
    checkpoint = torch.load(path, map_location="cpu")
    state = {k.replace("module.", ""): v for k, v in checkpoint["state_dict"].items()}
    del state["fc.bias"]
    missing, unexpected = model.load_state_dict(state, strict=False)
    return model, checkpoint["epoch"], missing, unexpected
"""
X = torch.linspace(-1, 1, 6).reshape(2, 3)


@pytest.fixture
def made(tmp_path, monkeypatch):
    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    _, reference, module = agree(TEXT, lambda m: m.Net(), X)
    return reference, module, tmp_path / "net.pt"


@pytest.mark.parametrize("name", ["from_address", "from_hub"])
def test_weights_come_from_an_address(made, name):
    reference, module, path = made
    torch.save(reference.state_dict(), path)
    net = getattr(module, name)(path.as_uri()).eval()
    assert_same(net(jnp.asarray(X.numpy())), reference(X))


def test_a_checkpoint_is_rearranged_as_in_the_original(made):
    reference, module, path = made
    state = {f"module.{k}": v for k, v in reference.state_dict().items()} | {"module.old": torch.zeros(1)}
    torch.save({"epoch": 7, "state_dict": state}, path)
    net, epoch, missing, unexpected = module.from_file(path)
    assert (epoch, missing, unexpected) == (7, ["fc.bias"], ["old"])
    assert_same(net.fc.weight.data, reference.fc.weight)


def test_weights_of_another_model_change_nothing(made):
    reference, module, path = made
    torch.save(reference.state_dict(), path)
    with pytest.raises(WeightsError, match="of another shape"):
        module.from_address(path.as_uri(), classes=5)


def test_options_without_a_meaning_are_refused():
    text = TEXT.replace('path, map_location="cpu"', 'path, encoding="ascii"')
    assert [d.code for d in hybridc.convert(text).refusals] == ["HYB405"]
