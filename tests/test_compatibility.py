"""Every command, flag and name that the page on other tools promises exists."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from typer.main import get_command

from pincite.cli.main import app

PAGE = Path(__file__).resolve().parent.parent / "docs/compatibility.md"
CELLS = [
    line.split("|")[2] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ") and "---" not in line
]
QUOTED = [quoted for cell in CELLS for quoted in re.findall(r"`([^`]+)`", cell)]


@pytest.mark.parametrize("text", [quoted for quoted in QUOTED if re.fullmatch(r"pincite [a-z].*", quoted)])
def test_a_command_has_the_flags_the_page_names(text):
    _, *words = text.split()
    command = get_command(app)
    while words and not words[0].startswith("-"):
        command = command.commands[words.pop(0)]
    known = {flag for option in command.params for flag in [*option.opts, *option.secondary_opts]}
    assert set(words) <= known


@pytest.mark.parametrize("name", [quoted for quoted in QUOTED if re.fullmatch(r"pincite[\w.]*:\w+", quoted)])
def test_a_python_name_can_be_imported(name):
    path, _, attribute = name.partition(":")
    try:
        holder = import_module(path)
    except ModuleNotFoundError:
        module, _, cls = path.rpartition(".")
        holder = getattr(import_module(module), cls)
    assert callable(getattr(holder, attribute))


def test_the_page_is_read():
    assert len(QUOTED) > 30
