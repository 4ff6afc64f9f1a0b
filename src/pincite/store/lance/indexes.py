"""The indexes of a store in Lance: words always, vectors where there are many passages."""

from __future__ import annotations

from datetime import timedelta

from lancedb.index import FTS, Bitmap, BTree

from pincite.store.lance.tables import LanceTables

# Fewer rows are searched exactly, without any index.
EXACT_ROWS = 20_000
# Words are stemmed by us, and the index takes them as they are.
_AS_IT_IS = FTS(
    base_tokenizer="whitespace",
    max_token_length=None,
    lower_case=False,
    stem=False,
    remove_stop_words=False,
    ascii_folding=False,
)
_INDEXES = {
    "documents": {"doc_id": BTree()},
    "passages": {"words": _AS_IT_IS, "doc_id": BTree(), "id": BTree(), "layer": Bitmap()},
    "terms": {"term": BTree()},
}
# Readers may use a state for some minutes after a newer one was committed.
_KEPT = timedelta(minutes=15)


def make_indexes(tables: LanceTables) -> None:
    """Make the indexes that are missing, put new rows into those there are, and delete versions nobody reads."""
    many = tables.open("passages").count_rows() > EXACT_ROWS
    for name, wanted in _INDEXES.items():
        table = tables.open(name)
        there = {column for index in table.list_indices() for column in index.columns}
        for column in wanted.keys() - there if many else ():
            table.create_index(column, config=wanted[column])
        table.optimize(cleanup_older_than=_KEPT)
