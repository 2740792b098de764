"""What code around PyTorch models reaches by several ways, and writes by one: as bodies of functions, and what is seen."""

HEAD = """import collections
import copy
import itertools
import functools
from collections import OrderedDict, namedtuple, defaultdict, deque
from dataclasses import dataclass
from types import SimpleNamespace
import numpy as np
import torch
from torch import nn

Pair = namedtuple("Pair", "w b")


@dataclass
class Data:
    w: torch.Tensor
    b: torch.Tensor


class Plain:
    def __init__(self, w, b=None):
        self.w = w
        self.b = b

    def bump(self):
        self.w += 1

    def get(self):
        return self.w


class Box:
    pass


def first(x, *rest):
    return x


def pick(xs, i):
    return xs[i]


def both(a, b):
    return a, b


def hold(a):
    return [a]


def hold_dict(a):
    return {"a": a}


def make():
    return torch.ones(3)


def bump(x):
    x += 1


def bump_all(xs):
    for x in xs:
        x.mul_(2)


def bump_dict(d):
    d["w"].add_(1)


def gen(*xs):
    for x in xs:
        yield x


class Lin(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.weight = nn.Parameter(torch.ones(3))
        self.register_buffer("buf", torch.ones(3))
        nn.init.constant_(self.fc.weight, 0.5)
        nn.init.constant_(self.fc.bias, 0.25)

    def forward(self, x):
        return self.fc(x) * self.weight + self.buf
"""
MADE = "w = torch.ones(3)\nb = torch.zeros(3)\n"

# By names: what is done with `w` and `b`, and what is looked at afterwards.
BODIES = {
    "held_list": ("held = [w]\nv = held[0]\nv += 1", "w"),
    "held_tuple_method": ("held = (w, b)\nheld[0].add_(1)", "w, b"),
    "for_list": ("for p in [w, b]:\n    p.mul_(2)\n    p.add_(1)", "w, b"),
    "for_tuple_aug": ("for p in (w, b):\n    p += 1", "w, b"),
    "for_enumerate": ("for i, p in enumerate([w, b]):\n    p += i + 1", "w, b"),
    "for_zip": ("for p, c in zip([w, b], [2.0, 3.0]):\n    p += c", "w, b"),
    "for_zip2": ("for p, q in zip([w], [b]):\n    q.copy_(p)", "w, b"),
    "for_zip_data": ("for p, q in zip([w], [b]):\n    q.data.copy_(p.data * 0.5)", "w, b"),
    "for_reversed": ("for p in reversed([w, b]):\n    p += 1", "w, b"),
    "for_chain": ("for p in itertools.chain([w], [b]):\n    p += 1", "w, b"),
    "for_sorted": ("for p in sorted([w, b], key=lambda t: t.sum().item()):\n    p += 1", "w, b"),
    "for_filter": ("for p in filter(lambda t: t is not None, [w, b]):\n    p += 1", "w, b"),
    "for_list_call": ("for p in list((w, b)):\n    p += 1", "w, b"),
    "for_gen": ("for p in gen(w, b):\n    p += 1", "w, b"),
    "for_genexp": ("for p in (t for t in (w, b)):\n    p += 1", "w, b"),
    "dict_sub": ("d = {'w': w}\nd['w'].add_(1)", "w"),
    "dict_call": ("d = dict(w=w)\nd['w'].add_(1)", "w"),
    "dict_values": ("d = {'w': w, 'b': b}\nfor v in d.values():\n    v += 1", "w, b"),
    "dict_items": ("d = {'w': w, 'b': b}\nfor k, v in d.items():\n    v += 1", "w, b"),
    "dict_get": ("d = {'w': w}\nd.get('w').add_(1)", "w"),
    "dict_get_name": ("d = {'w': w}\nv = d.get('w')\nv += 1", "w"),
    "dict_pop": ("d = {'w': w}\nv = d.pop('w')\nv += 1", "w"),
    "dict_set": ("d = {}\nd['w'] = w\nd['w'].add_(1)", "w"),
    "dict_set_read": ("d = {}\nd['w'] = w\nw += 1", "d['w']"),
    "dict_setdefault": ("d = {}\nd.setdefault('w', w).add_(1)", "w"),
    "dict_update": ("d = {}\nd.update({'w': w})\nd['w'].add_(1)", "w"),
    "dict_update_kw": ("d = {}\nd.update(w=w)\nd['w'].add_(1)", "w"),
    "dict_fromkeys": ("d = dict.fromkeys(['a', 'c'], w)\nd['a'] += 1", "w, d['c']"),
    "ordered": ("d = OrderedDict(w=w)\nd['w'].add_(1)", "w"),
    "ordered_pairs": ("d = OrderedDict([('w', w)])\nd['w'].add_(1)", "w"),
    "deque": ("d = deque()\nd.append(w)\nd[0].add_(1)", "w"),
    "unpack": ("pair = (w, b)\na, c = pair\nc += 2\na.zero_()", "w, b"),
    "unpack_direct": ("a, c = w, b\na += 1\nc += 2", "w, b"),
    "unpack_list": ("[a, c] = [w, b]\na += 1", "w, b"),
    "unpack_nested": ("(a, c), e = (w, b), w\na += 1\ne += 1", "w, b"),
    "swap": ("w, b = b, w\nw += 5", "w, b"),
    "nested": ("held = [{'a': (w, [b])}]\nheld[0]['a'][1][0].add_(3)", "w, b"),
    "nested_loop": ("held = [[w], [b]]\nfor row in held:\n    for p in row:\n        p += 1", "w, b"),
    "nested_dict_loop": (
        "held = {'x': {'w': w}, 'y': {'w': b}}\nfor k, d in held.items():\n    for n, p in d.items():\n        p += 1",
        "w, b",
    ),
    "comp_result": ("held = [p for p in (w, b)]\nheld[0] += 1", "w, b"),
    "comp_elements": ("held = [p for p in (w, b)]\nheld[0] += 1\nheld[1][0] = 5", "w, b, held[0]"),
    "display_elements": ("held = [w, b]\nheld[0] += 1\nheld[1] *= 2", "w, b, held[0]"),
    "comp_write": ("[p.add_(1) for p in (w, b)]", "w, b"),
    "comp_write_kept": ("held = [p.add_(1) for p in (w, b)]\nheld[0].mul_(3)", "w, b"),
    "dictcomp": ("held = {k: p for k, p in zip('ab', (w, b))}\nheld['a'] += 1", "w, b"),
    "setcomp": ("for p in {w, b}:\n    p += 1", "w, b"),
    "append": ("held = []\nheld.append(w)\nheld[0].add_(1)", "w"),
    "append_before": ("held = []\nheld.append(w)\nw += 1", "w, held[0]"),
    "append_loop": ("held = []\nfor i in range(3):\n    w += 1\n    held.append(w)", "held[0], held[1], held[2]"),
    "append_loop_copy": (
        "held = []\nfor i in range(3):\n    w += 1\n    held.append(w.clone())",
        "held[0], held[1], held[2]",
    ),
    "extend": ("held = []\nheld.extend([w, b])\nheld[1].add_(1)", "w, b"),
    "insert": ("held = []\nheld.insert(0, w)\nheld[0].add_(1)", "w"),
    "pop": ("held = [w, b]\nv = held.pop()\nv += 1", "w, b"),
    "slice": ("held = [w, b]\nfor p in held[1:]:\n    p += 1", "w, b"),
    "listcopy": ("held = [w, b]\nother = list(held)\nother[0] += 1", "w, held[0]"),
    "listcopy2": ("held = [w, b]\nother = held.copy()\nother[0].add_(1)", "w, held[0]"),
    "copycopy": ("held = [w, b]\nother = copy.copy(held)\nother[0].add_(1)", "w, held[0]"),
    "deepcopy": ("held = [w, b]\nother = copy.deepcopy(held)\nother[0].add_(1)", "w, held[0], other[0]"),
    "dictcopy": ("d = {'w': w}\ne = dict(d)\ne['w'].add_(1)", "w"),
    "dictspread": ("d = {'w': w}\ne = {**d, 'b': b}\ne['w'].add_(1)", "w"),
    "namedtuple": ("p = Pair(w, b)\np.w.add_(1)", "w, b"),
    "namedtuple_unpack": ("p = Pair(w=w, b=b)\nu, v = p\nu += 1", "w, b"),
    "namedtuple_name": ("p = Pair(w, b)\nu = p.w\nu += 1", "w, b"),
    "namedtuple_replace": ("p = Pair(w, b)\nq = p._replace(b=w)\nq.b.add_(1)", "w, b"),
    "namedtuple_loop": ("p = Pair(w, b)\nfor t in p:\n    t += 1", "w, b"),
    "dataclass": ("p = Data(w, b)\np.w.add_(1)", "w, b"),
    "dataclass_aug": ("p = Data(w, b)\np.w += 1", "w, b"),
    "plain": ("p = Plain(w)\np.w.add_(1)", "w"),
    "plain_aug": ("p = Plain(w)\np.w += 1", "w"),
    "plain_method": ("p = Plain(w)\np.bump()", "w"),
    "plain_get": ("p = Plain(w)\nv = p.get()\nv += 1", "w"),
    "plain_own": ("p = Plain(w)\nw += 1", "p.w"),
    "plain_own2": ("p = Plain(w)\nq = p.w\nq.add_(1)", "w, p.w"),
    "plain_two": ("p = Plain(w)\nq = Plain(w)\np.bump()", "q.w, w"),
    "plain_set": ("p = Box()\np.w = w\np.w += 1", "w"),
    "plain_set2": ("p = Box()\np.w = w\nw += 1", "p.w"),
    "simplens": ("p = SimpleNamespace(w=w)\np.w += 1", "w"),
    "simplens_get": ("p = SimpleNamespace(w=w)\ngetattr(p, 'w').add_(1)", "w"),
    "setattr": ("p = Box()\nsetattr(p, 'w', w)\np.w.add_(1)", "w"),
    "vars": ("p = Plain(w, b)\nfor v in vars(p).values():\n    v += 1", "w, b"),
    "name": ("v = w\nv += 1", "w"),
    "name_method": ("v = w\nv.add_(1)", "w"),
    "name_item": ("v = w\nv[0] = 5", "w"),
    "name_view": ("v = w[1:]\nv += 1", "w"),
    "name_view2": ("v = w.view(-1)\nv[0] = 3", "w"),
    "name_view3": ("v = w\nu = v[:2]\nu.zero_()", "w"),
    "view_then_write": ("v = w[1:]\nw += 1", "v"),
    "unbind2": ("m = torch.zeros(2, 2)\nfor r in m.unbind(0):\n    r += 1", "m"),
    "chunk": ("m = torch.zeros(4)\na, c = m.chunk(2)\na += 1", "m"),
    "split": ("m = torch.zeros(4)\nfor part in torch.split(m, 2):\n    part += 1", "m"),
    "rows": ("m = torch.zeros(2, 2)\nfor r in m:\n    r += 1", "m"),
    "rows_enum": ("m = torch.zeros(2, 2)\nfor i, r in enumerate(m):\n    r += i", "m"),
    "rows_zip": ("m = torch.zeros(2, 2)\nfor r, c in zip(m, [1, 2]):\n    r.fill_(c)", "m"),
    "rows_list": ("m = torch.zeros(2, 2)\nrows = list(m)\nrows[0] += 1", "m"),
    "rows_unpack": ("m = torch.zeros(2, 2)\nr, s = m\nr += 1", "m"),
    "ifexp": ("v = w if len(w) > 2 else b\nv += 1", "w, b"),
    "or": ("v = None or w\nv += 1", "w, b"),
    "walrus": ("if (v := w) is not None:\n    v += 1", "w"),
    "fn_first": ("v = first(w, b)\nv += 1", "w, b"),
    "fn_pick": ("v = pick([w, b], 1)\nv += 1", "w, b"),
    "fn_both": ("v, u = both(w, b)\nv += 1", "w, b"),
    "fn_hold": ("h = hold(w)\nh[0] += 1", "w, b"),
    "fn_hold_dict": ("h = hold_dict(w)\nh['a'].add_(1)", "w, b"),
    "fn_make": ("u = make()\nv = u\nv += 1", "u"),
    "fn_make_list": ("u = [make(), make()]\nv = u[0]\nv += 1", "u[0], u[1]"),
    "fn_bump": ("bump(w)", "w"),
    "fn_bump_list": ("held = [w]\nbump(held[0])", "w"),
    "fn_bump_all": ("bump_all([w, b])", "w"),
    "fn_bump_dict": ("bump_dict({'w': w})", "w"),
    "fn_bump_name": ("f = bump\nf(w)", "w"),
    "fn_partial": ("f = functools.partial(bump, w)\nf()", "w"),
    "fn_map": ("list(map(bump, [w, b]))", "w, b"),
    "fn_table": ("table = {'bump': bump}\ntable['bump'](w)", "w"),
    "fn_star": ("args = [w]\nbump(*args)", "w"),
    "fn_kwargs": ("kw = {'x': w}\nbump(**kw)", "w"),
    "lambda": ("f = lambda t: t.add_(1)\nf(w)", "w"),
    "lambda_ident": ("f = lambda t: t\nv = f(w)\nv += 1", "w"),
    "closure": ("def f():\n    w.add_(1)\nf()", "w"),
    "closure_aug": ("def f(t=w):\n    t += 1\nf()", "w"),
    "closure_list": ("def f():\n    for t in (w, b):\n        t += 1\nf()", "w, b"),
    "setattr_data": ("v = w.data\nv += 1", "w"),
    "detach": ("v = w.detach()\nv.add_(1)", "w"),
    "param_twice": ("p = nn.Parameter(b)\nq = nn.Parameter(b)\np.data += 1", "p, q, b"),
    "param_tensor": ("p = nn.Parameter(w)\nw += 1", "p"),
    "param_tensor2": ("p = nn.Parameter(w)\np.data.mul_(3)", "w"),
    "param_buffer": ("m = Lin()\nm.buf = b\nm.weight = nn.Parameter(b)\nm.weight.data.add_(1)", "m.buf, b"),
    "param_list": ("ps = [nn.Parameter(b) for _ in range(2)]\nps[0].data += 1", "ps[1], b"),
    "param_made": ("t = make()\np = nn.Parameter(t)\nq = nn.Parameter(t)\nq.data.zero_()", "p, t"),
    "buffer_share": ("m = Lin()\nm.register_buffer('n', w)\nm.register_buffer('o', w)\nm.n.add_(1)", "m.o, w"),
    "buffer_share2": ("m = Lin()\nm.register_buffer('n', w)\nw += 1", "m.n"),
    "buffer_set": ("m = Lin()\nm.buf = w\nw += 1", "m.buf"),
    "buffer_set2": ("m = Lin()\nm.buf = w\nm.buf += 1", "w"),
    "param_data_set": ("m = Lin()\nm.weight.data = w\nw += 1", "m.weight"),
    "two_models": ("m = Lin()\nn = Lin()\nm.weight.data = n.weight.data\nn.weight.data += 1", "m.weight"),
    "tie": ("m = Lin()\nn = Lin()\nm.weight = n.weight\nn.weight.data += 1", "m.weight"),
    "params_list": ("m = Lin()\nps = list(m.parameters())\nps[0].data += 1", "m.weight, m.fc.weight, m.fc.bias"),
    "params_dict": ("m = Lin()\nps = dict(m.named_parameters())\nps['weight'].data += 1", "m.weight"),
    "params_zip": (
        "m = Lin()\nn = Lin()\nfor p, q in zip(m.parameters(), n.parameters()):\n    q.data.copy_(p.data * 2)",
        "n.weight, n.fc.bias",
    ),
    "params_comp": (
        "m = Lin()\nn = Lin()\nold = [p.data for p in m.parameters()]\nfor p in m.parameters():\n    p.data += 1",
        "old[0]",
    ),
    "params_clone": (
        "m = Lin()\nold = [p.data.clone() for p in m.parameters()]\nfor p in m.parameters():\n    p.data += 1",
        "old[0], m.weight",
    ),
    "numpy_copy": ("m = Lin()\na = m.weight.detach().numpy().copy()\nm.weight.data += 1\na = a * 1", "a"),
    "sd_zip": (
        "m = Lin()\nn = Lin()\nfor a, c in zip(m.state_dict().values(), n.state_dict().values()):\n    c.copy_(a * 2)",
        "n.weight, n.buf",
    ),
    "lin_ident": ("ident = nn.Identity()\nv = ident(w)\nv += 1", "w"),
    "seq_empty": ("ident = nn.Sequential()\nv = ident(w)\nv += 1", "w"),
    "dropout_eval": ("drop = nn.Dropout().eval()\nv = drop(w)\nv += 1", "w"),
    "ident_view": ("flat = nn.Flatten(0)\nm = torch.zeros(2, 2)\nv = flat(m)\nv += 1", "m"),
    "mask": ("held = [w]\nheld[0][held[0] > 0] = 9", "w"),
    "item2": ("held = {'a': w}\nheld['a'][1:] = 4", "w"),
    "global_cls": ("Box.shared = w\nBox.shared += 1", "w"),
    "loop_carry": ("prev = w\nfor i in range(3):\n    prev += 1\n    prev = prev * 1", "w, prev"),
    "loop_last": ("last = None\nfor p in (w, b):\n    last = p\nlast += 1", "w, b"),
    "while_pop": ("todo = [w, b]\nwhile todo:\n    todo.pop().add_(1)", "w, b"),
    "try": ("try:\n    v = w\nexcept ValueError:\n    v = b\nv += 1", "w, b"),
    "with": ("with torch.no_grad():\n    for p in [w, b]:\n        p += 1", "w, b"),
    "min_key": ("v = min([w, b], key=lambda t: t.sum().item())\nv += 1", "w, b"),
    "next_iter": ("v = next(iter([w, b]))\nv += 1", "w, b"),
    "reduce": ("v = functools.reduce(lambda a, c: a.add_(c), [w, b + 2])", "w, v"),
    "sum_": ("v = w\nv = v + 1\nv += 1", "w, v"),
    "is_same": ("held = [w]\nv = held[0]\nv += 1", "torch.tensor(v is w), w"),
    "history": (
        "hist = []\nfor i in range(2):\n    w.mul_(2)\n    hist.append(w)\ntotal = sum(h.sum().item() for h in hist)\n",
        "torch.tensor(total)",
    ),
    "to_same": ("v = w.to(torch.float32)\nv += 1", "w"),
    "float_same": ("v = w.float()\nv += 1", "w"),
    "contig": ("v = w.contiguous()\nv += 1", "w"),
    "reshape_same": ("v = w.reshape(3)\nv += 1", "w"),
    "expand": ("v = b[:1].expand(3)\nb += 1", "v"),
    "T": ("m = torch.zeros(2, 3)\nv = m.T\nv[0] = 1", "m"),
    "chained": ("v = w.add_(1)\nv.mul_(3)", "w"),
    "chained_list": ("held = [w.add_(1)]\nheld[0].mul_(3)", "w"),
    "zeros_like": ("held = [torch.zeros_like(w)]\nv = held[0]\nv += 1", "held[0]"),
    "matrix_of": ("ms = [torch.zeros(2) for _ in range(2)]\nfor m in ms:\n    m += 1", "ms[0], ms[1]"),
    "matrix_of2": ("ms = [torch.zeros(2) for _ in range(2)]\nm = ms[0]\nm += 1", "ms[0], ms[1]"),
    "momentum": (
        "m = Lin()\nbufs = [torch.zeros_like(p) for p in m.parameters()]\nfor p, v in zip(m.parameters(), bufs):\n    v.mul_(0.9).add_(torch.ones_like(p))\n    p.data.sub_(0.1 * v)",
        "bufs[0], m.weight",
    ),
    "momentum_aug": (
        "m = Lin()\nbufs = [torch.zeros_like(p) for p in m.parameters()]\nfor p, v in zip(m.parameters(), bufs):\n    v *= 0.9\n    v += 1\n    p.data -= 0.1 * v",
        "bufs[0], m.weight",
    ),
    "ema_dict": (
        "m = Lin()\nema = {n: p.data.clone() for n, p in m.named_parameters()}\nm.weight.data += 1\nfor n, p in m.named_parameters():\n    ema[n].mul_(0.5).add_(0.5 * p.data)",
        "ema['weight']",
    ),
    "ema_dict_aug": (
        "m = Lin()\nema = {n: p.data.clone() for n, p in m.named_parameters()}\nm.weight.data += 1\nfor n, p in m.named_parameters():\n    e = ema[n]\n    e *= 0.5\n    e += 0.5 * p.data",
        "ema['weight']",
    ),
}

# Those of which, with arrays in the place of numbers, functions beside models compute what is written.
COMPUTED = (
    "for_gen", "for_genexp", "for_filter", "for_chain", "dict_fromkeys", "copycopy", "deepcopy", "namedtuple_unpack",
    "namedtuple_name", "namedtuple_loop", "plain_own2", "simplens_get", "setattr", "fn_first", "fn_pick", "fn_both",
    "fn_hold", "lambda_ident", "closure_aug", "buffer_share", "next_iter", "model_ident", "model_ident_m", "fn_arg",
    "fn_arg2",
)  # fmt: skip
