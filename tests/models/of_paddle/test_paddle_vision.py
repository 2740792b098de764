"""`paddle.vision.models` as it is: every file converts, and models give the numbers of the originals, with their weights."""

import ast
import importlib
import sys
from pathlib import Path

import numpy as np
import pytest
from against_paddle import on_both_sides, paddle, slopes_agree

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

pytestmark = pytest.mark.sampled(12)

FOLDER = Path(paddle.__file__).parent / "vision/models"
FILES = sorted(FOLDER.glob("*.py"))
SMALL = {"LeNet": (1, 28), "mobilenet_v3_small": (3, 64), "shufflenet_v2_x0_25": (3, 64), "squeezenet1_1": (3, 64)}
OTHERS = {
    "alexnet": (3, 224), "densenet121": (3, 64), "inception_v3": (3, 75), "mobilenet_v1": (3, 64),
    "mobilenet_v2": (3, 64), "mobilenet_v3_large": (3, 64), "resnet18": (3, 64), "resnet50": (3, 64),
    "resnext50_32x4d": (3, 64), "shufflenet_v2_swish": (3, 64), "squeezenet1_0": (3, 64), "vgg11": (3, 64),
    "wide_resnet50_2": (3, 64), "googlenet": (3, 224),
}  # fmt: skip


def converted_file(path):
    text = path.read_text()
    return convert(Source(str(path), text, ast.parse(text)), Options(format=False))


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """The converted package."""
    folder = tmp_path_factory.mktemp("vision") / "converted_paddle_models"
    folder.mkdir()
    for path in FILES:
        (folder / path.name).write_text(converted_file(path).code or path.read_text())
    sys.path.insert(0, str(folder.parent))
    yield importlib.import_module(folder.name)
    sys.path.remove(str(folder.parent))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_a_file_converts_as_it_is(path):
    result = converted_file(path)
    assert [d.message for d in result.refusals] == []


def agree(models, name, channels, size, train):
    paddle.seed(0)
    reference, net = getattr(paddle.vision.models, name)(), getattr(models, name)()
    images = np.random.RandomState(0).randn(2, channels, size, size).astype(np.float32)
    on_both_sides(reference, net, [images], train=train, rtol=0, atol=1e-5)


@pytest.mark.parametrize("name", SMALL)
def test_a_small_model_agrees(models, name):
    agree(models, name, *SMALL[name], train=False)


@pytest.mark.long
@pytest.mark.parametrize("name", OTHERS)
def test_a_model_agrees(models, name):
    agree(models, name, *OTHERS[name], train=False)


@pytest.mark.long
@pytest.mark.parametrize("name", ["LeNet", "resnet18"])
def test_a_model_agrees_in_training(models, name):
    agree(models, name, *(SMALL | OTHERS)[name], train=True)


def test_the_derivatives_of_a_model_agree(models):
    paddle.seed(0)
    reference, net = paddle.vision.models.LeNet(), models.LeNet()
    images = np.random.RandomState(0).randn(2, 1, 28, 28).astype(np.float32)
    on_both_sides(reference, net, [images])
    slopes_agree(net, reference, images, rtol=1e-3, atol=1e-5)
