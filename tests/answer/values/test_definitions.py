from pincite.answer.values.definitions import asks_for_figure, follow_term
from pincite.domain.profile import Party
from pincite.domain.section import DefinedTerm, Outline
from pincite.spans import Span

TEXT = (
    "The Lessee shall pay the Exit Fee to the Lessor. The Lessor is the firm so named on 3 May 2026. "
    "A sum of £700 is due on leaving (the “Exit Fee”)."
)


def term(name, sentence):
    start = TEXT.index(sentence)
    span = Span(start, start + len(sentence))
    return DefinedTerm(name, span, span, 0)


OUTLINE = Outline((), (term("Lessor", "The Lessor is"), term("Exit Fee", "A sum of £700 is due on leaving")))


def test_the_sum_behind_a_term_is_found():
    found = follow_term(Span(0, 48), OUTLINE, TEXT, question="What must the tenant pay on leaving?")
    assert found is not None
    assert "£700" in found.slice(TEXT)


def test_a_term_of_the_question_is_not_followed():
    assert follow_term(Span(0, 48), OUTLINE, TEXT, question="Who pays the Exit Fee?") is None


def test_what_gives_a_party_its_role_is_not_followed():
    start = TEXT.index("The Lessor is")
    lessor = Outline((), (DefinedTerm("Lessor", Span(start, start + 10), Span(start, TEXT.index(" A sum")), 0),))
    question = "When must the fee be paid?"
    assert follow_term(Span(0, 48), lessor, TEXT, question=question) is not None
    parties = (Party("the firm", Span(TEXT.index("the firm"), TEXT.index(" so named")), "Lessor"),)
    assert follow_term(Span(0, 48), lessor, TEXT, question=question, parties=parties) is None


def test_words_with_a_figure_of_their_own_need_no_definition():
    assert follow_term(Span(49, len(TEXT)), OUTLINE, TEXT, question="When, and how much must be paid?") is None


def test_only_some_questions_want_a_figure():
    assert asks_for_figure("How much is due?")
    assert asks_for_figure("When does it end?")
    assert not asks_for_figure("Who keeps the roof in repair?")


def test_a_time_is_not_the_sum_that_is_asked_for():
    text = "The Client shall pay the Fee within 14 days. The sum of £4,000 is the price (the “Fee”)."
    start = text.index("The sum")
    outline = Outline((), (DefinedTerm("Fee", Span(start, len(text)), Span(start, len(text)), 0),))
    found = follow_term(Span(0, start - 1), outline, text, question="How much must the client pay?")
    assert found is not None
    assert "£4,000" in found.slice(text)
