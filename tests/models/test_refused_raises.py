"""What is refused is in the output, as a comment, and raises when it is reached; no output imports its framework."""

import ast
import re
import sys
import types

import jax.numpy as jnp
import pytest

from framework_imports import imported
from hybridc.options import Options
from hybridc.pipeline import check, convert
from hybridc.source import Source

FRAMEWORKS = {
    "torch": ("import torch\nfrom torch import nn\n", "nn.Module", "torch.frobnicate", "forward"),
    "paddle": ("import paddle\nfrom paddle import nn\n", "nn.Layer", "paddle.frobnicate", "forward"),
    "mxnet": ("import mxnet as mx\nfrom mxnet.gluon import nn\n", "nn.Block", "mx.nd.frobnicate", "forward"),
    "keras": ("import keras\nfrom keras import layers\n", "keras.Model", "keras.ops.frobnicate", "call"),
    "chainer": (
        "import chainer\nimport chainer.links as L\n",
        "chainer.Chain",
        "chainer.functions.frobnicate",
        "forward",
    ),
}
ROOTS = {
    "torch": {"torch", "torchvision", "torchaudio", "torchtext"},
    "paddle": {"paddle"},
    "mxnet": {"mxnet"},
    "keras": {"keras", "tensorflow"},
    "chainer": {"chainer"},
}
REFUSED = """
import functools

SCALE = {gone}(3)  # what it is scaled by
BOTH = [
    SCALE,
    2,
]
FINE = 2


class Rows({gone}):
    \"""Text
    over lines.\"""

    size = 3


class Net({base}):
    kind = {gone}
    width = 4

    def __init__(self):
        super().__init__()
        self.seen = []

    @property
    def total(self):
        return {gone}(self.width)

    @total.setter
    def total(self, value):
        self.width = value

    @staticmethod
    def still(x):
        return {gone}(x)

    @functools.wraps(
        {gone},  # what it wraps
        updated=(),
    )
    def wrapped(self, x, y={gone}):
        return x

    def nested(self, x):
        \"""Says what it does.\"""

        # it is nested
        def inner(y):
            return {gone}(y)

        return inner(x).std()

    async def waits(self, x):
        return {gone}(x)

    def {entry}(self, x):
        if self.width > 4:
            return self.nested(x)
        return x * 2


class Other({base}):
    def __init__(self, n):
        super().__init__()
        self.n = {gone}(n)

    def {entry}(self, x):
        return x


OTHER = Other(3)


def plain(x):
    return {gone}(x).std()


def late(x):
    import {root} as other

    try:
        return other.frobnicate(x)
    except other.Frobnicated:
        return None


def by_name():
    import importlib

    return importlib.import_module("{root}")


def lazy(x):
    first = lambda y={gone}: y
    return first(x)


def scaled(x):
    return x * SCALE


def rows():
    return Rows(3)


def steady(n):
    return n + FINE


if __name__ == "__main__":
    print(plain(Net()))
"""


def text_of(framework):
    head, base, gone, entry = FRAMEWORKS[framework]
    return head + REFUSED.format(base=base, gone=gone, entry=entry, root=framework)


def partial(text, name="net.py"):
    return convert(Source(name, text, ast.parse(text)), Options(partial=True))


def loaded(code, name="partly_converted", **given):
    module = sys.modules[name] = types.ModuleType(name)
    module.__dict__.update(given)
    exec(compile(code, "net_jax.py", "exec"), module.__dict__)
    return module


@pytest.fixture(scope="module", params=FRAMEWORKS)
def framework(request):
    return request.param


@pytest.fixture(scope="module")
def result(framework):
    return partial(text_of(framework))


def calls(module):
    """What raises, by the line of the original that refuses it."""
    net = module.Net()
    x = jnp.ones(3)
    wide = module.Net()
    wide.width = 5
    return {
        "a property": lambda: net.total,
        "a static method": lambda: module.Net.still(x),
        "a decorator and a default": lambda: net.wrapped(x),
        "a nested function": lambda: net.nested(x),
        "an asynchronous method": lambda: net.waits(x).send(None),
        "what calls a method that raises": lambda: wide(x),
        "an attribute of a class": lambda: net.kind(3),
        "a constructor": lambda: module.Other(3),
        "what a constructor makes at the top": lambda: module.OTHER.n,
        "a function": lambda: module.plain(x),
        "an import and an error": lambda: module.late(x),
        "an import by name": lambda: module.by_name(),
        "a lambda": lambda: module.lazy(x),
        "what reads a name that is left out": lambda: module.scaled(x),
        "what makes an object of a class that is left out": lambda: module.rows(),
        "a class": lambda: module.Rows(3),
        "an attribute of what is left out": lambda: module.Rows.size,
        "a value": lambda: module.SCALE * 2,
        "an operand of a value": lambda: x + module.SCALE,
        "an element": lambda: module.BOTH[1],
        "a truth": lambda: bool(module.BOTH),
    }


CASES = (
    "a property", "a static method", "a decorator and a default", "a nested function", "an asynchronous method",
    "what calls a method that raises", "an attribute of a class", "a constructor", "what a constructor makes at the top",
    "a function", "an import and an error", "an import by name", "a lambda", "what reads a name that is left out",
    "what makes an object of a class that is left out", "a class", "an attribute of what is left out", "a value",
    "an operand of a value", "an element", "a truth",
)  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_is_refused_raises_with_code_file_and_line(result, case):
    found = calls(loaded(result.code))
    assert found.keys() == {*CASES}
    with pytest.raises(NotImplementedError, match=r"^HYB\d{3} net\.py:\d+: "):
        found[case]()


def test_the_rest_runs(result):
    module = loaded(result.code)
    net = module.Net()
    assert net(jnp.ones(3)).tolist() == [2, 2, 2] and module.steady(1) == 3
    net.total = 7
    assert net.width == 7


def test_a_file_that_is_started_raises_where_its_block_does(result):
    with pytest.raises(NotImplementedError, match=r"^HYB\d{3} net\.py:\d+: "):
        loaded(result.code, __name__="__main__")


def test_no_framework_is_imported(framework, result):
    assert imported(result.code, ROOTS[framework]) == []


def test_every_line_of_what_is_refused_stays(framework, result):
    text = text_of(framework)
    kept = {line.strip().lstrip("# ").removeprefix("hybridc: left out (") for line in result.code.splitlines()}
    kept |= {line.partition("): ")[2] for line in kept if line.startswith("HYB")}
    kept |= {line.rstrip(":") for line in kept}
    missing = []
    for line in text.splitlines():
        shown = line.strip().lstrip("# ")
        if shown and not shown.startswith(("import ", "from ", "def ", "class ", '"""')) and shown not in kept:
            missing.append(shown)
    assert missing == []


def test_every_statement_that_is_left_out_has_a_code(framework, result):
    text = text_of(framework)
    lines = {d.location.line for d in result.refusals}
    tree = ast.parse(text)
    names = {"SCALE", "BOTH", "Rows", "OTHER"}
    left = [
        s
        for s in tree.body
        if (isinstance(s, ast.Assign) and s.targets[0].id in names) or getattr(s, "name", "") in names
    ]
    assert len(left) == 4 and all({*range(s.lineno, s.end_lineno + 1)} & lines for s in left)
    assert result.left_out >= 5
    found = check(Source("net.py", text, tree), Options())
    assert {d.location.line for d in found.refusals} == lines


ELSEWHERE = """import keras
import tensorflow as tf

if hasattr(keras, "src"):
    backend = keras.src.backend

from mine import keras


class Net(keras.layers.Layer):
    def call(self, x):
        return tf.abs(x)


def late():
    return backend.floatx()
"""


def test_nor_is_one_whose_name_the_file_binds_again():
    code = partial(ELSEWHERE).code
    assert imported(code, ROOTS["keras"]) == [] and "from mine import keras" in code
    mine = types.ModuleType("mine")
    mine.keras = types.SimpleNamespace(layers=types.SimpleNamespace(Layer=object))
    sys.modules["mine"] = mine
    try:
        module = loaded(code)
    finally:
        del sys.modules["mine"]
    with pytest.raises(NotImplementedError, match=r"^HYB401 net\.py:\d+: "):
        module.late()


SETTINGS = {
    "torch": """import torch.backends.cudnn as cudnn
torch.backends.cudnn.benchmark = True
cudnn.deterministic = cudnn.enabled = True
torch.manual_seed(0)
torch.cuda.manual_seed_all(0)
torch.cuda.set_device(0)
torch.set_num_threads(2)
torch.set_float32_matmul_precision("high")
device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
if torch.cuda.is_available():
    torch.set_default_tensor_type("torch.cuda.FloatTensor")
if torch.cuda.device_count() > 1:
    device = torch.frobnicate()
""",
    "paddle": """paddle.set_device("gpu")
paddle.device.set_device("gpu:0")
paddle.set_flags({"FLAGS_cudnn_deterministic": True})
paddle.seed(0)
if paddle.device.is_compiled_with_cuda():
    paddle.frobnicate()
""",
    "keras": """import tensorflow as tf
tf.config.set_visible_devices([], "GPU")
tf.config.threading.set_intra_op_parallelism_threads(1)
for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)
keras.utils.set_random_seed(0)
if tf.test.is_built_with_cuda():
    tf.frobnicate()
""",
    "mxnet": """mx.random.seed(0)
mx.engine.set_bulk_size(3)
try:
    context = mx.gpu()
except mx.base.MXNetError:
    context = mx.cpu()
""",
    "chainer": """chainer.global_config.autotune = True
chainer.config.use_cudnn = "never"
chainer.set_debug(True)
if chainer.cuda.available:
    chainer.frobnicate()
""",
}


@pytest.mark.parametrize("place", ["at the top", "in a function"])
def test_settings_go_and_take_nothing_with_them(framework, place):
    head, base, _, entry = FRAMEWORKS[framework]
    settings = SETTINGS[framework] + "after = 3\n"
    inner = "".join(f"    {line}\n" for line in settings.splitlines())
    text = head + (settings if place == "at the top" else "")
    text += f"\n\nclass Net({base}):\n    def {entry}(self, x):\n        return x * 2\n"
    if place != "at the top":
        text += f"\n\ndef prepare():\n{inner}    return after\n"
    result = convert(Source("net.py", text, ast.parse(text)), Options())
    assert [(d.code, d.message) for d in result.refusals] == []
    said = [line.strip() for line in result.code.splitlines() if line.strip().startswith("# hybridc: left out: ")]
    assert result.left_out == len(said) and (said or framework == "mxnet")
    module = loaded(result.code)
    assert module.Net()(jnp.ones(2)).tolist() == [2, 2]
    assert (module.after if place == "at the top" else module.prepare()) == 3


def refusing(framework, text):
    """What becomes of a file of the framework, with a model in it."""
    head, base, gone, entry = FRAMEWORKS[framework]
    model = f"class Net({base}):\n    def {entry}(self, x):\n        return x * 2\n"
    return partial(
        head
        + text.format(gone=gone, base=base, entry=entry, root="mx" if framework == "mxnet" else framework, model=model)
    )


BOUND = """
last = mode = inner = thing = step = total = 0
for k in range(3):
    last = {gone}(k)
if {gone}(1):
    mode = "a"
with {gone}():
    inner = 3
try:
    thing = {gone}()
except ValueError:
    thing = None
while {gone}():
    step = 1
total += {gone}(3)
(walrus := {gone}(2))
first, (second, *rest) = {gone}(2)
one = two = {gone}(3)
table = {{}}
table["k"] = {gone}(3)
import os; late = {gone}(3)

{model}

def read():
    return last is None


def asked():
    return mode is not None


class Plain:
    size = {gone}(3)

    def is_there(self):
        return self.size is not None

    def kind(self):
        return isinstance(self.size, int)
"""


def test_names_of_what_is_left_out_raise_whatever_was_before(framework):
    result = refusing(framework, BOUND)
    module = loaded(result.code)
    raising = r"^HYB4\d\d net\.py:\d+: "
    names = "last mode inner thing step total walrus first second rest one two table late k"
    for name in names.split(" "):
        with pytest.raises(NotImplementedError, match=raising):
            bool(getattr(module, name))
    for call in (module.read, module.asked, module.Plain().is_there, module.Plain().kind):
        with pytest.raises(NotImplementedError, match=raising):
            call()
    assert module.Net()(jnp.ones(2)).tolist() == [2, 2]
    assert result.left_out == result.code.count("# hybridc: left out (")


CHANGED_UNDER_OTHER_NAMES = {  # with what `w` holds afterwards
    "v = w\nv += 1": [2, 2, 2],
    "v = w[1:]\nv *= 3": [1, 3, 3],
    "v = u = w\nu += 1": [2, 2, 2],
    "v = w.view(-1)\nv[0] = 5": [5, 1, 1],
    "state = {'k': w}\nstate['k'] += 1": [2, 2, 2],
    "v = w\nfor i in range(3):\n    v[i] = torch.frobnicate(i)": [],
    "if len(w) > 2:\n    v = w\n    v += 1": [2, 2, 2],
    "v = w; v += 1": [2, 2, 2],
    "w += torch.frobnicate(3)": [],
    "w[0] = torch.frobnicate(3)": [],
}


@pytest.mark.parametrize("changed", CHANGED_UNDER_OTHER_NAMES)
def test_what_a_statement_changes_raises_where_it_is_left_out(changed):
    text = (
        "import torch\n\nw = torch.ones(3)\nz = torch.ones(3)\n"
        + changed
        + "\n\n\ndef read(x):  # hybridc: graph\n    return x + w\n"
    )
    text += "\n\ndef other(x):  # hybridc: graph\n    return x + z\n"
    module = loaded(partial(text).code)
    assert module.other(jnp.zeros(3)).tolist() == [1, 1, 1]
    try:
        found = module.read(jnp.zeros(3)).tolist()
    except NotImplementedError as error:
        found = str(error)
    assert found == CHANGED_UNDER_OTHER_NAMES[changed] or re.match(r"HYB\d{3} net\.py:\d+: ", str(found))


MODULES = """
MODS = {{"mine": {root}}}

{model}

def given(x, m={root}):
    return m.zeros(x)


def named(x):
    return getattr({root}, "zeros")(x)


def absent(x):
    return hasattr({root}, "frobnicate")


def any_of(x):
    return hasattr({root}, x)
"""


def test_modules_of_the_framework_are_no_values(framework):
    module = loaded(refusing(framework, MODULES).code)
    assert module.Net()(jnp.ones(2)).tolist() == [2, 2]
    uses = [module.absent, module.any_of]
    if framework not in ("keras", "chainer"):  # of which the runtime has modules of the same names
        uses += [module.given, module.named, lambda x: module.MODS[x]]
    for use in uses:
        with pytest.raises(NotImplementedError, match=r"^HYB401 net\.py:\d+: "):
            use("mine")


def test_what_the_framework_surely_has_is_there():
    text = """
if hasattr(torch.backends, "mps") and torch.backends.mps.is_available():
    device = "mps"
else:
    device = "cpu"
fast = hasattr(torch.nn.functional, "scaled_dot_product_attention"), hasattr(torch, "compile")

{model}
"""
    result = refusing("torch", text)
    module = loaded(result.code)
    assert [d.code for d in result.refusals] == [] and (module.device, module.fast) == ("cpu", (True, True))


TRAINED = """
rate = 0.1

{model}

net = Net()
x = [1.0]
opt = torch.optim.Adam(net.parameters(), lr=rate)
later = torch.optim.lr_scheduler.StepLR(opt, 3)
for epoch in range(3):
    loss = net(x).sum()
    loss.backward()
    {step}
print(rate, x)
after = net(x)
"""


@pytest.mark.parametrize("step", ["opt.step()", "later.step()"])
def test_a_model_whose_training_is_left_out_raises(step):
    module = loaded(refusing("torch", TRAINED.replace("{step}", step)).code)
    assert module.rate == 0.1 and module.x == [1.0]
    for use in (lambda: module.net(1), lambda: module.after + 1):
        with pytest.raises(NotImplementedError, match=r"^HYB4\d\d net\.py:\d+: "):
            use()


def test_settings_of_training_stay_as_comments():
    text = """
{model}

def build():
    model = Net()
    optimizer = keras.optimizers.Adam(0.01)
    model.compile(optimizer=optimizer, loss="mse")
    return model
"""
    result = refusing("keras", text)
    assert "# hybridc: left out (HYB513): optimizer = keras.optimizers.Adam(0.01)\n" in result.code
    assert "# hybridc: left out (HYB513): model.compile(" in result.code
    assert result.left_out == 2 and loaded(result.code).build()(jnp.ones(1)).tolist() == [2]
