"""Page furniture: what repeats at the edges of pages, and what only looks like it."""

from array import array

import pytest

from pincite.domain.document import MarkKind
from pincite.ingest.layout.furniture import find_line_numbers, page_number, sort_furniture
from pincite.ingest.layout.page import PageWords, Word

SIZE = (600.0, 800.0)


def line(text, base, *, x=80.0):
    words = []
    for part in text.split():
        words.append(Word(part, x, base - 8, x + 5 * len(part), base + 2, base, 10.0, False, 0))
        x += 5 * len(part) + 4
    return words


def page(number, *lines):
    words = [word for found in lines for word in found]
    return PageWords(number, *SIZE, words, array("f"), SIZE)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("- 12 -", 12),
        ("Page 3 of 40", 3),
        ("[iv]", 4),
        ("xii", 12),
        ("3 / 9", 3),
        ("1.2", None),
        ("12 May", None),
    ],
)
def test_page_numbers_are_told_by_their_form(text, value):
    assert page_number(text) == value


def test_lines_repeated_at_the_same_place_are_furniture():
    pages = [
        page(n, line("Lease of Unit 4", 30), line(f"Body of page {'abc'[n - 1]} here", 400), line(f"Draft {n}", 780))
        for n in (1, 2, 3)
    ]
    for sheet in sort_furniture(pages):
        assert [(found.text, kind) for found, kind in sheet.top] == [("Lease of Unit 4", MarkKind.HEADER)]
        assert [kind for _, kind in sheet.bottom] == [MarkKind.FOOTER]
        assert len(sheet.body) == 1


def test_lines_that_repeat_elsewhere_on_the_page_are_not():
    pages = [page(n, line("Signed by the parties", 300 + 90 * n), line("Other", 30 + 9 * n)) for n in (1, 2, 3)]
    assert all(not sheet.top and not sheet.bottom for sheet in sort_furniture(pages))


def test_headers_of_left_and_right_pages_may_differ():
    pages = [page(n, line("Part One" if n % 2 else "Court Guide", 30), line("Body", 400)) for n in range(1, 7)]
    assert [sheet.top[0][0].text for sheet in sort_furniture(pages)] == ["Part One", "Court Guide"] * 3


def test_a_lone_number_on_one_page_is_text():
    (sheet,) = sort_furniture([page(1, line("Some words of the body", 300), line("1999", 700))])
    assert sheet.numbered == set()


def test_line_numbers_need_an_even_step():
    even = [line(str(i + 1), 100 + 24 * i, x=40) for i in range(20)]
    ragged = [line(str(i + 1), 100 + 24 * i + 9 * (i % 3), x=40) for i in range(20)]
    assert len(find_line_numbers(page(1, *even))) == 20
    assert find_line_numbers(page(1, *ragged)) == []


def test_the_sentence_that_opens_each_signature_page_is_no_header():
    sentence = "IN WITNESS WHEREOF, the parties have signed this deed on the day stated above."
    pages = [page(i, line("Draft of May", 40), line(f"Clause {i} says much.", 200)) for i in range(1, 7)]
    pages += [page(i, line("Draft of May", 40), line(sentence, 80), line("By: someone", 200)) for i in (7, 8)]
    found = sort_furniture(pages)
    assert all([taken.text for taken, _ in sheet.top] == ["Draft of May"] for sheet in found)
    assert [sheet.body[0].text for sheet in found[6:]] == [sentence] * 2


def test_a_sentence_that_most_pages_open_with_is_a_header():
    sentence = "Parts of this exhibit are left out because they are confidential."
    found = sort_furniture([page(i, line(sentence, 40), line(f"Clause {i} says much.", 200)) for i in range(1, 5)])
    assert all(sheet.top[0][1] is MarkKind.HEADER for sheet in found)


@pytest.mark.parametrize(("size", "taken"), [(8.0, True), (10.0, False)])
def test_a_small_line_alone_at_the_head_of_a_single_page_is_its_header(size, taken):
    head = [word._replace(size=size) for word in line("Gazette, volume 3", 40)]
    body = [line(f"Line {i} of the notice goes on.", 90 + 14 * i) for i in range(5)]
    (sheet,) = sort_furniture([page(1, head, *body)])
    assert [kind for _, kind in sheet.top] == ([MarkKind.HEADER] if taken else [])
