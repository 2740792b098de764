"""Small PyTorch programs, each with how to build its model and what to give it."""

import torch

RESIDUAL = """
import torch
from torch import nn, Tensor
import torch.nn.functional as F


def conv3x3(a, b, stride=1):
    return nn.Conv2d(a, b, 3, stride=stride, padding=1, bias=False)


class Block(nn.Module):
    def __init__(self, a, b, stride=1, norm_layer=nn.BatchNorm2d):
        super().__init__()
        self.conv = conv3x3(a, b, stride)
        self.norm = norm_layer(b)
        self.relu = nn.ReLU(inplace=True)
        self.down = None
        if a != b:
            self.down = nn.Sequential(nn.Conv2d(a, b, 1, stride), norm_layer(b))

    def forward(self, x: Tensor) -> Tensor:
        identity = x
        out = self.relu(self.norm(self.conv(x)))
        if self.down is not None:
            identity = self.down(x)
        out += identity
        return self.relu(out)


class Net(nn.Module):
    def __init__(self, **kwargs):
        super(Net, self).__init__()
        self.blocks = nn.ModuleList([Block(3, 8), Block(8, 8)])
        self.head = nn.Linear(8, kwargs.get("classes", 4))

    def forward(self, x):
        for i, block in enumerate(self.blocks):
            x = block(x)
        x = F.adaptive_avg_pool2d(x, 1)
        return self.head(torch.flatten(x, 1))
"""

ATTENTION = """
import math

import torch
import torch.nn as nn


class PositionalEncoding(nn.Module):
    def __init__(self, dim, longest=20):
        super().__init__()
        pe = torch.zeros(longest, dim)
        position = torch.arange(0, longest).unsqueeze(1)
        pe[:, 0::2] = torch.sin(position * torch.exp(torch.arange(0, dim, 2) * (-math.log(10000.0) / dim)))
        pe[:, 1::2] = torch.cos(position * torch.exp(torch.arange(0, dim, 2) * (-math.log(10000.0) / dim)))
        self.register_buffer("pe", pe.unsqueeze(0))

    def forward(self, x):
        return x + self.pe[:, : x.size(1)]


class Attention(nn.Module):
    def __init__(self, dim, heads=2):
        super().__init__()
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.qkv = nn.Linear(dim, dim * 3)
        self.proj = nn.Linear(dim, dim)
        self.bias = nn.Parameter(torch.zeros(1, heads, 1, 1))
        nn.init.normal_(self.bias, std=0.02)
        self.apply(self._init)

    def _init(self, m):
        if isinstance(m, nn.Linear):
            nn.init.trunc_normal_(m.weight, std=0.02)
            m.bias.data.zero_()

    def forward(self, x, mask=None):
        B, N, C = x.shape
        qkv = self.qkv(x).reshape(B, N, 3, self.heads, C // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        attn = (q @ k.transpose(-2, -1)) * self.scale + self.bias
        if mask is not None:
            attn = attn.masked_fill(mask == 0, float("-inf"))
        x = (attn.softmax(dim=-1) @ v).transpose(1, 2).contiguous().view(B, N, C)
        return self.proj(x)


class Net(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.position = PositionalEncoding(dim)
        self.norm = nn.LayerNorm(dim)
        self.attention = Attention(dim)

    def forward(self, x, mask=None):
        x = self.position(x)
        return x + self.attention(self.norm(x), mask)
"""

IN_PLACE = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n=4, d=3):
        super().__init__()
        self.emb = nn.Embedding(n, d)
        self.lin = nn.Linear(d, d)
        self.w = nn.Parameter(torch.ones(n, d))
        w = torch.zeros(n, d)
        nn.init.uniform_(w, 1.0, 1.0)
        w[0] += 1
        self.register_buffer("ww", w)
        self.register_buffer("calls", torch.zeros(()))
        nn.init.constant_(self.lin.weight.data, 0.25)
        self.lin.bias.data.fill_(3.0)
        with torch.no_grad():
            self.emb.weight.fill_(0.5)
            self.emb.weight[0].fill_(0)
            self.emb.weight.data[1].zero_()
            self.w.data[2, :] = 5
            self.w[1:2].mul_(2)
            self.w.copy_(self.w * 2)

    def forward(self, i, x):
        self.calls.add_(1)
        y = self.lin(x)
        y.add_(1).mul_(2)
        z = y.clone()
        z[:, 0] = 0
        z += x
        y.sub_(y.mean()).div_(2.5)
        return self.emb(i) * y + self.w[i] + self.ww[i] + z.relu_() + self.calls
"""

CONTROL = '''
import torch
from torch import nn


class Net(nn.Module):
    """Branches and loops on values."""

    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 4)
        self.head = nn.Linear(4, 2)

    def forward(self, x, flip: bool = False):
        h = torch.zeros(x.shape[1], 4)
        for t in range(x.size(0)):
            h = self.cell(x[t], h)
        if flip:
            h = -h
        if h.sum() > 0:
            h = h * 2
        else:
            h = h - 1
        count = torch.zeros(())
        while h.abs().max() > 0.5:
            h = h / 2
            count = count + 1
        return self.head(h), count
'''

OPTIONS = """
import torch
from torch import nn


class Inner(nn.Module):
    def forward(self, x):
        return {"twice": 2 * x, "parts": (x, x + 1), "size": x.shape[0]}


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.steps = nn.ParameterList([nn.Parameter(torch.full((3,), float(i))) for i in range(2)])
        self.table = nn.ModuleDict({"a": nn.Linear(3, 3), "b": nn.Identity()})
        for i in range(2):
            setattr(self, f"layer{i}", nn.Linear(3, 3))

    def forward(self, x, which="a", *rest, scale=1.0):
        for i in range(2):
            x = torch.tanh(getattr(self, f"layer{i}")(x))
        for step in self.steps:
            x = x + step
        if torch.jit.is_scripting():
            return x
        x = self.table[which](x)
        found = self.inner(x * scale)
        return found["twice"], [part[:, :2] for part in found["parts"]], found["size"]
"""

PROGRAMS = {
    "residual": (
        RESIDUAL,
        lambda m: m.Net(classes=5),
        (torch.randn(2, 3, 8, 8, generator=torch.Generator().manual_seed(0)),),
    ),
    "attention": (ATTENTION, lambda m: m.Net(), (torch.linspace(-1, 1, 2 * 5 * 8).reshape(2, 5, 8),)),
    "attention with a mask": (
        ATTENTION,
        lambda m: m.Net(),
        (torch.linspace(-1, 1, 2 * 5 * 8).reshape(2, 5, 8), torch.tril(torch.ones(5, 5))),
    ),
    "in place": (IN_PLACE, lambda m: m.Net(), (torch.tensor([0, 1, 3]), torch.linspace(-1, 2, 9).reshape(3, 3))),
    "control": (CONTROL, lambda m: m.Net(), (torch.linspace(-2, 2, 30).reshape(5, 2, 3),)),
    "control, the other side": (CONTROL, lambda m: m.Net(), (torch.linspace(-2, 2, 30).reshape(5, 2, 3), True)),
    "options": (OPTIONS, lambda m: m.Net(), (torch.linspace(-1, 1, 12).reshape(4, 3),)),
    "other options": (OPTIONS, lambda m: m.Net(), (torch.linspace(-1, 1, 12).reshape(4, 3), "b")),
}
