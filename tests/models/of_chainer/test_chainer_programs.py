"""Programs as Chainer's users write them give the numbers of Chainer, with the files of weights that it wrote."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from chainer_programs import PROGRAMS
from chainer_recordings import FOLDER, close, converted, flat, outputs, recorded, total

from hybridc.runtime import chainer
from hybridc.runtime.chainer import links as L

pytestmark = pytest.mark.sampled(6)


def made(name, load=True):
    program = PROGRAMS[name]
    module = converted(program.text, f"{name}.py")
    net = eval(program.make, {**vars(module), "L": L})
    if load:
        chainer.serializers.load_npz(str(FOLDER / f"{name}.npz"), net)
    return net, {n: given(value) for n, value in program.inputs.items()}


def given(value):
    return [jnp.asarray(each) for each in value] if isinstance(value, list) else jnp.asarray(value)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_agrees(name):
    net, inputs = made(name)
    for number, call in enumerate(PROGRAMS[name].calls):
        with chainer.using_config("train", False):
            found = flat(eval(call, {"net": net}, inputs))
        expected = outputs("programs", name, f"{number}/out")
        found = found if isinstance(found[0], jax.Array) or np.ndim(found[0]) else [jnp.stack(found)]
        for n, (one, other) in enumerate(zip(found, expected, strict=True)):
            close(one, other, f"{call}: output {n}")


SLOW = ("images", "letters", "translation")


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.long) if n in SLOW else n for n in PROGRAMS])
def test_gradients_agree(name):
    net, inputs = made(name)
    call = PROGRAMS[name].calls[0]
    expected = outputs("programs", name, "0/out")
    arguments = call.removeprefix("net(").removesuffix(")").split(", ")

    def weighted(parameters):
        return total(flat(net.apply(parameters, *(inputs[a] for a in arguments), state=False)), expected)

    found = jax.jit(jax.grad(weighted))(net.parameters())
    gradients = recorded("programs", name, "0/gradient")
    assert gradients
    for path, array in gradients.items():
        close(found[path.replace("/", ".")], array, f"gradient of {path}", 1e-4)


def test_weights_are_written_with_chainers_names(tmp_path):
    net, _ = made("images")
    chainer.serializers.save_npz(str(tmp_path / "net.npz"), net)
    with np.load(tmp_path / "net.npz") as mine, np.load(FOLDER / "images.npz") as theirs:
        assert set(mine.files) == set(theirs.files)
        for name in theirs.files:
            np.testing.assert_array_equal(mine[name], theirs[name])


def test_a_part_of_a_snapshot_is_read(tmp_path):
    whole, _ = made("digits")
    arrays = {f"updater/model:main/{n.replace('.', '/')}": np.asarray(a) for n, a in whole.state_dict().items()}
    np.savez(tmp_path / "snapshot.npz", **arrays, iteration=np.array(3))
    net, inputs = made("digits", load=False)
    path = "updater/model:main/predictor/"
    chainer.serializers.load_npz(str(tmp_path / "snapshot.npz"), net.predictor, path)
    np.testing.assert_array_equal(net.eval()(inputs["x"], inputs["t"]), whole.eval()(inputs["x"], inputs["t"]))


def test_weights_that_do_not_fit_are_listed_and_change_nothing(tmp_path):
    net, _ = made("old_autoencoder")
    before = {n: np.asarray(a) for n, a in net.state_dict().items()}
    np.savez(
        tmp_path / "net.npz", **{"model/ld1/W": np.zeros((5, 3), np.float32), "model/ld1/b": np.zeros(5, np.float32)}
    )
    with pytest.raises(ValueError, match=r"model\.le1\.W") as caught:
        chainer.serializers.load_npz(str(tmp_path / "net.npz"), net)
    assert "model.ld1.W" in str(caught.value)
    for name, array in net.state_dict().items():
        np.testing.assert_array_equal(array, before[name])


def test_training_drops_and_prediction_does_not():
    net, inputs = made("digits")
    one, other = (net.predictor(inputs["x"]) for _ in range(2))
    assert not np.array_equal(one, other)
    with chainer.using_config("train", False):
        one, other = (net.predictor(inputs["x"]) for _ in range(2))
        assert np.array_equal(one, other)
    x = inputs["x"]
    parameters = net.predictor.parameters()
    drawn = [net.predictor.apply(parameters, x, train=True, rng=n)[0] for n in (1, 1, 2)]
    assert np.array_equal(drawn[0], drawn[1]) and not np.array_equal(drawn[0], drawn[2])


def test_a_lasting_mode_holds_until_it_is_set_again():
    net, inputs = made("digits")
    chainer.config.train = False
    try:
        one, other = (net.predictor(inputs["x"]) for _ in range(2))
        assert np.array_equal(one, other)
    finally:
        chainer.config.train = True
    with pytest.raises(NotImplementedError, match="float32"):
        chainer.config.dtype = np.float16
    with pytest.raises(NotImplementedError, match="float32"):
        chainer.using_config("dtype", np.float16)


def test_what_is_set_outside_of_init_scope_is_not_saved():
    net = converted(
        "import chainer\nimport chainer.links as L\n\n\nclass Net(chainer.Chain):\n    def __init__(self):\n"
        "        super().__init__()\n        self.fixed = L.Linear(3, 3)\n        with self.init_scope():\n"
        "            self.learned = L.Linear(3, 2)\n\n    def forward(self, x):\n        return self.learned(self.fixed(x))\n"
    ).Net()
    assert list(net.state_dict()) == ["learned.W", "learned.b"]
    assert net(jnp.ones((1, 3))).shape == (1, 2)


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_name_of_chainer_is_imported(name):
    text = PROGRAMS[name].text
    code = __import__("hybridc").convert(text, filename=f"{name}.py").code
    lines = [line for line in code.splitlines() if line.startswith(("import ", "from "))]
    assert not [line for line in lines if line.split()[1].partition(".")[0] == "chainer"]


def test_a_mode_that_was_set_back_leaves_the_models_own():
    net, inputs = made("digits")
    chainer.config.train = False
    chainer.config.train = True
    assert np.array_equal(net.predictor.eval()(inputs["x"]), net.predictor(inputs["x"]))
    assert not np.array_equal(net.predictor.train()(inputs["x"]), net.predictor(inputs["x"]))
