from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class MixedFrameworks(Rule):
    """Models of two frameworks in one file.

    ## Why
    A file is read as one framework's: what `x / 2` gives, what `self.fc` registers and how a model is called differ between
    frameworks. The models of the one would convert, the others would stay as they are, and could not be called from them.

    ## Instead
    Put the models of each framework into a file of their own:

        # before
        from torch import nn
        from tensorflow import keras

        class Student(nn.Module): ...
        class Teacher(keras.Model): ...

        # after, in student.py
        from torch import nn

        class Student(nn.Module): ...

        # after, in teacher.py
        from tensorflow import keras

        class Teacher(keras.Model): ...
    """

    name: str
    framework: str
    own: str

    code = "HYB412"
    slug = "mixed-frameworks"
    severity = Severity.ERROR
    message = "`{name}` is a model of `{framework}`, in a file that is read as `{own}`'s"
    help = "put the models of each framework into a file of their own"
    dirty = (
        program("""
            from tensorflow import keras
            from torch import nn


            class Student(nn.Module):
                def forward(self, x):
                    return x


            class Teacher(keras.Model):
                def call(self, x):
                    return x
        """),
    )
    clean = (
        program("""
            from torch import nn


            class Student(nn.Module):
                def forward(self, x):
                    return x
        """),
    )
