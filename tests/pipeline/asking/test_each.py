"""One question asked of each document."""

from types import SimpleNamespace

import pytest

from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard, Hit, Ranking
from pincite.pipeline.asking.each import ask_each
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.spans import Span
from pincite.store.places import place_of, places_of

TEXT = """TERMS OF THE FERRY

1. Fares. A crossing costs three pounds. Children cross free.

2. Luggage. Each traveller may bring two bags, which are stowed under the bench at the bow by the crew.

3. Dogs. Dogs are kept on a lead.
"""


@pytest.fixture
def ask(tmp_path):
    """The best words of the one document where a search finds those given."""
    path = tmp_path / "ferry.txt"
    path.write_text(TEXT)
    settings = load_settings().settings
    reading = read_file(path, wire_reading(settings))
    card = DocumentCard("ferry", "ferry.txt", None, "terms", (), (), "", len(TEXT))
    library = SimpleNamespace(
        cards=[card],
        text=lambda doc_id: TEXT,
        reading=lambda doc_id: reading,
        place=lambda passage: place_of(passage, TEXT, places_of(reading)),
    )

    def ask(first, last):
        span = Span(TEXT.index(first), TEXT.index(last) + len(last))
        hit = Hit(Passage("ferry", span), 0.9, 1, Passage("ferry", span), exact=True)
        search = lambda question, **how: Ranking(question, (hit,))  # noqa: E731
        (result,) = ask_each(SimpleNamespace(settings=settings, library=library, search=search), "?", [card])
        assert result.words == result.best.span.slice(TEXT)
        return result.words

    return ask


def test_words_over_the_border_of_clauses_keep_to_the_clause_with_most_of_them(ask):
    words = ask("Children cross", "by the crew.")
    assert words.startswith("2. Luggage.") and words.endswith("by the crew.")


def test_words_within_a_clause_are_grown_to_whole_sentences(ask):
    assert ask("bring two", "bags") == (
        "Each traveller may bring two bags, which are stowed under the bench at the bow by the crew."
    )
