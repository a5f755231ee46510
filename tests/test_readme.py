"""What the README tells people to type is what the program understands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from embviz.cli import COMMANDS
from embviz.cli.display import PACKAGES
from embviz.cli.qt import PACKAGES as QT_PACKAGES
from embviz.io.sets import SET_NAMES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.splitlines()]


def test_two_commands_of_one_line_make_the_environment_and_start_or_test_the_program():
    environment = "python3 -m venv .venv && .venv/bin/pip install -e "
    assert [line for line in SHELL if line.startswith("python3")] == [
        f"{environment}. && .venv/bin/embviz",
        f'{environment}".[test]" && .venv/bin/python -m pytest',
    ]


@pytest.mark.parametrize("line", [line for line in SHELL if line.startswith("embviz ")])
def test_commands_shown_are_understood(line, monkeypatch):
    from embviz import cli

    words = shlex.split(line)[1:]
    if words[0] in COMMANDS:
        parsed = cli._command_parser(words[0]).parse_args(words[1:])
        assert words[0] != "map" or parsed.outputs
    else:
        assert cli._window_parser().parse_args(words).source == words[0]


def test_every_sub_command_and_every_word_set_is_named():
    assert all(f"`embviz {name}" in README for name in COMMANDS)
    assert all(f"`{name}`" in README for name in SET_NAMES)


def test_linux_packages_are_those_that_the_error_messages_name():
    for package in re.findall(r"lib[\w.-]+\w", f"{PACKAGES} {QT_PACKAGES}"):
        assert package in README


def test_pictures_of_the_readme_are_there():
    for path in re.findall(r"!\[[^]]*\]\(([^)]+)\)", README):
        assert (ROOT / path).is_file()
