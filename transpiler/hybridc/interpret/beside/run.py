"""What the interpretation of Python that stays carries along."""

from __future__ import annotations

import ast
from typing import Any

from hybridc.interpret.models.run import ModelRun, PartPolicy
from hybridc.interpret.policy import Policy
from hybridc.program.memory.host_kept import Writers
from hybridc.program.models import FileModels
from hybridc.program.state import State


class HostRun(ModelRun):
    """A run over Python that stays beside models."""

    def __init__(
        self,
        state: State,
        policy: Policy[Any],
        parts: PartPolicy[Any],
        models: FileModels,
        writers: Writers,
        is_called: bool,
    ) -> None:
        super().__init__(state, policy, parts, models)
        self.writers = writers
        self.functions: set[ast.Lambda] = set()  # that parts of models call with arrays
        self.is_of_others = False  # lines are looked up for what others have as well
        self.is_in_function = is_called  # where what is unknown may be an array
