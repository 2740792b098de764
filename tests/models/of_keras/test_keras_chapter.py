"""The TensorFlow side of the chapters on hybridizing, point by point."""

import ast
import sys
import time
import types

import numpy as np
import pytest
from keras_programs import loaded, original
from keras_reference import assert_same, filled

import hybridc
from hybridc.artifacts.exporting import export
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

GET_NET = """import tensorflow as tf
from tensorflow.keras.layers import Dense
from d2l import tensorflow as d2l

# Factory for networks
def get_net():
    net = tf.keras.Sequential()
    net.add(Dense(256, input_shape = (512,), activation = "relu"))
    net.add(Dense(128, activation = "relu"))
    net.add(Dense(2, activation = "linear"))
    return net

x = tf.random.normal([1,512])
net = get_net()
before = net(x)
"""
BENCHMARK = """
#@save
class Benchmark:
    \"\"\"For measuring running time.\"\"\"
    def __init__(self, description='Done'):
        self.description = description

    def __enter__(self):
        self.timer = d2l.Timer()
        return self

    def __exit__(self, *args):
        print(f'{self.description}: {self.timer.stop():.4f} sec')

net = get_net()
with Benchmark('Eager Mode'):
    for i in range(10): net(x)

net = tf.function(net)
with Benchmark('Graph Mode'):
    for i in range(10): net(x)
"""
X = np.random.default_rng(0).normal(size=(3, 512)).astype(np.float32)


class Timer:
    """As d2l's."""

    def __init__(self):
        self.start = time.time()

    def stop(self):
        return time.time() - self.start


@pytest.fixture(autouse=True)
def d2l(monkeypatch):
    module = types.ModuleType("d2l")
    module.tensorflow = types.SimpleNamespace(Timer=Timer)
    monkeypatch.setitem(sys.modules, "d2l", module)


def converted(text):
    """The generated module, which has d2l's timer from where it was, and the conversion."""
    result = convert(Source("net.py", text, ast.parse(text)), Options(format=False))
    return loaded(result.code, "net_jax"), result


def findings(text):
    found = convert(Source("script.py", text, ast.parse(text)), Options(format=False)).refusals
    return [(d.code, d.location.line, d.message) for d in found]


@pytest.mark.parametrize("options", ["", ", jit_compile=True", ", input_signature=[tf.TensorSpec([None, 512])]"])
def test_the_result_is_the_same_before_and_after_tf_function(options):
    text = f"{GET_NET}net = tf.function(net{options})\nafter = net(x)\n"
    module, result = converted(text)
    reference = original(text)
    np.testing.assert_array_equal(module.before, module.after)
    assert_same(reference.after, reference.before)
    other = original(GET_NET).get_net()
    filled(module.net, other)
    assert_same(module.net(X), other(X))
    assert "jit_compile" not in result.code


def test_the_benchmark_runs(capsys):
    converted(GET_NET + BENCHMARK)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["Eager Mode", "Graph Mode"]


@pytest.mark.parametrize("saving", ["tf.saved_model.save(net, 'my_mlp')", "net.export('my_mlp')"])
def test_what_takes_the_place_of_a_saved_program_is_told(saving):
    [(code, line, message)] = findings(GET_NET + saving + "\n")
    assert (code, line) == ("HYB401", len(GET_NET.splitlines()) + 1)
    assert "hybridc export net_jax.py:net" in message and "net.save('net.safetensors')" in message


def test_net_save_says_which_files_it_writes(tmp_path):
    module, _ = converted(GET_NET)
    with pytest.raises(ValueError, match="safetensors"):
        module.net.save(str(tmp_path / "my_mlp"))
    assert list(tmp_path.iterdir()) == []


def test_what_is_exported_and_what_is_saved_give_the_same_numbers(tmp_path):
    path = tmp_path / "chapter_jax.py"
    path.write_text(converted(GET_NET)[1].code)
    reference = original(GET_NET).net
    weights = str(tmp_path / "net.weights.h5")
    reference.save_weights(weights)
    out = str(tmp_path / "my_mlp")
    export(f"{path}:net", out, [], weights, [], False)
    net = hybridc.load(out)
    assert_same(net(X), reference(X))
    module, _ = converted(GET_NET)
    module.net.load(weights)
    module.net.save(str(tmp_path / "net.safetensors"))
    other = module.get_net()
    other.load(str(tmp_path / "net.safetensors"))
    assert_same(other(X), reference(X))
