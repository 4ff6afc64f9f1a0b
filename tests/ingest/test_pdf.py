"""The PDF reader on small pages drawn for each test."""

import re
import zlib

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas
from tests.raw_file import raw_file

from pincite.domain.document import Format, MarkKind
from pincite.domain.limits import Limits
from pincite.domain.ocr import OcrWord
from pincite.errors import OcrError, ReadError
from pincite.ingest.pdf.reader import PdfReader, real_title
from pincite.spans import Span

WIDTH, HEIGHT = A4
LEFT, RIGHT = 72, WIDTH - 72
PROSE = (
    "The Supplier shall deliver the Goods to the place named in the Order and shall bear every risk of loss until "
    "the Buyer has signed for them. Where the Buyer refuses the Goods without good reason, the Supplier may store "
    "them at the cost of the Buyer and shall tell the Buyer so in writing within five days of the refusal. Nothing "
    "in this clause limits what the Buyer may claim under the law of sale for goods that are not as described. "
)


def wrap(canvas, text, width, *, font="Times-Roman", size=11):
    """Break a text into lines no wider than `width`."""
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if canvas.stringWidth(longer, font, size) > width and line:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


def draw_prose(canvas, text, *, x=LEFT, top=HEIGHT - 90, width=RIGHT - LEFT, font="Times-Roman", size=11, pitch=14):
    """Draw a paragraph down the page; gives the height below its last line."""
    canvas.setFont(font, size)
    for line in wrap(canvas, text, width, font=font, size=size):
        canvas.drawString(x, top, line)
        top -= pitch
    return top


@pytest.fixture
def canvas(tmp_path):
    return Canvas(str(tmp_path / "drawn.pdf"), pagesize=A4)


@pytest.fixture
def read(canvas, tmp_path):
    def save_and_read(**options):
        canvas.save()
        limits = options.pop("limits", Limits())
        return PdfReader().read(raw_file(tmp_path / "drawn.pdf"), limits=limits, **options)

    return save_and_read


def marked(doc, kind):
    return [doc.slice(mark.span) for mark in doc.marks if mark.kind is kind]


def check_laws(doc):
    """What holds for every document with pages."""
    assert len(doc.glyphs) == 4 * len(doc.text)
    assert doc.pages[0].span.start == 0
    assert doc.pages[-1].span.end == len(doc.text)
    for page, following in zip(doc.pages, doc.pages[1:], strict=False):
        assert page.span.end == following.span.start
    assert not re.search(r" \n|^ | $|  ", doc.text)
    for item in (*doc.blocks, *doc.marks):
        assert doc.slice(item.span).strip() == doc.slice(item.span) != ""


def test_lines_are_reflowed_into_paragraphs(canvas, read):
    below = draw_prose(canvas, PROSE)
    draw_prose(canvas, "A second paragraph follows. " + PROSE, top=below - 14)
    doc = read()
    assert doc.text == f"{PROSE.strip()}\n\nA second paragraph follows. {PROSE.strip()}"
    assert [doc.slice(block.span)[:8] for block in doc.blocks] == ["The Supp", "A second"]
    assert doc.source.format is Format.PDF
    check_laws(doc)


def test_columns_are_read_one_after_the_other(canvas, read):
    canvas.setFont("Times-Roman", 10)
    left = wrap(canvas, "Left column opens. " + PROSE * 2, 210, size=10)
    right = wrap(canvas, "Right column follows. " + PROSE * 2, 210, size=10)
    for i in range(max(len(left), len(right))):
        # Drawn row by row, so that only geometry can tell the columns apart.
        for x, column in ((LEFT, left), (WIDTH / 2 + 15, right)):
            if i < len(column):
                canvas.drawString(x, HEIGHT - 100 - 12 * i, column[i])
    text = read().text
    assert text.index("Left column") < text.index("not as described") < text.index("Right column")
    assert text.split() == (" ".join(left) + " " + " ".join(right)).split()


def test_signature_blocks_are_read_line_by_line(canvas, read):
    canvas.setFont("Times-Roman", 11)
    for i, (a, b) in enumerate(
        [("ALPHA LIMITED", "BETA GMBH"), ("By: __________", "By: __________"), ("Name: A. One", "Name: B. Two")]
    ):
        canvas.drawString(LEFT, 500 - 20 * i, a)
        canvas.drawString(320, 500 - 20 * i, b)
    assert read().text.split("\n\n") == [
        "ALPHA LIMITED BETA GMBH",
        "By: __________ By: __________",
        "Name: A. One Name: B. Two",
    ]


def test_numbered_items_with_hanging_indents_are_no_columns(canvas, read):
    top = HEIGHT - 90
    for label in ("(a)", "(b)", "(c)", "(d)"):
        canvas.setFont("Times-Roman", 11)
        canvas.drawString(LEFT, top, label)
        top = (
            draw_prose(canvas, f"Item {label} begins. " + PROSE[:170], x=LEFT + 36, width=RIGHT - LEFT - 36, top=top)
            - 8
        )
    paragraphs = read().text.split("\n\n")
    assert [paragraph[:18] for paragraph in paragraphs] == [
        f"{x} Item {x} begins"[:18] for x in ("(a)", "(b)", "(c)", "(d)")
    ]


def test_words_hyphenated_at_line_ends_are_joined_and_compounds_keep_their_hyphen(canvas, read):
    canvas.setFont("Times-Roman", 11)
    for i, line in enumerate(
        [
            "This document and its schedules are the whole of what the parties now agree-",
            "ment or no agreement, and the covenant that each of the parties gives is a non-",
            "compete covenant which the parties made between them for a period of a long-",
            "term kind, as the parties made plain in the long term, and not for any other time.",
        ]
    ):
        canvas.drawString(LEFT, 700 - 14 * i, line)
    doc = read()
    assert "now agreement or" in doc.text
    assert "a non-compete covenant" in doc.text
    assert "a long-term kind" in doc.text
    check_laws(doc)


def test_ligatures_are_spelt_out(tmp_path):
    # A font whose character map gives ligatures for two of its codes, and for one a soft hyphen, which is drawn.
    path = tmp_path / "ligature.pdf"
    codes = {"~": "FB03", "x": "FB01", "#": "00AD"}
    path.write_bytes(one_page_pdf(b"BT /F1 12 Tf 72 700 Td (o~ce conx#dential) Tj ET", codes))
    doc = PdfReader().read(raw_file(path), limits=Limits())
    assert doc.text == "office confi-dential"
    assert len(doc.glyphs) == 4 * len(doc.text)
    (ligature,) = doc.boxes(Span(1, 4))
    (before,), (after,) = doc.boxes(Span(0, 1)), doc.boxes(Span(4, 5))
    assert before.x1 <= ligature.x0 + 0.5 < ligature.x1 <= after.x0 + 0.5


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_turned_pages_are_read_upright(turn, tmp_path):
    plain, turned = tmp_path / "plain.pdf", tmp_path / "turned.pdf"
    for path, rotation in ((plain, 0), (turned, turn)):
        canvas = Canvas(str(path), pagesize=(500, 700), pageCompression=0)
        draw_prose(canvas, PROSE, top=600, width=350)
        canvas.save()
        if rotation:
            data = path.read_bytes()
            path.write_bytes(data.replace(b"/Rotate 0", b"/Rotate %d" % rotation, 1))
    upright = PdfReader().read(raw_file(plain), limits=Limits())
    doc = PdfReader().read(raw_file(turned), limits=Limits())
    assert doc.text == upright.text
    assert (doc.pages[0].width, doc.pages[0].height) == ((500, 700) if turn == 180 else (700, 500))
    for box in doc.boxes(Span(0, len(doc.text))):
        assert 0 <= box.x0 < box.x1 <= doc.pages[0].width
        assert 0 <= box.y0 < box.y1 <= doc.pages[0].height


@pytest.mark.parametrize(("angle", "corner"), [(90, (WIDTH, 0)), (270, (0, HEIGHT)), (180, (WIDTH, HEIGHT))])
def test_text_printed_sideways_is_read_along_its_lines(angle, corner, canvas, read):
    canvas.translate(*corner)
    canvas.rotate(angle)
    canvas.setFont("Times-Roman", 11)
    lines = wrap(canvas, PROSE, 400)
    draw_prose(canvas, PROSE, x=72, top=480, width=400)
    doc = read()
    assert doc.text == PROSE.strip()
    boxes = doc.boxes(Span(0, len(doc.text)))
    assert len(boxes) == len(lines)
    for box, line in zip(boxes, lines, strict=True):
        length = canvas.stringWidth(line, "Times-Roman", 11)
        assert (box.x1 - box.x0 if angle == 180 else box.y1 - box.y0) == pytest.approx(length, abs=3)
    if angle == 90:
        first = doc.boxes(Span(0, 1))[0]
        assert (first.x0, first.y1) == (pytest.approx(WIDTH - 480 - 10, abs=3), pytest.approx(HEIGHT - 72, abs=1))


def test_furniture_is_marked_and_a_sentence_over_a_page_break_is_one_block(canvas, read):
    canvas.setFont("Times-Roman", 11)
    lines = wrap(canvas, PROSE * 6, RIGHT - LEFT)
    half = len(lines) // 2
    for number, part in enumerate((lines[:half], lines[half:]), start=1):
        canvas.setFont("Times-Roman", 9)
        canvas.drawString(LEFT, HEIGHT - 40, "Supply Agreement of Alpha Limited")
        canvas.drawCentredString(WIDTH / 2, 30, f"Page {number} of 2")
        canvas.setFont("Times-Roman", 11)
        for i, line in enumerate(part):
            canvas.drawString(LEFT, HEIGHT - 90 - 14 * i, line)
        canvas.showPage()
    doc = read()
    assert marked(doc, MarkKind.HEADER) == ["Supply Agreement of Alpha Limited"] * 2
    assert marked(doc, MarkKind.PAGE_NUMBER) == ["Page 1 of 2", "Page 2 of 2"]
    assert doc.text.startswith("Supply Agreement of Alpha Limited\n\nThe Supplier")
    (block,) = doc.blocks
    body = doc.slice(block.span)
    for furniture in ("\n\nPage 1 of 2", "\n\nSupply Agreement of Alpha Limited\n\n"):
        assert furniture in body
        body = body.replace(furniture, " ").replace("  ", " ")
    assert body == " ".join(lines)
    check_laws(doc)


def test_notes_at_the_foot_do_not_tear_a_paragraph_that_goes_on(canvas, read):
    canvas.setFont("Times-Roman", 11)
    lines = wrap(canvas, PROSE * 2, RIGHT - LEFT)
    for number, part in enumerate((lines[:4], lines[4:]), start=1):
        if number == 1:
            draw_prose(canvas, "The first paragraph ends on its page.", top=HEIGHT - 60)
        canvas.setFont("Times-Roman", 11)
        for i, line in enumerate(part):
            canvas.drawString(LEFT, HEIGHT - 90 - 14 * i, line)
        if number == 1:
            canvas.setFont("Times-Roman", 8)
            canvas.drawString(LEFT, HEIGHT - 180, "1 A note that stands at the foot of the page.")
        canvas.showPage()
    doc = read()
    assert doc.text.split("\n\n") == [
        "The first paragraph ends on its page.",
        "1 A note that stands at the foot of the page.",
        " ".join(lines),
    ]
    assert marked(doc, MarkKind.FOOTNOTE) == ["1 A note that stands at the foot of the page."]
    assert doc.slice(doc.blocks[-1].span) == " ".join(lines)
    check_laws(doc)


def test_the_lines_of_a_title_page_stay_apart(canvas, read):
    titles = [
        "AGREEMENT OF SALE",
        "THE ROSEWATER GLASS AND MIRROR COMPANY,",
        "HOLLOWAY KILNS LIMITED",
        "SIGNED AT YORK",
    ]
    canvas.setFont("Times-Bold", 12)
    for i, title in enumerate(titles):
        canvas.drawCentredString(WIDTH / 2, 600 - 16 * i, title)
    doc = read()
    assert doc.text.split("\n\n") == titles
    assert all(block.centred for block in doc.blocks)


def test_centred_prose_and_linked_titles_are_joined(canvas, read):
    draw_prose(canvas, PROSE, top=300)
    canvas.setFont("Times-Bold", 12)
    for i, title in enumerate(["IN THE PROVINCIAL CIVIL COURT OF APPEAL", "FOR THE NORTHERN ISLANDS"]):
        canvas.drawCentredString(WIDTH / 2, 700 - 15 * i, title)
    for i, title in enumerate(["The hearing was before a single judge", "Ms Ada Quill appeared for the claimant"]):
        canvas.drawCentredString(WIDTH / 2, 640 - 15 * i, title)
    assert read().text.split("\n\n")[:3] == [
        "IN THE PROVINCIAL CIVIL COURT OF APPEAL FOR THE NORTHERN ISLANDS",
        "The hearing was before a single judge",
        "Ms Ada Quill appeared for the claimant",
    ]


def test_pages_without_furniture_run_on_with_a_space(canvas, read):
    canvas.setFont("Times-Roman", 11)
    lines = wrap(canvas, PROSE * 4, RIGHT - LEFT)
    for part in (lines[:9], lines[9:]):
        canvas.setFont("Times-Roman", 11)
        for i, line in enumerate(part):
            canvas.drawString(LEFT, HEIGHT - 90 - 14 * i, line)
        canvas.showPage()
    doc = read()
    assert doc.text == " ".join(lines)
    assert doc.text[doc.pages[1].span.start :].startswith(lines[9])
    assert len(doc.blocks) == 1


def test_numbers_of_an_older_pagination_are_marked_where_they_stand(canvas, read):
    for number in (4, 5, 6):
        below = draw_prose(canvas, PROSE)
        canvas.drawCentredString(WIDTH / 2, below - 20 * number, f"- {number} -")
        draw_prose(canvas, PROSE, top=below - 160)
        canvas.showPage()
    assert marked(read(), MarkKind.PAGE_NUMBER) == ["- 4 -", "- 5 -", "- 6 -"]


def test_line_numbers_of_a_pleading_are_gathered_and_marked(canvas, read):
    canvas.setFont("Times-Roman", 11)
    lines = wrap(canvas, PROSE * 5, 400)[:24]
    for i, line in enumerate(lines):
        canvas.drawRightString(60, 700 - 24 * i, str(i + 1))
        canvas.drawString(90, 700 - 24 * i, line)
    doc = read()
    assert marked(doc, MarkKind.LINE_NUMBER) == [" ".join(str(i + 1) for i in range(24))]
    assert " ".join(lines) in doc.text


def test_tables_keep_a_row_on_a_line(canvas, read):
    below = draw_prose(canvas, PROSE)
    rows = [("Item", "Quantity", "Price"), ("Widget", "12", "4.50"), ("Gadget", "7", "19.00"), ("Gizmo", "1", "230.00")]
    for i, row in enumerate(rows):
        for x, cell in zip((LEFT, 250, 400), row, strict=True):
            canvas.drawString(x, below - 20 - 18 * i, cell)
    draw_prose(canvas, PROSE, top=below - 120)
    doc = read()
    table = "Item | Quantity | Price\nWidget | 12 | 4.50\nGadget | 7 | 19.00\nGizmo | 1 | 230.00"
    assert marked(doc, MarkKind.TABLE) == [table]
    assert doc.text == f"{PROSE.strip()}\n\n{table}\n\n{PROSE.strip()}"


def test_cells_of_several_lines_are_read_whole(canvas, read):
    canvas.setFont("Times-Roman", 11)
    for i in range(3):
        top = 700 - 60 * i
        for x, lines in ((LEFT, ["Fee"]), (160, ["for the delivery", f"of lot {i}"]), (400, ["payable", "at once"])):
            for j, line in enumerate(lines):
                canvas.drawString(x, top - 12 * j, line)
    rows = read().text.split("\n")
    assert rows == [f"Fee | for the delivery of lot {i} | payable at once" for i in range(3)]


@pytest.mark.parametrize("bracket", [")", "§"])
def test_the_caption_of_a_court_paper_is_read_side_by_side(bracket, canvas, read):
    left = ["WREN QUARRIES", "OF THE NORTH LTD.,", "", "Plaintiff,", "", "v.", "", "ORLA FENN,", "", "Defendant."]
    right = ["", "", "", "Case No. 12", "", "", "", "Judge A. Bell", "", ""]
    canvas.setFont("Times-Roman", 11)
    for i, (party, case) in enumerate(zip(left, right, strict=True)):
        for x, words in ((LEFT, party), (300, bracket), (330, case)):
            canvas.drawString(x, 600 - 14 * i, words)
    draw_prose(canvas, PROSE, top=420)
    doc = read()
    assert doc.text.split("\n\n")[:-1] == [
        "WREN QUARRIES OF THE NORTH LTD.,",
        "Plaintiff,",
        "v.",
        "ORLA FENN,",
        "Defendant.",
        "Case No. 12",
        "Judge A. Bell",
    ]
    assert not doc.marks
    check_laws(doc)


def test_footnotes_are_marked(canvas, read):
    draw_prose(canvas, PROSE * 3)
    draw_prose(canvas, "1 See the first schedule for the places of delivery.", top=120, size=8.5, pitch=10)
    doc = read()
    assert marked(doc, MarkKind.FOOTNOTE) == ["1 See the first schedule for the places of delivery."]


def test_headings_are_blocks_of_their_own_with_their_typography(canvas, read):
    canvas.setFont("Times-Bold", 16)
    canvas.drawCentredString(WIDTH / 2, HEIGHT - 60, "SUPPLY AGREEMENT")
    canvas.setFont("Times-Bold", 11)
    canvas.drawString(LEFT, HEIGHT - 86, "1. Delivery")
    draw_prose(canvas, PROSE, top=HEIGHT - 100)
    doc = read()
    title, heading, prose = doc.blocks
    assert (doc.slice(title.span), title.bold, title.centred, title.size) == ("SUPPLY AGREEMENT", True, True, 16.0)
    assert (doc.slice(heading.span), heading.bold, heading.centred) == ("1. Delivery", True, False)
    assert (prose.bold, prose.size) == (False, 11.0)


def test_the_boxes_of_a_span_are_where_it_was_drawn(canvas, read):
    canvas.setFont("Helvetica", 12)
    canvas.drawString(100, 500, "Notice must be given in writing.")
    doc = read()
    at = doc.text.index("given")
    (box,) = doc.boxes(Span(at, at + 5))
    assert box.page == 1
    assert box.x0 == pytest.approx(100 + canvas.stringWidth("Notice must be ", "Helvetica", 12), abs=0.5)
    assert box.x1 == pytest.approx(100 + canvas.stringWidth("Notice must be given", "Helvetica", 12), abs=0.5)
    assert box.y0 < HEIGHT - 500 - 6 < box.y1
    assert box.y1 - box.y0 < 20


def test_reading_twice_gives_the_same_document(canvas, read, tmp_path):
    draw_prose(canvas, PROSE * 4)
    doc = read()
    again = PdfReader().read(raw_file(tmp_path / "drawn.pdf"), limits=Limits())
    assert (again.id, again.blocks, again.marks) == (doc.id, doc.blocks, doc.marks)
    # NaN is not equal to itself, so the bytes are compared.
    assert again.glyphs.tobytes() == doc.glyphs.tobytes()


def test_fields_that_were_filled_in_are_read(canvas, read):
    canvas.setFont("Times-Roman", 11)
    canvas.drawString(LEFT, 600, "Name of the tenant:")
    canvas.acroForm.textfield(value="Ada Example", x=200, y=592, width=200, height=20, fontSize=11, borderWidth=0)
    assert read().text == "Name of the tenant: Ada Example"


def test_text_drawn_off_the_page_is_left_out(canvas, read):
    draw_prose(canvas, PROSE)
    canvas.drawString(LEFT, HEIGHT + 200, "Nobody sees this")
    canvas.drawString(WIDTH + 50, 300, "nor this")
    assert read().text == PROSE.strip()


class ScriptedEngine:
    """Recognises the same three words on every page, at 200 dots an inch."""

    def __init__(self):
        self.sizes = []

    def recognise(self, image):
        self.sizes.append(image.size)
        return [
            OcrWord("Signed", 200, 300, 320, 335, 0.9),
            OcrWord("and", 330, 300, 400, 335, 0.8),
            OcrWord("sealed.", 410, 300, 530, 335, 1.0),
        ]


def draw_scan(canvas):
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    canvas.drawImage(ImageReader(Image.new("L", (60, 80), 200)), 0, 0, WIDTH, HEIGHT)


def test_pages_that_are_pictures_are_read_by_ocr(canvas, read):
    draw_prose(canvas, PROSE)
    canvas.showPage()
    draw_scan(canvas)
    canvas.setFont("Times-Roman", 9)
    canvas.drawString(LEFT, 30, "Filed 1 May 2020")
    engine = ScriptedEngine()
    doc = read(ocr=engine)
    first, second = doc.pages
    assert first.confidence is None
    assert second.confidence == pytest.approx(0.9)
    assert doc.slice(second.span) == "Signed and sealed.\n\nFiled 1 May 2020"
    (box,) = doc.boxes(Span(second.span.start, second.span.start + 6))
    assert (box.page, box.x0, box.y0) == (2, pytest.approx(72), pytest.approx(108))
    assert engine.sizes == [(round(WIDTH * 200 / 72), round(HEIGHT * 200 / 72))]
    check_laws(doc)


def test_without_an_engine_pictures_are_named_in_a_warning(canvas, read):
    draw_prose(canvas, PROSE)
    canvas.showPage()
    for _ in range(3):
        draw_scan(canvas)
        canvas.showPage()
    (warning,) = read().warnings
    assert warning.startswith("Pages 2-4 are without a usable text layer")
    assert "pip install 'pincite[ocr]'" in warning


def test_an_engine_that_fails_is_named_with_the_file_and_page(canvas, read):
    class Failing:
        def recognise(self, image):
            raise OcrError("the model file is missing")

    draw_scan(canvas)
    with pytest.raises(ReadError, match="OCR failed on page 1: the model file is missing") as caught:
        read(ocr=Failing())
    assert caught.value.kind == "crashed"


def test_a_scan_without_an_engine_is_refused(canvas, read):
    draw_scan(canvas)
    with pytest.raises(ReadError, match=r"pip install 'pincite\[ocr\]'") as caught:
        read()
    assert caught.value.kind == "no-text"


def test_the_invisible_text_of_a_scan_is_used_and_that_of_other_pages_is_not(canvas, read):
    for scanned in (True, False):
        if scanned:
            draw_scan(canvas)
        else:
            draw_prose(canvas, PROSE, top=HEIGHT - 400)
        hidden = canvas.beginText(LEFT, HEIGHT - 90)
        hidden.setTextRenderMode(3)
        hidden.setFont("Times-Roman", 11)
        for line in wrap(canvas, "Hidden words. " + PROSE, RIGHT - LEFT):
            hidden.textLine(line)
        canvas.drawText(hidden)
        canvas.showPage()
    doc = read()
    assert "Hidden words." in doc.slice(doc.pages[0].span)
    assert "Hidden words." not in doc.slice(doc.pages[1].span)


def paint_white(canvas):
    canvas.setFillColorRGB(1, 1, 1)


def paint_nearly_white(canvas):
    canvas.setFillColorRGB(0.99, 0.99, 0.99)


def paint_clear(canvas):
    canvas.setFillAlpha(0)


def paint_white_on_white(canvas):
    canvas.setFillColorRGB(1, 1, 1)
    canvas.rect(LEFT - 10, HEIGHT - 70, 300, 30, stroke=1, fill=1)


def shrink(canvas):
    canvas.scale(0.001, 0.001)


def push_off(canvas):
    canvas.translate(2 * WIDTH, 0)


@pytest.mark.parametrize("hide", [paint_white, paint_nearly_white, paint_clear, paint_white_on_white, shrink, push_off])
def test_words_that_nobody_sees_on_the_page_are_left_out(canvas, read, hide):
    draw_prose(canvas, PROSE)
    canvas.saveState()
    hide(canvas)
    canvas.setFont("Times-Roman", 11)
    canvas.drawString(LEFT, HEIGHT - 60, "Hidden words of the writer.")
    canvas.restoreState()
    draw_prose(canvas, "Seen words.", top=HEIGHT - 300)
    doc = read()
    assert "Hidden" not in doc.text and "shall deliver" in doc.text and "Seen words." in doc.text


def fill_dark(canvas):
    canvas.setFillColorRGB(0, 0.2, 0.4)
    canvas.rect(LEFT - 10, HEIGHT - 70, 300, 30, stroke=0, fill=1)


def draw_wide_line(canvas):
    canvas.setLineWidth(20)
    canvas.line(LEFT - 10, HEIGHT - 57, LEFT + 300, HEIGHT - 57)


def lay_picture(canvas):
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    canvas.drawImage(ImageReader(Image.new("L", (50, 50), 30)), LEFT - 10, HEIGHT - 70, 300, 30)


def shade(canvas):
    from reportlab.lib.colors import black, blue

    canvas.saveState()
    path = canvas.beginPath()
    path.rect(LEFT - 10, HEIGHT - 70, 300, 30)
    canvas.clipPath(path, stroke=0)
    canvas.linearGradient(LEFT, HEIGHT - 70, LEFT + 300, HEIGHT - 40, (black, blue))
    canvas.restoreState()


@pytest.mark.parametrize("lay", [fill_dark, draw_wide_line, lay_picture, shade])
def test_white_words_on_a_ground_are_read(canvas, read, lay):
    draw_prose(canvas, PROSE)
    lay(canvas)
    canvas.setFillColorRGB(1, 1, 1)
    canvas.setFont("Times-Roman", 11)
    canvas.drawString(LEFT, HEIGHT - 60, "Payment terms in a bar.")
    assert "Payment terms in a bar." in read().text


def test_small_print_scaled_up_is_read(canvas, read):
    canvas.scale(100, 100)
    canvas.setFont("Times-Roman", 0.11)
    canvas.drawString(LEFT / 100, (HEIGHT - 60) / 100, "Scaled words.")
    assert "Scaled words." in read().text


def test_a_picture_beyond_the_limit_is_left_out_with_a_warning(canvas, read):
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    draw_prose(canvas, PROSE)
    canvas.showPage()
    canvas.drawImage(ImageReader(Image.new("1", (1500, 1500))), 0, 0, WIDTH, HEIGHT)
    engine = ScriptedEngine()
    (warning,) = read(ocr=engine, limits=Limits(page_megapixels=2)).warnings
    assert warning.startswith("Page 2 is too big a picture for OCR")
    assert engine.sizes == []


def test_a_huge_page_is_drawn_at_a_lower_resolution(tmp_path):
    path = tmp_path / "huge.pdf"
    canvas = Canvas(str(path), pagesize=(1400, 1400))
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    canvas.drawImage(ImageReader(Image.new("L", (50, 50), 100)), 0, 0, 1400, 1400)
    canvas.save()
    engine = ScriptedEngine()
    PdfReader().read(raw_file(path), limits=Limits(page_megapixels=4), ocr=engine)
    ((width, height),) = engine.sizes
    assert width * height <= 4_010_000


def refusal(path, **limits):
    with pytest.raises(ReadError) as caught:
        PdfReader().read(raw_file(path), limits=Limits(**limits))
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    return caught.value.kind


def test_files_that_cannot_be_read_say_why(tmp_path):
    path = tmp_path / "bad.pdf"
    assert refusal(path) == "missing"
    path.write_bytes(b"")
    assert refusal(path) == "empty"
    path.write_bytes(b"PK\x03\x04 not a PDF at all" * 40)
    assert refusal(path) == "unsupported"
    path.write_bytes(b"%PDF-1.7\n" + b"\x00" * 500)
    assert refusal(path) == "damaged"


def test_a_locked_file_is_refused_as_encrypted(tmp_path):
    path = tmp_path / "locked.pdf"
    canvas = Canvas(str(path), encrypt=StandardEncryption("secret", ownerPassword="other"))
    canvas.drawString(100, 500, "Hidden")
    canvas.save()
    assert refusal(path) == "encrypted"


def test_limits_on_pages_size_and_time_are_kept(canvas, tmp_path):
    for _ in range(12):
        canvas.drawString(100, 500, "A page")
        canvas.showPage()
    canvas.save()
    path = tmp_path / "drawn.pdf"
    assert refusal(path, pages=11) == "too-large"
    assert refusal(path, file_mb=0) == "too-large"
    assert refusal(path, seconds=-1) == "timeout"


def test_a_truncated_file_is_read_or_refused_but_never_breaks(canvas, tmp_path):
    for _ in range(4):
        draw_prose(canvas, PROSE)
        canvas.showPage()
    canvas.save()
    path = tmp_path / "drawn.pdf"
    whole = path.read_bytes()
    for share in (0.2, 0.5, 0.8, 0.95):
        path.write_bytes(whole[: int(len(whole) * share)])
        try:
            check_laws(PdfReader().read(raw_file(path), limits=Limits()))
        except ReadError as error:
            assert error.kind in {"damaged", "no-text"}


def test_a_file_can_be_read_after_another_was_refused(canvas, read, tmp_path):
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7\nnothing")
    assert refusal(bad) == "damaged"
    draw_prose(canvas, PROSE)
    assert read().text == PROSE.strip()


def test_glyph_numbers_given_for_characters_are_put_right(tmp_path):
    path = tmp_path / "unmapped.pdf"
    words = PROSE[:200]
    shown = "".join(f"({chr(92)}{ord(letter):03o}) Tj " for letter in words).encode()
    numbers = {letter: f"{ord(letter) - 29:04X}" for letter in set(words)}
    path.write_bytes(one_page_pdf(b"BT /F1 4 Tf 20 700 Td " + shown + b" ET", numbers))
    assert PdfReader().read(raw_file(path), limits=Limits()).text == words.strip()


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("Supply Agreement", "Supply Agreement"),
        ("  Supply\tAgreement ", "Supply Agreement"),
        ("Microsoft Word - draft 3", None),
        ("ex10_1.htm", None),
        ("C:\\files\\contract", None),
        ("untitled", None),
        ("0001193125-20", None),
        ("", None),
    ],
)
def test_only_titles_that_look_real_are_kept(title, kept):
    assert real_title(title) == kept


def one_page_pdf(content, unicode_of):
    """A page in Helvetica whose character map gives the named code points for some letters."""
    pairs = "\n".join(f"<{ord(letter):02X}> <{code}>" for letter, code in sorted(unicode_of.items()))
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def "
        "1 begincodespacerange <00> <FF> endcodespacerange\n"
        f"{len(unicode_of)} beginbfchar\n{pairs}\nendbfchar\nendcmap end end"
    ).encode()
    bodies = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        stream(content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 6 0 R>>",
        stream(cmap),
    ]
    data, places = b"%PDF-1.7\n", []
    for number, body in enumerate(bodies, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1) + table
    return data + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(bodies) + 1, start)


def stream(content):
    packed = zlib.compress(content)
    return b"<</Length %d/Filter/FlateDecode>>stream\n" % len(packed) + packed + b"\nendstream"
