"""Options that several commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

import click

from hybridc.core.diagnostics import Diagnostic
from hybridc.core.options import Check, Options, Prints
from hybridc_cli.config import BadConfiguration, Configuration, load
from hybridc_cli.runtime_folders import PACKAGE
from hybridc_cli.terminal import say


def configuration(paths: Sequence[str]) -> Configuration:
    """The configuration for the first path; ends the command where it cannot be used."""
    first = next((p for p in paths if p != "-"), os.curdir)
    try:
        return load(first)
    except BadConfiguration as error:
        say(f"hybridc: {error}")
        sys.exit(2)


def options(
    settings: Configuration, static: Iterable[str], checked: frozenset[Check] | None, only: Iterable[str] = ()
) -> Options:
    """The options of a conversion as configured, with the command line's `--static`, `--checked` and `--only`.

    Raises BadParameter.
    """
    names = {name: set(arguments) for name, arguments in settings.static.items()}
    for text in static:
        function, colon, argument = text.partition(":")
        if not (function and colon and argument):
            raise click.BadParameter(f"{text!r}: expected FUNC:ARG", param_hint="--static")
        names.setdefault(function, set()).add(argument)
    return Options(
        prints=Prints(settings.prints or "debug"),
        x32=settings.x32,
        static={name: frozenset(arguments) for name, arguments in names.items()},
        only=frozenset(only),
        line_length=settings.line_length,
        return_mutated=settings.return_mutated,
        checked=settings.checked if checked is None else checked,
        any_dtype=settings.any_dtype,
        standalone=PACKAGE if settings.standalone else None,
    )


def checks(text: str) -> frozenset[Check]:
    """Kinds of checks, separated by commas; `all` of them. Raises BadParameter."""
    if text == "all":
        return frozenset(Check)
    names = [kind.value for kind in Check]
    given = [name.strip() for name in text.split(",")]
    if unknown := [name for name in given if name not in names]:
        raise click.BadParameter(f"{unknown[0]!r} is none of {', '.join(names)}.")
    return frozenset(Check(name) for name in given)


class WithChecked(click.Command):
    """A command whose `--checked` alone asks for all checks, whatever comes after it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        end = args.index("--") if "--" in args else len(args)
        spelled = ["--checked=all" if arg == "--checked" else arg for arg in args[:end]]
        return super().parse_args(ctx, [*spelled, *args[end:]])


static_option = click.option("--static", multiple=True, metavar="FUNC:ARG", help="ARG of FUNC is known while tracing.")
only_option = click.option(
    "--only",
    multiple=True,
    metavar="FUNC",
    help="Compile FUNC, whatever it looks like, and what it calls; other functions stay Python.",
)
x32_option = click.option("--x32", is_flag=True, help="Leave JAX at 32 bits.")
any_dtype_option = click.option(
    "--any-dtype",
    is_flag=True,
    help="NumPy arrays of unknown dtype may have any, such as uint8: compute with them as NumPy does.",
)
return_mutated_option = click.option(
    "--return-mutated",
    is_flag=True,
    help="Functions that only code elsewhere calls return the arrays that they change, after their results. Those that "
    "the file calls do so anyway, or write into NumPy arrays where code that stays Python uses them otherwise.",
)
checked_option = click.option(
    "--checked",
    type=checks,
    metavar="[=KINDS]",
    help="Raise at run time what NumPy and Python raise: index, assert, nan, div. [alone: all]",
)


def selected(diagnostics: Iterable[Diagnostic], select: Sequence[str], ignore: Sequence[str]) -> list[Diagnostic]:
    """Those whose code starts with one of `select` (all, where it is empty) and with none of `ignore`."""
    return [
        d for d in diagnostics
        if (not select or d.code.startswith(tuple(select))) and not (ignore and d.code.startswith(tuple(ignore)))
    ]  # fmt: skip


def codes(values: Iterable[str]) -> tuple[str, ...]:
    """Codes and prefixes from repeated, comma-separated options."""
    return tuple(code.strip().upper() for value in values for code in value.split(",") if code.strip())


timeout_option = click.option(
    "--timeout", type=click.FloatRange(0), default=60.0, show_default=True, metavar="SECONDS",
    help="Give up on a file after so long, and go on with the others; 0: never.",
)  # fmt: skip


def processes(jobs: int | None) -> int:
    """How many processes to use: as many as there are processors, unless told."""
    return jobs or os.cpu_count() or 1
