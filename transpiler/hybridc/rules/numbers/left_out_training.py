from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class LeftOutTraining(Rule):
    """Settings of training, which the converted file goes without.

    ## Why
    `model.compile(optimizer=..., loss=..., metrics=...)` changes nothing that a model computes: it says how `fit` is to
    train it. The converted file leaves it out, with what only it needs, and leaves training to you.

    ## What hybridc writes
    The model, and nothing of its training; HYB408 shows the loop that is yours to write:

        # before
        def build():
            model = keras.Sequential([keras.layers.Dense(4)])
            optimizer = keras.optimizers.Adam(0.01)
            model.compile(optimizer=optimizer, loss="mse")
            return model

        # after
        def build():
            model = keras.Sequential([layers.Dense(4)])
            return model
    """

    name: str

    code = "HYB513"
    slug = "left-out-training"
    severity = Severity.NOTE
    message = "`{name}` goes: it says how the model is trained, and nothing that it computes"
    help = "nothing to do, unless you train: `hybridc explain HYB408` shows the loop"
    dirty = (
        program("""
            import keras


            def build():
                model = keras.Sequential([keras.layers.Dense(4)])
                optimizer = keras.optimizers.Adam(0.01)
                model.compile(optimizer=optimizer, loss="mse")
                return model
        """),
    )
    clean = (
        program("""
            import keras


            def build():
                return keras.Sequential([keras.layers.Dense(4)])
        """),
    )
