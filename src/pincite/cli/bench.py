"""`pincite bench`: make, get, check, sample, split and look at benchmarks."""

from __future__ import annotations

import typer

from pincite.cli.bench_check import check
from pincite.cli.bench_get import get
from pincite.cli.bench_make import make
from pincite.cli.bench_mini import mini
from pincite.cli.bench_show import show
from pincite.cli.bench_split import split
from pincite.cli.bench_stats import stats

app = typer.Typer(
    name="bench",
    help="Make, get, check, sample, split and look at benchmarks in LegalBench-RAG's layout.",
    epilog="Start with:  pincite bench get legalbench-rag --out DIR      then:  pincite bench check DIR",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

for command in (make, get, check, mini, split, stats, show):
    app.command()(command)
