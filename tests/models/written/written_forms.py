"""Functions that write what they are given, wherever they stand and are called; idioms as functions of one file."""

import textwrap

# By where a function stands that writes its argument `p`: what stands outside of the models, and where it is called.
KINDS = {
    "nested": ("", "def f(p, c):\n    WRITE\n"),
    "lambda": ("", "f = lambda p, c: WRITE\n"),
    "module": ("def f_NUMBER(p, c):\n    WRITE\n\n\n", "f = f_NUMBER\n"),
    "plain": ("class Scaler_NUMBER:\n    def f(self, p, c):\n        WRITE\n\n\n", "f = Scaler_NUMBER().f\n"),
}


def model_written(model, number, case, forms, calls):
    """The text of a model with such a function, called where it is made (MADE) or by code around it (HOST)."""
    place, kind, form = case
    outside, inside = (part.replace("WRITE", forms[form]) for part in KINDS[kind])
    body = inside + calls
    made, host = ("", body.replace("self.", "net.")) if place == "host" else (body, "")
    text = model.replace("MADE", textwrap.indent(made, " " * 8)).replace("HOST", textwrap.indent(host, " " * 4))
    return (outside + text).replace("NUMBER", str(number))


def changes(idioms, parameters="model, other"):
    """A function for each idiom, `change_NAME`."""
    return "".join(
        f"\n\ndef change_{name}({parameters}):\n{textwrap.indent(text.strip(), '    ')}\n"
        for name, text in idioms.items()
    )
