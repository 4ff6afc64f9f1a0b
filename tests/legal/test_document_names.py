"""What documents are called, and how they are found by it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.hit import DocumentCard
from pincite.legal.document_names import DocumentNames, shortened
from pincite.legal.word_table import WordTable

WORDS = st.sampled_from(["", "rent", "rental", "lease", "ü", "\udcff"])
CARDS = [
    DocumentCard("a", "OrrisGlass_Lease.txt", "A LEASE", "lease", ("Orris Glass, Inc.", "P. Ü. Lind"), (), "", 1),
    DocumentCard("b", "x/second.txt", None, "contract", ("Orris Glass, Inc.",), (), "", 1),
    DocumentCard("c", "x/\udcff.txt", "Harbour Court Guide", "court-guide", (), (), "", 1),
]  # fmt: skip


@pytest.fixture(params=["made", "stored"])
def names(request):
    made = DocumentNames.of(CARDS)
    return made if request.param == "made" else DocumentNames.from_arrays(made.doc_ids, made.arrays())


def test_a_word_of_a_name_finds_its_documents(names):
    assert names.words.documents("orris") == [0, 1]
    assert names.words.documents("lind") == [0]
    assert names.words.documents("nobody") == []
    assert names.words.holds("orris", 1) and not names.words.holds("orris", 2)
    assert "guide" in names.words and "nobody" not in names.words


def test_whole_names_are_known_without_what_ends_a_company(names):
    assert names.other_names.documents("orris glass") == [0, 1]
    assert names.file_names.documents("orris glass lease") == [0]


def test_parts_of_names_are_found_however_they_are_written(names):
    assert names.ids(names.parties.containing("pulind")) == {"a"}
    assert names.ids(names.parties.containing("orrisglass")) == {"a", "b"}
    assert names.ids(names.titles.containing("courtguide")) == {"c"}
    assert names.ids(names.initials.containing("hcg")) == {"c"}
    assert names.ids(names.short_words.documents("u")) == {"a"}
    assert names.ids(names.titles.containing("secondary")) == set()


def test_what_a_document_is_comes_from_its_title_or_else_its_file(names):
    assert names.descriptions.documents("lease") == [0]
    assert names.descriptions.documents("second") == [1]
    assert names.descriptions.documents("guide") == [2]


@given(st.lists(st.lists(WORDS), max_size=6), st.lists(st.lists(WORDS), max_size=6), st.randoms())
def test_an_updated_table_is_the_table_of_all_documents(before, added, draw):
    """Some documents go, some come, and all are numbered anew."""
    kept = [number for number in range(len(before)) if draw.random() < 0.7]
    rows = [*(before[number] for number in kept), *added]
    order = list(range(len(rows)))
    draw.shuffle(order)
    place = {row: number for number, row in enumerate(order)}
    numbers = np.full(len(before), -1, dtype=np.int32)
    for row, number in enumerate(kept):
        numbers[number] = place[row]
    fresh = np.array([place[len(kept) + row] for row in range(len(added))], dtype=np.int32)
    found = WordTable.build(before).updated(numbers, WordTable.build(added), fresh).arrays("t")
    full = WordTable.build([rows[row] for row in order]).arrays("t")
    assert {key: value.tolist() for key, value in found.items()} == {key: value.tolist() for key, value in full.items()}


def test_tables_of_nothing_find_nothing():
    assert WordTable.build([]).documents("rent") == []
    assert WordTable.build([]).containing("rent").tolist() == []
    assert WordTable.build([["rent"], [""], ["the rental", "rent"]]).containing("rent").tolist() == [0, 2]
    assert WordTable.build([["rent"]]).containing("").tolist() == []
    assert WordTable.build([["rent"]]).containing("nt\nre").tolist() == []
    assert "rent" not in DocumentNames.of([]).words


def test_a_name_is_shortened_by_itself():
    assert "msa" in shortened("Master Services Agreement between Tern and Wren")
    assert "ta" in shortened("Tern Analytics, Inc.")
    assert "hcg" in shortened("The Harbour Court Guide 2025")
    assert not {"sa", "ms"} & shortened("Master Services Agreement")
