import pytest

from pincite.ingest.ocr.ink import Letter, find_ink, split_words

np = pytest.importorskip("numpy")


@pytest.fixture(scope="module")
def draw_line():
    """A function that draws a line and says where its letters are; a tilde stands for a space nobody recognised."""
    from pathlib import Path

    import reportlab
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.truetype(str(Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"), 30)

    def draw(text, *, underlined=False, dark=False):
        paper, colour = (20, 240) if dark else (255, 0)
        image = Image.new("L", (int(font.getlength(text)) + 20, 44), paper)
        pen = ImageDraw.Draw(image)
        letters, x, after_space = [], 10.0, False
        for letter in text:
            width = font.getlength(letter)
            if letter not in " ~":
                pen.text((x, 4), letter, fill=colour, font=font)
                letters.append(Letter(letter, x + width / 2, 0.9, after_space))
            after_space = letter == " "
            x += font.getlength(" ") if letter == "~" else width
        if underlined:
            pen.line((10, 38, x, 38), fill=colour, width=2)
        return letters, find_ink(np.asarray(image))

    return draw


def texts(words):
    return [word.text for word in words]


def test_words_end_where_the_recogniser_saw_spaces(draw_line):
    assert texts(split_words(*draw_line("of the first part"))) == ["of", "the", "first", "part"]


def test_boxes_are_drawn_in_to_the_ink(draw_line):
    letters, ink = draw_line("of the first part")
    for word in split_words(letters, ink):
        part = ink[int(word.y0) : int(word.y1), int(word.x0) : int(word.x1)]
        assert part[0].any() and part[-1].any() and part[:, 0].any() and part[:, -1].any()


@pytest.mark.parametrize(
    "line", ["payable by~the Tenant on demand", "GRANT~OF LICENCE", "ARTICLE~3", "§~35", "dated May 4,~2024"]
)
def test_a_swallowed_space_is_restored(draw_line, line):
    assert texts(split_words(*draw_line(line))) == line.replace("~", " ").split()


@pytest.mark.parametrize("line", ["section 11.1 of 1111 pages", "I will allow all of it", "fee (1,111.11 each)."])
def test_no_word_is_cut(draw_line, line):
    assert texts(split_words(*draw_line(line))) == line.split()


def test_a_rule_under_the_words_does_not_join_them(draw_line):
    assert texts(split_words(*draw_line("by~the Tenant hereby", underlined=True))) == ["by", "the", "Tenant", "hereby"]


def test_light_ink_on_dark_paper_is_ink(draw_line):
    words = split_words(*draw_line("of the part", dark=True))
    assert all(word.x1 - word.x0 < 90 for word in words)


def test_a_line_without_letters_has_no_words(draw_line):
    assert split_words([], draw_line("x")[1]) == []
