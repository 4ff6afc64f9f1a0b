"""Port and name to import path: the one place where a plug-in is listed.

A third party adds one with an entry point in the group `pincite.<port>`.
"""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoints, entry_points
from typing import Any

from pincite.errors import MissingExtra, UnknownName

BUILT_IN: dict[str, dict[str, str]] = {
    "reader": {
        "text": "pincite.ingest.text:TextReader",
        "markdown": "pincite.ingest.markdown:MarkdownReader",
        "html": "pincite.ingest.html.reader:HtmlReader",
        "docx": "pincite.ingest.docx.reader:DocxReader",
        "pdf": "pincite.ingest.pdf.reader:PdfReader",
        "image": "pincite.ingest.image:ImageReader",
    },
    "executor": {
        "inline": "pincite.execute.inline:InlineExecutor",
        "processes": "pincite.execute.processes:ProcessExecutor",
        "ray": "pincite.execute.ray:RayExecutor",
    },
    "ocr": {
        "rapidocr": "pincite.ingest.ocr.rapidocr:RapidOcrEngine",
        "tesseract": "pincite.ingest.ocr.tesseract:TesseractEngine",
    },
    "profiler": {"rules": "pincite.structure.profile:RuleProfiler"},
    "chat": {
        "none": "pincite.llm.none:NoChat",
        "openai": "pincite.llm.openai_http:OpenAiChat",
        "local": "pincite.llm.local:LocalChat",
    },
    "structurer": {"rules": "pincite.structure.outline:RuleStructurer"},
    "summarizer": {
        "model": "pincite.summarize.model:ModelSummarizer",
        "extractive": "pincite.summarize.extractive:ExtractiveSummarizer",
        "title": "pincite.summarize.title:TitleSummarizer",
        "none": "pincite.summarize.none:NoSummarizer",
    },
    "chunker": {
        "naive": "pincite.chunk.naive:NaiveChunker",
        "rcts": "pincite.chunk.rcts:RctsChunker",
        "sentence": "pincite.chunk.sentence:SentenceChunker",
        "clause": "pincite.chunk.clause:ClauseChunker",
    },
    "embedder": {
        "onnx": "pincite.embed.onnx:OnnxEmbedder",
        "static": "pincite.embed.static:StaticEmbedder",
        "openai": "pincite.embed.openai:OpenAiEmbedder",
        "sentence-transformers": "pincite.embed.sentence_transformers:SentenceTransformersEmbedder",
        "none": "pincite.embed.none:NoEmbedder",
    },
    "store": {
        "local": "pincite.store.local.engine:LocalEngine",
        "lance": "pincite.store.lance.engine:LanceEngine",
        "postgres": "pincite.store.postgres.engine:PostgresEngine",
    },
    "state": {"postgres": "pincite.store.postgres.state:PostgresState"},
    "vectors": {"flat": "pincite.store.local.flat:FlatIndex", "hnsw": "pincite.store.local.hnsw:HnswIndex"},
    "answerer": {
        "extractive": "pincite.answer.extractive:ExtractiveAnswerer",
        "model": "pincite.answer.model:ModelAnswerer",
    },
    "verifier": {
        "onnx": "pincite.answer.verification.verifier_onnx:OnnxVerifier",
        "none": "pincite.answer.verification.verifier_none:NoVerifier",
    },
    "lookup": {"none": "pincite.lookup.none:NoRegister", "http": "pincite.lookup.http:HttpRegister"},
    "lexical": {"bm25": "pincite.store.local.bm25:Bm25Index"},
    "highlighter": {"onnx": "pincite.retrieve.highlighter:OnnxHighlighter"},
    "reranker": {
        "none": "pincite.retrieve.rerank_none:NoReranker",
        "highlighter": "pincite.retrieve.rerank_highlighter:HighlighterReranker",
        "cohere": "pincite.retrieve.rerank_cohere:CohereReranker",
    },
    "measure": {
        "precision": "pincite.metrics.measures.spans:SpanPrecision",
        "recall": "pincite.metrics.measures.spans:SpanRecall",
        "f1": "pincite.metrics.measures.spans:SpanF1",
        "iou": "pincite.metrics.measures.spans:SpanIou",
        "lbr_precision": "pincite.metrics.measures.spans:PublishedPrecision",
        "lbr_recall": "pincite.metrics.measures.spans:PublishedRecall",
        "lbr_f1": "pincite.metrics.measures.spans:PublishedF1",
        "drm": "pincite.metrics.measures.spans:DocumentMismatch",
        "drm_query": "pincite.metrics.measures.spans:QueryMismatch",
        "document_recall": "pincite.metrics.measures.spans:DocumentRecall",
        "essential": "pincite.metrics.measures.spans:EssentialShare",
        "unnecessary": "pincite.metrics.measures.spans:UnnecessaryShare",
        "first_relevant": "pincite.metrics.measures.spans:FirstRelevant",
        "hit": "pincite.metrics.measures.spans:HitRate",
        "contains": "pincite.metrics.measures.spans:Containment",
        "token_iou": "pincite.metrics.measures.tokens:TokenIou",
        "p": "pincite.metrics.measures.rankings:RankingPrecision",
        "r": "pincite.metrics.measures.rankings:RankingRecall",
        "mrr": "pincite.metrics.measures.rankings:ReciprocalRank",
        "map": "pincite.metrics.measures.rankings:AveragePrecision",
        "ndcg": "pincite.metrics.measures.rankings:DiscountedGain",
        "exact_match": "pincite.metrics.measures.texts:ExactMatch",
        "span_f1": "pincite.metrics.measures.texts:FirstPassageF1",
        "text_recall": "pincite.metrics.measures.texts:TextRecall",
        "text_ndcg": "pincite.metrics.measures.texts:TextNdcg",
        "stated_ndcg": "pincite.metrics.measures.texts:StatedNdcg",
        "script_recall": "pincite.metrics.measures.texts:ScriptRecall",
        "script_ndcg": "pincite.metrics.measures.texts:ScriptNdcg",
        "citation_precision": "pincite.metrics.measures.citations:CitationPrecision",
        "citation_recall": "pincite.metrics.measures.citations:CitationRecall",
        "citation_f1": "pincite.metrics.measures.citations:CitationF1",
        "verified": "pincite.metrics.measures.citations:VerifiedShare",
        "word_f1": "pincite.metrics.measures.answer_words:WordF1",
        "quote_f1": "pincite.metrics.measures.answer_words:QuoteF1",
        "abstention": "pincite.metrics.measures.abstention:Abstention",
        "right_refusal": "pincite.metrics.measures.abstention:RightRefusal",
        "wrong_refusal": "pincite.metrics.measures.abstention:WrongRefusal",
        "statute_citation_accuracy": "pincite.metrics.measures.legal:StatuteCitations",
        "case_law_citation_accuracy": "pincite.metrics.measures.legal:CaseCitations",
        "legal_terminology_accuracy": "pincite.metrics.measures.legal:Terminology",
        "legal_terminology_accuracy_scotland": "pincite.metrics.measures.legal:ScottishTerminology",
        "legal_terminology_accuracy_northern_ireland": "pincite.metrics.measures.legal:NorthernIrishTerminology",
        "legal_terminology_accuracy_us": "pincite.metrics.measures.legal:AmericanTerminology",
        "citation_format_compliance": "pincite.metrics.measures.legal:CitationFormat",
        "precedent_matching": "pincite.metrics.measures.legal:PrecedentMatching",
        "direct_statute_citation_accuracy": "pincite.metrics.measures.legal_published:DirectStatutes",
        "direct_legal_terminology_accuracy": "pincite.metrics.measures.legal_published:DirectTerminology",
        "direct_citation_format_compliance": "pincite.metrics.measures.legal_published:DirectFormat",
        "direct_precedent_matching": "pincite.metrics.measures.legal_published:DirectPrecedents",
        "citation_rate": "pincite.metrics.measures.legal_published:CitationRate",
        "evaluate_py_statute_citation_accuracy": "pincite.metrics.measures.legal_published:EvaluateStatutes",
        "evaluate_py_case_law_citation_accuracy": "pincite.metrics.measures.legal_published:EvaluateCases",
        "evaluate_py_legal_terminology_accuracy": "pincite.metrics.measures.legal_published:EvaluateTerminology",
        "evaluate_py_citation_format_compliance": "pincite.metrics.measures.legal_published:EvaluateFormat",
        "evaluate_py_precedent_matching": "pincite.metrics.measures.legal_published:EvaluatePrecedents",
        "citation_exists": "pincite.metrics.measures.authorities:CitationExists",
        "citation_supported": "pincite.metrics.measures.authorities:CitationSupported",
        "rouge_1": "pincite.metrics.measures.words:RougeOne",
        "rouge_2": "pincite.metrics.measures.words:RougeTwo",
        "rouge_l": "pincite.metrics.measures.words:RougeL",
        "ragas_context_recall": "pincite.metrics.measures.words:ContextRecall",
        "ragas_context_precision": "pincite.metrics.measures.words:ContextPrecision",
        "f1_score": "pincite.metrics.measures.evaltools:WordOverlap",
        "answer_length": "pincite.metrics.measures.evaltools:AnswerLength",
        "latency": "pincite.metrics.measures.evaltools:Latency",
        "has_citation": "pincite.metrics.measures.evaltools:HasCitation",
        "any_citation": "pincite.metrics.measures.evaltools:AnyCitation",
        "citations_matched": "pincite.metrics.measures.evaltools:CitationsMatched",
        "citation_match": "pincite.metrics.measures.evaltools:CitationMatch",
        "gpt_groundedness": "pincite.metrics.measures.judged:Groundedness",
        "gpt_relevance": "pincite.metrics.measures.judged:Relevance",
        "gpt_coherence": "pincite.metrics.measures.judged:Coherence",
        "gpt_similarity": "pincite.metrics.measures.judged:Similarity",
        "gpt_fluency": "pincite.metrics.measures.judged:Fluency",
        "nv_accuracy": "pincite.metrics.measures.judged:Accuracy",
        "nv_context_relevance": "pincite.metrics.measures.judged:ContextRelevance",
        "nv_response_groundedness": "pincite.metrics.measures.judged:ResponseGroundedness",
        "dontknowness": "pincite.metrics.measures.evaltools:DontKnowness",
    },
    "target": {
        "pipeline": "pincite.runs.targets.pipeline:PipelineTarget",
        "retriever": "pincite.runs.targets.retriever:RetrieverTarget",
        "callable": "pincite.runs.targets.function:CallableTarget",
        "file": "pincite.runs.targets.file:FileTarget",
        "http": "pincite.runs.targets.http:HttpTarget",
    },
}

# What the commands start. No surface imports another, so a command knows a server by its name alone.
SERVERS = {
    "http": "pincite.serving.http:serve_http",
    "mcp": "pincite.serving.stdio:serve_stdio",
}


def names(port: str) -> list[str]:
    """The names registered for a port, built in and third-party."""
    if port not in BUILT_IN:
        raise UnknownName("port", port, BUILT_IN)
    return sorted({*BUILT_IN[port], *(entry.name for entry in _installed(port))})


def require(port: str, name: str) -> None:
    """Refuse a name that nothing is registered under, without importing anything."""
    if name not in BUILT_IN.get(port, {}) and name not in names(port):
        raise UnknownName(port, name, names(port))


def load(port: str, name: str) -> Any:
    """The class behind a name, imported now and not before."""
    built_in = BUILT_IN.get(port, {})
    if name in built_in:
        module, _, attribute = built_in[name].partition(":")
        return getattr(import_module(module), attribute)
    for entry in _installed(port).select(name=name):
        return entry.load()
    raise UnknownName(port, name, names(port))


def load_server(name: str) -> Any:
    """The function that runs a server, imported now and not before."""
    module, _, attribute = SERVERS[name].partition(":")
    try:
        return getattr(import_module(module), attribute)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("pincite"):
            raise
        raise MissingExtra("serve", "Serving") from error


def _installed(port: str) -> EntryPoints:
    """What others registered for a port."""
    return _read_installed(port, tuple((folder, _changed(folder)) for folder in sys.path))


@lru_cache(maxsize=128)
def _read_installed(port: str, folders: tuple[tuple[str, int | None], ...]) -> EntryPoints:
    # Reads a file of every package that is installed, and to index a single file asks for five ports.
    return entry_points(group=f"pincite.{port}")


def _changed(folder: str) -> int | None:
    """When something was installed in a folder of the path, or removed; None where it is none."""
    try:
        return os.stat(folder or os.getcwd()).st_mtime_ns
    except OSError:
        return None
