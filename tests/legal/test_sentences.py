"""Where the sentences of legal text begin and end."""

import pytest

from pincite.legal.sentences import sentence_around, split_sentences
from pincite.spans import Span


def sentences(text):
    return [span.slice(text).strip() for span in split_sentences(text, Span(0, len(text)))]


@pytest.mark.parametrize(
    "label",
    ["ARTICLE II.", "Article Three.", "IV.", "viii.", "B12.", "Part XVIII.", "Section 104.", "  SCHEDULE C.", "D5."],
)
def test_the_stop_of_a_clause_s_number_ends_no_sentence(label):
    text = f"The mill is let.\n{label} Rent is due in May. It is paid in coin."
    assert sentences(text) == ["The mill is let.", f"{label.strip()} Rent is due in May.", "It is paid in coin."]


@pytest.mark.parametrize("end", ["under Article II.", "by the road A38.", "to Schedule C and Article Three."])
def test_a_reference_at_the_end_of_a_sentence_ends_it(end):
    assert sentences(f"The mill is let {end} Rent is due in May.")[1:] == ["Rent is due in May."]


def test_the_sentence_around_words_begins_with_its_number():
    text = "ARTICLE I. TERM\nOne year.\n\nARTICLE II. RENT\n(a) The rent is £40."
    start = text.index("rent is")
    assert sentence_around(text, Span(start, start + 7)).slice(text) == "ARTICLE II. RENT\n(a) The rent is £40."


@pytest.mark.parametrize("line_end", ["Marlow Inc.", "Marlow & Co.", "the court in St."])
def test_a_line_that_wraps_behind_an_abbreviation_goes_on(line_end):
    text = f"The court followed {line_end}\nv. Zeller, which is binding.\nCosts follow."
    assert sentences(text) == [text.rsplit("\n", 1)[0], "Costs follow."]
    assert len(sentences(f"It was sold to {line_end}\nThe buyer paid.")) == 2


def test_words_that_begin_a_sentence_are_not_in_the_one_before():
    text = "The mill is let. Rent is due in May. It is paid in coin."
    start = text.index("Rent")
    assert sentence_around(text, Span(start, start + 4)).slice(text) == "Rent is due in May."
