"""Random models: parts with state, helpers that write into what they get, a class, its constructor and its `forward`.

Not drawn, as what comes of it is not mended yet:
- `t.data`, and `t[0] = 1` of one element, in a function that names nothing of the framework: it stays as it is, and raises;
- `for key, v in features.items()` with writes in a branch or loop: in one that is compiled it raises TypeError;
- `try` in a function beside models, which stays Python then: what it writes into raises.
"""

from __future__ import annotations

from dataclasses import dataclass

from forwards.blocks import Blocks
from forwards.holding import FEATURES, ROWS, Held, Helper, Lines, Parts, Scope, indented

HEAD = "from collections import namedtuple\nfrom dataclasses import dataclass\n\nimport torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n"


@dataclass(frozen=True)
class Call:
    """One call of the model: its mode, its batch, which arguments it is given, and how many features they have."""

    training: bool
    batch: int
    arguments: tuple[str, ...]
    features: int = 4


@dataclass(frozen=True)
class Program:
    """A module's text, whose `Net()` is called in this order."""

    seed: int
    source: str
    calls: tuple[Call, ...]


class Module(Blocks):
    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.early = self.chance(0.3)  # some return from a branch
        self.form = self.pick(["one", "one", "tuple", "dict", "list", "many", "named", "data"])

    # parts of the constructor

    def constructor(self, parts: Parts, small: bool = False) -> Lines:
        lines: Lines = ["super().__init__()"]
        for _ in range(self.draw.randint(1, 2 if small else 4)):
            lines += self.layer(parts)
        for _ in range(self.draw.randint(0, 1 if small else 2)):
            name, shape = self.name("mean"), self.pick([FEATURES, FEATURES, (), ("1", "4")])
            parts.buffers[name] = shape
            made = self.pick(["torch.zeros({})", "torch.ones({})", "torch.full({}, 0.5)"]).format(
                f"({', '.join(shape)}{',' if shape else ''})"
            )
            lines.append(f'self.register_buffer("{name}", {made}{self.pick(["", "", ", persistent=False"])})')
        if self.chance(0.25):
            parts.buffers["steps"] = ()
            lines.append('self.register_buffer("steps", torch.tensor(0.0))')
        if self.chance(0.5):
            name = self.name("scale")
            parts.parameters[name] = FEATURES
            lines.append(f"self.{name} = nn.Parameter(torch.ones(4))")
            if self.chance(0.2):
                lines.append(f"nn.init.{self.pick(['zeros_', 'ones_'])}(self.{name})")
        if self.chance(0.5):
            parts.numbers.append("count")
            lines.append(f"self.count = {self.pick(['0', '1', '2', '0.5'])}")
        if self.chance(0.4):
            parts.flags.append("flag")
            lines.append(f"self.flag = {self.pick(['True', 'False'])}")
        if self.chance(0.25):
            parts.tensors["table"] = FEATURES
            lines.append("self.table = torch.ones(4)")
        if self.chance(0.3):
            parts.maybe.append("cache")
            lines.append(self.pick(["self.cache = None", 'self.register_buffer("cache", None)']))
        return lines

    def layer(self, parts: Parts) -> Lines:
        name = self.name("part")
        made = {
            "linear": "nn.Linear(4, 4)",
            "norm": "nn.LayerNorm(4)",
            "batch": "nn.BatchNorm1d(4)",
            "relu": f"nn.ReLU(inplace={self.chance(0.6)})",
            "identity": "nn.Identity()",
            "chain": f"nn.Sequential(nn.Linear(4, 4), nn.ReLU(inplace={self.chance(0.6)}), {self.pick(['nn.Linear(4, 4)', 'nn.Identity()', 'nn.BatchNorm1d(4)'])})",
            "relus": "nn.Sequential(nn.ReLU(inplace=True), nn.Linear(4, 4))",
        }
        kinds = [*made, "linear", "list", "dict", "shared", "tied", "block", "block", "block", "listed"]
        kind = self.pick(kinds)
        block = self.pick(self.classes) + "()" if self.classes else "nn.Linear(4, 4)"
        if kind in ("block",):
            made["block"] = block
        if kind == "shared":
            if not parts.layers:
                return self.layer(parts)
            made["shared"] = self.pick(parts.layers).call
        if kind == "list":
            parts.lists.append(name)
            return [
                f"self.{name} = nn.ModuleList({self.pick([f'[{block} for _ in range(2)]', '[nn.Linear(4, 4), nn.ReLU(inplace=True)]', f'[{block}, nn.Linear(4, 4)]'])})"
            ]
        if kind == "listed":
            parts.lists.append(name)
            return [
                f"self.{name} = nn.ModuleList()",
                "for i in range(3):",
                f"    self.{name}.append({self.pick([block, 'nn.Linear(4, 4) if i else nn.Identity()'])})",
            ]
        if kind == "dict":
            parts.dicts.append(name)
            return [f'self.{name} = nn.ModuleDict({{"a": nn.Linear(4, 4), "b": {block}}})']
        parts.layers.append(Helper(f"self.{name}"))
        if kind == "tied":
            other = self.name("part")
            parts.layers.append(Helper(f"self.{other}"))
            return [
                f"self.{name} = nn.Linear(4, 4)",
                f"self.{other} = nn.Linear(4, 4)",
                f"self.{other}.weight = self.{name}.weight",
            ]
        return [f"self.{name} = {made[kind]}"]

    # functions, methods, classes

    def held(self, parts: Parts) -> dict[str, Held]:
        """What names of self hold."""
        names = {f"self.{n}": Held("float", s) for n, s in [*parts.buffers.items(), *parts.tensors.items()]}
        names |= {f"self.{n}": Held("float", s, fixed=self.chance(0.8)) for n, s in parts.parameters.items()}
        return names | {f"self.{n}": Held("number") for n in parts.numbers}

    def helper(self, method: bool, parts: Parts) -> tuple[Helper, Lines]:
        name = self.name("step" if method else "change")
        arrays = self.pick([1, 1, 2])
        letters = ["t", "u"][:arrays]
        kind = self.pick(["", "", "", "@staticmethod", "@classmethod"]) if method else ""
        own = method and not kind
        names = {letter: Held("float", ROWS) for letter in letters}
        parameters = [{"": "self", "@classmethod": "cls"}.get(kind, "")] if method and kind != "@staticmethod" else []
        parameters += letters
        number = self.chance(0.4)
        if number:
            parameters.append("k=0.5")
            names["k"] = Held("number")
        names |= self.held(parts) if own else {}
        held, self.parts = self.parts, parts if own else Parts()
        scope = Scope(names, depth=1, function=name, methods=own)
        body = self.block(scope, self.draw.randint(1, 3))
        if not method:
            body.insert(0, "torch.ones(())")
        gives = self.chance(0.7)
        if gives:
            body.append(f"return {self.pick(['t', 't', self.tensor(scope, ROWS, 1), self.viewed(scope, ROWS) or 't'])}")
        self.parts = held
        call = f"self.{name}" if method else name
        head = [kind] if kind else []
        return Helper(call, gives, arrays, number), [*head, f"def {name}({', '.join(parameters)}):", *indented(body)]

    def class_block(self) -> Lines:
        """A part of the model with a `forward` of its own."""
        name = self.name("Block")
        parts = Parts()
        lines = self.constructor(parts, small=True)
        held, self.parts = self.parts, parts
        scope = Scope({"x": Held("float", ROWS), **self.held(parts)}, depth=1, function=name)
        body = self.block(scope, self.draw.randint(1, 3))
        body.append(f"return {self.pick(['x', self.tensor(scope, ROWS, 1), f'x + {self.tensor(scope, ROWS, 1)}'])}")
        self.parts = held
        self.classes.append(name)
        return [
            f"class {name}(nn.Module):",
            "    def __init__(self):",
            *indented(lines, 2),
            "",
            "    def forward(self, x):",
            *indented(body, 2),
            "",
            "",
        ]

    def prop(self, parts: Parts) -> Lines:
        choices = [f"self.{n}" for n, s in [*parts.buffers.items(), *parts.parameters.items()] if s == FEATURES]
        choices += [f"{c} * 2" for c in choices]
        if not choices:
            return []
        parts.parameters["gain"] = FEATURES
        return ["", "@property", "def gain(self):", f"    return {self.pick(choices)}"]

    def result(self, scope: Scope) -> str:
        one, other = self.tensor(scope, ROWS, 2), self.tensor(scope, ROWS, 2)
        names = [n for n in scope.of("float", "long", "bool") if n not in ("x", "y")]
        kept = self.draw.sample(names, min(4, len(names))) or ["x"]
        if scope.depth or self.early:  # all give as many
            kept = [one, other, self.tensor(scope, ROWS, 2)]
        lists = scope.of("list")
        texts = {
            "one": f"return {one}",
            "tuple": f"return {one}, ({', '.join(kept)},)",
            "dict": f'return {{"out": {one}, "more": [{", ".join(kept)}]}}',
            "list": f"return [{one}, {other}]",
            "many": f"return {', '.join(kept)},",
            "named": f"return Pair({one}, {other})",
            "data": f"return Out(first={one}, second={other})",
        }
        if lists and not scope.depth and self.chance(0.3):
            return f"return {one}, {lists[0]}"
        return texts[self.form]

    def module(self) -> Program:
        self.classes: list[str] = []
        lines: Lines = []
        if self.form == "named":
            lines += ['Pair = namedtuple("Pair", ["first", "second"])', "", ""]
        if self.form == "data":
            lines += ["@dataclass", "class Out:", "    first: torch.Tensor", "    second: torch.Tensor", "", ""]
        for _ in range(self.draw.randint(0, 2)):
            helper, text = self.helper(False, Parts())
            self.functions.append(helper)
            lines += [*text, "", ""]
        for _ in range(self.draw.randint(0, 2)):
            lines += self.class_block()
        parts = self.parts = Parts()
        body = self.constructor(parts)
        base = "nn.Module"
        methods: Lines = []
        for _ in range(self.draw.randint(0, 2)):
            helper, text = self.helper(True, parts)
            parts.layers.append(helper)
            methods += ["", *text]
        methods += self.prop(parts) if self.chance(0.2) else []
        if self.chance(0.2):
            base = "Base"
            first = self.block(Scope({"x": Held("float", ROWS)}, depth=1, function="base", methods=False), 2)
            helper, text = self.helper(True, Parts())
            parts.layers += [Helper("super().forward"), helper]
            start = ["super().__init__()", "self.fc = nn.Linear(4, 4)"]
            lines += [
                "class Base(nn.Module):",
                "    def __init__(self):",
                *indented(start, 2),
                "",
                *indented(text),
                "",
                "    def forward(self, x):",
                *indented(first, 2),
                "        return self.fc(x)",
                "",
                "",
            ]
        lines += [f"class Net({base}):", "    def __init__(self):", *indented(body, 2), *indented(methods), ""]
        return self.finished(lines, parts)

    def finished(self, lines: Lines, parts: Parts) -> Program:
        parameters = ["self", "x"]
        names = {"x": Held("float", ROWS), **self.held(parts)}
        given: list[list[str]] = [["x"], ["x"], ["x"], ["x"]]
        if self.chance(0.5):
            parameters.append(self.pick(["y", "y=None", "*rest"]))
            if parameters[-1] != "y":
                names["y"] = Held("maybe", ROWS)
            if parameters[-1] == "y=None":
                given[1].append("y")
            else:
                given = [["x", "y"] for _ in range(4)]
                names["y"] = Held("float", ROWS)
        if self.chance(0.4):
            parameters.append(self.pick(["k=2", "k=0.5", "*, k=1"]) if parameters[-1] != "*rest" else "k=1")
            names["k"] = Held("number")
            given[2].append("k=3")
        scope = Scope(names)
        start: Lines = []
        if "*rest" in parameters:
            start += ["y = rest[0]"]
        if names.get("y") and names["y"].kind == "maybe" and self.chance(0.6):
            start += ["if y is None:", f"    y = {self.pick(['x', 'torch.zeros_like(x)', 'x[...]', 'x * 2'])}"]
            names["y"] = Held("float", ROWS)
        if self.chance(0.3):
            start += ["x = x.clone()"]
        start += self.block(scope, self.draw.randint(2, 6))
        start.append(self.result(scope))
        lines += [f"    def forward({', '.join(parameters)}):", *indented(start, 2)]
        calls = [(False, 2), (False, 2), (True, 2), (True, 3)]
        return Program(
            0,
            HEAD + "\n" + "\n".join(lines) + "\n",
            tuple(Call(t, b, tuple(g)) for (t, b), g in zip(calls, given, strict=True)),
        )
