"""The `pincite` command: gathers the commands, and maps errors to one sentence and an exit status."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import Annotated

import typer

from pincite import __version__
from pincite.cli import bench, dataset, keys, review, store, truth
from pincite.cli.ask import ask
from pincite.cli.chat import chat
from pincite.cli.cite import cite
from pincite.cli.compare import compare
from pincite.cli.doctor import doctor
from pincite.cli.drift import drift
from pincite.cli.evaluate import evaluate
from pincite.cli.evaluate_rag import evaluate_rag
from pincite.cli.gate import gate
from pincite.cli.hints import with_advice
from pincite.cli.history import history
from pincite.cli.index import index
from pincite.cli.ingest import ingest
from pincite.cli.mcp import mcp
from pincite.cli.open import open_browser
from pincite.cli.redline import redline
from pincite.cli.report import report
from pincite.cli.rescore import rescore
from pincite.cli.run import run as run_benchmark
from pincite.cli.run_files import export_runs, import_run
from pincite.cli.score import score
from pincite.cli.search import search
from pincite.cli.serve import serve
from pincite.cli.settings import settings
from pincite.cli.show import show
from pincite.cli.summary import diff, summary
from pincite.cli.sweep import sweep
from pincite.cli.terminal import echo
from pincite.cli.verify import verify
from pincite.errors import PinciteError
from pincite.files import os_reason, readable_name

app = typer.Typer(
    name="pincite",
    help="Ask legal documents questions, and prove the answers.",
    epilog="Start with:  pincite show FILE      then:  pincite doctor",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for command in (show, ingest, index, search, ask, chat, verify, score, rescore, sweep, compare, gate, report, history):
    app.command()(command)
app.command()(cite)
app.command()(evaluate)
app.command("evaluate-rag")(evaluate_rag)
app.command()(summary)
app.command()(diff)
app.command()(settings)
app.command()(doctor)
app.command()(redline)
app.command("run")(run_benchmark)
app.command("export")(export_runs)
app.command("import")(import_run)
app.command()(serve)
app.command("open")(open_browser)
app.command()(mcp)
app.command()(drift)
for group in (store, bench, dataset, review, keys, truth):
    app.add_typer(group.app)


def _print_version(wanted: bool) -> None:
    if wanted:
        echo(f"pincite {__version__}")
        raise typer.Exit


@app.callback()
def pincite(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Ask legal documents questions, and prove the answers."""


def run() -> None:
    """Run the command line; an error prints one sentence to standard error and exits with status 2."""
    for stream in (sys.stdout, sys.stderr):
        # File names may hold bytes that are not UTF-8; `backslashreplace` prints the escape that JSON uses.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            app()
        finally:
            # A full disk shows up here at the latest.
            sys.stdout.flush()
    except PinciteError as error:
        _complain(with_advice(error))
        sys.exit(2)
    except SystemExit as stop:
        # Typer turns Ctrl-C into this status without printing anything.
        if stop.code == 130:
            echo("pincite: stopped.", fg="yellow", err=True)
        raise
    except BrokenPipeError:
        # The reader of our output (head, less) closed the pipe.
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        where = f"{readable_name(os.fsdecode(error.filename))}: " if isinstance(error.filename, str | bytes) else ""
        _complain(f"{where}{os_reason(error)}.")
        _discard_output()
        sys.exit(2)


def _discard_output() -> None:
    """Discard unprinted output: otherwise Python tries again at exit and prints its own error."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(sentence: str) -> None:
    # Standard error may be on the very disk that is full.
    with suppress(OSError):
        echo(f"pincite: {sentence}", fg="red", err=True)
