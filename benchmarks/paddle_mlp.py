"""The MLP of the chapters on hybridizing, converted from Paddle, at batch 1: against JAX by hand, and against Paddle.

Everything runs in one process, on one processor, in turns. A figure is the median over the rounds of the ratio in that
round, in brackets its quartiles.
"""

from __future__ import annotations

import os
import sys
import tempfile
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp

import hybridc
from models import Arrays, interleaved, loaded, numbers, show

SOURCE = (Path(__file__).resolve().parents[1] / "samples" / "mlp_paddle.py").read_text()


def by_hand(p: Arrays, x: jax.Array) -> jax.Array:
    for at in ("0", "2"):
        x = jax.nn.relu(x @ p[f"{at}.weight"] + p[f"{at}.bias"])
    return x @ p["4.weight"] + p["4.bias"]


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # before JAX counts the processors
    import paddle

    result = hybridc.convert(SOURCE, filename="net.py")
    assert result.code is not None, [f"{d.code} {d.message}" for d in result.refusals]
    net = loaded(result.code, "converted").get_net()
    values = numbers(1, 512)
    x = jnp.asarray(values)
    net(x)
    given, frozen, twin = net.parameters(), net.freeze(), jax.jit(by_hand)
    calls = {"net(x)": partial(net, x), "frozen": partial(frozen, x), "by hand": partial(twin, given, x)}
    times = interleaved({**calls, "itself": partial(twin, given, x)})
    show("MLP, batch 1: net(x) / by hand", times["net(x)"], times["by hand"], 1.1)
    show("MLP, batch 1: frozen / by hand", times["frozen"], times["by hand"], 1.1)
    show("MLP, batch 1: by hand / itself", times["by hand"], times["itself"], None)
    namespace: dict[str, object] = {}
    exec(compile(SOURCE, "mlp_paddle.py", "exec"), namespace)
    tensor = paddle.to_tensor(values)
    with paddle.no_grad():
        eager, static = (namespace["get_net"]().eval() for _ in range(2))  # type: ignore[operator]
        static = paddle.jit.to_static(static)
        static(tensor)
        forms = {"eager": partial(eager, tensor), "to_static": partial(static, tensor)}
        with tempfile.TemporaryDirectory() as folder:
            paddle.jit.save(static, f"{folder}/net")
            config = paddle.inference.Config(f"{folder}/net.json", f"{folder}/net.pdiparams")
            config.disable_glog_info()
            forms["inference"] = partial(paddle.inference.create_predictor(config).run, [tensor])
        times = interleaved({**forms, "net(x)": calls["net(x)"], "frozen": calls["frozen"]})
    for name in forms:
        show(f"MLP, batch 1: net(x) / Paddle, {name}", times["net(x)"], times[name], None)
        show(f"MLP, batch 1: frozen / Paddle, {name}", times["frozen"], times[name], None)


if __name__ == "__main__":
    sys.exit(main())
