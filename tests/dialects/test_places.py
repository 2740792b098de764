"""What is looked up may not be there: every line with an index says so, or the reason why it need not is here."""

import re

from hybridc.dialects import ALL

# Parameters that say which elements, by the names that frameworks give them.
INDICES = {"index", "indices", "ind", "idx", "ids", "segment_ids", "index_vector", "slices"}
LABELS = {"target", "targets", "label", "labels", "y_true", "t"}
NUMBERED = re.compile(
    r"(?<!binary_)(?<!sigmoid_)(nll_loss|multi_margin_loss|multilabel_margin_loss|sparse_\w*cross|softmax_cross|\.cross_)"
)

WITHOUT = {
    r"torch\.take_along_dim|Tensor\.take_along_dim": "PyTorch takes indices modulo the length",
    r"torch\.unravel_index": "PyTorch takes indices modulo the size",
    r"paddle\.(index_fill|index_put)|Tensor\.(index_fill|index_put)": "Paddle leaves out what it does not find as well",
    r"(mxnet\..*|NDArray)\.(pick|choose_element_0index|batch_take|one_hot|softmax_cross_entropy)": "MXNet clips, or gives zeros",
    r"mxnet\..*\.(scatter_nd|index_copy|ravel_multi_index)": "MXNet does not look either",
    r"(keras|tensorflow)\..*one_hot": "rows of zeros on both sides",
    r"Tensor\.(read|write|gather|scatter)": "of `TensorArray`, whose places Python counts",
    r"Host\.scatter_nd_\w+": "of variables, which look themselves",
    r"torch\.device": "the number of a device",
    r".*(poisson|gaussian)_nll_loss|.*soft\w*_margin_loss": "targets are numbers, not classes",
    r"(keras|tensorflow).*\.softmax_cross_entropy_with_logits": "labels are probabilities",
}  # fmt: skip


def lines():
    for dialect in ALL:
        for name in dialect.names:
            yield from ((name, entry) for entry in dialect.lookup(name))


def looks_up(name, entry):
    given = {p.name for p in entry.parameters or ()} - entry.static_parameters
    return bool(given & INDICES) or bool(NUMBERED.search(name) and given & LABELS)


def test_every_line_with_an_index_says_what_is_not_there():
    silent = {
        name
        for name, entry in lines()
        if entry.target is not None and looks_up(name, entry) and not entry.places
    }  # fmt: skip
    assert sorted(n for n in silent if not any(re.fullmatch(pattern, n) for pattern in WITHOUT)) == []


def test_and_names_a_parameter_of_its_own():
    wrong = [
        name
        for name, entry in lines()
        if entry.places and entry.parameters is not None and entry.places not in {p.name for p in entry.parameters}
    ]
    assert wrong == []


def test_no_reason_is_given_in_vain():
    silent = [name for name, entry in lines() if entry.target is not None and looks_up(name, entry)]
    assert [p for p in WITHOUT if not any(re.fullmatch(p, name) for name in silent)] == []
