"""`pincite dataset`: any question set in one layout, checked, exported, its documents fetched, its card written."""

from __future__ import annotations

import typer

from pincite.cli.dataset_card import card
from pincite.cli.dataset_check import check
from pincite.cli.dataset_convert import convert
from pincite.cli.dataset_export import export
from pincite.cli.dataset_materialize import materialize
from pincite.cli.dataset_records import records

app = typer.Typer(
    name="dataset",
    help="Bring question sets of any form into one layout (corpus/ and train.json), and out of it again.",
    epilog="Start with:  pincite dataset convert FILE --to DIR      then:  pincite dataset check DIR",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

for command in (convert, check, export, materialize, card, records):
    app.command()(command)
