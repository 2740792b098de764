"""Statements that keep arrays in lists and dicts, and read and write them there."""

from __future__ import annotations

from forwards.holding import ROWS, Held, Lines, Scope
from forwards.writes import Writes


class Containers(Writes):
    def listed(self, scope: Scope) -> Lines:
        names = scope.of("list")
        if not names or self.chance(0.2):
            name = self.name("outs")
            items = [self.tensor(scope, ROWS, 2) for _ in range(self.draw.randint(0, 2))]
            scope.names[name] = Held("list", ROWS)
            return [f"{name} = [{', '.join(items)}]", f"{name}.append({self.tensor(scope, ROWS, 2)})"]
        name = self.pick(names)
        element = f"{name}[{self.pick(['0', '-1'])}]"
        bound = self.name()
        ways = [
            [f"{name}.append({self.tensor(scope, ROWS, 1)})"],
            [f"{element} = {self.tensor(scope, ROWS, 1)}"],
            [f"{name}.insert(0, {self.tensor(scope, ROWS, 2)})"],
        ]
        ways += [
            self.method(scope, element, ROWS),
            [f"{element} {self.pick(['+=', '*='])} {self.smaller(scope, ROWS, 2)}"],
            [f"{element}[:, 0] = {self.literal()}"],
        ]
        ways += [
            [f"{name} = [{self.pick(['v + 1', 'v', 'torch.tanh(v)', 'v.clone()', 'v[...]'])} for v in {name}]"],
            [f"for v in {name}:", f"    {self.pick(['v += 1', 'v.mul_(2)', 'v[0] = 0.5', 'v.clamp_(-1, 1)'])}"],
        ]
        ways += [[f"{self.pick(scope.of('float', shape=ROWS))}.add_({element})"]]
        for value in (
            element,
            f"torch.stack({name}).mean(0)",
            f"sum({name})",
            f"torch.cat({name}, dim=1)[:, 1:5]",
            f"torch.stack({name}, 1)[:, 0]",
            f"sum(v for v in {name}) / len({name})",
        ):
            ways += [[f"{bound} = {value}"]]
        way = self.pick(ways)
        if way[0].startswith(f"{bound} ="):
            scope.names[bound] = Held("float", ROWS)
        return list(way)

    def dicted(self, scope: Scope) -> Lines:
        names = scope.of("dict")
        if not names or self.chance(0.2):
            name = self.name("feats")
            keys = ("a", "b")[: self.draw.randint(1, 2)]
            scope.names[name] = Held("dict", ROWS, keys=keys)
            entries = ", ".join(f'"{k}": {self.tensor(scope, ROWS, 2)}' for k in keys)
            return (
                [f"{name} = {{{entries}}}"]
                if self.chance(0.7)
                else [f"{name} = {{}}", *(f'{name}["{k}"] = {self.tensor(scope, ROWS, 2)}' for k in keys)]
            )
        name = self.pick(names)
        entry = f'{name}["{self.pick(scope.names[name].keys)}"]'
        bound = self.name()
        ways = [
            [f"{entry} = {self.tensor(scope, ROWS, 1)}"],
            self.method(scope, entry, ROWS),
            [f"{entry} {self.pick(['+=', '*='])} {self.smaller(scope, ROWS, 2)}"],
        ]
        ways += [[f"{entry}[:, 0] = {self.literal()}"]]
        turn = self.pick(["v += 1", f"{name}[key] = v * 2", "v.mul_(2)", f"{name}[key] += 1"])
        ways += [] if scope.depth else [[f"for key, v in {name}.items():", f"    {turn}"]]
        ways += [
            [f'{name}.update({{"c": {self.tensor(scope, ROWS, 2)}}})'],
            [f"{name} = {{k: v * 2 for k, v in {name}.items()}}"],
            [f"{name} = dict({name})"],
        ]
        for value in (
            entry,
            f"sum({name}.values())",
            f"torch.stack(list({name}.values())).sum(0)",
            f"{name}.get('a')",
            f"{name}.setdefault('d', {self.tensor(scope, ROWS, 2)})",
        ):
            ways += [[f"{bound} = {value}"]] * 2
        way = self.pick(ways)
        if way[0].startswith(f"{bound} ="):
            scope.names[bound] = Held("float", ROWS)
        return list(way)
