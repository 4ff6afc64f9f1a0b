"""Words into lines: by their base, whatever order they were drawn in."""

from pincite.ingest.layout.page import Word, group_lines, share_box


def word(text, x, base, *, size=10.0, bold=False, width=None):
    width = 5.0 * len(text) if width is None else width
    return Word(text, x, base - 0.8 * size, x + width, base + 0.2 * size, base, size, bold, 0)


def texts(words):
    return [line.text for line in group_lines(words)]


def test_words_are_put_in_lines_from_top_to_bottom_and_left_to_right():
    assert texts([word("b", 60, 100), word("c", 10, 112), word("a", 10, 100.3)]) == ["a b", "c"]


def test_raised_letters_stay_on_their_line():
    assert texts([word("The", 10, 100), word("5", 40, 100), word("th", 46, 96, size=6), word("day", 60, 100)]) == [
        "The 5 th day"
    ]


def test_lines_set_tight_are_not_merged():
    assert texts([word("above", 10, 100), word("below", 10, 105)]) == ["above", "below"]


def test_a_line_takes_its_style_from_its_longest_word():
    (line,) = group_lines([word("1", 10, 100, size=6), word("Definitions", 20, 100, size=12, bold=True)])
    assert line.size == 12
    assert not line.bold


def test_a_box_is_shared_out_from_left_to_right():
    assert list(share_box((10, 0, 16, 8), 3)) == [10, 0, 12, 8, 12, 0, 14, 8, 14, 0, 16, 8]
    assert list(share_box((10, 0, 16, 8), 0)) == []
