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
