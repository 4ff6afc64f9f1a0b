"""Answers that quote Markdown show the words without its marks."""

from pincite.answer.quotations.plain_words import with_plain_words
from pincite.domain.answer import Answer, Citation, DocumentEntry, Outcome
from pincite.domain.document import Passage
from pincite.spans import Span


def cite(text, quote, document, *, number=1, claim):
    start = text.index(claim)
    passage = Passage("doc", Span(0, len(quote)))
    return Citation(number, passage, quote, document, Span(start, start + len(claim)))


def claims(answer):
    return [citation.claim.slice(answer.text) for citation in answer.citations]


def test_the_text_has_no_marks_and_the_citations_keep_them():
    first, second = "“**Rent** is _due_ on 1 May.” [1]", "“- Bees are **kept**. - Hens too.” [2]"
    text = f"**1 May**. {first} See also: {second}"
    citations = (
        cite(text, "**Rent** is\n_due_ on 1 May.", "lease.md", claim=first),
        cite(text, "- Bees are **kept**.\n- Hens too.", "lease.md", number=2, claim=second),
    )
    shown = with_plain_words(Answer("When?", text, True, 0.9, citations, short="**1 May**."))
    assert shown.text == "1 May. “Rent is due on 1 May.” [1] See also: “• Bees are kept. • Hens too.” [2]"
    assert shown.short == "1 May."
    assert claims(shown) == ["“Rent is due on 1 May.” [1]", "“• Bees are kept. • Hens too.” [2]"]
    assert [one.quote for one in shown.citations] == [one.quote for one in citations]


def test_words_that_were_cut_have_no_marks_either():
    text = "- lease.md: “The **rent** is…” [1]"
    citations = (cite(text, "The **rent** is due on 1 May.", "lease.md", claim=text),)
    entry = DocumentEntry("doc", "lease.md", None, Outcome.YES, 0.9, words="The **rent** is due")
    shown = with_plain_words(Answer("When?", text, True, 0.9, citations, entries=(entry,)))
    assert shown.text == "- lease.md: “The rent is…” [1]"
    assert claims(shown) == [shown.text]
    assert shown.entries[0].words == "The rent is due"


def test_an_answer_from_another_file_stays_as_it_is():
    text = "“- The **rent** is due.” [1]"
    answer = Answer("When?", text, True, 0.9, (cite(text, "- The **rent** is due.", "lease.txt", claim=text),))
    assert with_plain_words(answer) == answer
