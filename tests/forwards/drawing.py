"""Expressions of a random model, written from Python's and PyTorch's reference alone."""

from __future__ import annotations

import random
from typing import Any

from forwards.holding import ROWS, Helper, Parts, Scope, Shape, views


class Drawing:
    """Draws expressions."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.count = 0
        self.parts = Parts()
        self.functions: list[Helper] = []

    def chance(self, share: float) -> bool:
        return self.draw.random() < share

    def pick(self, choices: Any) -> Any:
        return self.draw.choice(list(choices))

    def name(self, stem: str = "v") -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def literal(self) -> str:
        return self.pick(["0.5", "-0.5", "1", "2", "0.25", "-1", "1.5"])

    def number(self, scope: Scope) -> str:
        """Something that is known while tracing."""
        named = scope.of("number")
        batched = [n for n in scope.of("float", "bool", "long") if scope.names[n].shape[:1] == ("B",)]
        choices = [self.literal, self.literal]
        if named:
            choices += [lambda: self.pick(named)] * 2
        if batched:
            base = self.pick(batched)
            choices += [
                lambda: self.pick([f"{base}.shape[0]", f"{base}.size(0)", f"len({base})", f"{base}.shape[0] // 2"])
            ]
        if scope.methods and self.parts.flags:
            choices += [lambda: f"({self.literal()} if self.{self.pick(self.parts.flags)} else {self.literal()})"]
        return self.pick(choices)()

    def shape_text(self, scope: Scope, shape: Shape) -> str | None:
        batched = [n for n in scope.of("float", "bool", "long") if scope.names[n].shape[:1] == ("B",)]
        if "B" in shape and not batched:
            return None
        texts = [
            self.pick(["{}.shape[0]", "{}.size(0)", "len({})"]).format(self.pick(batched)) if d == "B" else d
            for d in shape
        ]
        return ", ".join(texts)

    def made(self, scope: Scope, shape: Shape) -> str:
        """A new array."""
        same = scope.of("float", shape=shape)
        text = self.shape_text(scope, shape)
        if same and (text is None or self.chance(0.4)):
            return self.pick(
                [
                    "torch.zeros_like({})",
                    "torch.ones_like({})",
                    "{}.clone()",
                    "torch.full_like({}, 0.5)",
                    "torch.empty_like({}).fill_(1)",
                ]
            ).format(self.pick(same))
        if text is None:
            return "torch.zeros(())"
        if not shape:
            return self.pick(["torch.tensor(0.5)", "torch.zeros(())", "torch.ones(())"])
        return self.pick([f"torch.zeros({text})", f"torch.ones({text})", f"torch.full(({text},), 0.5)"])

    def mask(self, scope: Scope, shape: Shape) -> str:
        named = scope.of("bool", shape=shape)
        if named and self.chance(0.5):
            return self.pick([self.pick(named), f"~{self.pick(named)}"])
        one = self.tensor(scope, shape, 2)
        plain = f"({one} {self.pick(['>', '<', '>=', '!='])} {self.literal()})"
        return f"({plain} & {self.mask(scope, shape)})" if self.chance(0.15) else plain

    def viewed(self, scope: Scope, shape: Shape, *, written: bool = False) -> str | None:
        """A view that has this shape, of some name."""
        ways = [
            (n, t)
            for n, h in scope.names.items()
            if h.kind == "float" and not (written and h.fixed)
            for t, s in views(h.shape)
            if s == shape and (scope.methods or t != "{}.data")
        ]
        if not ways:
            return None
        n, t = self.pick(ways)
        return str(t.format(*[n] * t.count("{}")))

    def smaller(self, scope: Scope, shape: Shape, depth: int) -> str:
        """Something that broadcasts to this shape."""
        if self.chance(0.35):
            return self.number(scope)
        cut = self.pick([shape, shape, shape[1:], ()]) if shape else ()
        return self.tensor(scope, cut, depth)

    def tensor(self, scope: Scope, shape: Shape, depth: int = 0) -> str:
        """An expression of floats of this shape."""
        same = scope.of("float", shape=shape)
        if same and self.chance(0.25 + 0.3 * depth):
            return self.pick(same)
        if depth > 2:
            return self.pick(same) if same else self.viewed(scope, shape) or self.made(scope, shape)
        ways = [self.unary, self.unary, self.binary, self.binary, self.chosen]
        if self.chance(0.15):
            ways += [self.seen, self.seen]
        if shape == ROWS:
            ways += [self.called] * 4
        if len(shape) < 2:
            ways += [self.reduced] * 2
        return str(self.pick(ways)(scope, shape, depth + 1))

    def seen(self, scope: Scope, shape: Shape, depth: int) -> str:
        return self.viewed(scope, shape) or self.tensor(scope, shape, depth)

    def unary(self, scope: Scope, shape: Shape, depth: int) -> str:
        one = self.tensor(scope, shape, depth)
        ways = ["torch.tanh({})", "F.relu({})", "{}.clamp(-2, 2)", "torch.sigmoid({})", "-{}", "{}.abs()", "{}.clone()"]
        ways += [
            "torch.relu({})",
            "{}.masked_fill({} > 1, 0.5)",
            "{}.clamp(min=-1)",
            "{}.detach()",
            "{}.float()",
            "torch.sin({})",
        ]
        ways += [
            "{}.pow(2) * 0.25",
            "torch.clamp({}, max=1.5)",
            "({} > 0).float()",
            "{}.long().float()",
            "{} // 2",
            "{} % 3",
        ]
        if shape:
            ways += ["{}.cumsum(-1) * 0.25", "{}.softmax(-1)", "{}.flip(0)", "{}.roll(1, 0)", "{}.sort(-1).values"]
            ways += [
                "{} - {}.mean(-1, keepdim=True)",
                "{}[torch.arange(len({})) % 2]" if shape[0] == "B" else "{}.cummax(0).values",
            ]
        way = self.pick(ways)
        one = one if one.isidentifier() else f"({one})"
        return f"({way.format(*[one] * way.count('{}'))})"

    def binary(self, scope: Scope, shape: Shape, depth: int) -> str:
        one, other = self.tensor(scope, shape, depth), self.smaller(scope, shape, depth)
        if self.chance(0.2):
            same = self.tensor(scope, shape, depth)
            return self.pick(
                [
                    f"torch.maximum({one}, {same})",
                    f"torch.where({self.mask(scope, shape)}, {one}, {same})",
                    f"torch.add({one}, {same}, alpha=0.5)",
                ]
            )
        return f"({one} {self.pick('++-**')} {other})"

    def chosen(self, scope: Scope, shape: Shape, depth: int) -> str:
        return f"({self.tensor(scope, shape, depth)} if {self.test(scope)} else {self.tensor(scope, shape, depth)})"

    def reduced(self, scope: Scope, shape: Shape, depth: int) -> str:
        bigger = scope.of("float", shape=(*shape, "4")) or scope.of("float", shape=("B", *shape))
        if not bigger:
            return self.unary(scope, shape, depth)
        one = self.pick(bigger)
        if not shape:
            return self.pick([f"{one}.mean()", f"{one}.max()", f"{one}.sum() * 0.25"])
        dim = -1 if scope.names[one].shape == (*shape, "4") else 0
        return self.pick(
            [f"{one}.mean({dim})", f"{one}.sum(dim={dim}) * 0.25", f"{one}.max({dim}).values", f"{one}.amax(dim={dim})"]
        )

    def called(self, scope: Scope, shape: Shape, depth: int) -> str:
        helpers = [h for h in [*(self.parts.layers if scope.methods else []), *self.functions] if h.gives]
        if not helpers:
            return self.unary(scope, shape, depth)
        return self.call(scope, self.pick(helpers), depth)

    def call(self, scope: Scope, helper: Helper, depth: int) -> str:
        arguments = [self.tensor(scope, ROWS, depth) for _ in range(helper.arrays)]
        if helper.arrays > 1:
            arguments[1] = f"{arguments[1]} + 1"
        if helper.number and self.chance(0.5):
            arguments.append(self.pick(["k=", ""]) + self.number(scope))
        return f"{helper.call}({', '.join(arguments)})"

    def test(self, scope: Scope) -> str:
        """A condition: on shapes, the mode, flags, None, numbers, values."""
        ways = []
        arrays = [n for n in scope.of("float") if scope.names[n].shape]
        if arrays:
            one = self.pick(arrays)
            ways += [
                f"{one}.shape[0] > 2",
                f"{one}.dim() == 2",
                f"{one}.shape[0] % 2 == 0",
                f"{one}.sum() > 0",
                f"({one} > 1).any()",
                f"{one}.mean() < {self.literal()}",
                f"{one}.max().item() > 1",
            ]
        if scope.methods:
            ways += ["self.training", "not self.training"]
            ways += [f"self.{self.pick(self.parts.flags)}"] if self.parts.flags else []
            ways += [f"self.{self.pick(self.parts.numbers)} > 1"] if self.parts.numbers else []
            ways += [f"self.{self.pick(self.parts.maybe)} is None"] if self.parts.maybe else []
        ways += [f"{n} {self.pick(['>', '<='])} 1" for n in scope.of("number")[:2]]
        ways += [f"{n} is {self.pick(['', 'not '])}None" for n in scope.of("maybe")]
        ways += [f"len({n}) > 1" for n in scope.of("list")[:1]]
        first = self.pick(ways) if ways else "True"
        return f"{first} {self.pick(['and', 'or'])} {self.test(scope)}" if self.chance(0.1) else first
