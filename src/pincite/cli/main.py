"""The `pincite` command: gathers the commands, and maps errors to one sentence and an exit status."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from pincite import __version__
from pincite.cli import bench, dataset, store
from pincite.cli.ask import ask
from pincite.cli.chat import chat
from pincite.cli.compare import compare
from pincite.cli.doctor import doctor
from pincite.cli.gate import gate
from pincite.cli.history import history
from pincite.cli.index import index
from pincite.cli.ingest import ingest
from pincite.cli.report import report
from pincite.cli.rescore import rescore
from pincite.cli.run import run as run_benchmark
from pincite.cli.run_files import export_runs, import_run
from pincite.cli.score import score
from pincite.cli.search import search
from pincite.cli.settings import settings
from pincite.cli.show import show
from pincite.cli.sweep import sweep
from pincite.cli.terminal import echo
from pincite.errors import PinciteError

app = typer.Typer(
    name="pincite",
    help="Ask legal documents questions, and prove the answers.",
    epilog="Start with:  pincite show FILE      then:  pincite doctor",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for command in (show, ingest, index, search, ask, chat, score, rescore, sweep, compare, gate, report, history):
    app.command()(command)
app.command()(settings)
app.command()(doctor)
app.command("run")(run_benchmark)
app.command("export")(export_runs)
app.command("import")(import_run)
for group in (store, bench, dataset):
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
    """Run the command line; an error of ours is one sentence on standard error and exit status 2."""
    try:
        app()
    except PinciteError as error:
        echo(f"pincite: {error}", fg="red", err=True)
        sys.exit(2)
    except SystemExit as stop:
        # Typer turns Ctrl-C into this status without a word.
        if stop.code == 130:
            echo("pincite: stopped. What was done is kept; run it again to go on.", fg="yellow", err=True)
        raise
    except BrokenPipeError:
        # The reader of our output (head, less) has seen enough.
        sys.stderr.close()
        sys.exit(0)
