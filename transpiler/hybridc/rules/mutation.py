"""Rules on writing in place."""

from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule

_HEAD = "import numpy as np\n\n"


class ItemAssignment(Rule):
    """Writing an element of an array.

    ## Why
    JAX's arrays do not change. `x[i] = v` raises a TypeError.

    ## What hybridc writes
    A new array under the old name, `x = x.at[i].set(v)`, which XLA does in place where nobody else needs the old one.
    """

    code = "HYB301"
    name = "item-assignment"
    severity = Severity.NOTE
    message = "`{target} {operator} ...` becomes `{form}`"
    help = "nothing to do: convert rewrites it"
    dirty = (_HEAD + "def f(x):\n    y = np.zeros(3)\n    y[0] = np.sum(x)\n    return y\n",)
    clean = (_HEAD + "def f(x):\n    y = np.zeros(3)\n    return y + np.sum(x)\n",)


class InPlaceOperator(Rule):
    """An in-place operator on an array.

    ## Why
    NumPy's `x += v` changes the array that `x` names, and keeps its dtype; JAX's makes a new array, of whatever dtype
    comes out.

    ## What hybridc writes
    `x = x + v`, with the dtype of `x` kept, and only where no other name sees the array.
    """

    code = "HYB302"
    name = "in-place-operator"
    severity = Severity.NOTE
    message = "`{name} {operator} ...` becomes a new value of `{name}`"
    help = "nothing to do: convert rewrites it"
    dirty = (_HEAD + "def f(x):\n    y = np.sin(x)\n    y += 1.0\n    return y\n",)
    clean = (_HEAD + "def f(x):\n    y = np.sin(x)\n    y = y + 1.0\n    return y\n",)


class SharedMemory(Rule):
    """Writing in place while another name may see it.

    ## Why
    After `y = x`, or where `y` is a view such as `x[1:]`, writing into one changes the other. JAX's arrays never do.

    ## Instead
    Say what is meant: take a copy (`y = x.copy()`), or write through the one name that is read afterwards.
    """

    code = "HYB303"
    name = "shared-memory"
    severity = Severity.ERROR
    message = "`{name}` is written in place while `{other}` may share its memory"
    help = "copy first (`.copy()`), or write through the name that is read later"
    dirty = (_HEAD + "def f(x):\n    a = np.sin(x)\n    b = a\n    b[0] = 1.0\n    return a + b\n",)
    clean = (_HEAD + "def f(x):\n    a = np.sin(x)\n    b = a.copy()\n    b[0] = 1.0\n    return a + b\n",)


class ArgumentMutation(Rule):
    """A function that changes the array its caller passed.

    ## Why
    The converted function cannot reach into its caller's array: it returns a new one. A caller that looks at the old
    array sees no change, and an argument that shares memory with another is not followed.

    ## Instead
    Use the returned value: `u = step(u)`. To leave the caller's array alone in the original too, copy it first.
    """

    code = "HYB304"
    name = "argument-mutation"
    severity = Severity.WARNING
    message = "the array that the caller passes as `{name}` is changed by the original, not by the converted function"
    help = "take the new value from what the function returns, or copy `{name}` before writing"
    dirty = (_HEAD + "def f(x):\n    x[0] = np.pi\n    return x\n",)
    clean = (_HEAD + "def f(x):\n    x = x.copy()\n    x[0] = np.pi\n    return x\n",)


class GlobalMutation(Rule):
    """Compiled code that changes a global.

    ## Why
    A compiled function is a function of its arguments. A global is read once, while tracing, and cannot be set.

    ## Instead
    Pass the value in and return the new one.
    """

    code = "HYB305"
    name = "global-mutation"
    severity = Severity.ERROR
    message = "`{name}` is a global that compiled code changes"
    help = "pass it as an argument and return the new value"
    dirty = (_HEAD + "total = 0.0\n\ndef f(x):\n    global total\n    total = total + np.sum(x)\n    return total\n",)
    clean = (_HEAD + "def f(x, total):\n    return total + np.sum(x)\n",)


class InPlaceMethod(Rule):
    """A method or function that changes an array in place.

    ## Why
    `x.sort()`, `x.fill(0)`, `np.copyto(x, y)` change `x`. JAX's arrays do not change, and `x.sort()` of a JAX array
    returns a sorted copy that nobody takes.

    ## Instead
    Bind the new value: `x = np.sort(x)`, `x = np.full_like(x, 0)`.
    """

    code = "HYB306"
    name = "in-place-method"
    severity = Severity.ERROR
    message = "`{call}` changes an array in place"
    help = "use the form that returns a new array, and bind it"
    dirty = (_HEAD + "def f(x):\n    y = np.sin(x)\n    y.sort()\n    return y\n",)
    clean = (_HEAD + "def f(x):\n    y = np.sort(np.sin(x))\n    return y\n",)


class OutArgument(Rule):
    """`out=`, which writes the result into an array.

    ## Why
    JAX's arrays do not change, so there is nothing to write into.

    ## Instead
    Bind the result: `y = np.add(a, b)`.
    """

    code = "HYB307"
    name = "out-argument"
    severity = Severity.ERROR
    message = "`{argument}` of `{call}` writes into an array"
    help = "bind the result instead"
    dirty = (_HEAD + "def f(x):\n    y = np.zeros(3)\n    np.sin(x, out=y)\n    return y\n",)
    clean = (_HEAD + "def f(x):\n    y = np.sin(x)\n    return y\n",)


class LostMutation(Rule):
    """A change of an argument whose new value goes nowhere.

    ## Why
    The original changes the caller's array. The converted function returns a new one instead, and here nothing takes
    it: the change would be lost.

    ## Instead
    Return the changed array, and bind it under the same name: `u = step(u)`.
    """

    code = "HYB308"
    name = "lost-mutation"
    severity = Severity.ERROR
    message = "`{function}` changes its argument `{name}` in place, and the new value goes nowhere"
    help = "return `{name}` from `{function}` and bind it in the caller"
    dirty = (_HEAD + "def f(x):\n    x[0] = np.pi\n",)
    clean = (_HEAD + "def f(x):\n    x[0] = np.pi\n    return x\n\nu = f(np.zeros(3))\n",)


class AttributeWrite(Rule):
    """Writing an attribute in compiled code.

    ## Why
    A compiled function returns its results; what it writes elsewhere while being traced happens once, and with traced
    values.

    ## Instead
    Return the value, and write the attribute in host code. For `x.shape = ...` use `x = x.reshape(...)`.
    """

    code = "HYB309"
    name = "attribute-write"
    severity = Severity.ERROR
    message = "`{target}` is written in compiled code"
    help = "return the value and write the attribute in host code"
    dirty = (_HEAD + "def f(x):\n    y = np.sin(x)\n    y.shape = (3, 1)\n    return y\n",)
    clean = (_HEAD + "def f(x):\n    y = np.sin(x)\n    return y.reshape(3, 1)\n",)


class ChangedResult(Rule):
    """Host code that changes in place what a compiled function returned.

    ## Why
    A compiled function returns a JAX array, which does not change: `y[0] = 1` raises, and `y.sort()` returns a sorted
    copy that nobody takes.

    ## Instead
    Make a NumPy array of it first: `y = np.array(f(x))`.
    """

    code = "HYB310"
    name = "changed-result"
    severity = Severity.ERROR
    message = "`{name}` holds what the compiled `{function}` returned, and host code changes it in place"
    help = "copy it first: `{name} = np.array({function}(...))`"
    dirty = (
        _HEAD + "def f(x):\n    return np.sin(x)\n\ny = f(np.zeros(3))\ny[0] = 1.0\n",
        _HEAD + "def f(x):\n    return np.sin(x)\n\ndef main():\n    y = f(np.zeros(3))\n    y.sort()\n    print(y)\n",
        _HEAD + "def f(x):\n    return np.sin(x)\n\ny = f(np.zeros(3))\nz = y\ny += 1.0\nprint(z)\n",
    )
    clean = (
        _HEAD + "def f(x):\n    return np.sin(x)\n\ny = np.array(f(np.zeros(3)))\ny[0] = 1.0\n",
        _HEAD + "def f(x):\n    return np.sin(x)\n\ntotal = f(1.0)\ntotal += f(2.0)\n",
    )
