"""What is left out of files with models takes nothing else with it, and names whose objects it would have changed raise."""

import ast
import re

import jax.numpy as jnp
import pytest
from partly_converted import FRAMEWORKS, loaded, partial, refusing

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert


@pytest.fixture(scope="module", params=FRAMEWORKS)
def framework(request):
    return request.param


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
