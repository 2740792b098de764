"""Gluon programs with functions that say their own derivative."""

from mxnet_program_parts import BOTH_SIGNS, ND, Program, drawn

_STEP = """from mxnet import autograd


class Step(autograd.Function):
    def __init__(self, slope):
        super(Step, self).__init__()
        self.slope = slope

    def forward(self, x):
        self.save_for_backward(x)
        return nd.sign(x)

    def backward(self, dy):
        x, = self.saved_tensors
        return dy * (nd.abs(x) < self.slope) * 3


class Weighted(autograd.Function):
    def forward(self, x, w):
        y = 1 / (1 + nd.exp(-x))
        self.shape = x.shape
        self.save_for_backward(y, w)
        return y * w, y

    def backward(self, dy, dz):
        y, w = self.saved_tensors
        dx = dy * w * y * (1 - y) + dz * 2
        return dx, (dy * y).sum(axis=0) / self.shape[0]


"""

PROGRAMS = {
    "own_derivative": Program(
        ND
        + _STEP
        + """class Net(nn.Block):
    def __init__(self):
        super(Net, self).__init__()
        self.hidden = nn.Dense(3)

    def forward(self, x):
        step = Step(0.75)
        return step(self.hidden(x)) * x.sum(axis=1, keepdims=True) + self.hidden(x)
""",
        BOTH_SIGNS,
        "Net()",
        trains=True,
    ),
    "own_derivative_of_several": Program(
        ND
        + _STEP
        + """class Net(nn.Block):
    def __init__(self):
        super(Net, self).__init__()
        self.hidden = nn.Dense(3)
        self.scale = self.params.get("scale", shape=(3,))

    def forward(self, x):
        y, z = Weighted()(self.hidden(x), self.scale.data())
        return y + 1, z * 2
""",
        ((drawn(4, 3),),),
        "Net()",
        trains=True,
    ),
}
