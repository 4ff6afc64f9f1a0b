"""The local store: a folder of immutable segments, searched with FAISS and BM25."""
