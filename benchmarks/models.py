"""Converted PyTorch models against the JAX that one would write by hand, and against PyTorch, in one process.

Everything runs on one processor, so that other work disturbs less. In every round every contender runs for a few
milliseconds, in random order. A figure is the median over the rounds of the ratio to the reference in that round; in
brackets its quartiles. "By hand / itself" is what the machine's noise makes of 1. With `--inline` JAX runs all calls,
those of the models by hand as well, in the thread that makes them.
"""

from __future__ import annotations

import argparse
import linecache
import os
import random
import re
import statistics
import sys
import time
import timeit
import types
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from operator import methodcaller
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import hybridc

ROUNDS, LEAST_ROUNDS, SECONDS = 200, 15, 5  # as many rounds as fit in the seconds, within bounds
TURN_SECONDS = 0.003  # that a contender runs for in a round, if one call is not longer
Arrays = dict[str, jax.Array]
Twin = Callable[[Arrays, jax.Array], jax.Array]
Call = Callable[[], Any]


@dataclass(frozen=True)
class Model:
    """A model in PyTorch and by hand, as a function of its state dict; `inward` takes weights (in, out)."""

    name: str
    source: str
    twin: Twin
    shape: tuple[int, ...]
    inward: Twin | None = None


MLP = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second, self.third = nn.Linear(512, 256), nn.Linear(256, 128), nn.Linear(128, 2)
    def forward(self, x):
        return self.third(torch.relu(self.second(torch.relu(self.first(x)))))
"""


def linear(p: Arrays, at: str, x: jax.Array) -> jax.Array:
    return lax.dot_general(x, p[f"{at}.weight"], (((x.ndim - 1,), (1,)), ((), ()))) + p[f"{at}.bias"]


def mlp(p: Arrays, x: jax.Array) -> jax.Array:
    return linear(p, "third", jax.nn.relu(linear(p, "second", jax.nn.relu(linear(p, "first", x)))))


def inward_mlp(p: Arrays, x: jax.Array) -> jax.Array:
    for at in ("first", "second"):
        x = jax.nn.relu(x @ p[f"{at}.weight"] + p[f"{at}.bias"])
    return x @ p["third.weight"] + p["third.bias"]


RESNET = """
def unit(inputs, width, size, stride=1):
    convolution = nn.Conv2d(inputs, width, size, stride, padding=size // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(width))
class Block(nn.Module):
    def __init__(self, inputs, width):
        super().__init__()
        self.first = unit(inputs, width, 3, width // inputs)
        self.second = unit(width, width, 3)
        self.shortcut = unit(inputs, width, 1, width // inputs) if width != inputs else nn.Identity()
    def forward(self, x):
        return F.relu(self.second(F.relu(self.first(x))) + self.shortcut(x))
class Net(nn.Module):
    def __init__(self, widths=(64, 64, 64, 128, 128, 256, 256, 512, 512)):
        super().__init__()
        self.stem = unit(3, 64, 7, 2)
        self.pool = nn.MaxPool2d(kernel_size=3, stride=2, padding=1)
        self.blocks = nn.Sequential(*[Block(inputs, width) for inputs, width in zip(widths, widths[1:])])
        self.head = nn.Linear(512, 1000)
    def forward(self, x):
        return self.head(self.blocks(self.pool(F.relu(self.stem(x)))).mean(dim=(2, 3)))
"""


def unit(p: Arrays, at: str, x: jax.Array, stride: int = 1) -> jax.Array:
    kernel = p[f"{at}.0.weight"]
    x = lax.conv_general_dilated(x, kernel, (stride, stride), [(kernel.shape[-1] // 2,) * 2] * 2)
    names = ("weight", "bias", "running_mean", "running_var")
    scale, shift, mean, var = (p[f"{at}.1.{name}"][:, None, None] for name in names)
    return (x - mean) * lax.rsqrt(var + 1e-5) * scale + shift


def resnet(p: Arrays, x: jax.Array) -> jax.Array:
    x = jax.nn.relu(unit(p, "stem", x, 2))
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 1, 3, 3), (1, 1, 2, 2), [(0, 0), (0, 0), (1, 1), (1, 1)])
    for block in range(8):
        at, stride = f"blocks.{block}", 2 if block in (2, 4, 6) else 1
        out = unit(p, f"{at}.second", jax.nn.relu(unit(p, f"{at}.first", x, stride)))
        x = jax.nn.relu(out + (x if stride == 1 else unit(p, f"{at}.shortcut", x, stride)))
    return linear(p, "head", jnp.mean(x, axis=(2, 3)))


ENCODER = """
class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
    def attention(self, x):
        batch, tokens, width = x.shape
        q, k, v = self.qkv(x).view(batch, tokens, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
        return self.out((torch.softmax(scores, dim=-1) @ v).transpose(1, 2).reshape(batch, tokens, width))
    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.down(F.gelu(self.up(self.norm2(x))))
class Net(nn.Module):
    def __init__(self, width=256, heads=4, layers=6):
        super().__init__()
        self.layers = nn.Sequential(*[Layer(width, heads) for _ in range(layers)])
        self.norm = nn.LayerNorm(width)
    def forward(self, x):
        return self.norm(self.layers(x))
"""


def layer_norm(p: Arrays, name: str, x: jax.Array) -> jax.Array:
    mean = jnp.mean(x, axis=-1, keepdims=True)
    var = jnp.mean(jnp.square(x - mean), axis=-1, keepdims=True)
    return (x - mean) * lax.rsqrt(var + 1e-5) * p[f"{name}.weight"] + p[f"{name}.bias"]


def encoder(p: Arrays, x: jax.Array) -> jax.Array:
    batch, tokens, width = x.shape
    for at in (f"layers.{index}" for index in range(6)):
        split = linear(p, f"{at}.qkv", layer_norm(p, f"{at}.norm1", x)).reshape(batch, tokens, 3, 4, width // 4)
        q, k, v = split.transpose(2, 0, 3, 1, 4)
        weights = jax.nn.softmax(q @ k.swapaxes(-2, -1) / np.sqrt(width // 4).astype(np.float32), axis=-1)
        mixed = (weights @ v).transpose(0, 2, 1, 3).reshape(batch, tokens, width)
        x = x + linear(p, f"{at}.out", mixed)
        hidden = jax.nn.gelu(linear(p, f"{at}.up", layer_norm(p, f"{at}.norm2", x)), approximate=False)
        x = x + linear(p, f"{at}.down", hidden)
    return layer_norm(p, "norm", x)


TREE = """
class Net(nn.Module):
    def __init__(self, count=1000):
        super().__init__()
        self.terms = nn.ParameterList([nn.Parameter(torch.randn(4)) for _ in range(count)])
    def forward(self, x):
        for term in self.terms:
            x = x + term
        return x
"""


def tree(p: Arrays, x: jax.Array) -> jax.Array:
    return sum((p[f"terms.{index}"] for index in range(len(p))), start=x)


IMPORTS = "import math\n\nimport torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n"
MODELS = (
    Model("MLP", MLP, mlp, (512,), inward_mlp),
    Model("ResNet-18", RESNET, resnet, (3, 64, 64)),
    Model("encoder", ENCODER, encoder, (128, 256)),
    Model("1,000 vectors", TREE, tree, (4,)),
)


def loaded(code: str, name: str) -> Any:
    linecache.cache[f"<{name}>"] = (len(code), None, code.splitlines(True), "")  # TorchScript reads it
    sys.modules[name] = module = types.ModuleType(name)
    exec(compile(code, f"<{name}>", "exec"), module.__dict__)
    return module


def converted(model: Model) -> Any:
    """The converted model, in the mode that models are used in."""
    result = hybridc.convert(IMPORTS + model.source, filename="net.py")
    assert result.code is not None, [f"{d.code} {d.message}" for d in result.refusals]
    return loaded(result.code, "converted").Net().eval()


def numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(0).normal(size=shape).astype(np.float32)


def seconds(call: Call, count: int) -> float:
    """The median of so many calls, after one that finds the caches as others left them."""
    wait = methodcaller("block_until_ready") if isinstance(call(), jax.Array) else id
    times = []
    for _ in range(count):
        start = time.perf_counter()
        wait(call())
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def interleaved(calls: dict[str, Call]) -> dict[str, list[float]]:
    """Seconds of one call of each contender, by round; each round has the same number of calls of each."""
    one = [(seconds(call, 5), seconds(call, 5))[1] for call in calls.values()]
    count = max(1, round(TURN_SECONDS / statistics.median(one)))
    rounds = min(ROUNDS, max(LEAST_ROUNDS, round(SECONDS / (count + 1) / sum(one))))
    found: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name in random.sample(list(calls), len(calls)):
            found[name].append(seconds(calls[name], count))
    return found


def show(what: str, ours: list[float], reference: list[float], target: float | None) -> None:
    low, middle, high = statistics.quantiles((a / b for a, b in zip(ours, reference, strict=True)), n=4)
    verdict = "" if target is None else f"at most {target:<5}{'met' if middle <= target else 'MISSED'}"
    print(f"{what:50}{middle:8.2f}  ({low:.2f} to {high:.2f})   {verdict}".rstrip(), flush=True)


def against_twin(model: Model, batches: tuple[int, ...], target: float) -> None:
    net = converted(model)
    frozen, given, twin = net.freeze(), net.parameters(), jax.jit(model.twin)
    inward, turned = jax.jit(model.inward or model.twin), {name: jnp.array(value.T) for name, value in given.items()}
    for batch in batches:
        x = jnp.asarray(numbers(batch, *model.shape))
        calls = [("net(x)", net, ()), ("frozen", frozen, ()), ("by hand", twin, (given,)), ("itself", twin, (given,))]
        if model.inward is not None:
            calls.append(("by hand (in, out)", inward, (turned,)))
        times = interleaved({name: partial(call, *first, x) for name, call, first in calls})
        what = f"{model.name}, batch {batch}"
        for other in [name for name in times if name.startswith("by hand")]:
            show(f"{what}: net(x) / {other}", times["net(x)"], times[other], target)
            show(f"{what}: frozen / {other}", times["frozen"], times[other], target)
        show(f"{what}: by hand / itself", times["by hand"], times["itself"], None)


def against_torch(model: Model) -> None:
    """At batch 1, PyTorch on one thread."""
    import torch

    torch.set_num_threads(1)
    net, original = converted(model), loaded(IMPORTS + model.source, "original").Net().eval()
    x, tensor = (make(numbers(1, *model.shape)) for make in (jnp.asarray, torch.from_numpy))
    with torch.inference_mode(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # TorchScript is deprecated
        traced = torch.jit.optimize_for_inference(torch.jit.freeze(torch.jit.trace(original, tensor)))
        forms = {"eager": original, "script": torch.jit.script(original), "traced, frozen, optimized": traced}
        try:
            compiled = torch.compile(original)
            compiled(tensor)
            forms["compile"] = compiled
        except Exception as error:
            print(f"torch.compile does not work here: {type(error).__name__}")
        calls = {name: partial(form, tensor) for name, form in forms.items()}
        times = interleaved({"net(x)": partial(net, x), "frozen": partial(net.freeze(), x), **calls})
    for name in forms:
        show(f"{model.name}, batch 1: net(x) / torch, {name}", times["net(x)"], times[name], 1.0)
        show(f"{model.name}, batch 1: frozen / torch, {name}", times["frozen"], times[name], 1.0)


def conversion(lines: int = 1000) -> None:
    """A file of at least so many lines: the models above, over and over under other names."""
    source = IMPORTS
    while source.count("\n") < lines:
        for model in MODELS:
            source += re.sub(r"\b(Net|Block|Layer|unit)\(", rf"\g<1>{len(source)}(", model.source)
    assert hybridc.convert(source).code is not None
    taken = statistics.median(timeit.repeat(lambda: hybridc.convert(source), number=1, repeat=5))
    print(f"conversion, {source.count(chr(10)):,} lines: {taken:.2f} s  under 1 s  {'met' if taken < 1 else 'MISSED'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inline", action="store_true", help="compute in the thread that calls")
    if parser.parse_args().inline:
        jax.config.update("jax_cpu_enable_async_dispatch", False)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # before JAX counts the processors
    dense, images, tokens, vectors = MODELS
    against_twin(dense, (1, 32, 256), 1.1)
    against_torch(dense)
    against_twin(images, (1, 8), 1.05)
    against_twin(tokens, (1,), 1.05)
    against_twin(vectors, (1,), 1.3)
    conversion()


if __name__ == "__main__":
    main()
