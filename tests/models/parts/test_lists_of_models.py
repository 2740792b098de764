"""Lists and dicts that a model holds, and that `forward` writes into: they hold what they do in the original."""

import ast
import io
from collections import deque

import numpy as np
import pytest
import torch
from converted_models import loaded, original

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

HEAD = """import collections

import torch
from torch import nn

COMMON = []


def note(x):
    COMMON.append(x)


class Meter:
    def __init__(self):
        self.count, self.last = 0, None

    def note(self, value):
        self.count += 1
        self.last = value


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.found = []

    def forward(self, x):
        self.found.append(x)
        return x + len(self.found)


class Net(nn.Module):
    common = []

    def __init__(self):
        super().__init__()
        self.part = Part()
        self.hidden = torch.zeros(3)
        self.register_buffer("mean", torch.ones(3))
        self.found = {made}
        self.other = {other}

    def forward(self, x):
        y = x * 2
{body}
        return y
"""
# What the list or dict is made as, what another attribute is, and what `forward` does.
PROGRAMS = {
    "append": ("[]", "0", "self.found.append(y)"),
    "insert": ("[]", "0", "self.found.insert(0, y)"),
    "extend": ("[]", "0", "self.found.extend([y, x])"),
    "an operator": ("[]", "0", "self.found += [y]"),
    "a key": ("{}", "0", "self.found['a'] = y"),
    "keys out of order": (
        "{}",
        "0",
        "self.found['b'] = y\nself.found['a'] = y + 1\ny = y + list(self.found.values())[0]",
    ),
    "setdefault": ("{}", "0", "self.found.setdefault('a', y)"),
    "update": ("{}", "0", "self.found.update(a=y)"),
    "a list in a dict": ("{'a': []}", "0", "self.found['a'].append(y)"),
    "a dict in a list": ("[{}]", "0", "self.found[0].update(a=y)"),
    "by a name": ("[]", "0", "f = self.found\nf.append(y)"),
    "cleared": ("[1]", "0", "self.found.clear()\nself.found.append(y)"),
    "read back": ("[]", "0", "self.found.append(y)\ny = y + self.found[-1] + len(self.found)"),
    "the last ones": (
        "[]",
        "0",
        "self.found.append(y)\nif len(self.found) > 2:\n    self.found.pop(0)\ny = sum(self.found)",
    ),
    "made anew": ("[]", "0", "self.found = []\nself.found.append(y)"),
    "exchanged": ("[]", "[]", "self.other.append(y)\nself.found, self.other = self.other, self.found"),
    "one list by two names": ("[]", "self.found", "self.other.append(y)\ny = y + len(self.found)"),
    "of a part": ("[]", "0", "y = self.part(y)\nself.found.append(self.part.found[-1])"),
    "numbers": ("[]", "0", "self.found.append(len(self.found))"),
    "text beside arrays": ("[]", "0", "self.found.append(('y', y))"),
    "with state": ("[]", "0", "self.hidden = self.hidden * 0.5 + y\nself.found.append(self.hidden)"),
    "with a buffer": ("[]", "0", "self.mean += y\nself.found.append(self.mean * 1)\ny = y * self.mean"),
    "any key": ("{}", "0", "self.found[0] = y\nself.found['a', 1] = y + 1\ny = y + self.found[0]"),
    "a key by a name": ("{}", "0", "f = self.found\nf[3] = y"),
    "a key less": ("{'a': 1, 'b': 2}", "0", "self.found['c'] = y\ndel self.found['c']"),
    "an element": ("[0, 1]", "0", "for i in range(2):\n    self.found[i] = y * i\ny = y + self.found[1]"),
    "sorted": ("[3, 1, 2]", "0", "self.found.sort()\ny = y + self.found[0]"),
    "sorted by a name": ("[3, 1, 2]", "0", "f = self.found\nf.sort()"),
    "a set": ("set()", "0", "self.found.add(int(x.shape[0]))\ny = y + len(self.found | {1})"),
    "counted": ("{'n': 0}", "0", "self.found['n'] += 1\ny = y * self.found['n']"),
    "counted in a list": ("[0] * 3", "0", "self.found[1] += 2"),
    "a queue": ("collections.deque(maxlen=2)", "0", "self.found.append(y)\ny = y + len(self.found)"),
    "the list itself": ("[]", "0", "self.found.append(y)\ny = (y, list(self.found))"),
    "an object": ("Meter()", "0", "self.found.note(y)\ny = y + self.found.count"),
    "made in the call": ("[]", "0", "pair = [y]\nself.found.append(pair)\nself.other = pair"),
    "tuples": ("[(0, 1)]", "0", "self.found.append((y, len(self.found)))\nself.found.pop(0)"),
    "pairs in a dict": (
        "{}",
        "0",
        "h, c = self.found.get('hc', (y * 0, y * 0))\nself.found['hc'] = (h * 0.5 + y, c + h)\ny = h + c",
    ),
    "made anew of what it held": (
        "[torch.zeros(3), torch.zeros(3)]",
        "0",
        "h, c = self.found[:2]\nself.found = [h + y, c + h]",
    ),
    "a part of it": (
        "[torch.zeros(3)]",
        "0",
        "self.found.extend(self.found)\nself.found = self.found[:2]\nself.found[0] = y\ny = y + self.found[1]",
    ),
    "a list by a key": (
        "collections.defaultdict(list)",
        "0",
        "self.found['a'].append(y)\ny = y + len(self.found['a'])",
    ),
    "of the class": ("0", "0", "self.common.append(len(self.common))\ny = y + len(self.common)"),
    "of the file": ("COMMON", "0", "COMMON.append(y)\ny = y + len(COMMON)"),
    "by a function": ("0", "0", "note(y)\ny = y + len(COMMON)"),
    "in training alone": ("[]", "0", "if self.training:\n    self.found.append(y)\n    y = y + len(self.found)"),
}


def values(value):
    if isinstance(value, dict):
        return {k: values(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | deque):
        return [values(v) for v in value]
    if isinstance(value, str | None):
        return value
    if hasattr(value, "last"):
        return [value.count, values(value.last)]
    return np.asarray(value.detach() if isinstance(value, torch.Tensor) else value).tolist()


def seen_around(net, array):
    """What code around the model sees, which has the list as it was from the start."""
    first, seen = net.found, []
    for number in range(5):
        net.train(number != 2)
        result = net(array(np.arange(3, dtype=np.float32) + number))
        seen.append([values(each) for each in (result, net.found, first, net.other, net.part.found, net.common)])
        if number == 3 and isinstance(net.found, list):
            net.found.append(0.5)
        elif number == 3 and isinstance(net.found, dict):
            net.found["z"] = 0.5
    return seen


def both(made, other, body):
    lines = "".join(f"        {line}\n" for line in body.split("\n"))
    text = HEAD.replace("{made}", made).replace("{other}", other).replace("{body}\n", lines)
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert result.code is not None, [(d.code, d.message) for d in result.refusals]
    return original(text).Net(), loaded(result.code).Net()


@pytest.mark.parametrize("is_compiled", [True, False], ids=["compiled", "step by step"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_lists_and_dicts_hold_what_they_do_in_the_original(name, is_compiled):
    theirs, ours = both(*PROGRAMS[name])
    expected = seen_around(theirs, torch.tensor)
    assert seen_around(ours if is_compiled else ours.hybridize(False), np.asarray) == expected


READ = {
    "a dict": ("SETTINGS['scale']", "SETTINGS['scale'] = number"),
    "a list": ("SCALES[0]", "SCALES[0] = number"),
    "a list of the class": ("self.common[0]", "Net.common[:] = [number]"),
    "by a function": ("scale()", "SCALES[0] = number"),
    "by a method": ("self.scale()", "SETTINGS['scale'] = number"),
    "by a method that is looked up": ("getattr(self, 'sca' + 'le')()", "SETTINGS['scale'] = number"),
    "an object": ("CONFIG.scale", "CONFIG.scale = number"),
}
READING = """import torch
from torch import nn

SETTINGS, SCALES = {{"scale": 1.0}}, [1.0]


class Config:
    def __init__(self):
        self.scale = 1.0


CONFIG = Config()


def scale():
    return SCALES[0]


class Net(nn.Module):
    common = [1.0]

    def scale(self):
        return SETTINGS["scale"]

    def forward(self, x):
        return x * {read}


def change(number):
    {change}
"""


@pytest.mark.parametrize("name", READ)
def test_what_lists_and_dicts_outside_of_the_model_hold_is_what_they_hold_at_the_call(name):
    text = READING.format(read=READ[name][0], change=READ[name][1])
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert result.code is not None, [(d.code, d.message) for d in result.refusals]
    seen = []
    for module, array in ((original(text), torch.tensor), (loaded(result.code), np.asarray)):
        net = module.Net()
        seen.append([])
        for number in range(1, 5):
            module.change(float(number // 2 + 1))
            seen[-1].append(values(net(array(np.arange(3, dtype=np.float32)))))
    assert seen[0] == seen[1]


REFUSED = {
    "an element of an earlier call": "if len(self.found) > 0:\n    v = self.found[-1]\n    v += 1\nself.found.append(y * 1)",
    "one that is taken out": "self.found.append(y * 1)\nv = self.found.pop(0)\nv += 2",
    "each": "self.found.append(y * 1)\nfor v in self.found:\n    v += 1",
}


@pytest.mark.parametrize("name", REFUSED)
def test_elements_are_not_written_in_place(name):
    lines = "".join(f"        {line}\n" for line in REFUSED[name].split("\n"))
    text = HEAD.replace("{made}", "[]").replace("{other}", "0").replace("{body}\n", lines)
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert "HYB303" in {d.code for d in result.refusals}


def test_a_call_that_fails_puts_there_what_is_known():
    _, ours = both(
        "[]", "[]", "self.found.append(y)\nself.other.append('call')\nif x.shape[0] > 3:\n    raise ValueError('long')"
    )
    ours(np.ones(3, np.float32))
    held = ours.found
    with pytest.raises(ValueError, match="long"):
        ours(np.ones(4, np.float32))
    assert ours.found is held and values(held) == [[2.0] * 3] and ours.other == ["call", "call"]


def test_pure_calls_leave_them():
    _, ours = both("[]", "0", "self.found.append(y)")
    assert values(ours.apply(ours.parameters(), np.ones(3, np.float32))) == [2.0] * 3 and ours.found == []


def test_state_that_a_branch_is_found_to_write_later_is_no_constant():
    """A branch that values decide writes a buffer from the fourth call on, beside an attribute that is state."""
    body = "self.hidden = self.hidden * 0.5 + y\nm = self.mean\nif self.training:\n    if y.sum() > 0:\n        m += 1\ny = self.hidden * m"
    theirs, ours = both("[]", "0", body)
    for number in range(8):
        x = np.arange(3, dtype=np.float32) + number
        for net in (theirs, ours):
            net.train(number in (3, 4, 6))
        assert values(ours(x)) == values(theirs(torch.tensor(x)))


HOOKS = {
    "a dict around it": ("found = {}", "found['out'] = out", "found"),
    "a list around it": ("found = []", "found.append(out)", "found"),
    "a counter": ("found = [0]", "found[0] += 1", "found"),
    "a name around it": ("found = 0", "nonlocal found\n        found += 1", "found"),
    "a name that is None": ("found = None", "nonlocal found\n        found = out", "found"),
    "a name that is nothing yet": ("", "global LAST\n        LAST = out", "LAST"),
    "a global": ("", "TAKEN.append(out)", "TAKEN"),
    "a name of the file": ("", "global COUNT\n        COUNT += 1", "COUNT"),
}
HOOKED = """import torch
from torch import nn

TAKEN, COUNT = [], 0


def watched():
    net = nn.Sequential(nn.ReLU(), nn.Identity())
    {made}

    def note(part, args, out):
        {body}

    net[0].register_forward_hook(note)
    return net, lambda: {read}
"""


@pytest.mark.parametrize("name", HOOKS)
def test_hooks_put_things_where_they_have_names_for(name):
    made, body, read = HOOKS[name]
    text = HOOKED.replace("{made}", made or "pass").replace("{body}", body).replace("{read}", read)
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert result.code is not None, [(d.code, d.message) for d in result.refusals]
    seen = []
    for module, array in ((original(text), torch.tensor), (loaded(result.code), np.asarray)):
        net, look = module.watched()
        seen.append([])
        for number in range(4):
            out = net(array(np.arange(3, dtype=np.float32) - number))
            seen[-1].append((values(out), values(look())))
    assert seen[0] == seen[1]


STATE = {
    "a tuple": ("(torch.zeros(3), torch.zeros(3))", "a, b = self.found\nself.found = (a + y, b * 2)"),
    "nested tuples": (
        "((torch.zeros(3),), (torch.zeros(3),))",
        "(a,), (b,) = self.found\nself.found = ((a + y,), (b * 2,))",
    ),
    "a record": ("Pair(torch.zeros(3), 0)", "self.found = Pair(self.found.a + y, self.found.a)"),
    "a list": ("[torch.zeros(3), torch.zeros(3)]", "a, b = self.found\nself.found = [a + y, b * 2]"),
    "a list in place": ("[torch.zeros(3)]", "self.found.append(y)\ny = y + self.found.pop(0)"),
    "a dict": ("{'a': torch.zeros(3)}", "self.found['a'] = self.found['a'] * 0.5 + y"),
}


@pytest.mark.parametrize("name", STATE)
def test_arrays_that_are_exchanged_are_arguments_and_no_constants(name):
    made, body = STATE[name]
    record = "\n\n@dataclasses.dataclass\nclass Pair:\n    a: object\n    b: object\n\n\nclass Net("
    lines = "".join(f"        {line}\n" for line in body.split("\n"))
    text = HEAD.replace("{made}", made).replace("{other}", "0").replace("{body}\n", lines)
    text = "import dataclasses\n" + text.replace("\n\nclass Net(", record)
    result = convert(Source("model.py", text, ast.parse(text)), Options(format=False))
    assert result.code is not None, [(d.code, d.message) for d in result.refusals]
    net, traces = loaded(result.code).Net(), io.StringIO()
    net.register_forward_hook(lambda *_: traces.write("x") and None)
    for _ in range(3):
        net(np.ones(3, np.float32))
    before = len(traces.getvalue())
    for _ in range(3):
        net(np.ones(3, np.float32))
    assert len(traces.getvalue()) == before > 0


DEFAULTS = """import torch
from torch import nn


def note(value, taken=[], *, more=[]):
    taken.append(value)
    more.append(value)
    return len(taken) + len(more)


class Net(nn.Module):
    def forward(self, x, found=[]):
        found.append(1)
        return x * note(3) + len(found)
"""


def test_defaults_hold_what_earlier_calls_put_there():
    result = convert(Source("model.py", DEFAULTS, ast.parse(DEFAULTS)), Options(format=False))
    assert result.code is not None, [(d.code, d.message) for d in result.refusals]
    theirs, ours = original(DEFAULTS).Net(), loaded(result.code).Net()
    for _ in range(4):
        x = np.arange(3, dtype=np.float32)
        assert values(ours(x)) == values(theirs(torch.tensor(x)))
