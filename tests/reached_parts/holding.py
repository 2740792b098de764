"""How a model holds its parts: by attributes, in lists, dicts and chains, in parts of parts, under two names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

OUTER = """class Outer(nn.Module):
    def __init__(self, part):
        super().__init__()
        self.inner = part

    def forward(self, x):
        return self.inner(x)"""
USER = """class User(nn.Module):
    def __init__(self, part):
        super().__init__()
        self.part = part"""
GROUP = """class Group(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.members = nn.ModuleList([a, b])"""


@dataclass(frozen=True)
class Setup:
    """`start` are lines of the constructor, where $M0 and $M1 make parts, and `read` is what reads all their arrays.

    `paths` are expressions of the part of a place, and `keys` what `state_dict` calls the parts.
    """

    start: str
    paths: Callable[[int], list[str]]
    keys: tuple[str, ...]
    read: str
    classes: str = ""


def named(index: int) -> list[str]:
    name = ("one", "two")[index]
    return [
        f"self.{name}",
        f'getattr(self, "{name}")',
        f'self.get_submodule("{name}")',
        f'self._modules["{name}"]',
        f"list(self.children())[{index}]",
    ]


def listed(name: str) -> Callable[[int], list[str]]:
    return lambda index: [
        f"self.{name}[{index}]",
        f"list(self.{name})[{index}]",
        f"self.{name}[{index - 2}]",
        f"[q for q in self.{name}][{index}]",
        f"next(iter(self.{name}[{index}:]))",
    ]


def among_others(index: int) -> list[str]:
    place = 1 + 2 * index
    return [f"self.seq[{place}]", f"list(self.seq)[{place}]", f"self.seq[{place - 4}]"]


def keyed(index: int) -> list[str]:
    key = "ab"[index]
    return [
        f'self.d["{key}"]',
        f"list(self.d.values())[{index}]",
        f'dict(self.d.items())["{key}"]',
        f'self.get_submodule("d.{key}")',
    ]


def inner(index: int) -> list[str]:
    name = ("one", "two")[index]
    return [
        f"self.{name}.inner",
        f'self.get_submodule("{name}.inner")',
        f'getattr(self.{name}, "inner")',
        f"list(self.{name}.children())[0]",
    ]


def in_blocks(index: int) -> list[str]:
    return [
        f"self.blocks[{index}].inner",
        f'self.get_submodule("blocks.{index}.inner")',
        f"[b.inner for b in self.blocks][{index}]",
    ]


def in_group(index: int) -> list[str]:
    return [
        f"self.group.members[{index}]",
        f"list(self.group.members)[{index}]",
        f'getattr(self.group, "members")[{index}]',
    ]


SETUPS = {
    "plain": Setup(
        "self.one = $M0\nself.two = $M1",
        named,
        ("one", "two"),
        "(self.one.$A + 2 * self.two.$A)",
    ),
    "list": Setup(
        "self.parts = nn.ModuleList([$M0, $M1])",
        listed("parts"),
        ("parts.0", "parts.1"),
        "sum(q.$A for q in self.parts)",
    ),
    "loop": Setup(
        "self.parts = nn.ModuleList()\nfor i in range(2):\n    self.parts.append($M0)",
        listed("parts"),
        ("parts.0", "parts.1"),
        "torch.stack([q.$A for q in self.parts]).sum(0)",
    ),
    "dict": Setup(
        'self.d = nn.ModuleDict({"a": $M0, "b": $M1})',
        keyed,
        ("d.a", "d.b"),
        "sum(q.$A for q in self.d.values())",
    ),
    "seq": Setup(
        "self.seq = nn.Sequential($M0, $M1)",
        listed("seq"),
        ("seq.0", "seq.1"),
        "sum(q.$A for q in self.seq)",
    ),
    "mixed": Setup(
        "self.seq = nn.Sequential(nn.Tanh(), $M0, nn.ReLU(), $M1)",
        among_others,
        ("seq.1", "seq.3"),
        "(self.seq[1].$A + 2 * self.seq[3].$A)",
    ),
    "nested": Setup(
        "self.one = Outer($M0)\nself.two = Outer($M1)",
        inner,
        ("one.inner", "two.inner"),
        "(self.one.inner.$A + 2 * self.two.inner.$A)",
        OUTER,
    ),
    "chain": Setup(
        "self.one = Outer(Outer($M0))",
        lambda index: ["self.one.inner.inner", 'self.get_submodule("one.inner.inner")'],
        ("one.inner.inner",),
        "self.one.inner.inner.$A",
        OUTER,
    ),
    "blocks": Setup(
        "self.blocks = nn.ModuleList([Outer($M0), Outer($M1)])",
        in_blocks,
        ("blocks.0.inner", "blocks.1.inner"),
        "sum(b.inner.$A for b in self.blocks)",
        OUTER,
    ),
    "group": Setup(
        "self.group = Group($M0, $M1)",
        in_group,
        ("group.members.0", "group.members.1"),
        "sum(q.$A for q in self.group.members)",
        GROUP,
    ),
    "shared": Setup(
        "self.one = $M0\nself.user = User(self.one)",
        lambda index: ["self.one", "self.user.part", 'getattr(self, "one")'],
        ("one",),
        "self.user.part.$A",
        USER,
    ),
    "held": Setup(
        "self.one = $M0\nself.two = $M1\nself.both = (self.one, self.two)",
        lambda index: [f"self.{('one', 'two')[index]}", f"self.both[{index}]"],
        ("one", "two"),
        "sum(q.$A for q in self.both)",
    ),
    "aliased": Setup(
        "self.parts = nn.ModuleList([$M0, $M1])\nself.last = self.parts[-1]",
        lambda index: [f"self.parts[{index}]", "self.last" if index else "list(self.parts)[0]"],
        ("parts.0", "parts.1"),
        "(self.parts[0].$A + 2 * self.last.$A)",
    ),
    "dictlist": Setup(
        'self.d = nn.ModuleDict({"a": nn.ModuleList([$M0, $M1])})',
        lambda index: [f'self.d["a"][{index}]', f'list(self.d["a"])[{index}]'],
        ("d.a.0", "d.a.1"),
        'sum(q.$A for q in self.d["a"])',
    ),
    "twolists": Setup(
        "self.left = nn.ModuleList([$M0])\nself.right = nn.ModuleList([$M1])",
        lambda index: [f"self.{('left', 'right')[index]}[0]", f"list(self.{('left', 'right')[index]})[0]"],
        ("left.0", "right.0"),
        "(self.left[0].$A + 2 * self.right[0].$A)",
    ),
}
