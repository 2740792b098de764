"""What flows where while a function runs: which line gave a name the value that another line reads."""

import ast
import copy

import numpy as np

_SCALAR = (int, float, np.generic, type(None))
_OWN_NAMES = (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class _Watched(ast.NodeTransformer):
    """Reads and bindings of one function tell of themselves; what has names of its own is left alone."""

    def __init__(self, local):
        self.local = local

    def visit(self, node):
        return node if isinstance(node, _OWN_NAMES) else super().visit(node)

    def visit_Name(self, node):
        if not isinstance(node.ctx, ast.Load) or node.id not in self.local:
            return node
        return _call("_read", ast.Constant(node.id), ast.Constant(node.lineno), node)

    def _after(self, node, targets):
        names = [(n, isinstance(t, ast.Name)) for t in targets for n in _targets(t)]
        line = node.lineno
        self.generic_visit(node)
        told = [ast.Expr(_told(name, line, whole)) for name, whole in names if name in self.local]
        return [node, *told]

    def visit_Assign(self, node):
        return self._after(node, [part for t in node.targets for part in getattr(t, "elts", [t])])

    def visit_AugAssign(self, node):
        name, line = next(_targets(node.target), ""), node.lineno
        if name not in self.local:
            return self.generic_visit(node)
        before = [ast.Expr(_call("_read", ast.Constant(name), ast.Constant(line), ast.Name(name, ast.Load())))]
        self.generic_visit(node)
        return [*before, node, ast.Expr(_told(name, line, False))]

    def visit_NamedExpr(self, node):
        self.generic_visit(node)
        return _call("_bound", ast.Constant(node.target.id), ast.Constant(node.lineno), node)

    def visit_For(self, node):
        names = [n for t in getattr(node.target, "elts", [node.target]) for n in _targets(t)]
        line = node.lineno
        self.generic_visit(node)
        node.body = [ast.Expr(_told(name, line, True)) for name in names] + node.body
        return node


def _targets(target):
    while isinstance(target, ast.Subscript | ast.Attribute | ast.Starred):
        target = target.value
    if isinstance(target, ast.Name):
        yield target.id


def _call(name, *arguments):
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _told(name, line, is_whole):
    return _call("_set", ast.Constant(name), ast.Constant(line), ast.Name(name, ast.Load()), ast.Constant(is_whole))


def flows(source, function, arguments):
    """(line that gave it, line that reads, name) of names, and the same of memory that two names share."""
    tree = ast.parse(source)
    node = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == function)
    parameters = [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    stored = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    inner = {n for each in node.body for n in ast.walk(each) if isinstance(n, ast.FunctionDef)}
    shared = {name for n in ast.walk(node) if isinstance(n, ast.Nonlocal | ast.Global) for name in n.names}
    local = ({*parameters} | stored) - shared - {n.name for n in inner}
    watched = _Watched(local)
    body = [each for s in node.body for each in _listed(watched.visit(s))]
    node.body = [ast.Expr(_told(name, node.lineno, True)) for name in parameters] + body
    ast.fix_missing_locations(tree)
    last, written, named, memory = {}, [], set(), set()

    def read(name, line, value):
        if name in last:
            (named if isinstance(value, _SCALAR) else memory).add((last[name], line, name))
        if isinstance(value, np.ndarray):
            for array, where, other in written:
                if other != name and np.shares_memory(array, value):
                    memory.add((where, line, name))
        return value

    def set_(name, line, value, is_whole):
        last[name] = line
        if not is_whole and isinstance(value, np.ndarray):
            written.append((value, line, name))

    def bound(name, line, value):
        last[name] = line
        return value

    scope = {"_bound": bound, "_read": read, "_set": set_}
    exec(compile(tree, "<watched>", "exec", dont_inherit=True), scope)
    for given in arguments:
        last.clear()
        written.clear()
        scope[function](*copy.deepcopy(given))
    return named, memory


def _listed(found):
    return found if isinstance(found, list) else [found]
