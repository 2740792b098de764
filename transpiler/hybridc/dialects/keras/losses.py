"""Losses of Keras: the runtime has them by their names."""

_CLASSES = "BinaryCrossentropy CategoricalCrossentropy CategoricalHinge CosineSimilarity Hinge Huber KLDivergence LogCosh MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredError MeanSquaredLogarithmicError Poisson SparseCategoricalCrossentropy SquaredHinge"
_PLAIN = "categorical_hinge hinge kl_divergence log_cosh mean_absolute_error mean_absolute_percentage_error mean_squared_error mean_squared_logarithmic_error poisson squared_hinge"
_NUMBERED = "SparseCategoricalCrossentropy sparse_categorical_crossentropy"  # whose labels are numbers of classes
_SETTINGS = {
    "binary_crossentropy": "from_logits=False, label_smoothing=0.0, axis=-1",
    "categorical_crossentropy": "from_logits=False, label_smoothing=0.0, axis=-1",
    "sparse_categorical_crossentropy": "from_logits=False, ignore_class=None, axis=-1",
    "huber": "delta=1.0",
    "cosine_similarity": "axis=-1",
    **dict.fromkeys(_PLAIN.split(), ""),
}


def _places(name: str) -> str:
    return " places=y_true" if name in _NUMBERED.split() else ""


LINES = (
    "    keras.losses -> keras.losses : static\n    keras.losses.Loss -> keras.losses.Loss : model\n"
    + "".join(
        f"    keras.losses.{name} -> keras.losses.{name} : part fresh{_places(name)}\n" for name in _CLASSES.split()
    )
    + "".join(
        f"    keras.losses.{name}(y_true, y_pred{', ' + more if more else ''}) -> keras.losses.{name}(...) : dtype=? statics=from_logits,label_smoothing,ignore_class,axis{_places(name)}\n"
        f"    keras.losses.{name} -> keras.losses.{name} : static\n"
        for name, more in _SETTINGS.items()
    )
)
