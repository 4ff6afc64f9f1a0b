import pytest

from pincite.domain.ocr import OcrWord
from pincite.ingest.ocr.spelling import mend


def mended(*texts):
    return [word.text for word in mend([OcrWord(text, 0, 0, 1, 1, 1.0) for text in texts])]


@pytest.mark.parametrize(
    ("read", "meant"),
    [("zařízení²9)", "zařízení29)"), ("škodu³²)", "škodu32)"), ("250m²", "250m²"), ("ft³", "ft³"), ("2024", "2024")],
)
def test_note_numbers_become_plain_figures_and_measures_stay(read, meant):
    assert mended(read) == [meant]


def test_quotation_marks_of_a_page_become_of_one_kind():
    assert mended("(“Agreement”)", '(“Term")', '"Fee"') == ['("Agreement")', '("Term")', '"Fee"']


def test_curly_quotation_marks_stay_where_the_closing_ones_are_curly():
    assert mended("“Agreement”", "“Term”", '"Fee”') == ["“Agreement”", "“Term”", '"Fee”']


def test_low_quotation_marks_are_left_alone():
    assert mended("„Smlouva“", '"') == ["„Smlouva“", '"']


def test_apostrophes_follow_the_most_of_the_page():
    assert mended("Buyer's", "Seller’s", "Agent's") == ["Buyer's", "Seller's", "Agent's"]
    assert mended("Buyer’s", "Seller’s", "Agent's") == ["Buyer’s", "Seller’s", "Agent’s"]
