"""Times a Gluon model of MXNet 1.9.1: for each line that comes in, writes the seconds of a call as it is, and hybridized.

.venv-mxnet/bin/python tests/recordings/time_mxnet.py < /dev/null

`benchmarks/gluon.py` asks in turns with its own calls. MXNet computes on one thread, as XLA does there.
"""

import os
import statistics
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")

import mxnet as mx
from mxnet.gluon import nn

CALLS = 200


def made():
    net = nn.HybridSequential()
    net.add(nn.Dense(256, activation="relu"), nn.Dense(128, activation="relu"), nn.Dense(2))
    net.initialize()
    return net


def seconds(net, x):
    times = []
    for _ in range(CALLS):
        start = time.perf_counter()
        net(x).wait_to_read()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main():
    x = mx.nd.random.normal(shape=(1, 512))
    plain, hybrid = made(), made()
    hybrid.hybridize(static_alloc=True, static_shape=True)
    seconds(plain, x), seconds(hybrid, x)
    for _ in sys.stdin:
        print(seconds(plain, x), seconds(hybrid, x), flush=True)


if __name__ == "__main__":
    main()
