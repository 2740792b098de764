"""The MLP of the chapters on hybridizing, converted from Gluon, at batch 1: against JAX by hand, and against MXNet.

MXNet 1.9.1 runs in a process of its own, in `.venv-mxnet`, which `make record` makes; without it, that part says so.
Both processes stay on one processor and take turns. A figure is the median over the rounds of the ratio in that round,
in brackets its quartiles.
"""

from __future__ import annotations

import os
import subprocess
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp

import hybridc
from models import Arrays, interleaved, linear, loaded, numbers, seconds, show

ROOT = Path(__file__).resolve().parents[1]
MXNET = ROOT / ".venv-mxnet" / "bin" / "python"
ROUNDS, CALLS = 60, 200
SOURCE = """
from mxnet.gluon import nn


def get_net():
    net = nn.HybridSequential()
    net.add(nn.Dense(256, activation="relu"), nn.Dense(128, activation="relu"), nn.Dense(2))
    net.initialize()
    return net
"""


def by_hand(p: Arrays, x: jax.Array) -> jax.Array:
    return linear(p, "2", jax.nn.relu(linear(p, "1", jax.nn.relu(linear(p, "0", x)))))


def by_hand_inward(p: Arrays, x: jax.Array) -> jax.Array:
    for at in ("0", "1"):
        x = jax.nn.relu(x @ p[f"{at}.weight"] + p[f"{at}.bias"])
    return x @ p["2.weight"] + p["2.bias"]


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # before JAX counts the processors
    result = hybridc.convert(SOURCE, filename="net.py")
    assert result.code is not None, [f"{d.code} {d.message}" for d in result.refusals]
    net = loaded(result.code, "converted").get_net()
    x = jnp.asarray(numbers(1, 512))
    net(x)
    given, frozen, twin, inward = net.parameters(), net.freeze(), jax.jit(by_hand), jax.jit(by_hand_inward)
    turned = {name: jnp.array(value.T) for name, value in given.items()}
    calls = {"net(x)": partial(net, x), "frozen": partial(frozen, x)}
    twins = {"by hand": partial(twin, given, x), "by hand (in, out)": partial(inward, turned, x)}
    times = interleaved({**calls, **twins, "itself": partial(twin, given, x)})
    for other in twins:
        show(f"MLP, batch 1: net(x) / {other}", times["net(x)"], times[other], 1.1)
        show(f"MLP, batch 1: frozen / {other}", times["frozen"], times[other], 1.1)
    show("MLP, batch 1: by hand / itself", times["by hand"], times["itself"], None)
    if not MXNET.exists():
        print("MXNet is not here: `make record` makes its environment")
        return
    program = [str(MXNET), "-W", "ignore", str(ROOT / "tests" / "recordings" / "time_mxnet.py")]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        rounds = []
        for _ in range(ROUNDS):
            print(file=process.stdin, flush=True)
            rounds.append(
                (*map(float, process.stdout.readline().split()), *(seconds(c, CALLS) for c in calls.values()))
            )
        process.stdin.close()
    plain, hybrid, ours, constant = map(list, zip(*rounds, strict=True))
    show("MLP, batch 1: net(x) / MXNet", ours, plain, None)
    show("MLP, batch 1: net(x) / MXNet, hybridized", ours, hybrid, None)
    show("MLP, batch 1: frozen / MXNet, hybridized", constant, hybrid, None)


if __name__ == "__main__":
    main()
