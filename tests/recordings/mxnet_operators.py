"""Records the names of MXNet's operators: which are others' second names, and which have auxiliary states."""

import ctypes
import json
import os

import mxnet as mx
from mxnet.base import _LIB, c_str, check_call, py_str

NEEDED = {"_contrib_SyncBatchNorm": {"key": "k"}}  # attributes without which an operator cannot be made


def record(folder):
    aliases = {name: own for name in registered() if (own := own_name(name)) != name and "backward" not in name}
    auxiliary = {own: inputs for own in sorted(set(registered())) if own_name(own) == own and (inputs := stateful(own))}
    text = json.dumps({"aliases": aliases, "auxiliary": auxiliary}, indent=0, sort_keys=True)
    (folder / "operators.json").write_text(text + "\n")


def registered():
    count, names = ctypes.c_uint(), ctypes.POINTER(ctypes.c_char_p)()
    check_call(_LIB.MXListAllOpNames(ctypes.byref(count), ctypes.byref(names)))
    return sorted(py_str(names[n]) for n in range(count.value))


def own_name(name):
    handle, own = ctypes.c_void_p(), ctypes.c_char_p()
    check_call(_LIB.NNGetOpHandle(c_str(name), ctypes.byref(handle)))
    text, count = ctypes.c_char_p(), ctypes.c_uint()
    lists = [ctypes.POINTER(ctypes.c_char_p)() for _ in range(3)]
    others = [ctypes.c_char_p(), ctypes.c_char_p()]
    references = [ctypes.byref(each) for each in (own, text, count, *lists, *others)]
    check_call(_LIB.MXSymbolGetAtomicSymbolInfo(handle, *references))
    return py_str(own.value)


def stateful(name):
    """The inputs of an operator, and which of them are auxiliary states, if some are.

    Each is made in a process of its own: some end it when they lack an argument, and those that need one are left out.
    """
    out, into = os.pipe()
    if (child := os.fork()) == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            node = {"op": name, "name": "op", "inputs": [], "attrs": NEEDED.get(name, {})}
            symbol = mx.sym.load_json(json.dumps({"nodes": [node], "arg_nodes": [], "heads": [[0, 0]]}))
            states = symbol.list_auxiliary_states()
            inputs = [node["name"] for node in json.loads(symbol.tojson())["nodes"] if node["op"] == "null"]
            if states:
                os.write(
                    into, json.dumps([[i.removeprefix("op_") for i in names] for names in (inputs, states)]).encode()
                )
        finally:
            os._exit(0)
    os.close(into)
    with os.fdopen(out) as stream:
        text = stream.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None
