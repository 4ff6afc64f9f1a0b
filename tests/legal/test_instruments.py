"""A document is a Part or a practice direction by its file's name or its title, unless it is another work."""

import pytest

from pincite.domain.hit import DocumentCard
from pincite.legal.instruments import find_instruments


def instruments_of(path, title):
    return set(find_instruments([DocumentCard("a", path, title, "court-rules", (), (), "", 0)]).get("a", ()))


@pytest.mark.parametrize(
    ("path", "title", "expected"),
    [
        ("Part 7.txt", "Boats", {("part", "7")}),
        ("a1.txt", "PART 7 - BOATS", {("part", "7")}),
        ("cpr-rules-07.txt", "PART 7 - BOATS", {("part", "7")}),
        ("quay-tribunal-rules-2019.txt", "PART 1", set()),
        ("quay_boats_byelaws.txt", "PART 1 GENERAL", set()),
        ("Practice Direction 5B.txt", "PART 9", {("direction", "5B"), ("part", "9")}),
        ("Cyfarwyddyd Ymarfer 5B.txt", "Cychod", {("cyfarwyddyd", "5B")}),
        ("a2.txt", "CYFARWYDDYD YMARFER 5 B - CYCHOD", {("cyfarwyddyd", "5B")}),
        ("Rhan 9.txt", "Cychod", {("rhan", "9")}),
    ],
)
def test_each_document_is_what_it_is_called(path, title, expected):
    assert instruments_of(path, title) == expected
