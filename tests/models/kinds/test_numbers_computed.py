"""Numbers that Python's functions make of what only running the model tells: `float(self.n)`, `math.sqrt(x.sum())`."""

import pytest
import torch
from converted_models import agree_over_calls

HEAD = "import math\n\nimport torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n"
NETS = {
    "a counter that an operator adds to": """    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.tensor(0))
    def forward(self, x):
        self.n += 1
        return x / float(self.n)
""",
    "a norm": """    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.tensor(0))
    def forward(self, x):
        self.n.add_(1)
        return x / float(self.n) + math.sqrt(x.pow(2).sum())
""",
    "items and elements": """    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.tensor(0))
    def forward(self, x):
        self.n = self.n + 1
        k = int(self.n) + math.cos(self.n.item() / 10)
        return x * k, math.exp(float(x[0, 0]))
""",
    "sizes beside items": """    def forward(self, x):
        s = x.abs().sum().item()
        d = x.shape[-1]
        k = math.ceil(d / 2) + math.sqrt(d) + math.log(len(x) + 1)
        return x / math.sqrt(s + 1) * k, x * math.floor(s), torch.full((2,), math.exp(-s)), math.pi * x
""",
    "parameters": """    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(2.0))
        self.alpha = 3
    def forward(self, x, t=0.5):
        a = math.exp(self.scale)
        return x * a + math.sin(t) * math.sqrt(self.alpha), math.atan2(float(x[0, 0]), 2.0)
""",
}
X = torch.tensor([[1.0, -2.0, 0.5, 3.0], [0.25, 1.5, -1.0, 2.0]])


@pytest.mark.parametrize("name", NETS)
def test_they_are_numbers_while_it_runs(name):
    agree_over_calls(HEAD + NETS[name], [X], [X * 2])
