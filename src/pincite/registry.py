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
    "verifier": {"none": "pincite.answer.verifier_none:NoVerifier"},
    "lexical": {"bm25": "pincite.index.bm25:Bm25Index"},
    "highlighter": {"onnx": "pincite.retrieve.highlighter:OnnxHighlighter"},
    "reranker": {
        "none": "pincite.retrieve.rerank_none:NoReranker",
        "highlighter": "pincite.retrieve.rerank_highlighter:HighlighterReranker",
        "cohere": "pincite.retrieve.rerank_cohere:CohereReranker",
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
