"""What stands beside models and in them, and is settled while they are traced: small functions, tables, contexts."""

import textwrap

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree, converted, original

import hybridc
from closeness import assert_close

ASKING = """
import torch
from torch import nn


def exists(value):
    return value is not None


def is_missing(value):
    return not exists(value)


def default(value, other):
    return value if exists(value) else other


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)

    def forward(self, x, mask=None, bias=None, both=False):
        x = self.lin(x)
        if exists(mask):
            kept = x.masked_fill(mask, 0.0)
            x = kept + 1
        q, k = map(torch.tanh, x.chunk(2, dim=-1))
        if exists(bias) and both:
            q = q + bias
        k = default(bias, k)
        if is_missing(mask):
            return q
        return q, k
"""
MASK = torch.arange(12).reshape(3, 4) % 3 == 0
X = torch.linspace(-1, 1, 12).reshape(3, 4)


@pytest.mark.parametrize("given", [(), (MASK,), (MASK, torch.ones(3, 2)), (None, torch.ones(3, 2), True)], ids=str)
def test_what_functions_tell_of_arrays_decides_while_tracing(given):
    agree(ASKING, lambda m: m.Net(), X, *given)


def test_a_test_by_such_a_function_stays_as_it_is():
    _, result = converted(ASKING)
    assert "if exists(mask):" in result.code and "control" not in result.code


def test_what_depends_on_values_is_not_known():
    text = ASKING.replace("return value is not None", "return value.sum() > 0").replace("both=False", "both=True")
    _, result = converted(
        text.split("    def forward")[0]
        + "    def forward(self, x):\n        y = x * 2\n        if exists(x):\n            y = y + 1\n        return y\n"
    )
    assert "lax.cond(exists(x)" in result.code or "control.cond(exists(x)" in result.code


NET = """
import torch
from contextlib import nullcontext
from torch import nn
from torch.amp import autocast


{beside}


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        {made}

    def forward(self, x):
        {body}
"""
CASES = {
    "a decorator that goes": (
        "@autocast('cuda', enabled=False)\ndef turned(x):\n    a, b = x.unflatten(-1, (2, 2)).unbind(dim=-1)\n    return torch.stack((-b, a), dim=-1).flatten(-2)",
        "self.lin = nn.Linear(4, 4)",
        "return turned(self.lin(x))",
    ),
    "a table that a function of the file makes": (
        "def table(n, dim, dtype=torch.float32):\n    t = torch.arange(n)[:, None] * torch.arange(dim)[None]\n    return t.sin().type(dtype)",
        "self.table = table(3, 4)",
        "return x + self.table.to(x.device, dtype=x.dtype)",
    ),
    "rows of a weight": (
        "",
        "self.emb = nn.Embedding(5, 4)",
        "return x + self.emb.weight[torch.arange(x.shape[0], device=x.device)]",
    ),
    "a context that a setting chooses": (
        "",
        "self.lin, self.frozen = nn.Linear(4, 4), True",
        "context = torch.no_grad if self.frozen else nullcontext\n        with context():\n            y = self.lin(x)\n            y += 1\n        return y",
    ),
    "a method of a part": (
        "class Widen(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.norm = nn.LayerNorm(4)\n\n    def widened(self, x):\n        y = self.norm(x)\n        y += 1\n        return y.unsqueeze(-1).expand(-1, -1, 2)\n\n    def forward(self, x):\n        return x",
        "self.widen = Widen()",
        "return self.widen.widened(x)",
    ),
    "a size beside others": (
        "def sampled(t, part):\n    b, n, device = *t.shape, t.device\n    return torch.ones((b, int(n * part)), device=device) * t.sum()",
        "self.lin = nn.Linear(4, 4)",
        "return sampled(torch.sin(self.lin(x)), 0.5)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("train", [False, True], ids=["eval", "train"])
def test_it_agrees(name, train):
    beside, made, body = CASES[name]
    agree(NET.format(beside=beside, made=made, body=body), lambda m: m.Net(), X, train=train)


def test_a_layer_at_an_array_is_refused():
    text = NET.format(
        beside="",
        made="self.layers = nn.ModuleList([nn.Identity()])",
        body="return self.layers[x.long()](x)",
    )
    with pytest.raises(AssertionError, match="HYB220"):
        converted(text)


def test_leaving_a_context_early_is_refused():
    text = NET.format(
        beside="",
        made="self.context = nullcontext",
        body="with self.context():\n            return x + 1\n        return x",
    )
    with pytest.raises(AssertionError, match="HYB222"):
        converted(text)


def test_a_method_that_only_arrays_have_is_a_parts_where_a_model_has_it():
    text = (
        NET.format(beside="", made="self.norm = nn.LayerNorm(4)", body="return x")
        + "\n    def report(self, x):\n        return self.norm(x)\n"
    )
    _, result = converted(text)
    assert "return self.norm(x)" in result.code


def test_a_class_inside_of_a_block_is_refused():
    text = NET.format(beside="", made="self.lin = nn.Linear(4, 4)", body="return self.lin(x)")
    text += "\n\nif __name__ == '__main__':\n    class Ones(nn.Module):\n        def forward(self, x):\n            return torch.ones(x.shape)\n"
    with pytest.raises(AssertionError, match="HYB401"):
        converted(text)


def test_a_compiled_model_is_the_model():
    text = (
        NET.format(beside="", made="self.lin = nn.Linear(4, 4)", body="return self.lin(x)")
        + "\n\nnet = torch.compile(Net(), mode='default')\n"
    )
    module, result = converted(text)
    assert "net = Net()" in result.code
    assert module.net.eval()(X.numpy()).shape == (3, 4)


GONE = """
import torch
from torch import nn

torch.set_num_threads(1)


def helper(x):
    return x + 1


torch.fx.wrap("helper")


class Net(nn.Module):
    @torch.jit._overload_method
    def doubled(self, x):
        torch.cuda.synchronize()
        return x * 2

    def forward(self, x):
        if self.training:
            torch.cuda.empty_cache()
        return helper(self.doubled(x))
"""


def test_statements_that_say_nothing_to_jax_go():
    text = GONE.replace("    @torch.jit._overload_method\n", "")
    text = text.replace("torch.cuda.synchronize()", "torch.cuda.empty_cache()")
    agree(text, lambda m: m.Net(), torch.ones(2))
    module, result = converted(GONE)
    assert module.Net()(jnp.ones(2)).tolist() == [3, 3]
    code, gone = (
        [line for line in result.code.splitlines() if not line.lstrip().startswith("#")],
        "cuda wrap num_threads",
    )
    assert not any(name in line for line in code for name in gone.split())
    for statement in ('torch.fx.wrap("helper")', "torch.cuda.synchronize()", "torch.cuda.empty_cache()"):
        assert f"# hybridc: left out: {statement}\n" in result.code
    assert result.left_out == result.code.count("# hybridc: left out: ")


# What stands in a function beside models, and what becomes of it: of what says nothing to JAX no line is left.
NO_NOISE = {
    "a cut of gradients": ("with torch.no_grad():\n    y = x * 2\nreturn y", "y = x * 2\nreturn y"),
    "its comments": (
        "with torch.no_grad():  # no graph\n    # twice\n    y = x * 2\n    # done\nreturn y",
        "# no graph\n# twice\ny = x * 2\n# done\nreturn y",
    ),
    "two of them": (
        "with torch.inference_mode(), torch.set_grad_enabled(False): y = x * 2; return y",
        "y = x * 2; return y",
    ),
    "an import": ("import torch.nn.functional as F\nreturn x * 2", "return x * 2"),
    "what is tried": ("try:\n    import torch.fft\nexcept ImportError:\n    pass\nreturn x * 2", "return x * 2"),
    "what fails otherwise": (
        "try:\n    import torch.fft\nexcept ImportError:\n    print(x)\nreturn x * 2",
        "try:\n    pass\nexcept ImportError:\n    print(x)\nreturn x * 2",
    ),
    "one's own": ("try:\n    pass\nexcept ValueError:\n    pass\nreturn x * 2",) * 2,
    "a name": ("t = torch\nreturn x * 2", "return x * 2"),
    "an import alone": ("import torch.cuda", "pass"),
    "behind the last": (
        "for y in x:\n    print(y)\ntorch.cuda.synchronize()",
        "for y in x:\n    print(y)\n# hybridc: left out: torch.cuda.synchronize()",
    ),
    "in order": (
        "with torch.cuda.device(0):\n    print(x)\n    torch.cuda.synchronize()\nwith torch.no_grad():\n    torch.cuda.synchronize()",
        "# hybridc: left out: with torch.cuda.device(0): ...\nprint(x)\n"
        + "# hybridc: left out: torch.cuda.synchronize()\n" * 2,
    ),
}


def test_of_what_says_nothing_to_jax_no_line_is_left():
    functions = [f"def f_{n}(x):\n{textwrap.indent(body, '    ')}\n" for n, (body, _) in enumerate(NO_NOISE.values())]
    model = "class Net(nn.Module):\n    import torch.nn.functional as F\n\n    def forward(self, x):\n        return x * 2\n"
    text = "\n\n".join(["import torch\nfrom torch import nn\n", *functions, model])
    text += "\n\nwith torch.no_grad():\n    made = Net()\n    # made\n"
    _, result = converted(text)
    for n, (name, (_, expected)) in enumerate(NO_NOISE.items()):
        found = result.code.split(f"def f_{n}(x):\n")[1].split("\n\n\n")[0]
        assert textwrap.dedent(found).strip() == expected.strip(), name
    assert "class Net(nn.Module):\n    def forward(self, x):\n" in result.code
    assert "\n\n\nmade = Net()\n# made\n" in result.code


def test_a_cut_of_gradients_in_a_model_is_told_of_where_it_was():
    text = NET.format(beside="", made="pass", body="with torch.no_grad():\n            y = x * 2\n        return x + y")
    _, result = converted(text)
    assert "        # hybridc: left out (HYB512): with torch.no_grad(): ...\n        y = x * 2\n" in result.code


SEVERAL_ON_A_LINE = """
import torch
from torch import nn

a = 2.0; b = torch.arange(3.0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Linear(3, 3); self.two = nn.Linear(3, 2)

    def forward(self, x):
        x = self.one(x); return self.two(x * a + b)
"""


def test_several_statements_on_a_line():
    agree(SEVERAL_ON_A_LINE, lambda module: module.Net(), torch.randn(4, 3))


def test_of_several_statements_on_a_line_those_stay_that_have_a_meaning():
    text = SEVERAL_ON_A_LINE.replace("a = 2.0; b = torch.arange(3.0)", "a = 2.0; c = torch.frobnicate(3); b = a")
    code = hybridc.convert(text, options=hybridc.Options(partial=True)).code
    left, kept, after = (code.index(text) for text in ("# hybridc: left out (HYB401): c = ", "\nc = ", "\nb = a\n"))
    assert code.index("\na = 2.0\n") < left < kept < after


NET_OF_A_LINE = """

class Net(nn.Module):
    def forward(self, x):
        return x * a + b
"""


def test_imports_beside_other_statements_of_a_line():
    text = "import torch; from torch import nn; a = 2; b = torch.ones(3)  # both\n" + NET_OF_A_LINE
    module, result = converted(text)
    assert "\na = 2\nb = jnp.ones(3)  # both\n" in result.code
    assert "torch = None" not in result.code and ";" not in result.code
    assert module.Net()(jnp.ones(3)).tolist() == [3, 3, 3]


MOVED = """import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)

    def forward(self, x):
        return self.fc(x)


def share(net, x, y):
    net = net.to(device)
    net.cuda()
    if next(net.parameters()).is_cuda:
        x = x.cuda()
    x, y = x.to(device, non_blocking=True), y.cuda(non_blocking=True).cpu()
    with torch.no_grad():
        out = net(x.to(torch.float32))
    return (out.argmax(1) == y.to(device="cpu")).sum().item()
"""


def test_what_is_moved_to_a_device_stays_where_it_is():
    """Whether it is an array or a model."""
    module, _ = converted(MOVED)
    without_card = original(MOVED.replace("    net.cuda()\n", "").replace(".cuda(non_blocking=True)", ""))
    net, x = without_card.Net(), torch.randn(8, 3)
    y = torch.randint(0, 2, (8,))
    mine = module.Net()
    mine.load_state_dict({k: v.detach().numpy() for k, v in net.state_dict().items()})
    expected = without_card.share(net, x, y)
    assert module.share(mine, jnp.asarray(x.numpy()), jnp.asarray(y.numpy())) == pytest.approx(expected)


TYPES = """
import numpy as np
import torch
from torch import nn
from torch.autograd import Variable

cuda = torch.cuda.is_available()
Tensor = torch.cuda.FloatTensor if cuda else torch.FloatTensor
KINDS = {"whole": torch.LongTensor, "any": torch.Tensor, "true": torch.BoolTensor, "half": torch.HalfTensor}


class Net(nn.Module):
    kind = torch.FloatTensor

    def forward(self, x: torch.FloatTensor) -> torch.Tensor:
        return x * 2


def run(imgs, wanted=torch.cuda.is_available()):
    kind = torch.cuda.LongTensor if wanted else torch.LongTensor
    valid = Variable(Tensor(imgs.shape[0], 1).fill_(1.0), requires_grad=False)
    noise = Variable(Tensor(np.asarray(imgs, np.float64)))
    labels = Variable(kind(np.array([1, 2])))
    made = {name: each([1, 0]) for name, each in KINDS.items()}
    asked = [isinstance(noise, Tensor), isinstance(labels, Tensor), isinstance(labels, KINDS["any"])]
    return Net()(noise), valid, labels, Net.kind([2.0]), made, asked, isinstance(made["true"], (Tensor, KINDS["true"]))
"""


def test_a_tensor_type_as_a_value_is_called_and_asked_for():
    imgs = np.arange(6).reshape(2, 3)
    module, result = converted(TYPES)
    assert "def forward(self, x: jax.Array) -> jax.Array" in result.code and "torch.cuda" not in result.code
    theirs, ours = original(TYPES).run(imgs), module.run(imgs)
    assert ours[5:] == theirs[5:]
    for found, expected in zip((*ours[:4], *ours[4].values()), (*theirs[:4], *theirs[4].values()), strict=True):
        assert_close(found, expected.numpy())
        assert str(found.dtype) == str(expected.dtype).removeprefix("torch.").replace("int64", "int32")


UNPACKED = """
import torch
from torch import nn


class Decoder(nn.Module):
    def forward(self, i, h):
        return i + h, h * 2


def greedy(decoder, i, h):
    found = []
    for _ in range(2):
        o, h = decoder(i, h)
        topv, topi = o.data.topk(1)
        found.append(topi.item())
    (first, _), number = decoder(i, h), 3
    return found, first.data.max(1)[1].numpy().tolist(), number, first.size(0)


def mask(a, b):
    return (a & b).float().numpy().tolist(), (~a).long().numpy().tolist(), (a == b).half().numpy().tolist()


class Holder:
    def __init__(self, data):
        self.data = data


def of_the_file(pair):
    one, other = pair
    return one.data, other.data


def run():
    a, b = torch.tensor([True, False]), torch.tensor([True, True])
    x = torch.tensor([[1.0, 5.0, 2.0]])
    return greedy(Decoder(), x, x), mask(a, b), of_the_file((Holder(1), Holder("x")))
"""


def test_what_is_unpacked_and_what_operators_give_have_what_tensors_have():
    assert converted(UNPACKED)[0].run() == original(UNPACKED).run()
