"""Functions that make objects of simple classes, hybridized: right as long as the class is what it was, or refused."""

import numpy as np
import pytest

from closeness import assert_close
from hybridc import ConversionError, hybridize

STEP = 0.5


class Meter:
    gain = 2.0

    def __init__(self, start):
        self.total = start

    def add(self, v):
        self.total = self.total + v * self.gain + STEP

    @property
    def mean(self):
        return self.total / 2

    @staticmethod
    def double(v):
        return v * 2


def metered(x):
    meter = Meter(0.0)
    for v in x:
        if v > 0:
            meter.add(Meter.double(v) if v > 1 else v)
    return meter.mean


def escapes(x):
    meter = Meter(x.sum())
    return meter


def asks(x, meter):
    return x.sum() if isinstance(meter, Meter) else x * 2


def used_within(x):
    class Inner:
        def __init__(self, v):
            self.v = v

        def twice(self):
            return self.v * 2

    def f(y):
        inner = Inner(y)
        return inner.twice() + 1

    return hybridize(f)(x), f(x)


X = np.array([0.5, -1.0, 2.0])


def plain(x):
    meter = Meter(0.0)
    for v in x:
        if v > 0:
            meter.add(v * 2 if v > 1 else v)
    return meter.mean


def test_objects_inside_are_followed():
    assert_close(hybridize(plain)(X), plain(X))


def changes():
    yield "an attribute of the class", lambda: setattr(Meter, "gain", 3.0)
    yield "a method", lambda: setattr(Meter, "add", lambda self, v: setattr(self, "total", v))
    yield "a property", lambda: setattr(Meter, "mean", property(lambda self: self.total))
    yield "what a method reads", lambda: globals().__setitem__("STEP", 1.5)


@pytest.mark.parametrize("change", [c for _, c in changes()], ids=[n for n, _ in changes()])
def test_a_class_that_changes_is_noticed(change):
    before, step = dict(vars(Meter)), STEP
    f = hybridize(plain)
    try:
        assert_close(f(X), plain(X))
        change()
        try:
            actual = f(X)
        except ConversionError:
            return
        assert_close(actual, plain(X))
    finally:
        globals()["STEP"] = step
        for name in ("gain", "add", "mean"):
            setattr(Meter, name, before[name])


def test_a_class_changed_before_is_not_what_its_text_says():
    Meter.gain = 5.0
    try:
        with pytest.raises(ConversionError):
            hybridize(plain)
    finally:
        Meter.gain = 2.0


@pytest.mark.parametrize("function", [escapes, asks, metered])
def test_objects_that_leave_are_refused(function):
    with pytest.raises(ConversionError):
        hybridize(function)


def test_a_class_of_the_function_around():
    ours, theirs = used_within(X)
    assert_close(ours, theirs)


class Box:
    def __init__(self, x):
        self.x = x

    def total(self):
        return np.sin(self.x).sum()


def boxed(x):
    box = Box(x)
    x = x + 1.0
    boxes = [box]
    return boxes[0].total() + x.sum()


def test_classes_whose_methods_become_functions_are_refused():
    with pytest.raises(ConversionError):
        hybridize(boxed)
