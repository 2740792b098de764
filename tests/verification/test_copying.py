"""Copies of arguments share among each other what the originals share."""

from collections import namedtuple

import numpy as np

from hybridc.verification.child.copying import Copier

Point = namedtuple("Point", "x y")


class Filter:
    def __init__(self, w):
        self.w = w


class OtherFilter:
    pass


def copied(value, classes=None):
    return Copier(classes or {}).copy(value)


def test_values_are_equal_and_apart():
    x = np.arange(6.0).reshape(2, 3)
    y = copied(x)
    y[0, 0] = 9.0
    assert x[0, 0] == 0.0
    assert np.array_equal(y[1], x[1])


def test_one_array_stays_one():
    x = np.zeros(3)
    a, b = copied((x, x))
    assert a is b


def test_views_stay_views_of_one_buffer():
    buffer = np.arange(12.0)
    x, y, z = copied((buffer[1:], buffer[::-2], buffer.reshape(3, 4).T))
    x[0] = 100.0
    assert y.tolist() == [11.0, 9.0, 7.0, 5.0, 3.0, 100.0]
    assert z[1, 0] == 100.0
    assert buffer[1] == 1.0


def test_order_in_memory_is_kept():
    assert copied(np.asfortranarray(np.ones((2, 3)))).flags.f_contiguous


def test_read_only_memory_is_copied_too():
    frozen = np.frombuffer(bytes(16), dtype=np.float64)
    assert copied(frozen).tolist() == [0.0, 0.0]
    assert copied(np.broadcast_to(np.ones(1), (3,))).tolist() == [1.0, 1.0, 1.0]


def test_containers():
    inner = [1]
    tree = copied({"a": inner, "b": (inner, Point(inner, 2))})
    assert tree == {"a": [1], "b": ([1], Point([1], 2))}
    assert tree["a"] is tree["b"][0] is tree["b"][1].x
    assert tree["a"] is not inner


def test_what_holds_itself():
    loop = []
    loop.append(loop)
    made = copied(loop)
    assert made[0] is made


def test_objects_become_those_of_the_other_module():
    other = type("Filter", (), {})
    x = np.ones(2)
    made = copied(Filter(x), {"Filter": other})
    assert type(made) is other
    assert made.w.tolist() == [1.0, 1.0]
    assert made.w is not x
    assert type(copied(OtherFilter(), {"Filter": other})) is OtherFilter
