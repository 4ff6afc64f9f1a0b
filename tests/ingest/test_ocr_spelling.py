import pytest

from pincite.domain.ocr import OcrWord
from pincite.ingest.ocr.spelling import unify_marks


def unified(*texts):
    return [word.text for word in unify_marks([OcrWord(text, 0, 0, 1, 1, 1.0) for text in texts])]


@pytest.mark.parametrize(
    ("read", "meant"),
    [("zařízení²9)", "zařízení29)"), ("škodu³²)", "škodu32)"), ("250m²", "250m²"), ("ft³", "ft³"), ("2024", "2024")],
)
def test_note_numbers_become_plain_figures_and_measures_stay(read, meant):
    assert unified(read) == [meant]


def test_quotation_marks_of_a_page_become_of_one_kind():
    assert unified("(“Agreement”)", '(“Term")', '"Fee"') == ['("Agreement")', '("Term")', '"Fee"']


def test_curly_quotation_marks_stay_where_the_closing_ones_are_curly():
    assert unified("“Agreement”", "“Term”", '"Fee”') == ["“Agreement”", "“Term”", '"Fee”']


def test_low_quotation_marks_are_left_alone():
    assert unified("„Smlouva“", '"') == ["„Smlouva“", '"']


def test_apostrophes_follow_the_most_of_the_page():
    assert unified("Buyer's", "Seller’s", "Agent's") == ["Buyer's", "Seller's", "Agent's"]
    assert unified("Buyer’s", "Seller’s", "Agent's") == ["Buyer’s", "Seller’s", "Agent’s"]
