"""`pincite bench make`: a set of LegalBench-RAG from its raw dataset."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import Json, Preset, Set
from pincite.cli.progress_bar import progress_bar
from pincite.cli.terminal import echo

if TYPE_CHECKING:
    from pincite.bench.legalbenchrag.make import BenchmarkSet
    from pincite.bench.legalbenchrag.titles import Titler
    from pincite.ports import ChatModel


def make(
    name: Annotated[str, typer.Argument(metavar="SET", help="cuad, contractnli, maud or privacy_qa.")],
    raw: Annotated[Path, typer.Option(help="The unpacked published dataset.")],
    out: Annotated[Path, typer.Option(help="Where corpus/ and benchmarks/ are written.")],
    texts: Annotated[
        list[Path] | None, typer.Option(help="Another folder of contract texts (CUAD); repeatable.")
    ] = None,
    wording: Annotated[
        Path | None, typer.Option(help="Take the questions' wording from this official benchmark file.")
    ] = None,
    titles: Annotated[
        str,
        typer.Option(help="Titles from: auto, document, model, or a JSON file of titles or an official benchmark."),
    ] = "auto",
    model: Annotated[str | None, typer.Option(help="Short for --set chat.model=… [env: PINCITE_LLM_MODEL].")] = None,
    concurrency: Annotated[int, typer.Option(min=1, help="Concurrent requests to the model.")] = 8,
    lenient: Annotated[
        bool, typer.Option("--lenient", help="Keep queries whose quotes repeat, differ in spacing or omit words.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a set that is there already.")] = False,
    preset: Preset = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """Make a set of LegalBench-RAG from its raw dataset, by the rules of the original.

    Writes corpus/SET/*.txt, benchmarks/SET.json, titles.json (each title with its origin) and dropped.jsonl (every
    query that was dropped, with the reason). Titles come from the chat model where one is set (chat.kind and
    chat.model, or a model's name alone for OpenAI's interface), else from the documents themselves.

    Examples:

      pincite bench make cuad --raw CUAD_v1 --out data

      pincite bench make cuad --raw CUAD_v1 --out data --wording official/benchmarks/cuad.json --titles titles.json

      pincite bench make contractnli --raw contract-nli --out data --lenient
    """
    from pincite.bench.files import refuse_existing
    from pincite.bench.legalbenchrag.make import draft_set, finish_set, write_made

    refuse_existing(out, [f"corpus/{name}", f"benchmarks/{name}.json"], force=force)
    with progress_bar(quiet=as_json) as progress:
        drafts = draft_set(name, raw, texts=texts or (), lenient=lenient, progress=progress)
        asks = titles in {"auto", "model"}
        chat = _chat(model, preset=preset, flags=set_ or [], cache=out / "cache" / "titles") if asks else None
        titlers = _titlers(titles, name, chat=chat)
        made = finish_set(drafts, titlers, wording=wording, lenient=lenient, concurrency=concurrency, progress=progress)
    write_made(made, out, force=force)
    if as_json:
        echo(json.dumps(_summary(made, out), indent=2, ensure_ascii=False))
    else:
        _render(made, out)


def _chat(model: str | None, *, preset: str | None, flags: list[str], cache: Path) -> ChatModel | None:
    """Return the configured chat model, if any; its answers are cached in a folder."""
    from pincite.pipeline.wire import make_chat
    from pincite.settings import load_settings

    stage = load_settings(preset, flags=flags).settings.chat
    model = model or stage.options.get("model") or os.environ.get("PINCITE_LLM_MODEL")
    if model:
        kind = stage.kind if stage.kind != "none" else "openai"
        stage = stage.model_validate({**stage.options, "kind": kind, "model": model})
    return make_chat(stage, cache=cache) if stage.kind != "none" else None


def _titlers(source: str, name: str, *, chat: ChatModel | None) -> list[Titler]:
    """Return what names the documents, in the order they are tried."""
    from pincite.bench.legalbenchrag.titles import KINDS, DocumentTitles, ListedTitles, ModelTitles
    from pincite.errors import NotFound, SettingsError

    fallback = DocumentTitles(KINDS.get(name, "Policy"))
    if source == "document" or (source == "auto" and chat is None) or name not in KINDS:
        return [fallback]
    if source in {"auto", "model"}:
        if chat is None:
            need = "is 'model', but no model is set: give --model, or set chat.kind and chat.model"
            raise SettingsError("titles", need)
        return [ModelTitles(chat, name)]
    if not Path(source).is_file():
        raise NotFound(f"--titles is neither auto, document nor model, and there is no file '{source}'.")
    return [ListedTitles.read(Path(source)), fallback]


def _summary(made: BenchmarkSet, out: Path) -> dict[str, object]:
    return {
        "set": made.name,
        "out": str(out),
        "queries": len(made.golds),
        "snippets": sum(len(gold.passages) for gold in made.golds),
        "documents": len(made.texts),
        "characters": sum(map(len, made.texts.values())),
        "titles": dict(Counter(title.origin for title in made.titles.values())),
        "kept_leniently": dict(made.rescued),
        "dropped": dict(Counter(row.reason.value for row in made.dropped).most_common()),
        "notes": list(made.notes),
    }


def _render(made: BenchmarkSet, out: Path) -> None:
    from rich.table import Table

    from pincite.cli.console import Console

    summary = _summary(made, out)
    table = Table(title=f"{made.name} in {out}")
    table.add_column("what")
    table.add_column("count", justify="right")
    for key in ("queries", "snippets", "documents", "characters"):
        table.add_row(key, f"{summary[key]:,}")
    for heading, counts in (
        ("title from the", Counter(title.origin for title in made.titles.values())),
        ("kept leniently:", made.rescued),
        ("dropped:", Counter(row.reason.value for row in made.dropped)),
    ):
        for reason, number in counts.most_common():
            table.add_row(f"{heading} {reason}", f"{number:,}")
    Console().print(table)
    for note in made.notes:
        echo(f"Note: {note}.", fg="yellow", err=True)
    if made.dropped:
        echo(f"Every dropped query is listed in {out / 'dropped.jsonl'}.")
