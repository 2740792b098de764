"""Runs scripts as users do, and keeps what they print and draw. They are the project's own."""

import contextlib
import io
import os
import re
import sys
import types

import numpy as np

from closeness import assert_close


class Recorder(types.ModuleType):
    """Stands for `matplotlib.pyplot`: it takes any call, and keeps what it was given."""

    def __init__(self, name):
        super().__init__(name)
        self.calls = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)

        def call(*args, **keywords):
            given = [np.array(a) if hasattr(a, "shape") or isinstance(a, list) else a for a in args]
            self.calls.append((name, given, sorted(keywords)))
            return Recorder(name)

        return call


def played(text, folder):
    """What the script prints, and the calls of pictures that it makes."""
    pictures, package = Recorder("matplotlib.pyplot"), types.ModuleType("matplotlib")
    package.pyplot = pictures
    known = {name: sys.modules.get(name) for name in ("matplotlib", "matplotlib.pyplot")}
    sys.modules.update({"matplotlib": package, "matplotlib.pyplot": pictures})
    before, printed = os.getcwd(), io.StringIO()
    try:
        os.chdir(folder)
        with contextlib.redirect_stdout(printed):
            exec(compile(text, "<script>", "exec"), types.ModuleType("__main__").__dict__)
    finally:
        os.chdir(before)
        for name, module in known.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
    return printed.getvalue(), pictures.calls


def assert_plays_as(original, converted, folder, rtol=1e-7):
    """Both print the same, and draw the same."""
    (printed, drawn), (now_printed, now_drawn) = played(original, folder), played(converted, folder)
    assert now_printed == printed
    assert [(name, keys) for name, _, keys in now_drawn] == [(name, keys) for name, _, keys in drawn]
    for (_, given, _), (_, now_given, _) in zip(drawn, now_drawn, strict=True):
        for one, other in zip(given, now_given, strict=True):
            if isinstance(one, np.ndarray) and one.dtype.kind in "biufc":
                assert_close(other, one, rtol=rtol)
            elif not isinstance(one, np.ndarray):
                assert other == one


def with_sizes(text, **sizes):
    """The script, in which these names are bound to other numbers where they are bound first."""
    for name, value in sizes.items():
        text, count = re.subn(rf"^(\s*){re.escape(name)} = .*", rf"\g<1>{name} = {value}", text, count=1, flags=re.M)
        assert count == 1, name
    return text
