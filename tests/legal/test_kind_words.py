"""Documents that a question calls by what they are: “the Act”, “the Guide”."""

import pytest

from pincite.domain.hit import DocumentCard
from pincite.legal.kind_words import documents_by_kind_word, find_kind_words, kind_word_after


def card(title, kind="unknown", path="a.txt"):
    return DocumentCard(title, path, title, kind, (), (), "", 100)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who appoints members under the Act?", ("act",)),
        ("Do the Regulations amend the Act?", ("regulation", "act")),
        ("Was the act done on purpose?", ()),
        ("What does the Harbour Act say?", ()),
        ("What does the Act of 1925 say?", ()),
        ("What does the Order 2010 say?", ()),
    ],
)
def test_a_kind_with_its_capital_and_no_name_calls_a_document(question, words):
    assert find_kind_words(question) == words


def test_a_provision_may_be_of_a_document_called_by_its_kind():
    assert kind_word_after("s.2(3) of the act", len("s.2(3)")) == "act"
    assert kind_word_after("s.2(3) of the Harbour Act", len("s.2(3)")) is None


def test_documents_are_called_by_the_last_word_of_their_title():
    cards = [
        card("HARBOUR ACT 2017 (c. 61)", "legislation"),
        card("PRACTICE DIRECTION 3 – APPEALS UNDER THE HOUSING ACT 1996", "court-rules"),
        card("Regulation (EU) 2016/679 on data", "legislation"),
        card("Harbour Dues Order 2010", "legislation"),
        card("THE QUAY GUIDE", "court-guide"),
        card("SUPPLY AGREEMENT", "contract"),
    ]
    titles = [cards[0].id, cards[2].id, cards[3].id, cards[4].id]
    assert documents_by_kind_word(cards) == {
        "act": (titles[0],),
        "regulation": (titles[1],),
        "order": (titles[2],),
        "guide": (titles[3],),
    }
