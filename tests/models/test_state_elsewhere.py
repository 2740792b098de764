"""What a call changes that outlives it, and is no attribute which the model's own statements set: the next call sees it."""

import jax.numpy as jnp
import pytest
import torch
from converted_models import agree_over_calls, converted

import hybridc

HEAD = """
import itertools

import torch
from torch import nn

N = 0
STEPS = itertools.count(1)


def tick():
    global N
    N += 1
    return N


def counted(t):
    counted.n += 1
    return t * counted.n


counted.n = 0


def numbered(t):
    if not hasattr(numbered, "n"):
        numbered.n = 0
    numbered.n += 1
    return t * numbered.n


class Noted:
    seen = 0


class Calls(Noted):
    def __call__(self):
        Noted.seen = Noted.seen + 1
        return Noted.seen

    def by_type(self):
        type(self).seen += 2
        return self.seen


calls = Calls()


class Counter:
    n = 0
    total = 0.0

    @classmethod
    def tick(cls):
        cls.n += 1
        return cls.n

    @staticmethod
    def add(x):
        Counter.total = Counter.total + x.sum()
        return Counter.total


def schedule():
    k = 1
    while True:
        yield k
        k *= 2


class Net(nn.Module):
    calls = 0
    ids = itertools.count(1)

    def __init__(self):
        super().__init__()
        self.n = 1
        self._steps = itertools.cycle([1, 2])
        self._several = zip([1, 2, 3, 4], "abcd")
        self._schedule = schedule()

    def forward(self, x):
"""
FORWARDS = {
    "a global": "return x * tick()",
    "of a function": "return counted(x)",
    "of a class": "return x * Counter.tick()",
    "arrays of a class": "return x + Counter.add(x)",
    "of the model's class": "type(self).calls += 1\nreturn x * self.calls",
    "of the class of an object": "return x * calls()",
    "of the class of an object, which its base has": "return x * calls.by_type()",
    "first set, of the model's class": "type(self).seen = getattr(type(self), 'seen', 0) + 1\nreturn x * self.seen",
    "first set, of a function": "return numbered(x)",
    "by `setattr`": "setattr(type(self), 'seen', getattr(type(self), 'seen', 1) * 2)\nreturn x * self.seen",
    "by its dict": "self.__dict__['n'] = self.n + 1\nreturn x * self.n",
    "by an update of its dict": "self.__dict__.update(n=self.n + 1)\nreturn x * self.n",
    "by vars": "vars(self)['n'] = self.n * 2\nreturn x * self.n",
    "by object": "object.__setattr__(self, 'n', self.n + x.size(0))\nreturn x * self.n",
    "by its method": "z = x * 2\nself.__setattr__('last', z)\nz += 1\nreturn z + self.last",
    "by the method of its base": "z = x * 2\nsuper().__setattr__('last', z)\nz += 1\nreturn z + self.last",
    "by `setattr`, then written": "z = x * 2\nsetattr(self, 'last', z)\nself.last += 1\nreturn z + self.last",
    "an array by its dict": "self.__dict__['n'] = self.n + x.mean()\nreturn x * self.n",
}
ITERATORS = {
    "of the object": "return x * next(self._steps)",
    "of several": "return x * next(self._several)[0]",
    "a generator": "return x * next(self._schedule)",
    "of the class": "return x * next(self.ids)",
    "of the file": "return x * next(STEPS)",
}
X = torch.tensor([[0.5, -1.0], [2.0, 3.0]])


def text_of(body):
    lines = body.replace("\n", "\n        ")
    return f"{HEAD}        {lines}\n"


@pytest.mark.parametrize("name", FORWARDS)
def test_the_next_call_sees_it(name):
    for mode in (True, False):  # the classes and functions of the file are those of one mode
        agree_over_calls(text_of(FORWARDS[name]), *[[X * k] for k in (1, 2, 3)], modes=[mode])


@pytest.mark.parametrize("name", ITERATORS)
def test_iterators_are_no_compiled_calls_to_advance(name):
    agree_over_calls(text_of(ITERATORS[name]), [X], [X * 2], [X * 3], modes=[False])
    with pytest.raises(RuntimeError, match="advances an iterator that outlives the call"):
        converted(text_of(ITERATORS[name]))[0].Net()(jnp.ones((2, 2)))


def test_iterators_of_the_call_are_its_own():
    agree_over_calls(text_of("it = iter(x)\nfirst = next(it)\nreturn sum(it, first * 2)"), [X], [X * 2])


def test_what_is_kept_past_the_model_and_written_is_refused():
    body = "z = x * 2\nobject.__setattr__(self, 'last', z)\nz += 1\nreturn z + self.last"
    result = hybridc.convert(text_of(body), filename="model.py")
    assert {d.code for d in result.refusals} == {"HYB303"}
