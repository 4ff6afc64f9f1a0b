"""Hyphens at line ends: kept where they belong to the word, dropped where they only broke it."""

import pytest

from pincite.ingest.layout.hyphens import rejoin
from pincite.ingest.layout.page import Word

VOCABULARY = frozenset({"agree", "agreement", "world", "wide", "long", "term", "cost", "effective", "the", "and"})


def word(text):
    return Word(text, 0, 0, 10, 10, 8, 10, False, 0)


@pytest.mark.parametrize(
    ("left", "right", "joined"),
    [
        ("agree-", "ment", "agreement"),
        ("infor-", "mation", "information"),
        ("long-", "term", "long-term"),
        ("non-", "assessable;", "non-assessable;"),
        ("self-", "dealing", "self-dealing"),
        ("state-of-the-", "art", "state-of-the-art"),
        ("CC-", "Pharming", "CC-Pharming"),
        ("2019-", "2020", "2019-2020"),
        ("pre-", "and", "pre- and"),
        ("terms-", "“as", "terms- “as"),
        ("-", "but", "- but"),
        ("plain", "words", "plain words"),
    ],
)
def test_a_hyphen_at_a_line_end_goes_only_if_it_broke_the_word(left, right, joined):
    text, gap = rejoin(word(left), word(right), vocabulary=VOCABULARY)
    assert text + gap + right == joined
