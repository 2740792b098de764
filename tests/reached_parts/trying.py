"""What the original does by itself, with gradients: it has to run without a warning, and to show what it writes."""

from __future__ import annotations

import warnings

import numpy as np
import torch

from forwards.comparing import differing, plain
from forwards.programs import Call, Program
from forwards.running import arguments, loaded, state_of, weights

Arrays = dict[str, np.ndarray]
CALLS = (Call(True, 2, ("x",), 3),) * 3


def arrays_of(net: torch.nn.Module) -> Arrays:
    return {name: held for name, held in state_of(net, net).items() if isinstance(held, np.ndarray)}


def tried(program: Program) -> tuple[list[tuple[np.ndarray, ...]], list[Arrays]]:
    """The results, and the arrays before the first call and after each; raises what the original raises."""
    torch.manual_seed(0)
    results: list[tuple[np.ndarray, ...]] = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        net = loaded(program.source).Net()
        with torch.no_grad():
            weights(net, program.seed)
        states = [arrays_of(net)]
        for number, call in enumerate(program.calls):
            [x], _ = arguments(program, number, call)
            result = net(torch.tensor(x))
            results.append(tuple(map(plain, result if isinstance(result, tuple) else (result,))))
            states.append(arrays_of(net))
    if not all(isinstance(one, np.ndarray) and np.isfinite(one).all() for result in results for one in result):
        raise ValueError("a result that is no finite array")
    return results, states


def shows(program: Program, without: Program) -> bool:
    """Whether results and state of the original are others than those of the program without its write."""
    results, states = tried(program)
    try:
        other_results, other_states = tried(without)
    except Exception:
        return differing(states[0], states[-1], "") is not None
    return bool(differing(results, other_results, "") and differing(states[-1], other_states[-1], ""))
