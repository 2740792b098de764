"""Putting outputs in their places, or looking whether they are up to date; and counting what came of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from hybridc.core.results import Outcome
from hybridc_cli.output import Unwritable, check_target, write
from hybridc_cli.runtime_folders import PACKAGE, contents, is_taken
from hybridc_cli.terminal import say
from hybridc_cli.work import Done


@dataclass
class Tally:
    """What came of all files."""

    outcomes: dict[Outcome, int] = field(default_factory=lambda: dict.fromkeys(Outcome, 0))
    refused: int = 0
    unchanged: int = 0
    left_out: int = 0  # statements
    stale: int = 0
    has_trouble: bool = False

    def summary(self) -> str:
        count = self.outcomes
        compiled, host, refused = (count[o] for o in (Outcome.COMPILED, Outcome.HOST, Outcome.REFUSED))
        text = f"{compiled} compiled, {host} left on the host, {refused} refused"
        if self.left_out:
            text += f", {self.left_out} statement{'s' if self.left_out != 1 else ''} left out"
        if self.unchanged:
            text += f"; {self.unchanged} file{'s' if self.unchanged != 1 else ''} with nothing to convert"
        return text


@dataclass(frozen=True, slots=True)
class Place:
    """Where the output of a source goes; its root holds all outputs of what was named."""

    source: str
    target: str
    root: str


@dataclass
class Delivery:
    """`only_check` writes nothing, `force` overwrites what hybridc did not write; what goes wrong is said and counted.

    `is_mirrored`: files without changes are delivered as well.
    """

    tally: Tally
    only_check: bool
    force: bool
    is_mirrored: bool
    is_standalone: bool
    _copies: dict[str, set[str]] = field(default_factory=dict)  # what is in the copies of the runtime, by their roots
    _refused: set[str] = field(default_factory=set)  # the roots that can have none
    _checked: set[str] = field(default_factory=set)  # files of copies that were said to be stale

    def deliver(self, done: Done, place: Place) -> None:
        """Delivers the output, after what it needs."""
        assert done.output is not None
        target, root = place.target, place.root
        if not done.is_changed and not self.is_mirrored:
            return
        if self.is_standalone and is_taken(target, root):
            self._trouble(target, f"the copy of the runtime has this name: `{PACKAGE}`")
            return
        if done.runtime and not self._has_runtime(root, set(done.runtime)):
            return
        if not self.only_check:
            if done.is_changed or not self._is_current(target, done.output):
                self._put({target: done.output}, place.source)
        elif not self._is_current(target, done.output):
            self._stale(target, "stale" if os.path.exists(target) else "missing")

    def _has_runtime(self, root: str, modules: set[str]) -> bool:
        """Sees to it that the copy of the runtime has these modules, and what they need; False where it cannot be."""
        copied = self._copies.setdefault(root, set())
        if root in self._refused or modules <= copied:
            return root not in self._refused
        copied |= modules
        files = {path: data for path, data in contents(root, copied).items() if not self._is_current(path, data)}
        folder = os.path.join(root, PACKAGE)
        if self.only_check:
            if new := files.keys() - self._checked:
                self._stale(folder, f"{len(new)} files stale or missing")
            self._checked |= new
            return True
        if not self.force and os.path.exists(f"{folder}.py"):
            self._trouble(f"{folder}.py", "the copy of the runtime would hide it; --force writes it nevertheless")
        elif self._put(files):
            return True
        self._refused.add(root)
        return False

    def _put(self, files: Mapping[str, bytes], source: str | None = None) -> bool:
        """Writes all of them, and none if one must not be overwritten."""
        path = ""
        try:
            for path in files:
                check_target(path, source, self.force)
            for path, data in files.items():
                write(path, data)
        except Unwritable as error:
            self._trouble(path, str(error))
            return False
        except OSError as error:
            self._trouble(path, f"cannot be written: {error.strerror or error}")
            return False
        return True

    def _is_current(self, path: str, data: bytes) -> bool:
        try:
            with open(path, "rb") as file:
                return file.read() == data
        except OSError:
            return False

    def _stale(self, path: str, how: str) -> None:
        self.tally.stale += 1
        say(f"{path}: {how}")

    def _trouble(self, path: str, why: str) -> None:
        self.tally.has_trouble = True
        say(f"{path}: HYB905 [error] {why}")
