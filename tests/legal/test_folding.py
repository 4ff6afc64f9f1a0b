import pytest

from pincite.legal.folding import CompactText, fold_character, fold_text, occurrences
from pincite.spans import Span


def test_occurrences_do_not_overlap_as_in_the_original():
    assert occurrences("aaa", "aa") == [0]


@pytest.mark.parametrize(
    ("character", "typed"),
    [("”", '"'), ("—", "--"), ("é", "e"), ("\u037e", ";"), ("\xa0", ""), ("\u200b", ""), ("ﬁ", "fi"), ("§", "§")],
)
def test_characters_fold_to_what_a_typist_would_write(character, typed):
    assert fold_character(character) == typed


def test_squeezed_positions_lead_back_to_the_source():
    text = "“Knowledge”  means\n what Émile knows"
    squeezed = CompactText(text, fold=True)
    assert squeezed.text == '"Knowledge"meanswhatEmileknows'
    at = squeezed.text.index("means")
    assert squeezed.span(at, at + 5).slice(text) == "means"
    assert squeezed.span_to_next(at, at + 5).slice(text) == "means\n "


def test_a_span_at_the_end_runs_to_the_end_of_the_text():
    squeezed = CompactText("the end. \n")
    assert squeezed.span_to_next(3, len(squeezed.text)) == Span(4, 10)


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("n\u043et", "not"),
        ("1\u200b0 days", "10 days"),
        ("\uff13\uff10 days", "30 days"),
        ("pay\u00adment", "payment"),
        ("\u03a4enant", "Tenant"),
        ("a\u00a0year", "a year"),
        ("Rent\u2014\u00a3500", "Rent - \u00a3500"),
    ],
)
def test_a_text_folds_to_what_a_reader_sees(written, folded):
    assert fold_text(written) == folded
