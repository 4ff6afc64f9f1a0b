"""`pincite search`: passages that answer a question."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import Json, Passages, Preset, Set, StoreName
from pincite.cli.scope_options import takes_scope
from pincite.cli.terminal import echo
from pincite.domain.chunk import Layer
from pincite.errors import QuestionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from pincite.domain.hit import Hit, Ranking
    from pincite.pipeline.scope import SearchScope
    from pincite.pipeline.store import Store

# How many characters of a section are shown on a terminal; `--json` has it whole.
_SECTION_SHOWN = 600
# How many of a stage's candidates are shown, and at least how much of a text.
_ROWS_SHOWN = 10
_SHORTEST = 8


@takes_scope
def search(
    query: Annotated[str, typer.Argument(help="The question, or a few words.")],
    store: StoreName,
    k: Passages = None,
    *,
    scope: SearchScope,
    layer: Annotated[
        Layer, typer.Option("--layer", help="What to find: passages (chunk), or whole sections or documents.")
    ] = Layer.CHUNK,
    explain: Annotated[bool, typer.Option("--explain", help="Show each stage's candidates and scores.")] = False,
    preset: Preset = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """Find the passages that answer a question: document, section, page, exact characters.

    Examples:

      pincite search "Who pays for repairs to the roof?" --store demo/ -k 3

      pincite search "Consider the Harbour Lease; what is the notice period?" --store demo/ --explain

      pincite search "limitation of liability" --store demo/ --type contract --json

      pincite search "who repairs?" --store demo/ --document examples/lease.pdf --section 5

      pincite search "agreements to keep a secret" --store demo/ --layer document
    """
    from pincite.pipeline.store import Store
    from pincite.render.wire.search import WireRanking

    if not query.strip():
        raise QuestionError("The query is empty; write what to look for.")
    opened = Store.open(store, preset=preset, flags=set_ or ())
    filters = scope.filters(opened)
    ranking = opened.search(query, k=k, filters=filters, layer=layer, explain=explain)
    if as_json:
        echo(json.dumps(WireRanking.of(ranking, opened, layer=layer).plain(), indent=2, ensure_ascii=False))
        return
    if explain:
        _print_steps(ranking)
    for hit in ranking.hits:
        _print_hit(hit, ranking, opened, layer)
    if not ranking.hits:
        echo("Nothing was found." if opened.library.cards else "The store is empty.")


def _print_hit(hit: Hit, ranking: Ranking, store: Store, layer: Layer) -> None:
    from pincite.cli.console import Console, Text

    card, place = store.card(hit.passage.doc_id), store.library.place(hit.passage)
    where = [card.path]
    if layer is not Layer.DOCUMENT:
        where += [place.section, f"p. {place.page}" if place.page else ""]
    console = Console()
    heading = Text(f"{hit.rank}. ") + Text("  ·  ".join(part for part in where if part), style="bold")
    console.print(heading + Text(f"   [{hit.passage.span.start}–{hit.passage.span.end}]  score {hit.score:.3f}", "dim"))
    text = Text(_shown(hit, store, layer))
    words = [word for word in ranking.query.split() if len(word) > 3]
    text.highlight_words([word.strip(".,;:?!\"'") for word in words], style="bold green", case_sensitive=False)
    console.print(text)
    console.print()


def _shown(hit: Hit, store: Store, layer: Layer) -> str:
    """Return the text to show: a whole passage, the beginning of a section, or a document's description."""
    from pincite.legal.markdown_words import as_read

    card = store.card(hit.passage.doc_id)
    if layer is Layer.DOCUMENT:
        return card.summary or card.title or ""
    text = " ".join(as_read(hit.passage.span.slice(store.library.text(card.id)), card.path).split())
    return f"{text[:_SECTION_SHOWN]} …" if layer is Layer.SECTION and len(text) > _SECTION_SHOWN else text


def _print_steps(ranking: Ranking) -> None:
    from pincite.cli.console import Console, Text

    console = Console()
    for step in ranking.steps:
        note = f"  {step.note}  ({ranking.seconds.get(step.stage, 0) * 1000:.0f} ms)"
        console.print(Text(step.stage, style="bold") + Text(note))
        if step.rows:
            console.print(_steps_table(step.rows[:_ROWS_SHOWN], width=console.width))
    console.print()


def _steps_table(rows: Sequence[dict[str, object]], *, width: int) -> Table:
    """Return a table of candidates in which scores are never cut and texts share the remaining width."""
    from rich.table import Table

    from pincite.cli.console import Text

    cells = {name: [_cell(row.get(name)) for row in rows] for name in rows[0]}
    figures = {name for name in cells if all(isinstance(row.get(name), int | float | None) for row in rows)}
    taken = sum(max(map(len, [name, *cells[name]])) + 2 for name in figures)
    room = max(_SHORTEST, (width - taken) // max(len(cells) - len(figures), 1) - 2)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in cells:
        table.add_column(Text(name), justify="right" if name in figures else "left", no_wrap=True)
    for row in zip(*cells.values(), strict=True):
        shown = (cell if name in figures else _shortened(cell, room) for name, cell in zip(cells, row, strict=True))
        table.add_row(*map(Text, shown))
    return table


def _cell(value: object) -> str:
    return "" if value is None else f"{value:.4f}" if isinstance(value, float) else " ".join(str(value).split())


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
