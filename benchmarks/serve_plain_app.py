"""A plain search app, to compare with: FastAPI, LangChain and FAISS over the same documents and embedder as a store.

python benchmarks/serve_plain_app.py make CORPUS INDEX --embedder static
python benchmarks/serve_plain_app.py serve INDEX --embedder static --port 8099
"""

from __future__ import annotations

import argparse
from pathlib import Path

from langchain_community.vectorstores import FAISS
from langchain_core.embeddings import Embeddings
from langchain_text_splitters import RecursiveCharacterTextSplitter

from pincite.registry import load


class OurEmbeddings(Embeddings):
    """An embedder of ours as LangChain calls one."""

    def __init__(self, kind: str) -> None:
        self._embedder = load("embedder", kind)()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Vectors of passages."""
        return self._embedder.embed_passages(texts).tolist()

    def embed_query(self, text: str) -> list[float]:
        """The vector of a question."""
        return self._embedder.embed_queries([text])[0].tolist()


def make(corpus: Path, index: Path, embeddings: Embeddings) -> None:
    splitter = RecursiveCharacterTextSplitter(chunk_size=500, chunk_overlap=0)
    texts, metadata = [], []
    for path in sorted(corpus.rglob("*.txt")):
        for piece in splitter.split_text(path.read_text("utf-8")):
            texts.append(piece)
            metadata.append({"source": str(path.relative_to(corpus))})
    FAISS.from_texts(texts, embeddings, metadata).save_local(str(index))
    print(f"{len(texts):,} chunks")


def serve(index: Path, embeddings: Embeddings, port: int) -> None:
    import uvicorn
    from fastapi import FastAPI
    from pydantic import BaseModel

    store = FAISS.load_local(str(index), embeddings, allow_dangerous_deserialization=True)
    app = FastAPI()

    class Query(BaseModel):
        query: str
        k: int = 10

    def search(body: Query) -> dict[str, object]:
        found = store.similarity_search_with_score(body.query, k=body.k)
        return {"hits": [{"text": d.page_content, "score": float(s), **d.metadata} for d, s in found]}

    # What a module with postponed annotations cannot say of a record that is made inside a function.
    search.__annotations__["body"] = Query
    app.post("/search")(search)
    uvicorn.run(app, port=port, log_level="warning")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["make", "serve"])
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--embedder", default="static")
    parser.add_argument("--port", type=int, default=8099)
    given = parser.parse_args()
    embeddings = OurEmbeddings(given.embedder)
    if given.what == "make":
        make(*given.paths, embeddings)
    else:
        serve(*given.paths, embeddings, given.port)


if __name__ == "__main__":
    main()
