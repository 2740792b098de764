"""PyTorch programs whose weights are computed from other parameters."""

GAN = """
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import remove_weight_norm, spectral_norm, weight_norm
import torch.nn.utils.parametrizations as P


def sn_conv(a, b, k, sn=True):
    conv = nn.Conv2d(a, b, k, padding=k // 2)
    return spectral_norm(conv) if sn else conv


class ResBlock(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.conv1 = spectral_norm(nn.Conv2d(a, b, 3, padding=1))
        self.conv2 = spectral_norm(nn.Conv2d(b, b, 3, padding=1), eps=1e-4)
        self.skip = sn_conv(a, b, 1)
        nn.init.xavier_uniform_(self.conv1.weight.data, 2.0**0.5)

    def forward(self, x):
        out = self.conv1(F.relu(x))
        out = self.conv2(F.relu(out))
        out += self.skip(x)
        return F.avg_pool2d(out, 2)


class Discriminator(nn.Module):
    def __init__(self, classes=5):
        super().__init__()
        self.main = nn.Sequential(
            spectral_norm(nn.Conv2d(3, 4, 4, 2, 1, bias=False)),
            nn.LeakyReLU(0.2, inplace=True),
            P.spectral_norm(nn.Conv2d(4, 6, 3, 1, 1)),
            nn.LeakyReLU(0.2, inplace=True),
        )
        self.block = ResBlock(6, 8)
        self.embed = spectral_norm(nn.Embedding(classes, 8))
        self.linear = weight_norm(nn.Linear(8, 1), dim=None)
        self.mix = P.orthogonal(nn.Linear(8, 8))
        self.apply(self._init)

    def _init(self, m):
        if m.__class__.__name__.find("Conv") != -1:
            m.weight.data.normal_(0.0, 0.02)

    def forward(self, x, y):
        h = self.block(self.main(x)).sum(dim=(2, 3))
        h = self.mix(h)
        return self.linear(h) + (self.embed(y) * h).sum(1, keepdim=True)
"""

VOCODER = """
import torch
import torch.nn as nn
import torch.nn.functional as F

try:
    from torch.nn.utils.parametrizations import weight_norm
    from torch.nn.utils.parametrize import remove_parametrizations
except ImportError:
    from torch.nn.utils import weight_norm


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = weight_norm(nn.Conv1d(channels, channels, 3, padding=1))
        self.plain = nn.Conv1d(channels, channels, 1)
        self.plain = nn.utils.weight_norm(self.plain, dim=1)

    def forward(self, x):
        y = self.conv(F.leaky_relu(x, 0.1))
        y += x
        z = self.plain(y)
        z.add_(y)
        return z


class Vocoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.pre = nn.Conv1d(3, 4, 3, padding=1)
        self.ups = nn.ModuleList([weight_norm(nn.ConvTranspose1d(4, 4, 4, 2, 1)) for _ in range(2)])
        self.res = Residual(4)
        self.rnn = nn.utils.weight_norm(nn.LSTM(4, 4, batch_first=True), "weight_hh_l0")
        self.post = nn.Conv1d(4, 1, 3, padding=1)
        self.apply(lambda m: weight_norm(m) if isinstance(m, nn.Conv1d) and m.kernel_size == (3,) and m is self.pre else None)

    def forward(self, x):
        x = self.pre(x)
        for up in self.ups:
            x = up(F.leaky_relu(x, 0.1))
        x = self.res(x)
        y, _ = self.rnn(x.transpose(1, 2))
        return torch.tanh(self.post(x + y.transpose(1, 2)))

    def plain(self):
        remove_parametrizations(self.pre, "weight")
        for up in self.ups:
            remove_parametrizations(up, "weight")
        nn.utils.remove_weight_norm(self.res.plain)
        nn.utils.remove_weight_norm(self.rnn, "weight_hh_l0")
        return self
"""

OWN = """
import torch
from torch import nn
from torch.nn.utils import parametrizations, parametrize
from torch.nn.utils.parametrize import is_parametrized


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)

    def right_inverse(self, A):
        return A.triu()


class Scaled(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.scale = nn.Parameter(torch.full((n,), 1.5))

    def forward(self, X):
        return X * self.scale


class RankOne(nn.Module):
    def forward(self, x, y):
        return x.unsqueeze(-1) @ y.unsqueeze(-2)

    def right_inverse(self, Z):
        U, S, Vh = torch.linalg.svd(Z, full_matrices=False)
        root = S[0].sqrt().unsqueeze(-1)
        return U[..., :, 0] * root, Vh[..., 0, :] * root


class Flow(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        self.lin = nn.Linear(n, n)
        parametrize.register_parametrization(self.lin, "weight", Symmetric())
        parametrize.register_parametrization(self.lin, "weight", Scaled(n))
        self.thin = parametrize.register_parametrization(nn.Linear(n, n, bias=False), "weight", RankOne())
        self.cell = nn.GRUCell(n, n)
        parametrizations.spectral_norm(self.cell, "weight_hh")
        self.pool = nn.FractionalMaxPool2d(2, output_size=(3, 2), _random_samples=torch.full((2, 1, 2), 0.4))
        self.lrn = nn.CrossMapLRN2d(3)

    def forward(self, x):
        h = torch.zeros(x.shape[0], x.shape[2])
        with parametrize.cached():
            for t in range(x.shape[1]):
                h = self.cell(self.thin(self.lin(x[:, t])), h)
        pooled, places = self.pool(x.unsqueeze(1)), None
        return self.lrn(pooled).flatten(1).sum(1, keepdim=True) + h


def flat(net):
    return nn.utils.parameters_to_vector(net.parameters())


def unflat(vec, net):
    nn.utils.vector_to_parameters(vec, net.parameters())


def plain(net):
    for m in net.modules():
        if is_parametrized(m):
            for name in list(m.parametrizations):
                parametrize.remove_parametrizations(m, name)
    return net
"""

WRITTEN = """
from torch import nn
from torch.nn.utils import weight_norm


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = weight_norm(nn.Linear(3, 3))
        self.b = nn.Linear(3, 3)
        self.b = weight_norm(self.b)

    def forward(self, x):
        y = self.a(x)
        y += 1
        z = self.b(y)
        z.mul_(2)
        return x + y * z
"""
