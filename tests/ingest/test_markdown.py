from tests.raw_file import raw_file

from pincite.domain.document import MarkKind, Role
from pincite.domain.limits import Limits
from pincite.ingest.markdown import MarkdownReader


def read(tmp_path, text):
    path = tmp_path / "policy.md"
    path.write_bytes(text.encode())
    return MarkdownReader().read(raw_file(path), limits=Limits())


def blocks(doc):
    return [(block.role, block.level, doc.slice(block.span)) for block in doc.blocks]


def test_the_text_is_the_file_itself(tmp_path):
    text = "# Policy\n\n* one  \n* two\n\n[link](x) **bold** &amp; `code`\n"
    assert read(tmp_path, text).text == text


def test_headings_of_both_kinds_have_levels(tmp_path):
    doc = read(
        tmp_path,
        "# One #\n\nTwo words\n===\n\nlines of a\nheading\n---\n\n### 3.1 Three\ntext below\n####### no\n#no\n",
    )
    assert blocks(doc) == [
        (Role.HEADING, 1, "One"),
        (Role.HEADING, 1, "Two words"),
        (Role.HEADING, 2, "lines of a\nheading"),
        (Role.HEADING, 3, "3.1 Three"),
        (Role.TEXT, None, "text below\n####### no\n#no"),
    ]
    assert doc.title == "One"


def test_list_items_keep_their_marks_and_depth(tmp_path):
    doc = read(tmp_path, "1. one\n   wrapped\n   - (a) inner\n   - next\n2) two\n\n(b) three\n\nAfter.\n")
    assert blocks(doc) == [
        (Role.ITEM, 1, "1. one\n   wrapped"),
        (Role.ITEM, 2, "- (a) inner"),
        (Role.ITEM, 2, "- next"),
        (Role.ITEM, 1, "2) two"),
        (Role.ITEM, 1, "(b) three"),
        (Role.TEXT, None, "After."),
    ]


def test_table_rows_are_rows_of_one_table(tmp_path):
    doc = read(tmp_path, "Fees:\n\n| Item | Fee |\n|---|:-:|\n| A | 1 |\n| B | 2 |\n\nNext | to it\n")
    assert [text for role, _, text in blocks(doc) if role is Role.ROW] == ["| Item | Fee |", "| A | 1 |", "| B | 2 |"]
    (mark,) = doc.marks
    assert mark.kind is MarkKind.TABLE
    assert doc.slice(mark.span) == "| Item | Fee |\n|---|:-:|\n| A | 1 |\n| B | 2 |"


def test_tables_that_follow_each_other_are_two(tmp_path):
    doc = read(tmp_path, "| A | B |\n|---|---|\n| 1 | 2 |\n\n| C | D |\n|---|---|\n| 3 | 4 |\n")
    assert [doc.slice(mark.span)[:7] for mark in doc.marks] == ["| A | B", "| C | D"]


def test_front_matter_gives_the_title_and_no_heading(tmp_path):
    doc = read(tmp_path, '---\ntitle: "Data policy"\nversion: 2\n---\n# Purpose\n')
    assert doc.title == "Data policy"
    assert blocks(doc) == [(Role.HEADING, 1, "Purpose")]
    assert doc.text.startswith("---\ntitle")


def test_code_and_rules_are_no_headings(tmp_path):
    doc = read(tmp_path, "```\n# not a heading\n- nor an item\n```\n\n---\n\n**Bold line.**\n\n***\ntext\n")
    assert [role for role, _, _ in blocks(doc)] == [Role.TEXT, Role.TEXT, Role.TEXT]
    assert [block.bold for block in doc.blocks] == [False, True, False]


def test_line_ends_are_mapped(tmp_path):
    doc = read(tmp_path, "# A\r\n\r\ntext\r\n")
    assert doc.text == "# A\n\ntext\n"
    assert doc.offsets.to_raw(doc.blocks[1].span).start == 7
