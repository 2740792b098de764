"""Statements that write in place, by every way that PyTorch has: into names, views, buffers, elements of lists."""

from __future__ import annotations

from forwards.drawing import Drawing
from forwards.holding import ROWS, Held, Lines, Scope, Shape, views


class Writes(Drawing):
    def writable(self, scope: Scope) -> list[str]:
        return [n for n in scope.of("float") if not scope.names[n].fixed]

    def write(self, scope: Scope) -> Lines:
        names = self.writable(scope)
        if not names:
            return []
        target = self.pick(names)
        shape = scope.names[target].shape
        if self.chance(0.3):
            way, inner = self.pick([v for v in views(shape) if scope.methods or v[0] != "{}.data"])
            seen = way.format(*[target] * way.count("{}"))
            if "[" in seen[-4:] and self.chance(0.5):
                operand = _apart(seen, self.smaller(scope, inner, 2))
                return [f"{seen} {self.pick(['=', '+=', '*='])} {operand}"]
            return self.method(scope, seen, inner)
        return self.pick(
            [
                self.operator,
                self.operator,
                self.method,
                self.method,
                self.element,
                self.element,
                self.function,
                self.masked,
            ]
        )(scope, target, shape)

    def operator(self, scope: Scope, target: str, shape: Shape) -> Lines:
        if "." in target and not target.startswith("self."):
            return self.method(scope, target, shape)
        return [f"{target} {self.pick(['+=', '-=', '*=', '+='])} {_apart(target, self.smaller(scope, shape, 2))}"]

    def method(self, scope: Scope, target: str, shape: Shape) -> Lines:
        one = _apart(target, self.smaller(scope, shape, 2))
        ways = [f"add_({one})", f"sub_({one})", f"mul_({self.number(scope)})", "zero_()", f"fill_({self.literal()})"]
        ways += ["clamp_(-1, 1)", "clamp_(min=0)", "tanh_()", "relu_()", "abs_()", "neg_()", "sigmoid_()", "div_(2)"]
        ways += [f"masked_fill_({self.mask(scope, shape)}, {self.literal()})", f"mul_(0.5).add_({one})"]
        ways += [f"copy_({_apart(target, self.tensor(scope, shape, 2))})"]
        ways += [f"add_({_apart(target, self.tensor(scope, shape, 2))}, alpha=0.5)"]
        ways += [f"lerp_({_apart(target, self.tensor(scope, shape, 2))}, 0.25)"]
        if shape[:1] in (("B",), ("4",)):
            ways += [
                f"index_fill_(0, torch.tensor([1, 0]), {self.literal()})",
                f"index_add_(0, torch.tensor([0, 1, 0]), {target}[[0, 1, 1]] * 0.5)",
            ]
        if len(shape) == 2:
            ways += (
                [
                    f"scatter_(1, torch.zeros({self.shape_text(scope, shape)}, dtype=torch.long)[:, :1], {self.literal()})"
                ]
                if self.shape_text(scope, shape)
                else []
            )
        call = f"{target}.{self.pick(ways)}"
        if self.chance(0.2) and scope.depth == 0:
            name = self.name()
            scope.names[name] = Held("float", shape, fixed=target.startswith("self."))
            return [f"{name} = {call}"]
        return [call]

    def element(self, scope: Scope, target: str, shape: Shape) -> Lines:
        if not shape:
            return self.operator(scope, target, shape)
        ways = [
            ("0", shape[1:]),
            ("-1", shape[1:]),
            (":1", ("1", *shape[1:])),
            ("...", shape),
            ("::2", ()),
            ("[1, 0]", shape[1:]),
        ]
        if len(shape) > 1:
            ways += [
                (":, 0", (shape[0], *shape[2:])),
                ("0, 1", shape[2:]),
                ("..., -1", shape[:-1]),
                (":, 1:", ()),
                ("1:, :1", ()),
            ]
        index, inner = self.pick(ways)
        return [f"{target}[{index}] {self.pick(['=', '=', '+=', '*='])} {self.smaller(scope, inner, 2)}"]

    def masked(self, scope: Scope, target: str, shape: Shape) -> Lines:
        mask = f"{target} > {self.literal()}" if self.chance(0.5) else self.mask(scope, shape)
        if self.chance(0.3):
            return [f"{target}[{mask}] = {self.pick(['-', '0.5 * ', ''])}{target}[{mask}]"]
        return [f"{target}[{mask}] {self.pick(['=', '=', '+=', '*='])} {self.literal()}"]

    def function(self, scope: Scope, target: str, shape: Shape) -> Lines:
        one = self.tensor(scope, shape, 2)
        ways = [
            f"F.relu({target}, inplace=True)",
            f"torch.relu_({target})",
            f"torch.add({one}, 1, out={target})",
            f"torch.tanh({target}, out={target})",
        ]
        ways += [
            f"torch.mul({one}, {self.tensor(scope, shape, 2)}, out={target})",
            f"F.leaky_relu({target}, 0.5, inplace=True)",
        ]
        changing = [h for h in [*(self.parts.layers if scope.methods else []), *self.functions] if h.arrays == 1]
        if changing and shape == ROWS:
            helper = self.pick(changing)
            ways += [f"{helper.call}({target})"] * 4
        way = self.pick(ways)
        return (
            [f"{target} = {way}"]
            if self.chance(0.15)
            and "out=" not in way
            and "self." not in target
            and not way.startswith(tuple(h.call for h in changing if not h.gives) or "!")
            else [way]
        )

    def buffered(self, scope: Scope) -> Lines:
        """Buffers and attributes, written in place or bound anew."""
        if not scope.methods:
            return self.write(scope)
        parts = self.parts
        ways: list[Lines] = []
        for name, shape in [*parts.buffers.items(), *parts.tensors.items()]:
            own = f"self.{name}"
            ways += [[f"{own} += {self.smaller(scope, shape, 2)}"], [f"{own} = {self.tensor(scope, shape, 1)}"]]
            ways += [
                [f"{own}.mul_(0.5).add_({self.tensor(scope, shape, 1)})"],
                [f"{own}.copy_({self.tensor(scope, shape, 1)})"],
            ]
            held = self.name()
            if shape:
                ways += [[f"{own}[0] {self.pick(['=', '+='])} {self.smaller(scope, shape[1:], 2)}"]]
                ways += [[f"{held} = {own}", f"{held}[-1] = {self.literal()}"]]
            ways += [[f"{held} = {own}", *self.method(scope, held, shape)]]
        for name in parts.numbers:
            ways += [[f"self.{name} {self.pick(['+=', '='])} {self.pick(['1', '2', '0'])}"]]
        for name in parts.maybe:
            kept = self.tensor(scope, ROWS, 1)
            ways += [[f"self.{name} = {kept}"], [f"if self.{name} is None:", f"    self.{name} = {kept}"]]
            ways += (
                [[f"if self.{name} is not None and len(self.{name}) == len(x):", f"    x = x + self.{name}"]]
                if "x" in scope.names
                else []
            )
        return list(self.pick(ways)) if ways else self.write(scope)


def _apart(target: str, operand: str) -> str:
    """The operand, which is a copy where it might be a part of what is written: PyTorch says nothing of what is read
    then."""
    are_names = all(part.isidentifier() for text in (target, operand) for part in text.split("."))
    return operand if are_names else f"(({operand}) + 0)"
