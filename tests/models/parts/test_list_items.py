"""Elements of lists that models keep are set while they compute: YOLO's `self.grid[i] = self._make_grid(nx, ny)`."""

import ast

import pytest
import torch
from converted_models import as_numpy, assert_same, converted, original

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import check

TEXT = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        {made}

    def grid_of(self, n, m):
        return torch.arange(n * m, dtype=torch.float32).view(n, m)

    def forward(self, x):
{body}
        return x


def held(net):  # hybridc: host
    net.kept = net.grid
    return [net.grid[i] for i in range(len(net.grid)) if net.grid[i] is not None]
"""
MADE = (
    "self.grid = [torch.zeros(1)] * 2",
    "self.grid = [torch.zeros(1) for _ in range(2)]",
    "self.grid = [None, None]",
)
SAME = {
    "where shapes change": """for i in range(2):
    y = self.fc(x) + i
    if self.grid[i] is None or self.grid[i].shape != y.shape:
        self.grid[i] = self.grid_of(*y.shape)
    x = y + self.grid[i]""",
    "always": "for i in range(2):\n    self.grid[i] = x * i\nx = x + self.grid[1]",
    "from the end": "self.grid[-1] = x * 2\nself.grid[0] = self.grid[-1] + 1\nx = x + self.grid[0]",
    "in another mode": "if self.training:\n    self.grid[0] = x\nelse:\n    self.grid[0] = x * 3\nx = self.grid[0] + 1",
    "a name for the list": "g = self.grid\nself.grid[0] = x\nx = x + g[0]",
    "a loop over it": "for g in self.grid:\n    self.grid[1] = x",
    "what is bound anew": "y = x * 2\nself.grid[0] = y\ny = y + 1\nx = y + self.grid[0]",
}
REFUSED = {
    "by what is traced": "if x.sum() > 0:\n    self.grid[0] = x",
    "a name that is written": "y = x * 2\nself.grid[0] = y\ny += 1\nx = y + 1",
}


def program(made, body):
    body = "\n".join(f"        {line}" for line in body.split("\n"))
    return TEXT.format(made=made, body=body)


@pytest.mark.parametrize("name", SAME)
def test_a_list_whose_elements_are_set_holds_what_it_holds_in_pytorch(name):
    for made in MADE if name == "where shapes change" else MADE[:1]:
        text = program(made, SAME[name])
        there, here = original(text), converted(text)[0]
        reference, net = there.Net().eval(), here.Net().eval()
        net.load_state_dict({n: v.detach().numpy() for n, v in reference.state_dict().items()})
        for rows in (2, 3, 3, 2):
            x = torch.linspace(-1, 1, 4 * rows).reshape(rows, 4)
            assert_same(net(x.numpy()), as_numpy(reference(x)))
            assert_same(here.held(net), as_numpy(there.held(reference)))


@pytest.mark.parametrize("name", REFUSED)
def test_what_only_running_tells_is_refused(name):
    text = program(MADE[0], REFUSED[name])
    found = check(Source("model.py", text, ast.parse(text)), Options()).diagnostics
    assert {d.code for d in found if d.is_refusal} & {"HYB303", "HYB309"}
