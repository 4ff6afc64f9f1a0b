import zipfile

import docx
import pytest
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import parse_xml
from docx.shared import Pt
from tests.raw_file import raw_file

from pincite.domain.document import MarkKind, Role
from pincite.domain.limits import Limits
from pincite.errors import ReadError
from pincite.ingest.docx.document import WordDocument
from pincite.ingest.docx.package import Package
from pincite.ingest.docx.reader import DocxReader
from pincite.spans import Span

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAMESPACES = f'xmlns:w="{W}" xmlns:r="{R}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"


def part(name, inner):
    return f"<?xml version='1.0' encoding='UTF-8'?><w:{name} {NAMESPACES}>{inner}</w:{name}>"


def write_package(path, body, **parts):
    """A minimal package: the body's XML, and other parts by their kind (styles, numbering, footnotes, header1, …)."""
    links = "".join(
        f'<Relationship Id="{kind}" Type="{R}/{kind.rstrip("0123456789")}" Target="{kind}.xml"/>' for kind in parts
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("word/document.xml", part("document", f"<w:body>{body}</w:body>"))
        package.writestr(
            "word/_rels/document.xml.rels", f'<Relationships xmlns="{RELATIONSHIPS}">{links}</Relationships>'
        )
        for kind, (root, inner) in parts.items():
            package.writestr(f"word/{kind}.xml", part(root, inner))
    return path


def p(text="", properties="", run=""):
    runs = text if text.startswith("<") else f'<w:r><w:rPr>{run}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'
    return f"<w:p><w:pPr>{properties}</w:pPr>{runs}</w:p>"


def r(inner, properties=""):
    return f"<w:r><w:rPr>{properties}</w:rPr>{inner}</w:r>"


def t(text):
    return r(f'<w:t xml:space="preserve">{text}</w:t>')


@pytest.fixture
def read(tmp_path):
    def reading(body, **parts):
        path = write_package(tmp_path / "deal.docx", body, **parts)
        return check(DocxReader().read(raw_file(path), limits=Limits()), path)

    return reading


def typed_text(path):
    """The raw side of a document's offset map."""
    return WordDocument(Package(raw_file(path), limits=Limits())).plain_text


def check(doc, path):
    raw = typed_text(path)
    assert (doc.offsets.raw_length, doc.offsets.canonical_length) == (len(raw), len(doc.text))
    for raw_span, span, copied in doc.offsets.runs():
        assert not copied or raw_span.slice(raw) == doc.slice(span)
    return doc


def test_a_file_made_by_a_library_is_read(tmp_path):
    made = docx.Document()
    made.core_properties.title = "Lease of  land"
    made.add_heading("Lease", 1)
    made.add_paragraph("The rent is due.").runs[0].bold = True
    centred = made.add_paragraph()
    centred.alignment = WD_ALIGN_PARAGRAPH.CENTER
    centred.add_run("Schedule").font.size = Pt(16)
    centred.paragraph_format.left_indent = Pt(36)
    made.add_paragraph("first", style="List Bullet")
    made.add_paragraph("")
    made.add_paragraph("step", style="List Number")
    path = tmp_path / "a||b:%20 č 📄.docx"
    made.save(path)
    doc = check(DocxReader().read(raw_file(path), limits=Limits()), path)
    assert doc.text == "Lease\n\nThe rent is due.\n\nSchedule\n\n• first\n\n1. step"
    assert doc.title == "Lease of land"
    heading, bold, middle, bullet, _ = doc.blocks
    assert (heading.role, heading.level) == (Role.HEADING, 1)
    assert (bold.bold, bold.role) == (True, Role.TEXT)
    assert (middle.centred, middle.size, middle.indent) == (True, 16.0, 36.0)
    assert (bullet.role, bullet.level) == (Role.ITEM, 1)


STYLES = (
    "styles",
    '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>'
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/>'
    '<w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style>'
    '<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause Head"/><w:basedOn w:val="H1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Lvl"><w:name w:val="Own"/>'
    '<w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>'
    '<w:style w:type="paragraph" w:styleId="A"><w:name w:val="A"/><w:basedOn w:val="B"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="B"><w:name w:val="B"/><w:basedOn w:val="A"/></w:style>'
    '<w:style w:type="character" w:styleId="Ghost"><w:name w:val="Ghost"/><w:rPr><w:vanish/></w:rPr></w:style>',
)


def test_headings_are_known_by_name_by_outline_level_and_by_descent(read):
    doc = read(
        p("One", '<w:pStyle w:val="H1"/>')
        + p("Derived", '<w:pStyle w:val="Clause"/>')
        + p("Outline", '<w:pStyle w:val="Lvl"/>')
        + p("Direct", '<w:outlineLvl w:val="1"/>')
        + p("Body after all", '<w:pStyle w:val="H1"/><w:outlineLvl w:val="9"/>')
        + p("Circle", '<w:pStyle w:val="A"/>')
        + p("Light", '<w:pStyle w:val="H1"/>', '<w:b w:val="0"/>'),
        styles=STYLES,
    )
    assert [(block.role.value, block.level) for block in doc.blocks] == [
        ("heading", 1),
        ("heading", 1),
        ("heading", 3),
        ("heading", 2),
        ("text", None),
        ("text", None),
        ("heading", 1),
    ]
    assert [(block.bold, block.size) for block in doc.blocks[:3]] == [(True, 16.0), (True, 16.0), (False, 11.0)]
    assert doc.blocks[-1].bold is False


def test_tracked_changes_are_read_as_accepted(read):
    gone = "<w:rPr><w:del w:id='1'/></w:rPr>"
    doc = read(
        p(
            t("pay ")
            + f"<w:ins w:id='1'>{t('promptly ')}</w:ins><w:del w:id='2'><w:r><w:delText>late</w:delText></w:r></w:del>"
            + t("now")
        )
        + p(f"<w:moveFrom w:id='3'>{t('moved away')}</w:moveFrom>" + t("stays"))
        + p(f"<w:moveTo w:id='4'>{t('moved here')}</w:moveTo>")
        + p("joined ", gone)
        + p("to this")
        + p("<w:del w:id='5'><w:r><w:delText>whole</w:delText></w:r></w:del>", gone)
        + p("last")
    )
    assert doc.text == "pay promptly now\n\nstays\n\nmoved here\n\njoined to this\n\nlast"
    assert "tracked changes" in doc.warnings[0]


def test_what_the_reader_cannot_see_is_no_text(read):
    doc = read(
        p(
            t("seen ")
            + r("<w:t>hidden</w:t>", "<w:vanish/>")
            + r("<w:t>ghost</w:t>", '<w:rStyle w:val="Ghost"/>')
            + t("too")
        )
        + p(t("re\xadnt") + r("<w:softHyphen/>") + t("al\U000e0041") + r("<w:commentReference w:id='1'/>")),
        styles=STYLES,
    )
    assert doc.text == "seen too\n\nrental"


def test_what_is_struck_out_or_too_small_to_see_is_left_out(read):
    struck = r("<w:t>90 </w:t>", "<w:strike/>") + r("<w:t>95 </w:t>", "<w:dstrike/>")
    tiny = r("<w:t>not </w:t>", '<w:sz w:val="2"/>')
    kept = r("<w:t>120.</w:t>", '<w:strike w:val="0"/>')
    doc = read(p(t("The fee is ") + struck + tiny + kept))
    assert doc.text == "The fee is 120."
    assert doc.warnings == ("Words that are struck out are left out.",)


def test_fields_show_their_result(read):
    def field(kind):
        return r(f'<w:fldChar w:fldCharType="{kind}"/>')

    instruction = r("<w:instrText> REF _Ref1 \\r </w:instrText>")
    nested = field("begin") + instruction + t("x") + field("separate") + t("1") + field("end")
    doc = read(
        p(t("see clause ") + field("begin") + instruction + field("separate") + t("5.2") + field("end") + t("."))
        + p(field("begin") + nested + field("separate") + t("outer") + field("end"))
        + p(f'<w:fldSimple w:instr="PAGE">{t("7")}</w:fldSimple>' + f'<w:hyperlink r:id="x">{t(" link")}</w:hyperlink>')
    )
    assert doc.text == "see clause 5.2.\n\nouter\n\n7 link"


def test_tabs_breaks_hyphens_and_symbols(read):
    doc = read(
        p(t("1.") + r("<w:tab/>") + t("Rent ") + r("<w:br/>") + t("due") + r("<w:noBreakHyphen/>") + t("date "))
        + p(r('<w:sym w:font="Wingdings" w:char="F0A8"/>') + t(" Yes ") + r('<w:sym w:font="Arial" w:char="00A7"/>'))
        + p(r("<w:t> as Word </w:t>") + r("<w:t>\ntrims\nit</w:t>"))
    )
    assert doc.text == "1.\tRent\ndue-date\n\n☐ Yes §\n\nas Wordtrims it"


def test_content_controls_and_text_boxes_are_read_once(read):
    box = "<w:txbxContent>" + p("in the box") + "</w:txbxContent>"
    drawing = (
        f'<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>{box}</w:drawing></mc:Choice>'
        f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent>"
    )
    doc = read(
        f"<w:sdt><w:sdtPr/><w:sdtContent>{p('controlled')}</w:sdtContent></w:sdt>"
        + p(t("a ") + f"<w:sdt><w:sdtContent>{t('field')}</w:sdtContent></w:sdt>" + r(drawing) + t(" b"))
        + "<w:altChunk r:id='x'/>"
    )
    assert doc.text == "controlled\n\na field b\n\nin the box"
    assert "altChunk" in doc.warnings[0]


def cell(content, properties=""):
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"


def row(*cells):
    return f"<w:tr>{''.join(cells)}</w:tr>"


def test_tables_are_rows_with_merged_cells_once(read):
    doc = read(
        p("Fees")
        + "<w:tbl>"
        + row(cell(p("Wide"), '<w:gridSpan w:val="2"/>'), cell(p("C")))
        + row(cell(p("Tall"), '<w:vMerge w:val="restart"/>'), cell(p("x") + p("y")), cell(p()))
        + row(cell(p(), "<w:vMerge/>"), cell(p()), cell(p("z")))
        + f"<w:tr><w:trPr><w:del w:id='1'/></w:trPr>{cell(p('gone'))}</w:tr>"
        + "</w:tbl>"
        + p("After")
    )
    assert doc.text == "Fees\n\nWide |  | C\nTall | x y\n|  | z\n\nAfter"
    marks = [(mark.kind.value, doc.slice(mark.span)) for mark in doc.marks]
    table = ("table", "Wide |  | C\nTall | x y\n|  | z")
    assert marks == [table, ("merged", "Wide |  | C"), ("merged", "Tall | x y\n|  | z")]
    assert [block.role.value for block in doc.blocks] == ["text", "row", "row", "row", "text"]


def test_a_row_may_begin_in_a_later_column(read):
    late = f'<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>{cell(p("Shut"))}{cell(p("2 to 6"))}</w:tr>'
    doc = read(f"<w:tbl>{row(cell(p('Day')), cell(p('Morning')), cell(p('Afternoon')))}{late}</w:tbl>")
    assert doc.text == "Day | Morning | Afternoon\n| Shut | 2 to 6"


def test_nested_tables_and_one_column_frames_stay_readable(read):
    inner = f"<w:tbl><w:tr>{cell(p('a'))}{cell(p('b'))}</w:tr></w:tbl>"
    doc = read(f"<w:tbl><w:tr>{cell(p('Frame') + inner + p('end'))}{cell(p('side'))}</w:tr></w:tbl>")
    assert doc.text == "Frame\n\na | b\n\nend\n\nside"


NOTES = (
    "footnotes",
    '<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote>'
    f'<w:footnote w:id="4">{p(r("<w:footnoteRef/>") + t(" Save in law."))}{p("More.")}</w:footnote>'
    f'<w:footnote w:id="5">{p("Second note.")}</w:footnote>',
)


def test_notes_stand_after_the_paragraph_that_refers_to_them(read):
    second = r('<w:footnoteReference w:id="5"/>')
    doc = read(
        p(t("The Seller") + r('<w:footnoteReference w:id="4"/>') + t(" sells.") + r('<w:endnoteReference w:id="2"/>'))
        + f"<w:tbl>{row(cell(p(t('a') + second)), cell(p('b')))}</w:tbl>"
        + p("End."),
        footnotes=NOTES,
        endnotes=("endnotes", f'<w:endnote w:id="2">{p("At the end.")}</w:endnote>'),
    )
    assert doc.text.split("\n\n") == [
        "The Seller[1] sells.[i]",
        "[1] Save in law.",
        "More.",
        "a[2] | b",
        "[2] Second note.",
        "End.",
        "[i] At the end.",
    ]
    notes = [doc.slice(mark.span) for mark in doc.marks if mark.kind is MarkKind.FOOTNOTE]
    assert notes == ["[1] Save in law.", "More.", "[2] Second note.", "[i] At the end."]


def test_headers_and_footers_are_marked_and_stand_once(read):
    references = "".join(
        f'<w:{kind}Reference w:type="{which}" r:id="{target}"/>'
        for kind, which, target in [
            ("header", "default", "header1"),
            ("header", "first", "header2"),
            ("footer", "default", "footer1"),
            ("footer", "even", "footer2"),
        ]
    )
    doc = read(
        p("Body one", f"<w:sectPr>{references}</w:sectPr>") + p("Body two") + f"<w:sectPr>{references}</w:sectPr>",
        header1=("hdr", p("Confidential")),
        header2=("hdr", p("First page only")),
        footer1=("ftr", p("Acme Ltd") + p("Page 1 of 3")),
        footer2=("ftr", p("Even")),
    )
    assert doc.text == "Confidential\n\nBody one\n\nBody two\n\nAcme Ltd\n\nPage 1 of 3"
    kinds = [(mark.kind, doc.slice(mark.span)) for mark in doc.marks]
    assert kinds == [
        (MarkKind.HEADER, "Confidential"),
        (MarkKind.FOOTER, "Acme Ltd"),
        (MarkKind.PAGE_NUMBER, "Page 1 of 3"),
    ]


def test_a_span_is_shown_in_the_original(tmp_path):
    path = write_package(
        tmp_path / "a.docx", p("Heading") + p(t("pay ") + r("<w:t>secretly</w:t>", "<w:vanish/>") + t("now"))
    )
    doc = DocxReader().read(raw_file(path), limits=Limits())
    raw = typed_text(path)
    assert raw == "Heading\npay secretlynow"
    assert doc.offsets.to_raw(Span(13, 16)).slice(raw) == "now"
    assert doc.offsets.to_canonical(Span(8, 11)).slice(doc.text) == "pay"


def test_strict_files_and_missing_side_parts_are_read(tmp_path):
    strict = part("document", f"<w:body>{p('Strict words')}</w:body>").replace(
        W, "http://purl.oclc.org/ooxml/wordprocessingml/main"
    )
    path = tmp_path / "strict.docx"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("word/document.xml", strict)
    assert DocxReader().read(raw_file(path), limits=Limits()).text == "Strict words"


def test_a_document_without_text_is_refused(read):
    with pytest.raises(ReadError) as caught:
        read(p("  "))
    assert caught.value.kind == "no-text"


def test_parsed_xml_of_the_library_keeps_its_order(tmp_path):
    made = docx.Document()
    made.add_paragraph("one")
    made.element.body.insert(0, parse_xml(f'<w:p xmlns:w="{W}"><w:r><w:t>zero</w:t></w:r></w:p>'))
    path = tmp_path / "a.docx"
    made.save(path)
    assert DocxReader().read(raw_file(path), limits=Limits()).text == "zero\n\none"
