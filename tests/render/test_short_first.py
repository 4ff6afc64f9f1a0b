from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Passage
from pincite.render.answer_text import as_markdown, as_text
from pincite.render.wire.answer import WireAnswer
from pincite.spans import Span

QUOTE = "The lease ends on 60 days' notice."
TEXT = f"60 days' notice. “{QUOTE}” [1]"
CITED = Citation(1, Passage("doc", Span(5, 5 + len(QUOTE))), QUOTE, "lease.txt", Span(0, len(TEXT)))
ANSWER = Answer("How much notice?", TEXT, True, 0.9, (CITED,), short="60 days' notice.")


def test_text_begins_with_the_short_answer_and_shows_each_quotation_once():
    shown = as_text(ANSWER)
    assert shown.splitlines()[:2] == ["60 days' notice.", f"“{QUOTE}” [1]"]
    assert shown.count(QUOTE) == 1
    assert "[1] lease.txt" in shown


def test_markdown_shows_each_quotation_once():
    shown = as_markdown(ANSWER)
    assert shown.splitlines()[2] == "60 days' notice."
    assert shown.count(QUOTE) == 1


def test_the_wire_has_the_short_answer():
    assert WireAnswer.of(ANSWER).short == "60 days' notice."
