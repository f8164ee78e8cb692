"""How help is laid out: examples first, commands by purpose, and no line cut."""

from typing import Any

from typer.core import TyperCommand, TyperGroup

from pitboss.cli.example import EXAMPLES, PURPOSES

LONGEST_LINE = 200


class ExamplesFirst:
    """Help that begins with examples, for a command or a group of them."""

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Examples"):
            for words in EXAMPLES[path_of(ctx)]:
                formatter.write(f"{'':{formatter.current_indent}}pitboss {words}\n")
        super().format_help_text(ctx, formatter)  # type: ignore[misc]


class HelpedCommand(ExamplesFirst, TyperCommand):
    """A command whose help begins with examples."""


class HelpedGroup(ExamplesFirst, TyperGroup):
    """Commands under one word, listed by purpose."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        shown = {name: command for name, command in self.commands.items() if not command.hidden}
        for purpose, names in PURPOSES.get(path_of(ctx), {"Commands": tuple(shown)}).items():
            with formatter.section(purpose):
                formatter.write_dl([(name, shown[name].get_short_help_str(LONGEST_LINE)) for name in names])


def path_of(ctx: Any) -> str:
    """The words that lead to a command: 'progressive people add'."""
    return str(ctx.command_path).partition(" ")[2]
