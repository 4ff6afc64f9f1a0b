"""One system indexes a list of files and answers a list of questions; its times come out as JSON.

Run by index_search.py, in a process of its own: python index_search_systems.py SYSTEM JOB.json

Every system gets the same files, the same cuts (500 characters, LegalBench-RAG's separators) and the same weights
(all-MiniLM-L6-v2, 256 tokens), writes its index to disk, and then answers the questions one by one from memory.
Loading libraries and models is not counted, except Pincite's model, which is loaded on first use.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

SEPARATORS = ["\n\n", "\n", "!", "?", ".", ":", ";", ",", " ", ""]
K = 10


@dataclass(frozen=True, slots=True)
class Job:
    """What a system is to do."""

    files: list[str]
    queries: list[str]
    model: str
    onnx: str
    out: str
    vectors: str = ""

    def given(self) -> list[list[float]] | None:
        """The chunks' vectors, where they were made before; a system then embeds the questions only."""
        return np.load(self.vectors).tolist() if self.vectors else None

    def chunks(self) -> list[tuple[str, str]]:
        """Every chunk as (id, text), for the systems that are given text."""
        from langchain_text_splitters import RecursiveCharacterTextSplitter

        splitter = RecursiveCharacterTextSplitter(
            separators=SEPARATORS, chunk_size=500, chunk_overlap=0, strip_whitespace=False
        )
        texts = [(path, Path(path).read_text("utf-8")) for path in self.files]
        return [(f"{path}#{i}", chunk) for path, text in texts for i, chunk in enumerate(splitter.split_text(text))]


@dataclass(frozen=True, slots=True)
class Indexed:
    """An index that was made and written, and how to ask it."""

    chunks: int
    search: Callable[[str], Any]


def flags(onnx: str) -> list[str]:
    """Settings under which Pincite does what the others do."""
    made = ["summarizer.kind=none", "context.template=", "embedder.kind=onnx", f"embedder.model={onnx}"]
    return [*made, "chunker.kind=rcts", "chunker.size=500", "ocr.mode=never", "retrieval.results=chunks"]


def with_pincite(job: Job, method: str = "hybrid") -> Callable[[], Indexed]:
    from pincite import Store
    from pincite.settings import load_settings

    settings = load_settings("default", flags=[*flags(job.onnx), f"retrieval.method={method}"], environment={}).settings

    def index() -> Indexed:
        store = Store.build(job.files, job.out, settings=settings)
        assert store.report and not store.report.failures, store.report
        rows: Any = store.describe()["rows"]
        return Indexed(rows["chunk"], lambda query: store.search(query, k=K).hits)

    return index


def with_pincite_dense(job: Job) -> Callable[[], Indexed]:
    return with_pincite(job, "dense")


def with_langchain(job: Job) -> Callable[[], Indexed]:
    from langchain_community.vectorstores import FAISS
    from langchain_huggingface import HuggingFaceEmbeddings

    embeddings = HuggingFaceEmbeddings(model_name=job.model, encode_kwargs={"normalize_embeddings": True})

    def index() -> Indexed:
        chunks = job.chunks()
        texts, ids = [text for _, text in chunks], [{"id": id} for id, _ in chunks]
        if given := job.given():
            store = FAISS.from_embeddings(zip(texts, given, strict=True), embeddings, ids)
        else:
            store = FAISS.from_texts(texts, embeddings, ids)
        store.save_local(job.out)
        return Indexed(len(chunks), lambda query: store.similarity_search_with_score(query, k=K))

    return index


def with_llamaindex(job: Job) -> Callable[[], Indexed]:
    from llama_index.core import VectorStoreIndex
    from llama_index.core.schema import TextNode
    from llama_index.embeddings.huggingface import HuggingFaceEmbedding

    embedding = HuggingFaceEmbedding(model_name=job.model, embed_batch_size=32)

    def index() -> Indexed:
        chunks = job.chunks()
        given = job.given() or [None] * len(chunks)
        nodes = [TextNode(id_=id, text=text, embedding=one) for (id, text), one in zip(chunks, given, strict=True)]
        made = VectorStoreIndex(nodes, embed_model=embedding)
        made.storage_context.persist(job.out)
        return Indexed(len(nodes), made.as_retriever(similarity_top_k=K).retrieve)

    return index


def with_txtai(job: Job) -> Callable[[], Indexed]:
    from txtai import Embeddings

    embeddings = Embeddings(path=job.model, content=True)
    embeddings.batchtransform(["warm"])

    def index() -> Indexed:
        nonlocal embeddings
        chunks = job.chunks()
        if job.vectors:
            # With a function of its own for vectors it still embeds a question with the model.
            made = dict(zip((text for _, text in chunks), np.load(job.vectors), strict=False))
            model = embeddings.model
            look_up = lambda texts: np.stack([made[t] if t in made else model.encode([t])[0] for t in texts])  # noqa: E731
            embeddings = Embeddings(transform=look_up, content=True)
        embeddings.index((id, text, None) for id, text in chunks)
        embeddings.save(job.out)
        return Indexed(len(chunks), lambda query: embeddings.search(query, K))

    return index


def with_haystack(job: Job) -> Callable[[], Indexed]:
    from haystack import Document
    from haystack.components.retrievers.in_memory import InMemoryEmbeddingRetriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore
    from haystack_integrations.components.embedders.sentence_transformers import (
        SentenceTransformersDocumentEmbedder,
        SentenceTransformersTextEmbedder,
    )

    passages = SentenceTransformersDocumentEmbedder(model=job.model, progress_bar=False)
    questions = SentenceTransformersTextEmbedder(model=job.model, progress_bar=False)
    passages.warm_up()
    questions.warm_up()

    def index() -> Indexed:
        store = InMemoryDocumentStore(embedding_similarity_function="cosine")
        chunks = job.chunks()
        given = job.given() or [None] * len(chunks)
        documents = [
            Document(id=id, content=text, embedding=one) for (id, text), one in zip(chunks, given, strict=True)
        ]
        store.write_documents(documents if job.vectors else passages.run(documents)["documents"])
        Path(job.out).mkdir(parents=True, exist_ok=True)
        store.save_to_disk(str(Path(job.out) / "store.json"))
        retriever = InMemoryEmbeddingRetriever(store, top_k=K)
        return Indexed(
            len(documents), lambda query: retriever.run(query_embedding=questions.run(query)["embedding"])["documents"]
        )

    return index


def leave_vectors(job: Job) -> None:
    """Write the vectors of the chunks, which Pincite has in its cache by now, for systems that are not to embed."""
    from pincite.pipeline.prepare import wire_index
    from pincite.settings import load_settings

    stages = wire_index(load_settings("default", flags=flags(job.onnx), environment={}).settings)
    np.save(job.vectors, stages.embedder.embed_passages([text for _, text in job.chunks()]))


SYSTEMS: dict[str, Callable[[Job], Callable[[], Indexed]]] = {
    "pincite": with_pincite,
    "pincite-dense": with_pincite_dense,
    "langchain": with_langchain,
    "llamaindex": with_llamaindex,
    "txtai": with_txtai,
    "haystack": with_haystack,
}


def main() -> None:
    name, path = sys.argv[1:]
    job = Job(**json.loads(Path(path).read_text("utf-8")))
    if name == "vectors":
        return leave_vectors(job)
    index = SYSTEMS[name](job)
    began = time.perf_counter()
    indexed = index()
    seconds = time.perf_counter() - began
    indexed.search(job.queries[0])
    times = []
    for query in job.queries:
        began = time.perf_counter()
        assert indexed.search(query), query
        times.append(time.perf_counter() - began)
    print(json.dumps({"chunks": indexed.chunks, "index_seconds": seconds, "search_seconds": times}))


if __name__ == "__main__":
    main()
