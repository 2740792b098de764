"""Calls that write buffers among the arguments of functions, beside arrays that these read."""

import pytest
import torch
from converted_models import agree_over_calls

HEAD = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n\nclass Net(nn.Module):\n"
SPECTRAL = """    def __init__(self):
        super().__init__()
        self.register_buffer("u", torch.ones(4)); self.w = nn.Parameter(torch.randn(4, 4))
    def compute(self):
        u = self.u
        if self.training:
            u = F.normalize(self.w @ u, dim=0)
            self.u.copy_(u)
        return self.w / torch.dot(u, self.w @ u)
    def forward(self, x):
"""
NETS = {
    "spectral norms, twice": SPECTRAL + "        return F.linear(x, self.compute()), self.compute().norm()\n",
    "a spectral norm": SPECTRAL + "        return F.linear(x, self.compute())\n",
    "a step": """    def __init__(self):
        super().__init__()
        self.register_buffer("u", torch.ones(4)); self.part = nn.Linear(4, 4)
    def step(self, k=1):
        self.u[0] += k
        return self.u * 2
    def forward(self, x):
        y = torch.add(x, self.step())
        z = self.part(x + self.step(2))
        w = torch.stack([y, self.step() + y, x])
        return torch.maximum(x, self.step(3)) + z, w, F.linear(y, self.step().expand(4, 4))
""",
    "what is computed before": """    def __init__(self):
        super().__init__()
        self.register_buffer("u", torch.ones(4))
        self.register_buffer("w", torch.eye(4))
    def turn(self):
        self.u[1] -= 1
        self.w = self.w * 2
        return self.w + 1
    def through(self, t):
        return F.linear(t, self.turn())
    def forward(self, x):
        v = self.u[:2]
        y = F.linear(self.w, self.turn()), F.linear(x * self.u, weight=self.turn()) + self.u
        return y, self.through(self.u), self.through(x), v * 1
""",
    "a statement beside it": """    def __init__(self):
        super().__init__()
        self.register_buffer("u", torch.ones(4))
    def step(self, t):
        self.u[1:] += t.mean()
        return self.u[:2]
    def forward(self, x):
        y = x * 2
        v = y[:, :2]
        s = torch.cat([y[0, :2], self.step(y)])
        y.add_(1)
        t = torch.maximum(v, self.step(v).clone())
        v[0] = 0
        return s, t, y
""",
}
X = torch.tensor([[1.0, -2.0, 0.5, 3.0], [0.25, 1.5, -1.0, 2.0]])


@pytest.mark.parametrize("name", NETS)
def test_what_they_write_is_written_before_the_others_are_read(name):
    agree_over_calls(HEAD + NETS[name], [X], [X * 2])
