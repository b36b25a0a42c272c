"""Every command explains itself: itself, each argument and each option."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import typer
from typer.main import get_command

from solver.cli import app, families
from tests.cli.running import run_cli
from tests.conftest import ROOT

families.register(app)


def walk_commands(command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, object]]:  # type: ignore[no-untyped-def]
    """Every command below `command` with its full name."""
    children = getattr(command, "commands", {})
    for name, child in children.items():
        yield from walk_commands(child, (*path, name))
    if not children:
        yield " ".join(path), command


COMMANDS = dict(walk_commands(get_command(app)))


def test_there_are_commands() -> None:
    assert {"solve", "check", "layout", "measure"} <= COMMANDS.keys()


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_and_every_parameter_has_help(name: str) -> None:
    command = COMMANDS[name]
    assert isinstance(command, typer.core.TyperCommand)
    assert command.help and len(command.help) > 20
    for parameter in command.params:
        assert getattr(parameter, "help", None), f"{name}: {parameter.name} has no help"


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_readmes_name_every_command(name: str) -> None:
    texts = [
        path.read_text(encoding="utf-8")
        for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    ]
    assert any(f"scene-solver {name}" in text for text in texts), (
        f"no page says what `scene-solver {name}` is for"
    )


def test_the_help_names_the_exit_codes() -> None:
    code, out, _ = run_cli("--help")
    assert code == 0
    assert "3 the scene cannot be kept" in " ".join(out.split())
