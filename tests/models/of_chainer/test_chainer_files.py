"""What files of Chainer have around models, and what is refused with its way out."""

import jax.numpy as jnp
import numpy as np
import pytest
from chainer_recordings import converted

import hybridc
from closeness import assert_close

HEADER = "import chainer\nimport chainer.functions as F\nimport chainer.links as L\n"


def model(body, imports=""):
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return f"{imports}{HEADER}\n\nclass Net(chainer.Chain):\n    def forward(self, x):\n{lines}"


def code_of(text):
    result = hybridc.convert(text, filename="net.py")
    return result.code, {(d.code, d.message) for d in result.refusals}


MODULES = {
    "attribute": ("return x + self.xp.arange(3)", ""),
    "name": ("xp = self.xp\nreturn xp.exp(x) + xp.arange(3)", ""),
    "function": ("xp = chainer.backend.get_array_module(x)\nreturn x * xp.ones(3)", ""),
    "old function": ("xp = chainer.cuda.get_array_module(x)\nreturn x * xp.ones(3)", ""),
    "imported function": ("return x * cuda.get_array_module(x).ones(3)", "from chainer import cuda\n"),
    "with numpy": ("xp = self.xp\nreturn xp.tanh(x) * numpy.float32(2)", "import numpy\n"),
    "in a branch": ("if len(x) > 1:\n    xp = self.xp\n    x = xp.sqrt(x)\nreturn x", ""),
}


@pytest.mark.parametrize("name", MODULES)
def test_the_module_of_an_array_is_numpy(name):
    text = model(*MODULES[name])
    code, refused = code_of(text)
    assert not refused
    assert ".xp" not in code and "get_array_module" not in code
    x = np.array([1.0, 4.0, 9.0], np.float32)
    space = {"numpy": np, "np": np, "x": x, "self": type("Own", (), {"xp": np}), "len": len}
    body = (
        MODULES[name][0]
        .replace("chainer.backend.get_array_module(x)", "np")
        .replace("chainer.cuda.get_array_module(x)", "np")
    )
    body = body.replace("cuda.get_array_module(x)", "np")
    exec("def f(self, x):\n" + "".join(f"    {line}\n" for line in body.splitlines()), space)
    assert_close(converted(text).Net()(jnp.asarray(x)), space["f"](space["self"], x), rtol=1e-6)


def test_an_attribute_that_the_file_sets_is_its_own():
    text = HEADER + (
        "\n\nclass Net(chainer.Chain):\n    def __init__(self):\n        super().__init__()\n        self.xp = 3\n\n"
        "    def forward(self, x):\n        return x * self.xp\n"
    )
    assert "self.xp" in hybridc.convert(text.replace("xp", "gain"), filename="net.py").code.replace("gain", "xp")


REFUSED = {
    "return x if isinstance(x, chainer.Variable) else F.relu(x)": ("HYB401", "all are arrays of JAX's here"),
    "return F.connectionist_temporal_classification(x, x, 0)": ("HYB402", "optax.ctc_loss"),
    "return F.reluu(x)": ("HYB401", "did you mean `chainer.functions.relu`"),
    "x.backward()\nreturn x": ("HYB408", "jax.grad"),
    "return F.relu(x).grad": ("HYB408", "jax.grad"),
    "x.unchain_backward()\nreturn x": ("HYB402", "stop_gradient"),
    "return L.InceptionBN(3)(x)": ("HYB402", "L.BatchNormalization"),
    "return chainer.distributions.Beta(x, x).log_prob(x)": ("HYB402", "F.log"),
    "return F.relu(x, 3)": ("HYB405", "F.relu"),
    "return F.sum(x).array.item()": ("HYB101", "item"),
}


@pytest.mark.parametrize("body", REFUSED)
def test_what_cannot_be_converted_is_refused_with_its_way_out(body):
    code, words = REFUSED[body]
    _, refused = code_of(model(body))
    assert [message for found, message in refused if found == code and words in message], refused


@pytest.mark.parametrize(
    "call",
    [
        "chainer.optimizers.Adam()",
        "chainer.training.Trainer(None)",
        "chainer.datasets.get_mnist()",
        "chainer.iterators.SerialIterator([], 3)",
    ],
)
def test_training_is_left_to_its_owner(call):
    _, refused = code_of(model("return F.relu(x)") + f"\n\ndef fit(net):\n    return {call}\n")
    assert {code for code, _ in refused} == {"HYB408"}


def test_scripts_read_what_models_give():
    text = model("return self.xp.exp(x)") + (
        "\n\ndef best(net, x):\n    with chainer.using_config('train', False):\n        y = net(x)\n    return y.array.argmax(), y.data.shape\n"
        "\n\ndef zeroed(link):\n    link.W.array[...] = 0\n    return link\n"
    )
    module = converted(text)
    assert module.best(module.Net(), jnp.asarray([1.0, 3.0, 2.0])) == (1, (3,))
    from hybridc.runtime.chainer import links as L

    assert not module.zeroed(L.Linear(3, 2)).W.array.any()
