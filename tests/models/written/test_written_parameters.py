"""What `forward` writes into parameters, as clipped and normalised weights are, becomes the model's state, or is refused."""

import ast
import textwrap

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import assert_same, converted, original

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

HEAD = """import torch
from torch import nn
import torch.nn.functional as F


def reset(m):
    if isinstance(m, nn.Linear):
        nn.init.constant_(m.weight, 0.3)


def clip(p, c):
    p.data.clamp_(-c, c)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.out = nn.Linear(4, 3)
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(2)])
        self.scale = nn.Parameter(torch.ones(4))
        self.register_buffer("mean", torch.zeros(4))
    def clip_weights(self):
        self.fc.weight.data.clamp_(-0.1, 0.1)

    @torch.no_grad()
    def clip_nograd(self):
        self.fc.weight.clamp_(-0.1, 0.1)

    def clip_all(self):
        for p in self.parameters():
            p.data.clamp_(-0.1, 0.1)

    def forward(self, x):
BODY
        x = self.fc(x - self.mean) * self.scale
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return self.out(x)
"""
CONVERTED = {
    "params data mul": "for p in self.parameters():\n    p.data.mul_(0.9)",
    "params data clamp": "for p in self.parameters():\n    p.data.clamp_(-0.1, 0.1)",
    "params data set": "for p in self.parameters():\n    p.data = p.data * 0.5",
    "params imul": "with torch.no_grad():\n    for p in self.parameters():\n        p *= 0.5",
    "named params": "for n, p in self.named_parameters():\n    if 'weight' in n:\n        p.data.clamp_(-0.1, 0.1)",
    "fc params": "for p in self.fc.parameters():\n    p.data.mul_(0.9)",
    "params mul": "for p in self.parameters():\n    p.data.mul_(0.5)\nps = list(self.parameters())\nfor p in ps:\n    p.data.mul_(0.5)",
    "comprehension": "with torch.no_grad():\n    [p.mul_(0.5) for p in self.parameters()]",
    "state dict": "self.state_dict()['fc.weight'].copy_(torch.ones(4, 4))",
    "state dict loop": "for k, v in self.state_dict().items():\n    v.mul_(0.5)",
    "data clamp": "self.fc.weight.data.clamp_(-0.1, 0.1)",
    "data set": "self.fc.weight.data = self.fc.weight.data.clamp(-0.1, 0.1)",
    "data imul": "self.fc.weight.data *= 0.5",
    "data div norm": "self.fc.weight.data.div_(self.fc.weight.data.norm())",
    "data set norm": "self.fc.weight.data = self.fc.weight.data / self.fc.weight.data.norm(dim=1, keepdim=True)",
    "renorm": "self.fc.weight.data = torch.renorm(self.fc.weight.data, p=2, dim=0, maxnorm=0.5)",
    "F normalize": "self.fc.weight.data = F.normalize(self.fc.weight.data, dim=1)",
    "nograd copy": "with torch.no_grad():\n    self.fc.weight.copy_(self.fc.weight.clamp(-0.1, 0.1))",
    "nograd clamp": "with torch.no_grad():\n    self.fc.weight.clamp_(-0.1, 0.1)",
    "nograd imul": "with torch.no_grad():\n    self.fc.weight *= 0.5",
    "own data clamp": "self.scale.data.clamp_(-0.1, 0.1)",
    "own data set": "self.scale.data = self.scale.data * 0.5",
    "own nograd mul": "with torch.no_grad():\n    self.scale.mul_(0.5)",
    "own data copy": "self.scale.data.copy_(self.scale.data * 0.5)",
    "own nograd imul": "with torch.no_grad():\n    self.scale *= 0.5",
    "own nograd item": "with torch.no_grad():\n    self.scale[0] = 0.5",
    "buffer mul": "self.mean.mul_(0.9).add_(0.1)",
    "buffer copy": "self.mean.copy_(self.mean + 1)",
    "buffer data": "self.mean.data.add_(0.5)",
    "layers nograd": "with torch.no_grad():\n    for layer in self.layers:\n        layer.weight.clamp_(-0.1, 0.1)",
    "method": "self.clip_weights()",
    "method nograd": "self.clip_nograd()",
    "method self param": "self.clip_all()",
    "max norm": "norm = self.fc.weight.norm(2, dim=1, keepdim=True)\ndesired = torch.clamp(norm, 0, 0.5)\nself.fc.weight.data *= desired / (1e-8 + norm)",
    "ema": "for p, q in zip(self.layers[0].parameters(), self.layers[1].parameters()):\n    p.data = p.data * 0.9 + q.data * 0.1",
    "ema mul add": "for p, q in zip(self.layers[0].parameters(), self.layers[1].parameters()):\n    p.data.mul_(0.9).add_(q.data, alpha=0.1)",
    "vector": "nn.utils.vector_to_parameters(nn.utils.parameters_to_vector(self.fc.parameters()) * 0.5, self.fc.parameters())",
    "detach mul": "self.fc.weight.detach().mul_(0.5)",
    "bias zero": "self.fc.bias.data.zero_()",
    "bias fill": "self.fc.bias.data.fill_(0.1)",
    "requires": "self.fc.weight.data.normal_(0, 1).zero_()",
    "read norm": "x = x * self.fc.weight.data.norm()",
    "read sum": "x = x + self.scale.data.sum() + self.fc.weight.data.t().sum()",
    "in training alone": "if self.training:\n    self.fc.weight.data.clamp_(-0.1, 0.1)",
}
MUTABLE = {  # their arrays are mutable while the model is traced
    "params nograd": "with torch.no_grad():\n    for p in self.parameters():\n        p.mul_(0.9)",
    "data clamp stmt": "w = self.fc.weight.data\nw.clamp_(-0.1, 0.1)",
    "data item": "self.fc.weight.data[0] = 0.5",
    "data item aug": "self.fc.weight.data[0] *= 0.5",
    "nograd item": "with torch.no_grad():\n    self.fc.weight[0] = 0.5",
    "own data item": "self.scale.data[0] = 0.5",
    "layers clamp": "for layer in self.layers:\n    layer.weight.data.clamp_(-0.1, 0.1)",
    "children": "for m in self.children():\n    if isinstance(m, nn.Linear):\n        m.weight.data.clamp_(-0.1, 0.1)",
    "modules": "for m in self.modules():\n    if isinstance(m, nn.Linear):\n        m.weight.data.clamp_(-0.1, 0.1)",
    "helper": "clip(self.fc.weight, 0.1)",
    "helper loop": "for p in self.parameters():\n    clip(p, 0.1)",
    "getattr": "w = getattr(self.fc, 'weight')\nw.data.mul_(0.5)",
    "alias": "w = self.fc.weight\nw.data.mul_(0.5)",
    "alias nograd": "w = self.fc.weight\nwith torch.no_grad():\n    w.mul_(0.5)",
    "view write": "self.fc.weight.data.view(-1)[0] = 0.5",
    "t write": "self.fc.weight.data.t()[0] = 0.5",
    "comprehension": "[p.data.mul_(0.5) for p in self.parameters()]",
    "list of": "for p in [self.fc.weight, self.out.weight]:\n    p.data.mul_(0.5)",
    "stale": "w = self.fc.weight\nwith torch.no_grad():\n    self.fc.weight.mul_(0.5)\nx = x @ w.t()",
    "stale loop": "w = self.fc.weight\nfor p in self.parameters():\n    p.data.mul_(0.5)\nx = x @ w.t()",
    "stale data": "w = self.fc.weight\nself.fc.weight.data.mul_(0.5)\nx = x @ w.t()",
    "stale data2": "w = self.fc.weight.data\nself.fc.weight.data.mul_(0.5)\nx = x @ w.t()",
    "stale own": "w = self.scale\nself.scale.data.mul_(0.5)\nx = x * w",
}
REFUSED = {
    "apply init": ("HYB402", "self.apply(reset)"),
    "apply lambda": ("HYB402", "self.apply(lambda m: m.weight.data.fill_(0.2) if isinstance(m, nn.Linear) else None)"),
    "apply child": ("HYB402", "self.fc.apply(reset)"),
    "init zeros": ("HYB306", "nn.init.zeros_(self.fc.weight)"),
    "init const data": ("HYB306", "nn.init.constant_(self.fc.weight.data, 0.5)"),
    "init own": ("HYB306", "nn.init.constant_(self.scale, 0.5)"),
    "layers set": ("HYB309", "for layer in self.layers:\n    layer.weight.data = layer.weight.data * 0.5"),
    "layers index": ("HYB306", "self.layers[0].weight.data.mul_(0.5)"),
    "modules init": (
        "HYB306",
        "for m in self.modules():\n    if isinstance(m, nn.Linear):\n        nn.init.constant_(m.weight, 0.2)",
    ),
    "reset parameters": ("HYB402", "self.fc.reset_parameters()"),
    "load state dict": ("HYB402", "self.load_state_dict({k: v * 0.5 for k, v in self.state_dict().items()})"),
    "setattr param": ("HYB309", "self.scale = nn.Parameter(self.scale.data * 0.5)"),
    "kaiming": ("HYB306", "nn.init.eye_(self.fc.weight)"),
}
X = np.linspace(-1, 1, 8, dtype=np.float32).reshape(2, 4)


def program(form):
    return HEAD.replace("BODY", textwrap.indent(form, " " * 8))


def arrays_of(model):
    return {name: value.detach().numpy().copy() for name, value in model.state_dict().items()}


def pair(form):
    text = program(form)
    torch.manual_seed(0)
    reference, (module, _) = original(text).Net(), converted(text)
    net = module.Net()
    net.load_state_dict(arrays_of(reference))
    return reference, net


@pytest.mark.sampled(8)
@pytest.mark.parametrize("form", [pytest.param(f, id=n) for n, f in (*CONVERTED.items(), *MUTABLE.items())])
def test_what_forward_writes_the_model_holds_afterwards(form):
    reference, net = pair(form)
    for _ in range(2):
        assert_same(net(jnp.asarray(X)), reference(torch.from_numpy(X)))
    for key, value in arrays_of(reference).items():
        assert_same(net.state_dict()[key], value)


def test_what_cannot_be_handed_on_is_refused_where_it_is():
    for name, (code, form) in REFUSED.items():
        text = program(form)
        result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
        assert code in {d.code for d in result.refusals}, name


def test_the_pure_form_gives_what_was_written_and_the_gradient_of_the_new_value():
    reference, net = pair(CONVERTED["data clamp"])
    reference(torch.from_numpy(X)).sum().backward()

    def total(parameters):
        y, after = net.apply(parameters, jnp.asarray(X), train=True)
        return y.sum(), after

    gradients, after = jax.grad(total, has_aux=True)(net.parameters())
    for name, parameter in reference.named_parameters():
        assert_same(gradients[name], parameter.grad)
        assert_same(after[name], parameter)


def test_another_shape_is_not_taken_while_the_model_runs():
    _, net = pair("self.fc.weight.data = self.fc.weight.data[:2]")
    with pytest.raises(RuntimeError, match="shape"):
        net(jnp.asarray(X))
