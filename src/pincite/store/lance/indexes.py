"""The indexes of a store in Lance: words always, vectors where there are many passages."""

from __future__ import annotations

from datetime import timedelta

from lancedb.index import FTS, BTree

from pincite.store.lance.tables import LanceTables

# Fewer rows are searched exactly, without any index.
EXACT_ROWS = 20_000
# Readers may use a state for some minutes after a newer one was committed.
# Words are stemmed by us, and the index takes them as they are.
_AS_IT_IS = FTS(
    base_tokenizer="whitespace",
    max_token_length=None,
    lower_case=False,
    stem=False,
    remove_stop_words=False,
    ascii_folding=False,
)
_KEPT = timedelta(minutes=15)


def make_indexes(tables: LanceTables) -> None:
    """Make the indexes that are missing, put new rows into those there are, and delete versions nobody reads."""
    table = tables.open("passages")
    if table.count_rows() > EXACT_ROWS:
        there = {column for index in table.list_indices() for column in index.columns}
        if "words" not in there:
            table.create_index("words", config=_AS_IT_IS)
        if "doc_id" not in there:
            table.create_index("doc_id", config=BTree())
    for name in ("documents", "passages", "terms"):
        tables.open(name).optimize(cleanup_older_than=_KEPT)
