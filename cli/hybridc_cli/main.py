"""The command `hybridc`."""

from __future__ import annotations

import difflib
import importlib
import os
import sys
from typing import Any

if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]  # under `python -m` the current folder, whose modules Python would take for its own

import click

from hybridc import __version__
from hybridc_cli.ending import ending, open_streams, pipes_end_it

_COMMANDS = {
    "convert": "Write readable JAX for Python code, and for graphs that MXNet saved.",
    "check": "Report what convert would refuse, change visibly or rewrite.",
    "verify": "Run both sides on the same inputs and compare. Executes the file.",
    "bench": "Measure calls of the original and of what is generated. Executes the file.",
    "export": "Write a compiled program, its parameters and a description. Executes the file.",
    "run": "Run what export wrote, on arrays in files.",
    "unpack": "Write what other tools read of what export wrote: StableHLO, arrays.",
    "graph": "Draw how data flows through a function or a model.",
    "explain": "Explain a code, or list all.",
    "apis": "List what is mapped of a framework.",
}
_EPILOG = "Exit status: 0 clean, 1 findings or refusals, 2 usage, configuration or I/O trouble."


class Commands(click.Group):
    """Loads a command when it is called: start-up is most of a short run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(importlib.import_module(f"hybridc_cli.commands.{cmd_name}"), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        near = difflib.get_close_matches(args[0], _COMMANDS, 1) if args[0] not in _COMMANDS else []
        if near:
            ctx.fail(f"No such command {args[0]!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with pipes_end_it():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> object:
        try:
            with pipes_end_it():
                return super().invoke(ctx)
        except KeyboardInterrupt:  # not 1, as click would have it: that stands for findings
            click.echo("hybridc: interrupted", err=True)
            ctx.exit(2)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.command(cls=Commands, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="hybridc")
def cli() -> None:
    """hybridc reads imperative numeric code and writes functional JAX.

    Only `verify`, `bench`, `export` and `graph --traced` run the Python that they read.
    """


def main() -> None:
    """The entry point."""
    _leave_own_folder()
    open_streams()
    sys.exit(ending(lambda: cli.main(prog_name="hybridc", standalone_mode=False)))


def _leave_own_folder() -> None:
    """Python looks first into the folder of what it runs, where programs may lie that are none of its modules."""
    started = os.path.dirname(os.path.realpath(sys.argv[0]))
    if not sys.flags.safe_path and sys.path and os.path.realpath(sys.path[0]) == started:
        del sys.path[0]


if __name__ == "__main__":
    main()
