"""Hostile words in documents, names and questions are printed as they stand: no markup, no terminal controls."""

import json
import os
import pty
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from pincite.cli.main import app
from pincite.cli.terminal import visible

TITLE = "[/s/ Jane Roe] [draft 3] DEED [bold red]OF[/] :smile:"
CONTROLS = "\x1b]0;owned\x1b\\\\\x1b[8mhidden\x9b31m\u202eturned\r"
DEED = (
    f"{TITLE}\n\nThis Deed is made between Granary Holdings Limited (the “Landlord”) and Mere Estates Limited.\n\n"
    f"1. Rent [/b]{CONTROLS}\n\nThe Tenant shall pay a rent of £4,300 a year [/rent] {CONTROLS} in advance.\n\n"
    "2. Repairs. The Tenant keeps the roof in repair at its own cost.\n"
)
NAME = "[deed] [draft 3]\x1b]0;owned\x07\u202e.txt"
RAW = [b"\x1b]0;owned", b"\x1b[8m", b"\xc2\x9b", b"\xe2\x80\xae"]
FLAGS = ["--set", "embedder.kind=none", "--set", "retrieval.results=chunks", "--set", "retrieval.method=bm25"]
FLAGS += ["--set", "answer.threshold=0"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "files").mkdir()
    (folder / "files" / NAME).write_text(DEED)
    (folder / "files" / f"empty{NAME}").write_text("")
    in_terminal(folder, "index", "files", "--store", "store", "--keep-going", "--jobs", "1", *FLAGS)
    return folder


def in_terminal(folder, *arguments, typed=b""):
    """What a command writes to a terminal, standard output and standard error together."""
    master, slave = pty.openpty()
    run = "import sys; from pincite.cli.main import run; sys.exit(run())"
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "300"}
    process = subprocess.Popen(
        [sys.executable, "-c", run, *arguments],
        stdin=subprocess.PIPE, stdout=slave, stderr=slave, cwd=folder, env=environment
    )  # fmt: skip
    os.close(slave)
    process.stdin.write(typed)
    process.stdin.close()
    told = b""
    try:
        while piece := os.read(master, 65536):
            told += piece
    except OSError:
        pass  # the other end is closed
    process.wait(60)
    os.close(master)
    assert b"Traceback" not in told, told.decode("utf-8", "replace")
    return told


@pytest.mark.parametrize(
    "command",
    [
        ["show", f"files/{NAME}"],
        ["show", f"files/{NAME}", "--section", "1"],
        ["show", f"files/{NAME}", "--section", CONTROLS],
        ["show", f"files/{NAME}", "--json"],
        ["show", f"files/{CONTROLS}"],
        ["ingest", "files", "--jobs", "1"],
        ["ingest", "files", "--jobs", "1", "--json"],
        ["index", "files", "--store", "second", "--jobs", "1", *FLAGS],
        ["store", "list", "--store", "store"],
        ["store", "info", "--store", "store"],
        ["store", "list", "--store", "store", "--json"],
        ["search", "rent", "--store", "store", "--explain", *FLAGS],
        ["search", CONTROLS, "--store", "store", *FLAGS],
        ["ask", f"What is the rent [/x] {CONTROLS}?", "--store", "store", "--explain", *FLAGS],
        ["ask", "What is the rent?", "--store", "store", "--format", "markdown", *FLAGS],
        ["ask", "What is the rent?", "--store", "store", "--json", *FLAGS],
    ],
    ids=lambda command: " ".join(command)[:40].encode("ascii", "replace").decode(),
)
def test_documents_and_names_never_steer_the_terminal(folder, command):
    told = in_terminal(folder, *command)
    assert not [raw for raw in RAW if raw in told], told
    escape = b"\\u001b]0;owned" if "--json" in command else "␛]0;owned".encode()
    assert escape in told or command[:2] == ["store", "info"] or "markdown" in command, told.decode()


def test_chat_never_steers_the_terminal(folder):
    told = in_terminal(folder, "chat", "--store", "store", *FLAGS, typed=f"What is the rent {CONTROLS[:9]}?\n".encode())
    assert "␛]0;owned".encode() in told
    assert not [raw for raw in RAW if raw in told], told


def test_the_progress_bar_shows_a_hostile_name_as_it_is(folder):
    told = in_terminal(folder, "ingest", "files", "--jobs", "1")
    assert "[deed] [draft 3]␛]0;owned␇\\u202e.txt".encode() in told


def test_brackets_in_a_title_are_printed(tmp_path):
    path = tmp_path / "deed.md"
    path.write_text(f"# {DEED}")
    result = CliRunner().invoke(app, ["show", str(path)], env={"COLUMNS": "300"})
    assert result.exit_code == 0, result.output
    assert TITLE in result.output


def test_advice_with_brackets_is_printed_whole(tmp_path, monkeypatch):
    path = tmp_path / "scan [ocr].txt"
    path.write_text("")
    result = CliRunner().invoke(app, ["ingest", str(path)], env={"COLUMNS": "300"})
    assert "scan [ocr].txt" in result.output


def test_json_is_exact(folder):
    result = CliRunner().invoke(app, ["show", str(folder / "files" / NAME), "--json"])
    told = json.loads(result.output)
    assert told["doc"]["text"] == DEED.replace("\r\n", "\n").replace("\r", "\n")


def test_every_control_becomes_visible():
    assert visible("a\x1b[1m\x07\x7f\x85\u202e\u2066\u2028\udcff\n\tb") == (
        "a␛[1m␇\\u007f\\u0085\\u202e\\u2066\\u2028\\udcff\n\tb"
    )
    assert json.loads(visible(json.dumps("\x1b\x7f\u202e\udcff", ensure_ascii=False))) == "\x1b\x7f\u202e\udcff"
