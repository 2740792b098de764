"""How often the analysis looks at statements."""

import threading
from contextlib import contextmanager

from hybridc.interpret.interpreter import Interpreter


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
def looks():
    """Counts meanwhile. Statements of other forms of a function count as others."""
    found, lock, original = Looks(), threading.Lock(), Interpreter.statement

    def statement(self, node):
        with lock:
            found.note(node)
        original(self, node)

    Interpreter.statement = statement
    try:
        yield found
    finally:
        Interpreter.statement = original
