"""Models whose attributes share memory, of which one is set to another array, or written into, while the model runs."""

import itertools
import textwrap

PAIRS = {
    "a parameter and a buffer": "b = ONES\nself.p = nn.Parameter(b)\nself.register_buffer('q', b)",
    "a buffer and a parameter": "b = ONES\nself.register_buffer('q', b)\nself.p = nn.Parameter(b)",
    "a parameter and its data": "self.p = nn.Parameter(ONES)\nself.register_buffer('q', self.p.data)",
    "a parameter, detached": "self.p = nn.Parameter(make())\nself.register_buffer('q', self.p.detach())",
    "a parameter of a buffer": "self.register_buffer('q', ONES)\nself.p = nn.Parameter(self.q)",
    "two buffers": "b = ONES\nself.register_buffer('p', b)\nself.register_buffer('q', b)",
    "one buffer": "self.register_buffer('p', ONES)\nself.register_buffer('q', self.p)",
    "a buffer and a name": "self.register_buffer('p', ONES)\nself.q = self.p",
    "a copy": "self.p = nn.Parameter(ONES)\nself.register_buffer('q', self.p.detach().clone())",
}
WRITES = {
    "set": "self.q = self.q + x",
    "set in training": "if self.training:\n    self.q = self.q * 0.5 + x",
    "set, then written": "self.q = self.q * 2\nself.q.add_(x)",
}
# Where one is written in place; the others are refused (HYB303).
WRITTEN = ("a parameter and a buffer", "a buffer and a parameter", "a parameter of a buffer", "a copy")
OF_PARAMETERS = {
    "data set": "self.p.data = self.p.data + x",
    "written": "self.q.add_(x)",
}
APART = """
class Kept(BASE):
    def __init__(self):
        super().__init__()
        self.register_buffer("q", ONES)

    def forward(self, x):
        self.q = self.q * 0.5 + x
        return self.q + x


def kept():
    net, x = Kept(), ONES
    before = net.state_dict()
    given = net(x)
    return [given, before["q"] * 1, net.q * 1]


def ended():
    net, x = M0WRITTEN(), ONES
    net(x)
    net.q = ONES * 0
    return [net(x), net.p * 1, net.q * 1, net(x), net.p * 1]
"""


def program(head, base, ones):
    """A file of models, and of functions that give what they show over three calls."""
    cases = [
        *itertools.product(PAIRS, WRITES),
        *((pair, write) for pair in PAIRS if "nn.Parameter" in PAIRS[pair] for write in OF_PARAMETERS),
    ]
    cases = [c for c in cases if c[0] in WRITTEN or "written" not in c[1]]
    text = f"{head}\n\ndef make():\n    return ONES\n"
    names = []
    for place, (pair, write) in enumerate(cases):
        names.append(f"N{place}")
        body = {**WRITES, **OF_PARAMETERS}[write]
        text += f"\n\nclass N{place}(BASE):\n    def __init__(self):\n        super().__init__()\n"
        text += textwrap.indent(PAIRS[pair], " " * 8) + "\n\n    def forward(self, x):\n"
        text += textwrap.indent(body, " " * 8) + "\n        return self.p * 10 + self.q + x\n"
    written = names[cases.index(("a parameter and a buffer", "written"))]
    text += APART.replace("M0WRITTEN", written)
    text += "\n\ndef shown(make):  # hybridc: host\n    net, x, given = make(), ONES, []\n    for _ in range(3):\n"
    text += "        given += [net(x), net.p * 1, net.q * 1]\n    return given\n\n\nout = {}\n"
    text += "".join(f"out[{case!r}] = shown({name})\n" for case, name in zip(cases, names, strict=True))
    text += "out['kept'] = kept()\nout['ended'] = ended()\n"
    return text.replace("BASE", base).replace("ONES", ones)


# What code around a model keeps of an attribute; `{q}` has a name of its own in each program, as files are read whole.
KEPT = {
    "a name": ("o = net.{q}", "o"),
    "a view": ("o = net.{q}.VIEW", "o"),
    "a slice": ("o = net.{q}[:2]", "o"),
    "detached": ("o = net.{q}.detach()", "o"),
    "an object": ("bag = Bag()\nbag.o = net.{q}", "bag.o"),
    "a list": ("bag = [net.{q}]", "bag[0]"),
    "a dict": ("bag = {{'k': net.{q}}}", "bag['k']"),
    "a call": ("bag = []\nkeep(bag, net.{q})", "bag[0]"),
    "named_buffers": ("bag = dict(net.named_buffers())", "bag['{q}']"),
    "a method": ("o = net.own()", "o"),
}
EXCHANGED = {
    "operator": "{h}.{q} += x",
    "element": "{h}.{q}[1:] *= 2.0\n{h}.{q}[0] = 3.0",
    "method": "{h}.{q}.add_(x)",
    "set": "{h}.{q} = {h}.{q} + x",
    "set, then written": "{h}.{q} = {h}.{q} * 2\n{h}.{q}.add_(x)",
    "data set": "{h}.{q}.data = {h}.{q}.data * 2",
}
WHERE = "forward", "method", "host"
MADE = {"a buffer": "self.register_buffer('{q}', ONES)", "an attribute": "self.{q} = ONES"}
HELD = """
class N{place}(BASE):
    def __init__(self):
        super().__init__()
        {make}

    def own(self):
        return self.{q}

    def forward(self, x):{forward}
        return self.{q} * 2 + x

    def step(self, x):{method}
        return self.{q} * 2 + x


def shown{place}():  # hybridc: host
    net, x, out = N{place}(), ONES, []
    {keep}
    for _ in range(2):{host}
        out += [net(x), net.{q} * 1, {read} * 1]
    return out


out[{case!r}] = shown{place}()
"""


def kept_program(head, base, ones, view):
    """A file of models, and of code that keeps what an attribute holds before it is set, and shows it afterwards."""
    text = f"{head}\n\nout = {{}}\n\n\nclass Bag:\n    pass\n\n\ndef keep(bag, v):\n    bag.append(v)\n\n"
    for place, case in enumerate(itertools.product(MADE, KEPT, EXCHANGED, WHERE)):
        made, kept, write, where = case
        if (made == "an attribute" and kept == "named_buffers") or (write == "data set" and kept == "a view"):
            continue  # Paddle's reshape gives a view that goes with the data
        if place % 5 and (place % 2 or kept != "a name"):
            continue  # a fourth of them
        q, body = f"q{place}", EXCHANGED[write]
        indent = 8 * " "
        filled = dict.fromkeys(WHERE, "")
        lines = body.format(h="net" if where == "host" else "self", q=q) + ("\nnet.step(x)" * (where == "host"))
        filled[where] = "\n" + textwrap.indent(lines, indent)
        filled["host"] += "" if where != "method" else f"\n{indent}net.step(x)"
        keep, read = (each.format(q=q) for each in KEPT[kept])
        make = MADE[made].format(q=q)
        text += HELD.format(
            place=place, q=q, case=case, make=make, keep=keep.replace("\n", "\n    "), read=read, **filled
        )
    return text.replace("BASE", base).replace("ONES", ones).replace("VIEW", view)
