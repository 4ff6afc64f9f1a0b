from pincite.answer.list_answer import JudgedDocument, QuotedPiece, list_documents
from pincite.domain.answer import DocumentEntry, Outcome
from pincite.domain.document import Passage
from pincite.spans import Span


def listed(words, outcome=Outcome.YES):
    entry = DocumentEntry("d", "lease.txt", None, outcome, 0.9, words=words)
    one = JudgedDocument(entry, (QuotedPiece(Passage("d", Span(0, len(words))), words),))
    return list_documents([one], head="Head:", unread=0, boxes=lambda passage: (), place=lambda passage: ("", None))


def test_a_line_is_not_cut_before_a_second_value():
    words = (
        f"The cap is £100{' in all the cases that the parties foresee' * 6}. For breach of secrecy it is £3,000,000."
    )
    assert "£3,000,000" in listed(words).text


def test_a_long_line_without_a_further_value_is_cut():
    assert "…" in listed("The tenant keeps the premises in good repair and clean. " * 8).text


def test_a_document_that_does_not_qualify_is_quoted_apart():
    assert "Do not qualify:\n- lease.txt: “No notice by email.” [1]" in listed("No notice by email.", Outcome.NO).text


def test_a_document_that_was_compared_and_lost_is_named_without_a_citation():
    entry = DocumentEntry("d", "lease.txt", None, Outcome.NO, 0.9, words="The term is two years.")
    found = list_documents(
        [JudgedDocument(entry)], head="", unread=0, boxes=lambda passage: (), place=lambda passage: ("", None)
    )
    assert "Do not qualify (1): lease.txt." in found.text
    assert not found.citations


def test_an_item_is_shown_with_what_leads_to_it_and_cited_by_one_number():
    entry = DocumentEntry("d", "rules.txt", None, Outcome.YES, 0.9)
    words = "No person shall –", "(c) bring in a dog."
    pieces = tuple(QuotedPiece(Passage("d", Span(0, 9)), one) for one in words)
    found = list_documents(
        [JudgedDocument(entry, pieces)], head="", unread=0, boxes=lambda passage: (), place=lambda passage: ("", None)
    )
    assert "rules.txt: “No person shall – … (c) bring in a dog.” [1]" in found.text
    assert [(citation.number, citation.quote) for citation in found.citations] == [
        (1, "No person shall –"),
        (1, "(c) bring in a dog."),
    ]


def test_what_is_named_and_not_there_is_said():
    found = list_documents(
        [], head="", unread=0, missing=["the NDA"], boxes=lambda passage: (), place=lambda passage: ("", None)
    )
    assert "No document that was searched is called “the NDA”." in found.text
