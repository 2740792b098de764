"""How often the analysis looks at statements."""

import threading
from contextlib import contextmanager
from dataclasses import replace

from hybridc.analysis.normal_form import NormalForm


class Looks:
    """The statements that were looked at, and how often in all."""

    def __init__(self):
        self.seen = set()
        self.kept = []  # so that no other statement gets the place in memory of one that was seen
        self.count = 0

    def note(self, statement):
        self.count += 1
        if id(statement) not in self.seen:
            self.seen.add(id(statement))
            self.kept.append(statement)


@contextmanager
def noting(note):
    """Tells of every statement of compiled functions, and of the run that looks at it."""
    original = NormalForm._run

    def noted(self, state):
        run = original(self, state)
        plain = run.policy.flow.statement

        def statement(run, node):
            note(run, node)
            plain(run, node)

        run.policy = replace(run.policy, flow=replace(run.policy.flow, statement=statement))
        return run

    NormalForm._run = noted
    try:
        yield
    finally:
        NormalForm._run = original


@contextmanager
def looks():
    """Counts meanwhile. Statements of other forms of a function count as others."""
    found, lock = Looks(), threading.Lock()

    def note(_, node):
        with lock:
            found.note(node)

    with noting(note):
        yield found
