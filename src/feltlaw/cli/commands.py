"""How commands behave: help that is not cut, groups that show themselves, long answers in a pager."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from typer.core import TyperCommand, TyperGroup

from feltlaw.cli.errors import Stop
from feltlaw.cli.pager import paged

NO_PAGER = "--no-pager"
UNCUT = 10_000
"""Characters of a sentence in a list of commands: none is cut."""

PERSONS: Mapping[str, Sequence[str]] = {
    "For a player": ("play",),
    "For a dealer": ("procedure", "games"),
    "For a floorperson": ("settle",),
    "For a table-games manager": ("rules", "layout"),
    "For an auditor": ("audit", "record"),
    "For a mathematician": ("analyze", "simulate", "report"),
    "For a builder, and whoever runs a floor": (
        "serve",
        "tables",
        "people",
        "backup",
        "restore",
        "bots",
        "completion",
    ),
}
"""Every command under the person who is most likely to want it."""


class Group(TyperGroup):
    """Commands that belong together; named alone, it shows what there is."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            print(ctx.get_help())
            ctx.exit(0)
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, names in self.parts(ctx).items():
            with formatter.section(title):
                formatter.write_dl([(name, self._about(ctx, name)) for name in names])

    def parts(self, ctx: Any) -> Mapping[str, Sequence[str]]:
        """The names of the commands under the headings they are listed with."""
        return {"Commands": self.list_commands(ctx)}

    def _about(self, ctx: Any, name: str) -> str:
        command = self.get_command(ctx, name)
        return command.get_short_help_str(UNCUT) if command is not None else ""


class Commands(Group):
    """The program itself. Ends quietly when the reader of a pipe has seen enough."""

    def parts(self, ctx: Any) -> Mapping[str, Sequence[str]]:
        return PERSONS

    def make_context(self, *arguments: Any, **named: Any) -> Any:
        with _quietly():
            return super().make_context(*arguments, **named)

    def invoke(self, ctx: Any) -> Any:
        with _quietly():
            return super().invoke(ctx)


@contextmanager
def _quietly() -> Iterator[None]:
    """Typer would call a closed pipe a failure."""
    try:
        yield
    except BrokenPipeError:
        raise Stop("", 0) from None


class Reading(TyperCommand):
    """A command whose answer may be long: a terminal shows it in a pager, unless --no-pager is said."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if NO_PAGER in args:
            ctx.meta[NO_PAGER] = True
        return super().parse_args(ctx, [one for one in args if one != NO_PAGER])

    def invoke(self, ctx: Any) -> Any:
        unwanted = ctx.meta.get(NO_PAGER) or ctx.find_root().params.get("no_pager")
        with paged(not unwanted):
            return super().invoke(ctx)
