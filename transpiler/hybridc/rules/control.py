"""Rules on control flow."""

from hybridc.diagnostics import Severity
from hybridc.rules.base import Rule


class TracedIf(Rule):
    """An `if` whose test is known only at run time.

    ## Why
    `jax.jit` traces a function once for all values; a Python `if` would have to take one side for ever, so JAX raises
    a ConcretizationTypeError.

    ## What hybridc writes
    Both branches become functions, and `lax.cond` picks one at run time. What a branch sets and the code afterwards
    reads is what it returns. Where the two sides are not proven to have one type, `control.cond` of
    `hybridc.runtime` finds it while tracing.
    """

    code = "HYB201"
    name = "traced-if"
    severity = Severity.NOTE
    message = "`if` on a traced value becomes `{form}`"
    help = "nothing to do: convert rewrites it"
    dirty = ("import numpy as np\n\ndef f(x):\n    y = np.sum(x)\n    if y > 0:\n        y = y * 2\n    return y\n",)
    clean = ("import numpy as np\n\ndef f(x):\n    if x.ndim > 1:\n        x = np.sum(x, axis=0)\n    return x\n",)


class TracedWhile(Rule):
    """A `while` whose test is known only at run time.

    ## Why
    Under `jax.jit` the number of turns must not depend on Python, which is gone when the function runs.

    ## What hybridc writes
    `lax.while_loop`, with the names that a turn needs from the turn before as its carry. Reverse-mode
    differentiation does not pass through it; a `for` over a known count does.
    """

    code = "HYB202"
    name = "traced-while"
    severity = Severity.NOTE
    message = "`while` on a traced value becomes `{form}`"
    help = "nothing to do: convert rewrites it"
    dirty = (
        "import numpy as np\n\ndef f(x):\n    s = np.sum(x)\n    while s > 1.0:\n        s = s / 2\n    return s\n",
    )
    clean = (
        "import numpy as np\n\ndef f(x, n=8):\n    k = x.shape[0]\n    while k > 1:\n        k = k // 2\n    return np.zeros(k)\n",
    )


class TracedFor(Rule):
    """A `for` that runs compiled.

    ## Why
    Left as it is, the loop unrolls: every turn is traced and compiled anew, and compile time grows with the count. A
    bound that is known only at run time does not trace at all.

    ## What hybridc writes
    `lax.fori_loop` over a range, `lax.scan` over the rows of arrays. Loops over Python containers, over a few literal
    numbers, and loops whose index must be a Python number stay Python.
    """

    code = "HYB203"
    name = "traced-for"
    severity = Severity.NOTE
    message = "`for` over {what} becomes `{form}`"
    help = "nothing to do: convert rewrites it"
    dirty = (
        "import numpy as np\n\ndef f(x):\n    s = 0.0\n    for i in range(x.shape[0]):\n        s = s + x[i]\n    return s\n",
    )
    clean = ("import numpy as np\n\ndef f(x):\n    for k in (1, 2, 3):\n        x = np.sin(x) * k\n    return x\n",)


class TracedConditional(Rule):
    """A conditional expression whose test is known only at run time.

    ## Why
    `a if test else b` asks Python for the truth of `test`, which a traced value does not have.

    ## What hybridc writes
    `jnp.where(test, a, b)` where both sides are cheap to compute, `lax.cond` where only one should be.
    """

    code = "HYB204"
    name = "traced-conditional"
    severity = Severity.NOTE
    message = "conditional expression on a traced value becomes `{form}`"
    help = "nothing to do: convert rewrites it"
    dirty = ("import numpy as np\n\ndef f(x):\n    y = np.sum(x)\n    return y if y > 0 else -y\n",)
    clean = ("import numpy as np\n\ndef f(x, up=True):\n    return np.sum(x) if up else -np.sum(x)\n",)


class TracedBoolean(Rule):
    """`and`, `or`, `not` or a chained comparison on traced values.

    ## Why
    Python evaluates them by asking for truth values one after the other, which cannot be done while tracing.

    ## What hybridc writes
    `&` and `|` between truth values, `jnp.logical_and` and the like between numbers, and `lax.cond` where the right
    side must not run unless the left side allows it.
    """

    code = "HYB205"
    name = "traced-boolean"
    severity = Severity.NOTE
    message = "`{operator}` on traced values becomes `{form}`"
    help = "nothing to do: convert rewrites it"
    dirty = ("import numpy as np\n\ndef f(x):\n    s = np.sum(x)\n    return np.sin(s) if 0 < s < 1 else s\n",)
    clean = ("import numpy as np\n\ndef f(x):\n    return np.sin(x) if x.ndim > 1 and x.shape[0] > 2 else x + np.pi\n",)


class EarlyReturn(Rule):
    """A `return` before the end, under a condition known only at run time.

    ## Why
    A compiled function has one way out. Which `return` is taken would have to be known while tracing.

    ## Instead
    Let the function end in one `if`/`else` whose branches all return:

        if n <= cap:             if n <= cap:
            return v                 return v
        return v * (cap / n)     else:
                                     return v * (cap / n)
    """

    code = "HYB211"
    name = "early-return"
    severity = Severity.ERROR
    message = "`return` before the end of `{function}`, under a condition that is known only at run time"
    help = "end the function in an `if`/`else` of which every branch returns"
    dirty = ("import numpy as np\n\ndef f(x):\n    if np.sum(x) > 0:\n        return x\n    x = x * 2\n    return x\n",)
    clean = (
        "import numpy as np\n\ndef f(x):\n    if np.sum(x) > 0:\n        return x\n    else:\n        return -x\n",
    )


class LoopExit(Rule):
    """`break` or `continue` in a loop that is compiled.

    ## Why
    A compiled loop runs its whole body at every turn, and ends when its condition says so.

    ## Instead
    Put the exit into the loop's condition (`while i < n and not done:`), or guard the rest of the body with an `if`.
    """

    code = "HYB212"
    name = "loop-exit"
    severity = Severity.ERROR
    message = "`{keyword}` in a loop that is compiled"
    help = "make the exit part of the loop's condition, or guard the rest of the body with `if`"
    dirty = (
        "import numpy as np\n\ndef f(x):\n    s = 0.0\n    for i in range(x.shape[0]):\n        if x[i] < 0:\n"
        "            break\n        s = s + np.sqrt(x[i])\n    return s\n",
    )
    clean = (
        "import numpy as np\n\ndef f(x, deep=False):\n    for k in (1, 2):\n        if deep:\n            break\n        x = np.sin(x)\n    return x\n",
    )


class LoopElse(Rule):
    """`else` of a loop that is compiled.

    ## Why
    The `else` of a loop runs when no `break` was taken, and `break` is not converted yet.

    ## Instead
    Without a `break` in the loop the `else` block always runs: put it after the loop.
    """

    code = "HYB213"
    name = "loop-else"
    severity = Severity.ERROR
    message = "`else` of a loop that is compiled"
    help = "put the block after the loop"
    dirty = (
        "import numpy as np\n\ndef f(x):\n    s = np.sum(x)\n    while s > 1:\n        s = s / 2\n    else:\n        s = -s\n    return s\n",
    )
    clean = (
        "import numpy as np\n\ndef f(x):\n    for k in (1, 2):\n        x = np.sin(x)\n    else:\n        x = x + 1\n    return x\n",
    )


class ListInLoop(Rule):
    """A list or dict that changes in a loop or branch that is compiled.

    ## Why
    The state of a compiled loop is a fixed set of arrays; a list that grows is none.

    ## Instead
    Write into an array of known size (`out = np.zeros(n)`, `out[i] = ...`), or collect in host code.
    """

    code = "HYB214"
    name = "list-in-loop"
    severity = Severity.ERROR
    message = "the list `{name}` changes in a loop or branch that is compiled"
    help = "allocate an array before the loop and write its elements: `{name}[i] = ...`"
    dirty = (
        "import numpy as np\n\ndef f(x):\n    out = []\n    for row in x:\n        out.append(np.sin(row))\n    return np.stack(out) + x.shape[0]\n",
    )
    clean = (
        "import numpy as np\n\ndef f(x):\n    out = []\n    for k in (1, 2):\n        out.append(np.sin(x) * k)\n    return np.stack(out)\n",
    )


class MaybeUndefined(Rule):
    """A name that is set on some paths only, and read afterwards.

    ## Why
    A compiled branch or loop gives a value for every name that is read later. Where Python might raise NameError
    there is none to give, and hybridc does not invent one.

    ## Instead
    Set the name before the `if` or the loop.
    """

    code = "HYB215"
    name = "maybe-undefined"
    severity = Severity.ERROR
    message = "`{name}` may be undefined here: it is set {where} only"
    help = "give `{name}` a value before the `if` or the loop"
    dirty = ("import numpy as np\n\ndef f(x):\n    s = np.sum(x)\n    if s > 0:\n        y = s\n    return y\n",)
    clean = (
        "import numpy as np\n\ndef f(x):\n    s = np.sum(x)\n    y = s\n    if s > 0:\n        y = s * 2\n    return y\n",
    )


class BranchStructure(Rule):
    """Branches that leave a name as things that no compiled value can be both of.

    ## Why
    What comes out of `lax.cond` has one structure: an array is not `None`, and not a string.

    ## Instead
    Use one kind of value on both sides, for example an array of NaN for "nothing", or a static flag.
    """

    code = "HYB216"
    name = "branch-structure"
    severity = Severity.ERROR
    message = "the branches leave `{name}` as {left} and as {right}, which no compiled value can be both of"
    help = "give both sides the same kind of value"
    dirty = (
        "import numpy as np\n\ndef f(x):\n    y = None\n    if np.sum(x) > 0:\n        y = np.sin(x)\n    return y\n",
    )
    clean = (
        "import numpy as np\n\ndef f(x):\n    y = x\n    if np.sum(x) > 0:\n        y = np.sin(x)\n    return y\n",
    )


class Generator(Rule):
    """A generator in compiled code.

    ## Why
    A generator stops in the middle and goes on later; a compiled function runs from its start to its end.

    ## Instead
    Return an array of all values, or keep the generator in host code (`# hybridc: host`).
    """

    code = "HYB217"
    name = "generator"
    severity = Severity.ERROR
    message = "`{name}` is a generator, which compiled code cannot be"
    help = "return all values at once, or mark it `# hybridc: host`"
    dirty = ("import numpy as np\n\ndef f(x):\n    for row in x:\n        yield np.sin(row)\n",)
    clean = ("import numpy as np\n\ndef f(x):  # hybridc: host\n    for row in x:\n        yield np.sin(row)\n",)


class TracedTry(Rule):
    """`try` around traced code.

    ## Why
    Compiled code raises no Python exceptions: what Python would catch is never raised, and the handler never runs.

    ## Instead
    Test for the condition (`np.where(b != 0, a / b, 0)`), or catch in host code.
    """

    code = "HYB218"
    name = "traced-try"
    severity = Severity.ERROR
    message = "`try` around traced code"
    help = "test for the condition instead of catching it"
    dirty = (
        "import numpy as np\n\ndef f(x):\n    try:\n        y = np.log(x)\n    except ValueError:\n        y = x\n    return y\n",
    )
    clean = (
        "import numpy as np\n\ndef f(x):  # hybridc: host\n    try:\n        return np.log(x)\n    except ValueError:\n        return x\n",
    )


class TracedIteration(Rule):
    """Iterating over something that is no array, range or static container.

    ## Why
    A compiled loop runs over a range or over the first axis of arrays. Other iterators live in Python.

    ## Instead
    Loop over an array, a range, `enumerate` or `zip` of these, or over a Python container known while tracing.
    """

    code = "HYB219"
    name = "traced-iteration"
    severity = Severity.ERROR
    message = "cannot iterate over {what} in compiled code"
    help = "loop over an array, a range, or a container known while tracing"
    dirty = (
        "import numpy as np\n\ndef f(x):\n    s = 0.0\n    for row in reversed(x):\n        s = s + np.sum(row)\n    return s\n",
    )
    clean = (
        "import numpy as np\n\ndef f(x):\n    s = 0.0\n    for row in x:\n        s = s + np.sum(row)\n    return s\n",
    )


class StaticNeeded(Rule):
    """A traced value where a Python number must stand.

    ## Why
    Shapes, axes, slice bounds and list indices shape the compiled program itself, and so must be known while tracing.

    ## Instead
    Compute the value from shapes or static parameters (`# hybridc: static n`), or write the code with a mask over
    the full length.
    """

    code = "HYB220"
    name = "static-needed"
    severity = Severity.ERROR
    message = "`{expression}` must be known while tracing: {why}"
    help = "derive it from shapes or static parameters, or use a mask over the full length"
    dirty = ("import numpy as np\n\ndef f(x):\n    k = np.argmax(x)\n    return np.sum(x[:k])\n",)
    clean = ("import numpy as np\n\ndef f(x, k):\n    return np.sum(x[:k])\n",)


class TracedRecursion(Rule):
    """A compiled function that calls itself.

    ## Why
    Tracing follows every call. A recursion that ends when a traced value says so would be followed for ever.

    ## Instead
    Write a loop, or keep the function on the host with `# hybridc: host`.
    """

    code = "HYB221"
    name = "traced-recursion"
    severity = Severity.ERROR
    message = "`{function}` calls itself, and when it stops depends on traced values"
    help = "write it as a loop, or mark it `# hybridc: host`"
    dirty = (
        "import numpy as np\n\ndef f(x, n):\n    y = np.sin(x)\n    if n > 0:\n        y = f(y, n - 1)\n    return y\n",
    )
    clean = ("import numpy as np\n\ndef g(x):\n    return np.sin(x)\n\ndef f(x):\n    return g(x)\n",)


class UnsupportedStatement(Rule):
    """A construct that compiled code does not have.

    ## Why
    Some of Python has no counterpart in a traced function (`del`, `global`, `with`, classes), and some is not
    converted by this version. It is refused rather than converted wrongly.

    ## Instead
    Move it to a host function, or write it with assignments, `if`, `while` and `for`.
    """

    code = "HYB222"
    name = "unsupported-construct"
    severity = Severity.ERROR
    message = "{what} in compiled code"
    help = "move it into host code, or write it with plain assignments and loops"
    dirty = ("import numpy as np\n\ndef f(x):\n    y = np.sin(x)\n    del x\n    return y\n",)
    clean = ("import numpy as np\n\ndef f(x):\n    y = np.sin(x)\n    return y\n",)


class ChangingClosure(Rule):
    """A nested function that reads a name which changes after it is defined.

    ## Why
    Python looks the name up when the function runs; a compiled branch or loop fixes it when it is traced.

    ## Instead
    Pass the value as an argument.
    """

    code = "HYB223"
    name = "changing-closure"
    severity = Severity.ERROR
    message = "`{function}` reads `{name}`, which changes after it is defined"
    help = "pass `{name}` as an argument"
    dirty = (
        "import numpy as np\n\ndef f(x):\n    k = np.sum(x)\n\n    def g(y):\n        return y * k\n    k = k + 1\n    return g(x)\n",
    )
    clean = ("import numpy as np\n\ndef f(x):\n    return np.sin(x)\n",)
