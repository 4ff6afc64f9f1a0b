"""The PDF reader on a few real contracts and court guides."""

import pytest
from tests.raw_file import raw_file

from pincite.domain.document import MarkKind
from pincite.domain.limits import Limits
from pincite.ingest.pdf.quality import is_garbage
from pincite.ingest.pdf.reader import PdfReader

pytestmark = pytest.mark.realdata
STRAIGHT = {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x2013: "-", 0x037E: ";"}


def common_words(reference, words):
    """The length of the longest common subsequence, a bit for each word of the reference."""
    places = {}
    for i, word in enumerate(reference):
        places[word] = places.get(word, 0) | 1 << i
    everything = (1 << len(reference)) - 1
    row = everything
    for word in words:
        matched = row & places.get(word, 0)
        row = (row + matched | row - matched) & everything
    return len(reference) - row.bit_count()


@pytest.mark.parametrize("name", ["Mphase", "Lifeway", "PROLONG", "Hertz", "CYBERIAN"])
def test_words_of_short_contracts_are_recovered_in_order(name, real_data):
    path = next((real_data / "cuad_raw" / "pdf").glob(f"{name}*"))
    reference = (real_data / "legalbenchrag/corpus/cuad" / f"{path.stem}.txt").read_text("utf-8")
    doc = PdfReader().read(raw_file(path), limits=Limits())
    words = reference.translate(STRAIGHT).split()
    assert common_words(words, doc.text.translate(STRAIGHT).split()) >= 0.998 * len(words)


def test_a_page_with_glyph_numbers_for_characters_is_restored(real_data):
    path = next((real_data / "pdf_other").glob("Patents*"))
    doc = PdfReader().read(raw_file(path), limits=Limits())
    assert doc.warnings == ()
    assert not is_garbage(doc.slice(doc.pages[-1].span))
    assert sum(mark.kind is MarkKind.PAGE_NUMBER for mark in doc.marks) == len(doc.pages)
