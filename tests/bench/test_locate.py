import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.bench.alignment import Pattern
from pincite.bench.locate import LocationFailure, LocationMethod, Locator, TextLocation
from pincite.spans import Span

LEASE = (
    "1. The Tenant shall keep the greenhouse in good repair and shall not sublet any part of it.\n"
    "2. The Landlord may enter on 14 days’ notice to inspect the boilers and the glazing of the north wing.\n"
    "3. Rent of 900 crowns falls due on the first day of every month, and interest runs from that day on.\n"
    "4. Rent of 700 crowns falls due on the first day of every month, and interest runs from that day on.\n"
)


def words(found):
    assert isinstance(found, TextLocation), found
    return found.span.slice(LEASE)


def test_a_text_that_stands_once_is_found_exactly():
    found = Locator(LEASE).locate("keep the greenhouse in good repair")
    assert found == TextLocation(Span(20, 54), LocationMethod.EXACT)
    assert words(found) == "keep the greenhouse in good repair"


def test_white_space_may_differ():
    found = Locator(LEASE).locate("sublet any\n  part of it. 2. The  Landlord")
    assert (found.method, words(found)) == (LocationMethod.SPACING, "sublet any part of it.\n2. The Landlord")


def test_typographic_marks_may_differ():
    found = Locator(LEASE).locate("on 14 days' notice")
    assert (found.method, found.similarity, words(found)) == (LocationMethod.TYPOGRAPHY, 1.0, "on 14 days’ notice")


def test_a_few_ocr_errors_are_borne_and_the_quality_recorded():
    found = Locator(LEASE).locate("to irspect the bo1lers and thc glazing of the north w1ng")
    assert (found.method, words(found)) == (
        LocationMethod.OCR,
        "to inspect the boilers and the glazing of the north wing",
    )
    assert found.similarity == round(1 - 4 / 46, 4)


def test_errors_at_the_edges_cost_no_character_of_the_span():
    found = Locator(LEASE).locate("Ihe Landlord may enter on 14 days' notice to inspect the boi1ers and the glazinq")
    assert words(found) == "The Landlord may enter on 14 days’ notice to inspect the boilers and the glazing"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("shall", "its text occurs 2 times in the file"),
        ("falls due on the first day of every month", "its text occurs 2 times"),
        ("falls due on the fir5t day of every month", "2 places resemble its text about equally"),
        ("Rent of 800 crowns falls due on the first day of every month, and interest", "2 places resemble"),
        ("  ", "its text is empty"),
        ("the orangery", "does not occur in the file"),
        ("nothing in this sentence stands in the lease above", "not even with 4 edits"),
        ("The Landlord may enter on 24 days’ notice to inspect the boilers", "a figure: '2' against '1'"),
        ("The Landlord may enter on days’ notice to inspect the boilers and the glazing", "a figure: '' against '14'"),
        ("The Landlord shall enter on 14 days’ notice to inspect the boilers and", "a word: 'shall'"),
        ("The Tenant shall keep the greenhouse in good repair and shall sublet any part of it", "adds: 'not'"),
    ],
)
def test_what_cannot_be_told_for_sure_is_not_located(text, reason):
    located = Locator(LEASE).locate(text)
    assert isinstance(located, LocationFailure)
    assert reason in located.reason


def test_a_recorded_span_settles_a_repeated_text_and_is_never_believed_blindly():
    second = LEASE.rindex("falls due")
    assert Locator(LEASE).locate("falls due", recorded=Span(second, second + 9)) == TextLocation(
        Span(second, second + 9), LocationMethod.RECORDED
    )
    assert isinstance(Locator(LEASE).locate("falls due", recorded=Span(0, 9)), LocationFailure)


def test_a_tighter_bound_refuses_what_a_wider_one_takes():
    text = "to irspect the bo1lers and thc glazing of the north wing"
    assert isinstance(Locator(LEASE, most_edits=5).locate(text), LocationFailure)
    assert isinstance(Locator(LEASE, most_edits=10).locate(text), TextLocation)


def test_a_long_text_is_found_in_a_long_document_quickly():
    draw = random.Random(3)
    syllables = [a + b for a in "bdfgklmnprstv" for b in "aeiou"]
    text = " ".join("".join(draw.choices(syllables, k=draw.randint(2, 4))) for _ in range(40_000))
    at = text.index(" ", 100_000) + 1
    quote = text[at : at + 900].rsplit(" ", 1)[0]
    damaged = "".join("e" if n % 43 == 42 and c == "a" else c for n, c in enumerate(quote))
    found = Locator(text).locate(damaged)
    assert found.span == Span(at, at + len(quote))


def plain_distance(pattern, text):
    row = [0] * (len(text) + 1)
    for i, wanted in enumerate(pattern, 1):
        above, row = row, [i]
        for j, character in enumerate(text, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (wanted != character)))
    return row


@settings(max_examples=150, deadline=None)
@given(st.text("abc", min_size=1, max_size=12), st.text("abcd", max_size=30))
def test_bit_parallel_distances_are_those_of_the_plain_table(pattern, text):
    table = plain_distance(pattern, text)
    search = Pattern(pattern)
    assert search.ends(text, most=len(pattern)) == [(end, table[end]) for end in range(1, len(text) + 1)]
    for end in range(len(text) + 1):
        place = search.align(text, end=end)
        assert place.distance == table[end]
        cost = sum(max(len(edit.wanted), len(edit.found)) for edit in place.edits)
        assert cost == table[end]
        rebuilt, at = "", 0
        for edit in place.edits:
            rebuilt += pattern[at : edit.at] + edit.found
            at = edit.at + len(edit.wanted)
        assert rebuilt + pattern[at:] == text[place.start : end]
