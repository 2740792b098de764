"""Every model of the package `d2l`, converted from its unedited source, gives the numbers that it gives under torch."""

import operator

import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import assert_same, with_weights_of
from d2l_models import ABSTRACT, CASES, NOT_COMPARED, both_sides, floats, torch_is

pytestmark = pytest.mark.sampled(16)


@pytest.fixture(scope="module")
def sides():
    return both_sides()


def as_tensors(inputs):
    return [torch.from_numpy(i.copy()) if isinstance(i, np.ndarray) else i for i in inputs]


def as_arrays(inputs):
    return [jnp.asarray(i) if isinstance(i, np.ndarray) else i for i in inputs]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_model_gives_what_it_gives_under_torch(sides, case):
    original, generated = sides
    torch.manual_seed(0)
    reference = case.build(original)
    with torch.no_grad():
        reference(*as_tensors(case.settled_by or case.inputs))
    with torch_is(None):
        net = with_weights_of(case.build(generated), reference)
    for training in (False, True):
        with torch.no_grad():
            expected = reference.train(training)(*as_tensors(case.inputs))
        with torch_is(None):
            found = net.train(training)(*as_arrays(case.inputs))
        assert_same(found, expected)
        assert_same(net.state_dict(), dict(reference.state_dict()))
        for name in case.writes:
            read = operator.attrgetter(name)
            assert_same(read(net), read(reference))


def test_no_model_of_the_package_is_forgotten(sides):
    original, _ = sides
    models = {
        name
        for name, value in vars(original).items()
        if isinstance(value, type) and issubclass(value, torch.nn.Module) and value.__module__ == original.__name__
    }
    tested = {case.name for case in CASES}
    assert models == (tested - {"resnet18"}) | ABSTRACT.keys() | NOT_COMPARED.keys()
    assert not tested & NOT_COMPARED.keys()


ANCHORS = np.array(
    [
        [0, 0.1, 0.2, 0.3],
        [0.15, 0.2, 0.4, 0.4],
        [0.63, 0.05, 0.88, 0.98],
        [0.66, 0.45, 0.8, 0.8],
        [0.57, 0.3, 0.92, 0.9],
    ],
    np.float32,
)
TRUTH = np.array([[0, 0.1, 0.08, 0.52, 0.92], [1, 0.55, 0.2, 0.9, 0.88]], np.float32)
BOXES = {
    "assign_anchor_to_bbox": (TRUTH[:, 1:], ANCHORS, "cpu"),
    "multibox_target": (ANCHORS[None], TRUTH[None]),
    "multibox_prior": (floats(1, 3, 4, 5), [0.75, 0.5], [1, 2]),
    "box_iou": (ANCHORS, TRUTH[:, 1:]),
}
"""Functions of the chapters on object detection, some of which write in place where Python runs."""


@pytest.mark.parametrize("name", BOXES)
def test_boxes_are_those_of_torch(sides, name):
    original, generated = sides
    expected = getattr(original, name)(*as_tensors(BOXES[name]))
    with torch_is(None):
        found = getattr(generated, name)(*as_arrays(BOXES[name]))
    assert_same(found, expected)


def test_suppression_of_boxes_stays_python_where_its_only_caller_is_refused(sides):
    original, generated = sides
    corners = np.random.default_rng(0).random((12, 4)).astype(np.float32)
    corners[:, 2:] += corners[:, :2]
    scores = np.linspace(1, 0, 12, dtype=np.float32)[::-1].copy()
    expected = original.nms(torch.from_numpy(corners), torch.from_numpy(scores), 0.3)
    with torch_is(None):
        found = generated.nms(jnp.asarray(corners), jnp.asarray(scores), 0.3)
        with pytest.raises(NotImplementedError, match="HYB403"):
            generated.multibox_detection(*[jnp.ones((1, 2, 2))] * 3)
    assert 1 < len(expected) < 12
    assert found.tolist() == expected.tolist()
