"""How much of what the models of Keras' and TensorFlow's projects use converts.

`keras_uses.csv` counts, in classes of models of public projects, names as they are written there (`.x`: of something).
"""

import csv
import re
from pathlib import Path

from hybridc.dialects.keras import KERAS

# No part of what a model computes: training, data, files, devices, the machinery of the hub and of Keras itself.
LEFT_OUT = re.compile(
    r"keras\.(applications|callbacks|datasets|distribution|dtensor|export|hub|metrics|optimizers|quantizers)\b|"
    r"keras\.utils\.(bounding_boxes|get_file|plot_model)|"
    r"tf\.(audio|autograph|compat|compiler|config|data|distribute|errors|estimator|experimental\.(dtensor|ExtensionType)|"
    r"feature_column|io|lite|lookup|profiler|py_function|ragged|RaggedTensor|saved_model|sparse|SparseTensor|string|strings|"
    r"summary|tpu|train|v1|GradientTape|custom_gradient)\b|(keras_hub|tensorflow_)"
)
METHODS = ("Tensor", "Host", "Module")


def entries(name):
    root, _, rest = name.partition(".")
    places = METHODS if not root else ("tensorflow" if root == "tf" else root,)
    return [entry for place in places for entry in KERAS.lookup(f"{place}.{rest}")]


def converts(name):
    return any(entry.target is not None or entry.is_gone for entry in entries(name))


def uses():
    with Path(__file__).with_name("keras_uses.csv").open() as file:
        counted = {row["name"]: int(row["in_models"]) for row in csv.DictReader(file)}
    return {name: count for name, count in counted.items() if not LEFT_OUT.match(name)}


def share(is_counted):
    counts = uses()
    return sum(count for name, count in counts.items() if is_counted(name)) / sum(counts.values())


def test_nearly_all_uses_in_models_convert():
    assert share(converts) > 0.98
    assert share(entries) > 0.98


def test_what_is_left_out_is_a_small_part():
    with Path(__file__).with_name("keras_uses.csv").open() as file:
        whole = sum(int(row["in_models"]) for row in csv.DictReader(file))
    assert sum(uses().values()) > 0.93 * whole
