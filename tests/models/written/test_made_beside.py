"""What helpers beside models do with the tensors that they make, in place and otherwise, while a model runs them."""

from textwrap import indent

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import converted, original

from closeness import assert_close

X = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -3.0]], np.float32)
# A decorated function, a method of a plain object that makes a tensor, and one that is given one, and adds to it by another name.
FORMS = {
    "function": """
@torch.no_grad()
def make(n):
{body}


class Net(nn.Module):
    def forward(self, x):
        return x * 2 + make(x.size(0))
""",
    "object": """
class Maker:
    def make(self, n):
{body}


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.maker = Maker()

    def forward(self, x):
        return torch.relu(self.maker.make(x.size(0))) + x
""",
    "given": """
class Maker:
    def make(self, given):
        n = given.size(0)
        taken = given * 1
        other = taken
        other += 1
{body}


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.maker = Maker()

    def forward(self, x):
        return torch.sum(self.maker.make(x)) + x
""",
}
BODIES = {
    "where cat stack": """
w = torch.ones(n, 3)
r = w[0]
r += 1
return torch.cat([torch.where(w > 1, w, -w), torch.stack([r, r])])[:n]
""",
    "pad einsum matmul": """
w = torch.arange(n * 3.0).view(n, 3)
w[0] *= 2
p = torch.nn.functional.pad(w, (1, 1))
e = torch.einsum("ij,ij->i", w, w)
m = w @ w.t()
return p[:, 1:4] + e[:, None] + m.sum()
""",
    "topk sort gather": """
w = torch.arange(n * 3.0).view(n, 3)
v = w.view(-1)
v[1] = 9
top, idx = w.topk(2, 1)
s, order = torch.sort(w, 1, descending=True)
return torch.gather(w, 1, order) + top.sum() + s + idx.float().sum()
""",
    "one hot, scatter": """
w = torch.zeros(n, 3)
w.scatter_(1, torch.tensor([[0], [2]])[:n], 1.0)
o = torch.nn.functional.one_hot(torch.tensor([1, 2])[:n], 3).float()
w += o
return w
""",
    "masks": """
w = torch.arange(n * 3.0).view(n, 3)
w[w > 2] = 0
m = w > 0
w = w.masked_fill(m, 5.0)
w.masked_fill_(~m, -1.0)
return w
""",
    "triu cumsum": """
m = torch.triu(torch.ones(3, 3), 1)
m = m.masked_fill(m == 1, -1e3)
m[0] += 1
return m.cumsum(0)[:n]
""",
    "meshgrid": """
y, x = torch.meshgrid(torch.arange(n), torch.arange(3), indexing="ij")
g = torch.stack([y, x], -1).float()
g[..., 0] -= 1
g = g.to(torch.float32).permute(2, 0, 1)
a, b = g.unbind(0)
a += b
return g[0]
""",
    "split chunk": """
w = torch.arange(n * 4.0).view(n, 4)
a, b = w.chunk(2, -1)
a += b
c, d = w.split([1, 3], 1)
d.mul_(2)
return w[:, 1:]
""",
    "sinusoid": """
pe = torch.zeros(n, 4)
position = torch.arange(0, n).unsqueeze(1).float()
div = torch.exp(torch.arange(0, 4, 2).float() * -0.5)
pe[:, 0::2] = torch.sin(position * div)
pe[:, 1::2] = torch.cos(position * div)
return pe[:, :3]
""",
    "softmax relu": """
w = torch.arange(n * 3.0).view(n, 3) - 2
v = w[0]
v += 1
w = torch.relu(w)
w = torch.nn.functional.softmax(w, -1)
w = torch.nn.functional.normalize(w, dim=-1)
return torch.log(w + 1).clamp(0, 1)
""",
    "loops and numbers": """
w = torch.zeros(n, 3)
for i in range(n):
    for j in range(3):
        w[i, j] = i * 3 + j
total = w.sum()
w /= total
return w
""",
    "functions of several": """
w = torch.rand(n, 3) * 0 + 1
q, r = torch.max(w, 1)
w[:, 0] = q
w[:, 1] = torch.mean(w, 1)
w[:, 2] = torch.norm(w, dim=1)
return w
""",
    "shapes": """
w = torch.ones(1, 3)
b, c = w.shape
e = w.expand(n, c).clone()
e[0].zero_()
assert e.dim() == 2 and e.size(0) == n
return e.reshape(n, -1).contiguous()
""",
    "lists": """
rows = [torch.ones(3) * i for i in range(n)]
first = rows[0]
first += 5
rows.append(first)
return torch.stack(rows)[:n]
""",
    "whole numbers": """
idx = torch.arange(n * 3).view(n, 3)
idx[0] += 1
idx %= 4
t = torch.arange(8.0)
return t[idx]
""",
    "boolean": """
m = torch.zeros(n, 3, dtype=torch.bool)
m[0, 0] = True
m |= torch.eye(n, 3).bool()
return m.float() + (~m).long().sum()
""",
    "conditional on shapes": """
w = torch.ones(n, 3)
if n > 1 and w.shape[1] == 3:
    w[1:] *= 2
return w if n > 1 else -w
""",
    "layer inside": """
w = torch.ones(n, 3)
w[0] = 2
return torch.nn.functional.linear(w, torch.eye(3) * 2, torch.ones(3))
""",
    "bmm baddbmm": """
w = torch.ones(1, n, 3)
w[:, 0] = 3
return torch.bmm(w, torch.eye(3).unsqueeze(0)).squeeze(0)
""",
    "tuple, dict": """
w = torch.ones(n, 3)
d = {"a": w, "b": (w, w * 2)}
d["a"][0] = 7
return d["b"][0] + d["b"][1]
""",
    "interpolate conv": """
w = torch.arange(n * 3.0).view(1, 1, n, 3)
w[..., 0] = 1
return torch.nn.functional.conv2d(w, torch.ones(1, 1, 1, 1)).view(n, 3)
""",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", BODIES)
def test_agrees(name, form):
    body = BODIES[name].strip()
    body = body.replace("return ", "return taken[0, 0] + ") if form == "given" else body
    body = indent(body, "    " if form == "function" else "        ")
    text = "import torch\nfrom torch import nn\n\n" + FORMS[form].format(body=body)
    (module, _), reference = converted(text), original(text).Net()
    net = module.Net()
    for rows in (2, 1, 2):
        found = net(jnp.asarray(X[:rows]))
        assert_close(
            np.asarray(found), reference(torch.from_numpy(X[:rows].copy())).detach().numpy(), rtol=1e-5, atol=1e-5
        )
