"""Tables of contents are no answers."""

from pincite.answer.quotations.contents import drop_contents
from pincite.domain.document import Passage
from pincite.domain.hit import Hit
from pincite.spans import Span

ENTRIES = "Moorings 2\n\n1. Fees for moorings 3\n\n2. Storm anchors 4\n\n3. Visitors to the harbour 5\n\n4. Fires 6\n\n"
GUIDE = (
    f"HARBOUR GUIDE\n\nContents\n\n{ENTRIES}"
    "1. Fees for moorings. The fee for a mooring is £40 a month, and is paid in advance.\n\n"
    "2. Storm anchors. A second anchor is laid when the harbour master hoists the black ball.\n\n"
    "3. Visitors to the harbour. A visitor may moor for two nights without a fee.\n\n"
    "4. Fires. No fire is lit on the quay.\n"
)


def hits_at(doc_id, *words):
    starts = [GUIDE.index(one) for one in words]
    spans = [Span(start, start + len(one)) for start, one in zip(starts, words, strict=True)]
    return [Hit(Passage(doc_id, span), 1 / rank, rank) for rank, span in enumerate(spans, start=1)]


def test_entries_of_the_contents_are_left_out(store_of):
    library = store_of({"guide.txt": GUIDE})().library
    (card,) = library.cards
    entry, clause, last = hits_at(card.id, "1. Fees for moorings 3", "The fee for a mooring is £40", "No fire is lit")
    kept = drop_contents([clause, entry, last], library)
    assert [hit.passage for hit in kept] == [clause.passage, last.passage]
    assert [hit.rank for hit in kept] == [1, 2]


def test_where_nothing_else_was_found_they_stay(store_of):
    library = store_of({"guide.txt": GUIDE})().library
    (card,) = library.cards
    entries = hits_at(card.id, "1. Fees for moorings 3", "2. Storm anchors 4")
    assert drop_contents(entries, library) == entries
