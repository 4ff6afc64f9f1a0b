"""Port and name to import path: the one place where a plug-in is listed.

A third party adds one with an entry point in the group `pincite.<port>`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from pincite.errors import UnknownName

BUILT_IN: dict[str, dict[str, str]] = {
    "reader": {
        "text": "pincite.ingest.text:TextReader",
        "markdown": "pincite.ingest.markdown:MarkdownReader",
        "html": "pincite.ingest.html:HtmlReader",
        "docx": "pincite.ingest.docx:DocxReader",
        "pdf": "pincite.ingest.pdf:PdfReader",
        "image": "pincite.ingest.image:ImageReader",
    },
    "ocr": {
        "rapidocr": "pincite.ingest.ocr_rapidocr:RapidOcrEngine",
        "tesseract": "pincite.ingest.ocr_tesseract:TesseractEngine",
    },
    "profiler": {"rules": "pincite.structure.profile:RuleProfiler"},
    "chat": {"openai": "pincite.llm.openai_http:OpenAiChat", "local": "pincite.llm.local:LocalChat"},
    "structurer": {"rules": "pincite.structure.outline:RuleStructurer"},
    "summarizer": {
        "llm": "pincite.summarize.llm:LlmSummarizer",
        "local": "pincite.summarize.llm:LocalSummarizer",
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
    "vectors": {"flat": "pincite.index.flat:FlatIndex", "hnsw": "pincite.index.hnsw:HnswIndex"},
    "answerer": {
        "extractive": "pincite.answer.extractive:ExtractiveAnswerer",
        "openai": "pincite.answer.model:OpenAiAnswerer",
        "local": "pincite.answer.model:LocalAnswerer",
    },
    "verifier": {
        "onnx": "pincite.answer.verifier_onnx:OnnxVerifier",
        "none": "pincite.answer.verifier_none:NoVerifier",
    },
    "lexical": {"bm25": "pincite.index.bm25:Bm25Index"},
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
    },
    "target": {
        "pipeline": "pincite.runs.targets.pipeline:PipelineTarget",
        "retriever": "pincite.runs.targets.retriever:RetrieverTarget",
        "callable": "pincite.runs.targets.function:CallableTarget",
        "file": "pincite.runs.targets.file:FileTarget",
    },
}


def names(port: str) -> list[str]:
    """The names registered for a port, built in and third-party."""
    if port not in BUILT_IN:
        raise UnknownName("port", port, BUILT_IN)
    return sorted({*BUILT_IN[port], *(entry.name for entry in entry_points(group=f"pincite.{port}"))})


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
    for entry in entry_points(group=f"pincite.{port}", name=name):
        return entry.load()
    raise UnknownName(port, name, names(port))
