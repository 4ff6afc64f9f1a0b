from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Passage
from pincite.pipeline.label import make_label, with_labels
from pincite.spans import Span

GUIDE = (
    "THE HARBOUR COURT GUIDE\n\n1. Introduction\n\n1.1 This guide is general [note].\n\n"
    "2. Skeleton arguments\n\n2.1 A skeleton is lodged by noon.\n\n2.2 It has ten pages at most.\n"
)


def test_a_label_has_the_title_the_headings_as_printed_and_the_number(workshop):
    (workshop.files / "guide.txt").write_text(GUIDE)
    workshop.build()
    store = workshop.open()
    (card,) = store.documents
    reading = store.library.reading(card.id)
    start = GUIDE.index("2.2 It has")
    span = Span(start, start + 29)
    section = store.place(Passage(card.id, span)).section
    citation = Citation(1, Passage(card.id, span), "", card.path, Span(0, 1), card.title, section, 7)
    label = make_label(citation, reading.outline, reading.doc.text)
    assert label == f"{card.title}, 2. Skeleton arguments, 2.2 (p. 7)"
    answer = with_labels(Answer("?", "x", True, 1.0, citations=(citation,)), store.library)
    assert answer.citations[0].label == label


def test_every_citation_of_an_answer_has_a_label_and_no_brackets_within_it(workshop):
    (workshop.files / "lease [old].txt").write_text("LEASE [OLD]\n\n1. Rent. The rent is ninety pounds a month.\n")
    workshop.build()
    answer = workshop.open("answer.threshold=0").ask("What is the rent?")
    assert answer.citations and all(citation.label for citation in answer.citations)
    assert not any(sign in citation.label for citation in answer.citations for sign in "[]")
