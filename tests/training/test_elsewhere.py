"""Near misses: passages of a document that come near a question without answering it."""

from training.elsewhere import NearMisses, WordVectors, cut_passages

TEXT = """Lockers
Members may rent a locker for a year. The fee is £40, payable in advance, and the key stays with the member.
A lost locker key costs £15, and the lock is changed at the member's expense within a week of the report.

Guests
Each member may bring two guests a month, who sign the book at the desk and pay the day rate of £8 each.

Closing
On the last day of the season every locker is emptied, and what is found in it is kept at the desk for a month.
"""


def test_passages_are_places_of_the_text_and_leave_no_words_out():
    passages = cut_passages(TEXT)
    assert all(a < b for a, b in passages)
    assert "".join("".join(TEXT[a:b].split()) for a, b in passages) == "".join(TEXT.split())


def test_a_long_passage_without_an_end_is_cut():
    assert max(b - a for a, b in cut_passages("word " * 400)) <= 450


def test_near_misses_come_near_the_question_and_touch_no_answer():
    start = TEXT.index("A lost locker key")
    answer = [start, TEXT.index(",", start)]
    found = NearMisses(TEXT, WordVectors()).find("what does a lost locker key cost", [answer])
    assert found
    assert all(b <= answer[0] or answer[1] <= a for a, b in found)
    assert "locker" in TEXT[slice(*found[0])]


def test_without_an_answer_the_nearest_passage_comes_first():
    found = NearMisses(TEXT, WordVectors()).find("may I bring guests", [], count=1)
    assert "two guests" in TEXT[slice(*found[0])]
