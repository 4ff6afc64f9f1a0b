"""`pincite bench show`: one test in readable form."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.terminal import echo


def show(
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="The number of the test, from 1.")],
    root: Annotated[
        Path, typer.Option("--in", metavar="DIR", help="The folder with corpus/ and benchmarks/.")
    ] = Path(),
    only: Annotated[str | None, typer.Option(help="The set; needed where there are several.")] = None,
    context: Annotated[int, typer.Option(min=0, help="Characters shown before and after each passage.")] = 200,
    as_json: Json = False,
) -> None:
    """Show a query with its gold passages marked in their context.

    Examples:

      pincite bench show 17 --in data --only cuad

      pincite bench show 1 --in data --only privacy_qa --context 0 --json
    """
    from pincite.bench.excerpt import excerpts
    from pincite.bench.legalbenchrag.layout import Root, read_benchmark
    from pincite.errors import NotFound

    layout = Root(root)
    names = layout.sets([only] if only else ())
    if len(names) > 1:
        raise NotFound(f"{root} has several sets; say which with --only: {', '.join(names)}.")
    benchmark = read_benchmark(layout.benchmark_file(names[0]))
    if number > len(benchmark.items):
        raise NotFound(f"{names[0]} has {len(benchmark.items)} tests; there is no test {number}.")
    gold = benchmark.items[number - 1]
    found = excerpts(gold, layout.corpus, context=context)
    if as_json:
        rows = [asdict(excerpt) for excerpt in found]
        shown = {"id": gold.query.id, "query": gold.query.text, "tags": gold.tags, "excerpts": rows}
        echo(json.dumps(shown, indent=2, ensure_ascii=False))
        return
    from pincite.cli.console import Console, Text

    console = Console()
    console.print(Text(f"{gold.query.id}  {gold.query.text}", style="bold"))
    for excerpt in found:
        span = excerpt.passage.span
        console.print(
            Text(f"\n{excerpt.passage.doc_id}, line {excerpt.line}, [{span.start}, {span.end})", style="cyan")
        )
        # The brackets mark the passage where there are no colours to do it.
        marked = Text.assemble((excerpt.before, "dim"), ("⟦", "red"), (excerpt.words, "bold yellow"), ("⟧", "red"))
        console.print(marked.append(excerpt.after, style="dim"))
