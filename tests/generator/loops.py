"""Writes loops that end, their exits, and the lists that they append to."""

from __future__ import annotations

from expressions import LENGTH
from scope import Scope
from statements import Statement
from tables import Tables
from turns import Turns, over_arrays, over_integers


class Loops(Tables):
    def statements(self, size: int) -> dict[str, Statement]:
        options = super().statements(size)
        if size > 1 and self.scope.loops < 2:
            options |= {"for": self.for_loop, "while": self.while_loop, "appended list": self.appended_list}
        return options

    def turns(self, fixed: bool = False) -> Turns:
        """What a `for` goes over; with `fixed`, it has as many turns as an array has items."""
        number = self.fresh("")
        i, v, w = f"i{number}", f"v{number}", f"w{number}"
        bound = self.some_integer()
        parameter = "n" if "n" in self.scope.integers else bound
        bounds = [parameter, f"1, {parameter} + 1", f"min({bound}, 5)", f"{bound} % 4"]
        options = over_integers(i, fixed, bounds, [f"{bound} % 2 + 1", f"min(abs({bound}), 2) + 1"])
        if self.scope.arrays:
            one, other = self.rng.choice(self.scope.arrays), self.rng.choice(self.scope.arrays)
            for construct, turns in over_arrays(i, v, w, fixed, one, other).items():
                options.setdefault(construct, []).extend(turns)
        if self.scope.lists and not fixed:
            options["list items"] = [Turns(f"{v} in {self.rng.choice(self.scope.lists)}", (v,))]
        if self.scope.tables:
            options["table items"] = [Turns(f"{v} in {self.rng.choice(self.scope.tables)}", (v,))]
        return self.rng.choice(self.language.choose(options))

    def some_integer(self) -> str:
        return self.rng.choice([name for name in self.scope.integers if name.isidentifier()] or ["3"])

    def body(self, turns: Turns, exits: list[str]) -> Scope:
        """What is known in the body of a loop."""
        scope = self.scope.inner()
        scope.floats += turns.floats
        scope.integers += turns.integers
        scope.naturals += turns.integers
        scope.indices += turns.indices
        scope.exits = exits
        scope.loops += 1
        scope.blocks += 1
        return scope

    def for_loop(self, size: int) -> int:
        turns = self.turns()
        after = self.language.happens("name of a loop after it")
        if after and not turns.surely:
            self.write(f"{turns.integers[0]} = 0")
        self.write(f"for {turns.header}:")
        start = len(self.lines)
        first_set = None
        with self.inside(self.body(turns, ["break", "continue"])):
            if turns.surely and self.language.happens("first set in a loop"):
                first_set = self.fresh("r")
                self.write(f"{first_set} = {self.number()}")
                self.scope.bind_float(first_set)
            spent = self.block(size - 1)
        self.loop_else(start)
        if after:
            self.scope.floats += turns.floats
            self.scope.integers += turns.integers
            self.scope.indices += turns.indices
        if first_set:
            self.scope.bind_float(first_set)
        return spent + 1

    def loop_else(self, start: int) -> None:
        """An `else` of the loop whose body starts at a line, where a `break` in it makes a difference."""
        if any(line.strip() == "break" for line in self.lines[start:]) and self.language.happens("loop else"):
            self.write("else:")
            self.side(2)

    def while_loop(self, size: int) -> int:
        options = {
            "counter": self.counted_while, "countdown": self.countdown, "while True": self.endless_while,
            "walrus while": self.walrus_while, "guarded while": self.guarded_while,
            "walrus behind and in while": self.walrus_behind_while,
        }  # fmt: skip
        if not self.scope.arrays:
            del options["guarded while"]
        if not self.ways_out_of_endless():
            del options["while True"]
        counter = self.fresh("c")
        start = len(self.lines)
        spent = self.language.choose(options)(counter, size - 1)
        self.loop_else(start)
        if self.language.happens("name of a loop after it"):
            self.scope.integers.append(counter)
        return spent + 2

    def limit(self) -> int:
        return self.rng.randint(2, LENGTH)

    def extra(self) -> str:
        return f" and ({self.condition()})" if self.language.happens("while and") else ""

    def turns_of(
        self,
        counter: str,
        size: int,
        before: str = "",
        after: str = "",
        index: bool = True,
        floats: tuple[str, ...] = (),
    ) -> int:
        """The body of a `while`, its counter changed before or after the rest of it."""
        exits = ["break"] if after else ["break", "continue"]
        indices = (counter,) if index else ()
        with self.inside(self.body(Turns("", floats, (counter,), indices), exits)):
            for line in before.splitlines():
                self.write(line)
            spent = self.block(size)
            if after:
                self.write(after)
        return spent

    def counted_while(self, counter: str, size: int) -> int:
        self.write(f"{counter} = 0")
        if self.rng.random() < 0.5:
            self.write(f"while {counter} < {self.limit()}{self.extra()}:")
            return self.turns_of(counter, size, after=f"{counter} += 1")
        self.write(f"while {counter} < {self.limit() - 1}{self.extra()}:")
        return self.turns_of(counter, size, before=f"{counter} += 1")

    def countdown(self, counter: str, size: int) -> int:
        bound = self.some_integer()
        self.write(f"{counter} = {self.rng.choice([f'min({bound}, 5)', f'{bound} % 5'])}")
        self.write(f"while {counter} > 0{self.extra()}:")
        return self.turns_of(counter, size, before=f"{counter} -= 1", index=False)

    def ways_out_of_endless(self) -> list[str]:
        return self.language.among(["break", *["return"] * bool(self.scope.results)])

    def endless_while(self, counter: str, size: int) -> int:
        self.write(f"{counter} = 0")
        self.write("while True:")
        ways = self.ways_out_of_endless()
        leave = self.returned() if ways[-1] == "return" and (len(ways) == 1 or self.rng.random() < 0.2) else "break"
        stop = f"if {counter} >= {self.limit()}:\n    {leave}"
        return self.turns_of(counter, size, before=f"{counter} += 1\n{stop}")

    def walrus_while(self, counter: str, size: int) -> int:
        self.write(f"{counter} = {self.rng.choice(['0', '-1'])}")
        self.write(f"while ({counter} := {counter} + 1) < {self.limit()}{self.extra()}:")
        return self.turns_of(counter, size)

    def walrus_behind_while(self, counter: str, size: int) -> int:
        name = self.fresh("w")
        self.write(f"{counter} = 0")
        first = f"{counter} != {self.limit()}"
        self.write(f"while {first} and ({name} := {self.number()}) {self.operator()} {self.constant()}:")
        return self.turns_of(counter, size, after=f"{counter} += 1", floats=(name,))

    def guarded_while(self, counter: str, size: int) -> int:
        array = self.rng.choice(self.scope.arrays)
        self.write(f"{counter} = 0")
        self.write(f"while {counter} < len({array}) and {array}[{counter}] {self.operator()} {self.atom()}:")
        return self.turns_of(counter, size, after=f"{counter} += 1")

    def appended_list(self, size: int) -> int:
        """A list that gets an item in each turn, and what is done with it after the loop."""
        name = self.fresh("hs")
        use = self.language.choose({n: n for n in ("stacked", "summed", "indexed", "row", "row without a copy")})
        item = {"row without a copy": "{array}", "row": "{array} * {atom}"}.get(use, "{number}")
        arrays = self.scope.stored or self.scope.arrays
        if use == "row without a copy":  # no later write may show in the list
            arrays = [a for a in self.scope.arrays if a not in self.scope.stored]
        if not arrays and use.startswith("row"):
            return self.assignment(1)
        turns = self.turns(fixed=True)
        self.write(f"{name} = []")
        self.write(f"for {turns.header}:")
        with self.inside(self.body(turns, [])):
            spent = self.block(size - 1) if size > 2 else 0
            array = self.rng.choice(arrays) if arrays else ""
            self.write(f"{name}.append({item.format(array=array, atom=self.atom(), number=self.number())})")
        self.used_list(name, use)
        return spent + 3

    def used_list(self, name: str, use: str) -> None:
        target = self.rng.choice(self.scope.float_targets)
        item = f"{name}[{self.rng.choice(['0', '-1', str(LENGTH - 2)])}]"
        rows = [f"{target} = np.sum({name})", f"{target} = {item}[1]", f"{target} = np.stack({name})[-1, 2]"]
        if self.scope.stored:
            rows.append(f"{self.rng.choice(self.scope.stored)} += np.sum(np.stack({name}), axis=0)")
        lines = {
            "stacked": [f"{name} = np.stack({name})", f"{name} = np.array({name})"],
            "summed": [f"{target} = sum({name})", f"{target} = np.sum({name})", f"{target} = max({name})"],
            "indexed": [f"{target} = {item}", f"{target} = {item} - {name}[0]"],
        }  # fmt: skip
        self.write(self.rng.choice(lines.get(use, rows)))
        if use == "stacked":
            self.scope.arrays.append(name)
