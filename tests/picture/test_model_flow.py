"""What flows where in models: layers with their classes and arguments."""

from told import outlined, told

NET = """
import torch
from torch import nn

class Stem(nn.Module):
    def __init__(self, act=nn.ReLU):
        super().__init__()
        self.act = act()
        self.net = nn.Sequential(nn.Linear(2, 3), nn.Sequential(nn.ReLU(), nn.Linear(3, 3)))
        self.layers = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])
        self.register_buffer("mean", torch.zeros(3))

    def _norm(self, x):
        return x - self.mean

    def forward(self, x):
        x = self.act(self._norm(self.net(x)))
        for layer in self.layers:
            x = layer(x)
        return self.layers[0](x)

class Deep(Stem):
    pass

net = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
"""


def test_layers_have_nodes_of_their_own():
    assert outlined(NET, "Stem") == [
        "model Stem.forward @16",
        "  input x @16",
        "  model self.net(x) @17",
        "    layer 0: nn.Linear(2, 3) @9",
        "    model 1: nn.Sequential @9",
        "      layer 1.0: nn.ReLU() @9",
        "      layer 1.1: nn.Linear(3, 3) @9",
        "  call self._norm(net(…)) @17",
        "  layer x = self.act(_norm(…)): act() @17",
        "  loop for @18",
        "    carry x @18",
        "    element for layer in self.layers: nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)]) @18",
        "    operation x = layer(x) @19",
        "  layer self.layers[0](x): nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)]) @20",
        "  output return @20",
        "model Stem._norm @13",
        "  input x @13",
        "  state self.mean @14",
        "  output return x - self.mean @14",
    ]
    assert told(NET, "Stem")[:6] == [
        "x -> 0",
        "0 -> 1.0",
        "1.0 -> 1.1",
        "1.1 -> self._norm(net(…))",
        "self._norm(net(…)) -> x = self.act(_norm(…))",
        "x = self.act(_norm(…)) -> x",
    ]


def test_an_inherited_forward_and_an_instance():
    assert outlined(NET, "Deep")[0] == "model Deep.forward @16"
    assert told(NET, "net") == ["input -> 0", "0 -> 1"]
    assert outlined(NET, "Stem._norm")[0] == "model Stem._norm @13"


GLUON = """
from mxnet import np, npx
from mxnet.gluon import nn

def get_net():
    net = nn.HybridSequential()
    net.add(nn.Dense(256, activation='relu'),
            nn.Dense(2))
    net.initialize()
    return net

class HybridNet(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(HybridNet, self).__init__(**kwargs)
        self.hidden = nn.Dense(4)
        self.features = nn.HybridSequential()
        with self.name_scope():
            self.features.add(nn.Dense(3))
            self.features.add(nn.Dense(2))
        self.some = nn.HybridSequential()
        for _ in range(3):
            self.some.add(nn.Dense(5))

    def hybrid_forward(self, F, x, weight):
        x = F.npx.relu(self.hidden(x))
        return self.some(self.features(x)) * weight
"""


def test_layers_that_are_added():
    assert told(GLUON, "get_net") == [
        "net = nn.HybridSequential() -> 0",
        "0 -> 1",
        "1 -> net.initialize()",
        "1 -> return net",
    ]
    assert outlined(GLUON, "HybridNet") == [
        "model HybridNet.hybrid_forward @24",
        "  input x @24",
        "  input weight @24",
        "  layer self.hidden(x): nn.Dense(4) @25",
        "  operation x = F.npx.relu(hidden(…)) @25",
        "  model self.features(x) @26",
        "    layer 0: nn.Dense(3) @18",
        "    layer 1: nn.Dense(2) @19",
        "  layer self.some(features(…)): nn.HybridSequential() @26",
        "  output return some(…) * weight @26",
    ]


def test_layers_that_are_returned_as_they_are_made():
    code = """
    from torch import nn

    def get_net():
        return nn.Sequential(nn.Linear(4, 2), nn.ReLU())
    """
    assert outlined(code, "get_net") == [
        "function get_net @4",
        "  model return: nn.Sequential @5",
        "    layer 0: nn.Linear(4, 2) @5",
        "    layer 1: nn.ReLU() @5",
        "  output return @5",
    ]
    assert told(code, "get_net") == ["0 -> 1", "1 -> return"]


def test_classes_that_are_no_models_have_layers_too():
    code = """
    class Net:
        def __init__(self, n):
            self.up = Dense(n, 2)
            self.scale = 3

        def __call__(self, x):
            return self.up(x) * self.scale
    """
    assert outlined(code, "Net") == [
        "model Net.__call__ @7",
        "  input x @7",
        "  layer self.up(x): Dense(n, 2) @8",
        "  state self.scale @8",
        "  output return up(…) * self.scale @8",
    ]


def test_what_an_object_keeps_flows_too():
    code = """
    from torch import nn

    class Counting(nn.Module):
        def forward(self, x):
            self.seen = self.seen + x
            y = self.seen
            y.add_(1)
            return self.seen
    """
    assert told(code, "Counting") == [
        "self.seen -> self.seen = self.seen + x",
        "x -> self.seen = self.seen + x",
        "self.seen = self.seen + x -> y = self.seen",
        "y = self.seen -> y.add_(1)",
        "self.seen = self.seen + x -> return self.seen",
        "y.add_(1) ~> return self.seen (self.seen)",
    ]


def test_what_methods_keep_flows_from_call_to_call():
    text = """
class Counter:
    def note(self, x):
        self.last = x
        self.seen[0] = x

    def used(self):
        return self.last * 2

    def step(self, x):
        self.note(self.total)
        self.total = self.total + x

    def run(self, xs):
        self.total = 0
        self.note(1)
        y = self.used()
        for x in xs:
            self.step(x)
        return y, self.last, self.total, self.seen
"""
    assert told(text, "Counter.run") == [
        "self.note(1) -> y = self.used()",
        "self.note(1) -> self.seen",
        "self.seen -> self.seen",
        "self.total = 0 -> self.total",
        "xs -> for x in xs",
        "for x in xs -> self.step(x)",
        "self.seen -> self.step(x)",
        "self.total -> self.step(x)",
        "self.step(x) => self.seen",
        "self.step(x) => self.total",
        "y = self.used() -> return y, self.last, self.total, self.seen",
        "self.note(1) -> return y, self.last, self.total, self.seen",
        "self.step(x) -> return y, self.last, self.total, self.seen",
        "self.total -> return y, self.last, self.total, self.seen",
        "self.seen -> return y, self.last, self.total, self.seen",
    ]


def test_first_values_flow_to_where_nothing_else_was_set():
    text = """
import torch
from torch import nn

best = 0.0

class Keeping(nn.Module):
    def __init__(self, first, mean: torch.Tensor, heads: int):
        super().__init__()
        self.seen = first
        self.mean = mean
        self.heads = heads

    def put(self, y):
        if y.max() > 0:
            self.seen = y
        return self.seen

    def last(self, ys):
        for y in ys:
            self.seen = y
        return self.seen

    def tried(self, y):
        try:
            self.seen = y
        except ValueError:
            pass
        return self.seen

    def set(self, y):
        self.seen = y

    def sets(self, y):
        self.set(y)
        return self.seen

    def forward(self, x):
        return (x - self.mean).reshape(self.heads, -1)

def better(x):
    global best
    if x > best:
        best = x
    return best

def local(x):
    if x > 0:
        y = x
    return y
"""
    assert {"self.seen = y -> return self.seen", "self.seen -> return self.seen"} <= {*told(text, "Keeping.put")}
    assert {"self.seen = y -> return self.seen", "self.seen -> return self.seen"} <= {*told(text, "Keeping.last")}
    assert {"self.seen = y -> return self.seen", "self.seen -> return self.seen"} <= {*told(text, "Keeping.tried")}
    assert told(text, "Keeping.sets") == ["y -> self.set(y)", "self.set(y) -> return self.seen"]
    assert told(text, "Keeping.forward") == [
        "x -> return (x - self.mean).reshape(self.heads, -1)",
        "self.mean -> return (x - self.mean).reshape(self.heads, -1)",
    ]
    assert {"best = x -> return best", "best -> return best"} <= {*told(text, "better")}
    assert "y = x -> return y" in told(text, "local") and "y -> return y" not in told(text, "local")
