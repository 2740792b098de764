"""The chapter on hybridization, for `mx.np`."""

from d2l import mxnet as d2l
from mxnet import np, npx
from mxnet.gluon import nn

npx.set_np()


# Factory for networks
def get_net():
    net = nn.HybridSequential()
    net.add(
        nn.Dense(256, activation="relu"), nn.Dense(128, activation="relu"), nn.Dense(2)
    )
    net.initialize()
    return net


class Benchmark:
    """For measuring running time."""

    def __init__(self, description="Done"):
        self.description = description

    def __enter__(self):
        self.timer = d2l.Timer()
        return self

    def __exit__(self, *args):
        print(f"{self.description}: {self.timer.stop():.4f} sec")


class HybridNet(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(HybridNet, self).__init__(**kwargs)
        self.hidden = nn.Dense(4)
        self.output = nn.Dense(2)

    def hybrid_forward(self, F, x):
        print("module F: ", F)
        print("value  x: ", x)
        x = F.npx.relu(self.hidden(x))
        print("result  : ", x)
        return self.output(x)


x = np.random.normal(size=(1, 512))
net = get_net()
net(x)

net.hybridize()
net(x)

net = get_net()
with Benchmark("Without hybridization"):
    for i in range(1000):
        net(x)
    npx.waitall()

net.hybridize()
with Benchmark("With hybridization"):
    for i in range(1000):
        net(x)
    npx.waitall()


net = HybridNet()
net.initialize()
x = np.random.normal(size=(1, 3))
net(x)

net.hybridize()
net(x)
