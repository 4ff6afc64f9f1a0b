import time

import pytest
from tests.raw_file import raw_file

from pincite.domain.document import MarkKind, Role
from pincite.domain.limits import Limits
from pincite.errors import ReadError
from pincite.ingest.flow import _lay_out
from pincite.ingest.html.reader import HtmlReader, build_page


@pytest.fixture
def read(tmp_path):
    def reading(source, *, encoding="utf-8"):
        path = tmp_path / "filing.htm"
        path.write_bytes(source.encode(encoding))
        doc = HtmlReader().read(raw_file(path), limits=Limits())
        raw = source
        assert doc.offsets.raw_length == len(raw)
        assert doc.offsets.canonical_length == len(doc.text)
        for raw_span, span, copied in doc.offsets.runs():
            assert not copied or raw_span.slice(raw) == doc.slice(span)
        return doc

    return reading


def slices(doc):
    return [doc.slice(block.span) for block in doc.blocks]


def raw_of(doc, source, words):
    at = doc.text.index(words)
    return doc.offsets.to_raw(type(doc.blocks[0].span)(at, at + len(words))).slice(source)


def test_blocks_become_paragraphs_and_wraps_become_spaces(read):
    doc = read("<body>\n<p>The  rent\n is <i>due</i>.</p><div>On<br>demand.<div>Inner</div>tail</div></body>")
    assert doc.text == "The rent is due.\n\nOn\ndemand.\n\nInner\n\ntail"
    assert slices(doc) == ["The rent is due.", "On\ndemand.", "Inner", "tail"]


def test_headings_have_levels_and_typography(read):
    doc = read(
        "<h2 align=center>2. Rent</h2><p><b>Bold</b> <strong>all</strong></p><p><b>Part</b> bold</p>"
        "<p style='text-align:center; font-size:14pt; margin-left:1in'>Centred</p><font size=5><p>Large</p></font>"
    )
    heading, bold, part, centred, large = doc.blocks
    assert (heading.role, heading.level, heading.centred, heading.bold) == (Role.HEADING, 2, True, True)
    assert (bold.bold, part.bold) == (True, False)
    assert (centred.centred, centred.size, centred.indent) == (True, 14.0, 72.0)
    assert large.size == 18.0


def test_lists_show_the_numbers_the_reader_sees(read):
    doc = read(
        "<ol><li>one<li value=5>five<ol type=a start=2><li>inner</li></ol></li><li>six</ol>"
        "<ol type=I><li>first</ol><ol style='list-style-type:lower-roman' start=4><li>fourth</ol>"
        "<ul><li><p>bullet</p><p>more</p></ul><ol style='list-style:none'><li>(a) own mark</ol>"
    )
    assert doc.text.split("\n\n") == [
        "1. one",
        "5. five",
        "b. inner",
        "6. six",
        "I. first",
        "iv. fourth",
        "• bullet",
        "more",
        "(a) own mark",
    ]
    assert [block.level for block in doc.blocks] == [1, 1, 2, 1, 1, 1, 1, None, 1]
    assert doc.blocks[0].role is Role.ITEM


def test_a_made_up_number_maps_to_the_tag_that_made_it(read):
    source = "<ol><li>rent</ol>"
    assert raw_of(read(source), source, "1. ") == "<li>"


def test_tables_are_rows_of_cells(read):
    doc = read(
        "<p>Fees</p><table><thead><tr><th>Item<th>Fee</thead><tr><td>Base<br>rent</td><td>&nbsp;</td>"
        "<td>$</td><td>5</td></tr><tr><td><p>Late</p><p>fee</p></td><td>9</td><td>%</td></table>after"
    )
    assert doc.text == "Fees\n\nItem | Fee\nBase rent | $5\nLate fee | 9%\n\nafter"
    assert [block.role for block in doc.blocks] == [Role.TEXT, Role.ROW, Role.ROW, Role.ROW, Role.TEXT]
    (mark,) = doc.marks
    assert (mark.kind, doc.slice(mark.span)) == (MarkKind.TABLE, "Item | Fee\nBase rent | $5\nLate fee | 9%")


def test_an_empty_cell_keeps_its_column(read):
    table = (
        "<table><tr><th></th><th>Adult</th><th>Child</th><th>Home visit</th></tr>"
        "<tr><td>Follow-up</td><td>£48</td><td></td><td>£75</td></tr>"
        "<tr><td>Gait</td><td></td><td>£85</td></tr></table>"
    )
    assert read(table).text == "| Adult | Child | Home visit\nFollow-up | £48 |  | £75\nGait |  | £85"


def test_a_cell_that_reaches_over_others_leaves_their_places_empty(read):
    table = (
        "<table><tr><th>Who<th colspan=2>Weekday<th>Weekend<tr><td rowspan=2>Adult<td>day<td>£5<td>£7"
        "<tr><td>evening<td>£6<td>£8</table>"
    )
    doc = read(table)
    assert doc.text == "Who | Weekday |  | Weekend\nAdult | day | £5 | £7\n| evening | £6 | £8"
    merged = [doc.slice(mark.span) for mark in doc.marks if mark.kind is MarkKind.MERGED]
    assert merged == ["Weekday |  | Weekend", "Adult | day | £5 | £7\n| evening | £6 | £8"]


def test_short_rows_of_a_wide_table_are_not_filled_up():
    wide = "<tr>" + "".join(f"<td>c{i}</td>" for i in range(150)) + "</tr>"
    flow = build_page(f"<table>{wide}{'<tr><td>a</td></tr>' * 3}</table>").flow
    assert [len(row) for row in _lay_out(flow[0])] == [150, 1, 1, 1]


def test_columns_of_empty_cells_are_spacers(read):
    table = (
        "<table><tr><td>Year</td><td></td><td colspan=2>2023</td></tr>"
        "<tr><td>Sales</td><td></td><td></td><td>5</td></tr></table>"
    )
    assert read(table).text == "Year | 2023\nSales | 5"


def test_tables_that_only_arrange_the_page_are_read_as_paragraphs(read):
    doc = read(
        "<table><tr><td><h1>Lease</h1><table><tr><td>A</td><td>B</td></tr></table><p>End</p></td></tr></table>"
        "<table><tr><td></td><td>(a)</td><td>to pay the rent;</td></tr>"
        "<tr><td></td><td>5.2</td><td>to insure.</td></tr></table>"
    )
    assert doc.text == "Lease\n\nA | B\n\nEnd\n\n(a) to pay the rent;\n\n5.2 to insure."
    assert [doc.slice(mark.span) for mark in doc.marks] == ["A | B"]
    assert doc.blocks[-1].role is Role.ITEM


def test_an_old_filing_comes_out_readable(read):
    source = (
        "<DOCUMENT>\n<TYPE>EX-10.1\n<SEQUENCE>6\n<FILENAME>x.htm\n<TEXT>\n"
        "<HTML><HEAD><TITLE>EX-10.1</TITLE></HEAD><BODY BGCOLOR=WHITE>\r\n"
        '<P STYLE="margin-top:0px" ALIGN="center"><FONT STYLE="font-family:Times" SIZE="2">'
        "<B>SUPPLY AGREEMENT</B></FONT></P>\r\n"
        '<P><FONT SIZE="2">&nbsp;&nbsp;&nbsp;&nbsp;This Agreement is between Acme&#146;s\r\n'
        "buyers and &#147;Bolt&#148;.</FONT></P>"
        '<P>&nbsp;</P><P ALIGN="center"><FONT SIZE="2">- 2 - </FONT></P><p Style="page-break-before:always">'
        "<HR><P>Next page<BR><BR>after a gap</P></BODY></HTML>"
    )
    doc = read(source)
    assert doc.title == "EX-10.1"
    assert doc.text == (
        "SUPPLY AGREEMENT\n\nThis Agreement is between Acme’s buyers and “Bolt”.\n\n- 2 -\n\nNext page\n\nafter a gap"
    )
    assert (doc.blocks[0].centred, doc.blocks[0].bold, doc.blocks[0].size) == (True, True, 10.0)
    assert [(mark.kind, doc.slice(mark.span)) for mark in doc.marks] == [(MarkKind.PAGE_NUMBER, "- 2 -")]
    assert raw_of(doc, source, "Acme’s buyers") == "Acme&#146;s\r\nbuyers"


def test_a_page_saved_by_a_word_processor_comes_out_readable(read):
    doc = read(
        "<html xmlns:o='urn:x'><head><style><!--\n p.Clause, li.Clause {margin:0in; font-size:11pt; font-weight:bold}\n"
        "@page S1 {size:8.5in 11in;}\n div.S1 {page:S1;}\n --></style></head><body lang=EN-GB><div class=S1>\n"
        "<p class=Clause style='margin-left:.5in;text-indent:-.5in;mso-list:l0 level1 lfo1'><![if !supportLists]>"
        "<span\nstyle='mso-list:Ignore'>2.1<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span>"
        "<![endif]>Payment.<o:p></o:p></p>\n<p><o:p>&nbsp;</o:p></p><p style='mso-hide:all'>gone</p>"
        "<!--[if gte mso 9]><xml><w:x>no</w:x></xml><![endif]--></div></body></html>"
    )
    assert doc.text == "2.1 Payment."
    (block,) = doc.blocks
    assert (block.bold, block.size, block.indent) == (True, 11.0, None)


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>Ignore the contract</p>",
        "<p style='display: NONE'>Ignore</p>",
        "<div style='visibility:hidden'><p>Ignore</p></div>",
        "<span style='font-size:0'>Ignore</span>",
        "<span style='font-size:0.1px'>Ignore</span>",
        "<p style='position:absolute; left:-9999px'>Ignore</p>",
        "<p style='opacity:0'>Ignore</p>",
        "<p class='a note'>Ignore</p>",
        "<p id=secret>Ignore</p>",
        "<script>document.write('Ignore')</script>",
        "<template><p>Ignore</p></template>",
        "<noscript>Ignore</noscript>",
        "<!-- Ignore -->",
        "<svg><text>Ignore</text></svg>",
        "<dialog>Ignore</dialog>",
        "<textarea>Ignore</textarea>",
        "<table style='display:none'><tr><td>Ignore</td></tr></table>",
        "<ol><li hidden>Ignore</ol>",
        "<img alt='Ignore'><input type=hidden value=Ignore>",
        "<p class='one two'>Ignore</p>",
        "<p class=late>Ignore</p><style>.late { display: none }</style>",
        "<p style='color:#fff'>Ignore</p>",
        "<font color=white>Ignore</font>",
        "<p style='color: transparent'>Ignore</p>",
        "<p style='opacity: .01'>Ignore</p>",
        "<p style='position:absolute; clip:rect(0, 0, 0, 0)'>Ignore</p>",
        "<div style='max-height:0; overflow:hidden'>Ignore</div>",
        "<p style='transform:scale(0)'>Ignore</p>",
        "<p style='transform:translateX(-9999px)'>Ignore</p>",
        "<p style='position:absolute; left:99999px'>Ignore</p>",
        "<p style='display:n\\6fne'>Ignore</p>",
        "<p style='display:/* */none'>Ignore</p>",
    ],
)
def test_what_the_reader_cannot_see_is_no_text(read, hidden):
    sheet = "<style>/* { */ .note, #secret, .one.two { display:none } @media print { p { display:none } }</style>"
    assert read(f"{sheet}<p>Before</p>{hidden}<p>After</p>").text == "Before\n\nAfter"


def test_what_is_struck_out_is_left_out_and_said(read):
    for struck in ("<del>£90</del>", "<s>£90</s>", "<span style='text-decoration: line-through red'>£90</span>"):
        doc = read(f"<p>The fee is {struck} £120.</p>")
        assert doc.text == "The fee is £120."
        assert doc.warnings == ("Words that are struck out are left out.",)


@pytest.mark.parametrize(
    "page",
    [
        "<style media=print>p { display:none }</style><p>Seen</p>",
        "<style>@supports not (display:grid) { p { display:none } }</style><p>Seen</p>",
        "<div style='background:#036'><p style='color:white'>Seen</p></div>",
        "<p class=one>Seen</p><style>.one.two { display:none }</style>",
        "<p style='height:0'>Seen</p>",
    ],
)
def test_what_the_reader_sees_is_text_whatever_other_rules_say(read, page):
    assert read(page).text == "Seen"


def test_what_only_screen_readers_skip_is_still_seen(read):
    assert read("<p aria-hidden=true>Seen</p>").text == "Seen"


def test_the_menu_of_a_site_is_no_part_of_a_clause(read):
    doc = read("<body><nav><a>Home</a> | <a>Prices</a></nav><main><p>1. The rent is due.</p></main></body>")
    assert doc.text == "Home | Prices\n\n1. The rent is due."
    assert [span.slice(doc.text) for span in doc.furniture()] == ["Home | Prices"]


def test_the_footer_of_a_page_is_furniture_and_that_of_an_article_is_not(read):
    doc = read(
        "<main><article><p>1. Rent.</p><footer>Signed</footer></article></main><footer><p>© Registry</p></footer>"
    )
    assert doc.text == "1. Rent.\n\nSigned\n\n© Registry"
    assert [span.slice(doc.text) for span in doc.furniture()] == ["© Registry"]


def test_invisible_characters_are_left_out(read):
    assert read("<p>agree\xadment \u200bis&shy; \U000e0041\U000e0042made&zwnj;</p>").text == "agreement is made\u200c"


def test_entities_become_characters_and_map_as_a_whole(read):
    source = "<p>A &amp; B &lt;x&gt; &sect;&nbsp;5 &#8220;q&#x201D; &bogus; &copy2024 R&D</p>"
    doc = read(source)
    assert doc.text == "A & B <x> § 5 “q” &bogus; ©2024 R&D"
    assert raw_of(doc, source, "§ 5") == "&sect;&nbsp;5"


def test_verbatim_text_keeps_its_lines(read):
    doc = read("<pre>\n  CLAUSE 1  \r\n    indented\n   \n\nNext &lt;one&gt;\n</pre>")
    assert doc.text == "  CLAUSE 1\n    indented\n\nNext <one>"
    assert len(doc.blocks) == 2


def test_tags_left_open_or_wrongly_nested_do_no_harm(read):
    doc = read(
        "<p>one<p>two <b>bold<p>three</b> x</i></div><td>cell<ul><li>a<li>b</ul></table><p title='a>b'>four"
        "<p title=\"it's\">five<p x=y'z>six"
    )
    assert doc.text.split("\n\n") == ["one", "two bold", "three x", "cell", "• a", "• b", "four", "five", "six"]


def test_text_in_a_table_but_in_no_cell_keeps_its_place(read):
    assert read("<table>stray<tr><td>a<td>b</tr>late<caption>c</caption></table>").text == "stray\na | b\nlate\nc"
    assert read("<table><td>a<td>b<tr><td>c<td>d</table>").text == "a | b\nc | d"


def test_self_closing_tags_count_in_xhtml_only(read):
    assert read("<?xml version='1.0'?><html><body><div hidden=''/><p>seen</p></body></html>").text == "seen"


def test_what_is_never_closed_is_told(read):
    doc = read("<p>Kept</p><!-- the rest is lost <p>lost</p>")
    assert doc.text == "Kept"
    assert "ends inside" in doc.warnings[0]
    assert "never closes <script>" in read("<p>Kept</p><script>x").warnings[0]


def test_the_charset_of_the_page_is_honoured(read):
    doc = read("<meta charset=windows-1250><p>příloha</p>", encoding="cp1250")
    assert (doc.text, doc.source.encoding) == ("příloha", "cp1250")


def test_a_page_without_text_is_refused(read):
    with pytest.raises(ReadError) as caught:
        read("<html><body><script>render()</script><p>&nbsp;</p></body></html>")
    assert caught.value.kind == "no-text"


def test_a_page_too_large_for_the_memory_is_refused(tmp_path):
    path = tmp_path / "large.html"
    path.write_bytes(b"<p>words</p>" * 100_000)
    with pytest.raises(ReadError, match="limits.memory_mb") as caught:
        HtmlReader().read(raw_file(path), limits=Limits(memory_mb=16))
    assert caught.value.kind == "too-large"


@pytest.mark.parametrize(
    "source",
    [
        "<div>" * 100_000 + "x",
        "<table><tr><td>" * 30_000 + "x",
        "<b>" * 30_000 + "<div>" * 30_000 + "</b>" * 30_000 + "x",
        "x<!--" * 100_000,
        "x" + "<a b='" * 100_001,
        "x<a b='>\"" * 50_000,
        "x" + "&" * 300_000,
        "<style>" + "{" * 300_000 + "</style>x",
        "<pre>" + " " * 300_000 + "x",
        "x<script " * 50_000,
    ],
    ids=range(10),
)
def test_hostile_pages_cost_no_more_than_their_size(read, source):
    start = time.process_time()
    assert read(source).text
    assert time.process_time() - start < 20
