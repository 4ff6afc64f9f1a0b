"""`pincite evaluate-rag`: evaluate dataset folders against a RAG server, or in process without one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.options import Preset, Set, settings_from
from pincite.cli.progress_bar import progress_bar
from pincite.cli.terminal import echo

if TYPE_CHECKING:
    from pincite.settings import Stage


def evaluate_rag(
    dataset_paths: Annotated[
        list[Path], typer.Option("--dataset-paths", help="Folders with corpus/ and train.json, one or more.")
    ],
    further: Annotated[
        list[Path] | None, typer.Argument(metavar="[FOLDER]…", help="Further folders for --dataset-paths.")
    ] = None,
    host: Annotated[
        str | None, typer.Option("--host", help="The RAG server; without it our pipeline is asked.")
    ] = None,
    port: Annotated[int, typer.Option("--port", help="Its port.")] = 8081,
    file_type: Annotated[str, typer.Option("--file-type", help="The ending of the corpus files to send.")] = "pdf",
    ingestor_server_url: Annotated[
        str, typer.Option("--ingestor_server_url", help="The ingestor.")
    ] = "http://localhost:8082",
    batch_size: Annotated[int, typer.Option("--batch_size", min=1, help="Files per upload.")] = 1000,
    output_dir: Annotated[Path, typer.Option("--output_dir", help="Where results go.")] = Path("results"),
    thread: Annotated[int, typer.Option("--thread", min=1, help="Questions asked concurrently.")] = 4,
    timeout: Annotated[float, typer.Option("--timeout", min=1, help="Timeout of an answer, in seconds.")] = 180,
    collection: Annotated[
        str | None, typer.Option("--collection", help="Its collection (default: the folder's name).")
    ] = None,
    top_k: Annotated[int | None, typer.Option("--top_k", help="Sent as reranker_top_k.")] = None,
    vdb_top_k: Annotated[int | None, typer.Option("--vdb_top_k", help="Sent as vdb_top_k.")] = None,
    model: Annotated[str | None, typer.Option("--model", help="Sent as model.")] = None,
    llm_endpoint: Annotated[str | None, typer.Option("--llm_endpoint", help="Sent as llm_endpoint.")] = None,
    temperature: Annotated[float | None, typer.Option("--temperature", help="Sent as temperature.")] = None,
    top_p: Annotated[float | None, typer.Option("--top-p", help="Sent as top_p.")] = None,
    max_tokens: Annotated[int | None, typer.Option("--max-tokens", help="Sent as max_tokens.")] = None,
    reranker: Annotated[
        bool | None, typer.Option("--enable-reranker/--disable-reranker", help="Sent as enable_reranker.")
    ] = None,
    rewriting: Annotated[
        bool | None,
        typer.Option("--enable-query-rewriting/--disable-query-rewriting", help="Sent as enable_query_rewriting."),
    ] = None,
    skip_ingestion: Annotated[bool, typer.Option("--skip_ingestion", help="Skip the upload of documents.")] = False,
    skip_evaluation: Annotated[bool, typer.Option("--skip_evaluation", help="Skip the questions.")] = False,
    force_ingestion: Annotated[
        bool, typer.Option("--force_ingestion", help="Delete and recreate the collection.")
    ] = False,
    delete_collection: Annotated[
        bool, typer.Option("--delete_collection", help="Delete the collection when done.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="List every failed question.")] = False,
    preset: Preset = None,
    set_: Set = None,
) -> None:
    """Evaluate dataset folders: a RAG server that speaks the blueprint's HTTP, or our pipeline without --host.

    Each folder gets rag_NAME_evaluation_data, _results, _metrics and _summary.json, and a run. The judge's model is
    $RAG_EVAL_JUDGE_MODEL, or the chat model that is set; without either its metrics are left out. Exit status 1: some
    questions failed.

    Examples:

      pincite evaluate-rag --dataset-paths data/leases --host localhost --port 8081

      pincite evaluate-rag --dataset-paths data/leases data/licences --output_dir results/ours
    """
    from pincite.runs.evaluation.evaluate import make_judges
    from pincite.runs.evaluation.ingestor import Ingestor
    from pincite.runs.evaluation.rag import Server, ingest, read_dataset
    from pincite.runs.evaluation.rag import evaluate_rag as evaluate
    from pincite.runs.targets.pipeline import PipelineTarget

    sent = {
        "reranker_top_k": top_k,
        "vdb_top_k": vdb_top_k,
        "model": model,
        "llm_endpoint": llm_endpoint,
        "temperature": temperature,
        "top_p": top_p,
        "max_tokens": max_tokens,
        "enable_reranker": reranker,
        "enable_query_rewriting": rewriting,
    }
    options = {name: value for name, value in sent.items() if value is not None}
    settings = settings_from(preset, flags=set_, jobs=None, ocr=None)
    failed = 0
    for folder in [*dataset_paths, *(further or ())]:
        dataset = read_dataset(folder)
        given: dict[str, Any] = {"ingestor": ingestor_server_url, "collection": collection, "options": options}
        server = Server(host, port, timeout=timeout, threads=thread, **given) if host else None
        done: dict[str, Any] = {}
        if server and not skip_ingestion:
            done = ingest(dataset, server, ending=file_type, batch=batch_size, force=force_ingestion)
            echo(f"{dataset.label}: {done['sent']} files sent, {done['already_there']} there already.")
        if not skip_evaluation:
            target = server.target(collection or dataset.label) if server else PipelineTarget(settings, preset=preset)
            with progress_bar() as progress:
                run = evaluate(
                    dataset,
                    target,
                    output_dir,
                    judges=make_judges(_judge(settings.chat), repeats=1),
                    in_process=server is None,
                    ingestion=done,
                    progress=progress,
                )
            failed += len(run.failures)
            echo(f"{dataset.label}: {len(run.questions)} questions, {len(run.failures)} failures; {run.path.parent}")
            for failure in run.failures if verbose else ():
                echo(f"failed  {failure.item}: {failure.message}", fg="yellow", err=True)
        if server and delete_collection:
            with Ingestor(ingestor_server_url, timeout=timeout) as ingestor:
                ingestor.delete(collection or dataset.label)
    if failed:
        raise typer.Exit(1)


def _judge(chat: Stage) -> Stage:
    """Return the judge: the configured chat model, or the one named by the environment variable."""
    from pincite.runs.evaluation.rag import JUDGE_VARIABLE
    from pincite.settings import Stage

    named = os.environ.get(JUDGE_VARIABLE, "").strip()
    if not named:
        return chat
    kind = "openai" if chat.kind == "none" else chat.kind
    return Stage.model_validate({"kind": kind, **chat.options, "model": named})
