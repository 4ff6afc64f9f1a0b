"""Cross-references are found with their exact words and resolved to the section they mean, or to none."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.domain.document import Document, Format, Mark, MarkKind, Source, document_id
from pincite.domain.section import Section, SectionKind
from pincite.spans import Span
from pincite.structure.references import find_references

K = SectionKind


def make_doc(text, marks=()):
    return Document(document_id(text), text, Source("a.txt", Format.TEXT, "", len(text)), marks=tuple(marks))


def build(*rows):
    """A document and its sections from rows of (level, kind, number, text)."""
    text = "".join(f"{number or ''} {body}\n" for _, _, number, body in rows)
    starts, at = [], 0
    for _, _, number, body in rows:
        starts.append(at)
        at += len(f"{number or ''} {body}\n")
    sections = [Section(0, None, K.DOCUMENT, Span(0, len(text)), 0)]
    for i, (level, kind, number, _) in enumerate(rows):
        ends = [starts[j] for j in range(i + 1, len(rows)) if rows[j][0] <= level]
        parent = max((j for j in range(i) if rows[j][0] < level), default=-1, key=lambda j: j) + 1
        head = Span(starts[i], starts[i] + len(number or ""))
        span = Span(starts[i], min(ends, default=len(text)))
        sections.append(Section(i + 1, parent, kind, span, level, number, None, head if number else None))
    return make_doc(text), tuple(sections)


def targets(doc, sections):
    return [
        (found.text, None if found.target is None else sections[found.target].number)
        for found in find_references(doc, sections)
    ]


def resolve(body):
    """The references in a body set as section 9.9 of a small contract."""
    doc, sections = build(
        (1, K.ARTICLE, "Article V", "Sale"),
        (2, K.SECTION, "5.1", "Price."),
        (2, K.SECTION, "5.2", "Delivery:"),
        (3, K.CLAUSE, "(a)", "by road;"),
        (3, K.CLAUSE, "(b)", "by sea:"),
        (4, K.SUBCLAUSE, "(i)", "in spring;"),
        (4, K.SUBCLAUSE, "(ii)", "in autumn."),
        (2, K.SECTION, "5.3", "Refunds, (x) in cash or (y) in kind."),
        (1, K.ARTICLE, "Article IX", "General"),
        (2, K.SECTION, "9.9", body),
        (1, K.SCHEDULE, "Schedule 2", "Goods"),
        (2, K.PARAGRAPH, "3", "Crates."),
        (1, K.EXHIBIT, "Exhibit A", "Form"),
    )
    return targets(doc, sections)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("see Section 5.2(b) now", [("Section 5.2(b)", "(b)")]),
        ("see Sections 5.1, 5.2 and 5.2(b)(ii).", [("Sections 5.1", "5.1"), ("5.2", "5.2"), ("5.2(b)(ii)", "(ii)")]),
        ("see Section 5.2(a) or (b).", [("Section 5.2(a)", "(a)"), ("(b)", "(b)")]),
        ("see Article V and Schedule 2", [("Article V", "Article V"), ("Schedule 2", "Schedule 2")]),
        ("as in Exhibit A hereto", [("Exhibit A", "Exhibit A")]),
        ("see clause 5.1 above", [("clause 5.1", "5.1")]),
        ("paragraph 3 of Schedule 2 applies", [("paragraph 3", "3"), ("Schedule 2", "Schedule 2")]),
        ("Section 5.2 of this Agreement", [("Section 5.2", "5.2")]),
        ("in this Section and this Article", [("this Section", "9.9"), ("this Article", "Article IX")]),
        ("under Section 5.3(y) only", [("Section 5.3(y)", "5.3")]),
        ("this Section 9.9 or Section 5.2 of the Letter", [("Section 9.9", "9.9"), ("Section 5.2", None)]),
        ("see ARTICLE IX.", [("ARTICLE IX", "Article IX")]),
        ("clause (ii) of Section 5.2(b)", [("clause (ii)", "(ii)"), ("Section 5.2(b)", "(b)")]),
    ],
)
def test_a_pointer_inside_the_document_is_resolved(body, expected):
    assert resolve(body) == expected


@pytest.mark.parametrize(
    "body",
    [
        "Section 5.1 of the Exchange Act",
        "Section 409A of the Code",
        "Section 5.2 of the Loan Agreement",
        "Section 5.2(b) of the Companies Act 2006",
        "Code Section 5.1",
        "Section 7.7",
        "Exhibit B",
        "Article 5 of Regulation (EU) 2016/679",
        "section 5.1 of that Act",
        "Rule 5.1",
        "Section 5.3(q)",
        "Section 5.1 or Section 5.2 of the Disclosure Letter",
        "clause (b) of the definition of Goods",
    ],
)
def test_a_pointer_elsewhere_is_found_and_left_open(body):
    found = resolve(body)
    assert found
    assert found[0][1] is None


def test_a_list_stops_where_the_next_item_of_prose_begins():
    assert resolve("comply with Section 5.2, (ii) pay under Section 5.1, 30 days later and 5.3 apples")[:2] == [
        ("Section 5.2", "5.2"),
        ("Section 5.1", "5.1"),
    ]


def test_a_bare_letter_is_sought_from_where_it_stands():
    doc, sections = build(
        (1, K.CLAUSE, "1", "Sale:"),
        (2, K.PARAGRAPH, "(a)", "cash;"),
        (2, K.PARAGRAPH, "(b)", "as in paragraph (a)."),
        (1, K.CLAUSE, "2", "Hire:"),
        (2, K.PARAGRAPH, "(a)", "credit;"),
        (2, K.PARAGRAPH, "(b)", "subject to (a) above."),
    )
    assert [found.target for found in find_references(doc, sections)] == [2, 5]


def test_an_enumeration_in_the_prose_keeps_its_pointers():
    doc, sections = build(
        (1, K.CLAUSE, "1", "Sale:"),
        (2, K.PARAGRAPH, "(i)", "cash;"),
        (2, K.PARAGRAPH, "(ii)", "either (i) gold or (ii) silver, and in case of clause (i) at par."),
    )
    assert [found.target for found in find_references(doc, sections)] == [3]


def test_rules_and_directions_are_cited_by_their_own_names():
    doc, sections = build(
        (1, K.PART, "Part 3", "Case management"),
        (2, K.RULE, "3.4", "Striking out"),
        (3, K.PARAGRAPH, "(2)", "The court may"),
        (4, K.ITEM, "(a)", "strike out; see rule 3.4(2)(a), CPR 3.4, CPR 36.14, Part 3 and Practice Direction 3A"),
        (1, K.DIRECTION, "Practice Direction 3A", "Striking out; see PD 3A"),
    )
    assert targets(doc, sections) == [
        ("rule 3.4(2)(a)", "(a)"),
        ("CPR 3.4", "3.4"),
        ("CPR 36.14", None),
        ("Part 3", "Part 3"),
        ("Practice Direction 3A", "Practice Direction 3A"),
        ("PD 3A", "Practice Direction 3A"),
    ]


def test_paragraphs_of_a_practice_direction_are_cited_as_paragraphs():
    doc, sections = build(
        (1, K.DIRECTION, "4.1", "Evidence"),
        (1, K.DIRECTION, "4.2", "Security; see paragraph 4.1, rule 4.1 and CPR 4.1"),
    )
    assert [found.target for found in find_references(doc, sections)] == [1, None, None]


def test_czech_pointers_are_read_to_the_letter():
    doc, sections = build(
        (1, K.SECTION, "§ 5", "Kupní cena"),
        (2, K.PARAGRAPH, "(2)", "Cena se platí"),
        (3, K.ITEM, "a)", "hotově; viz § 5 odst. 2 písm. a) a § 5 odst. 2 zákona č. 89/2012 Sb."),
    )
    assert targets(doc, sections) == [("§ 5 odst. 2 písm. a)", "a)"), ("§ 5 odst. 2", None)]


def test_numbers_that_begin_anew_are_resolved_in_their_own_article():
    doc, sections = build(
        (1, K.ARTICLE, "Article I", "One"),
        (2, K.SECTION, "Section 1", "First; see Section 2"),
        (2, K.SECTION, "Section 2", "Second"),
        (1, K.ARTICLE, "Article II", "Two"),
        (2, K.SECTION, "Section 1", "Third; see Section 2"),
        (2, K.SECTION, "Section 2", "Fourth"),
    )
    assert [found.target for found in find_references(doc, sections)] == [3, 6]


def test_an_exhibit_is_a_document_of_its_own_until_it_names_the_agreement():
    doc, sections = build(
        (1, K.CLAUSE, "1", "Sale"),
        (1, K.CLAUSE, "2", "Price"),
        (1, K.EXHIBIT, "Exhibit A", "Form"),
        (2, K.CLAUSE, "1", "Note; see Section 1, Section 2 and Section 1 of the Agreement"),
    )
    assert [found.target for found in find_references(doc, sections)] == [4, None, 1]


def test_headings_contents_and_furniture_are_no_pointers():
    doc, sections = build(
        (1, K.CONTENTS, None, "Section 1 Price 3"),
        (1, K.SECTION, "Section 1", "Price; see Section 1"),
    )
    assert len(find_references(doc, sections)) == 1
    text = "Section 1 draft\n1 Price"
    marked = make_doc(text, [Mark(MarkKind.HEADER, Span(0, 15))])
    assert find_references(marked, (Section(0, None, K.DOCUMENT, Span(0, len(text)), 0),)) == ()


_WORDS = [
    "Section ",
    "Sections ",
    "5.2",
    "(b)",
    ", ",
    " and ",
    "Article V",
    "§ 5 odst. 2",
    "this Part ",
    "of the ",
    "(ii) above",
    "\n",
]


@given(st.lists(st.one_of(st.sampled_from(_WORDS), st.text(max_size=3)), max_size=50).map("".join))
@settings(max_examples=150, deadline=None)
def test_any_text_gives_exact_spans_in_order(text):
    sections = [Section(0, None, K.DOCUMENT, Span(0, len(text)), 0)]
    for i, line in enumerate(re.finditer(r"[^\n]+\n?", text)):
        number = line[0].strip()[:12] or None
        sections.append(Section(i + 1, 0, K.SECTION, Span(*line.span()), 1, number))
    found = find_references(make_doc(text), tuple(sections))
    assert all(item.span.slice(text) == item.text and item.text for item in found)
    assert [item.span for item in found] == sorted(item.span for item in found)
    assert all(item.target is None or 0 <= item.target < len(sections) for item in found)


@pytest.mark.parametrize(
    "unit",
    [
        "Section 5.2, ",
        "Section ",
        "section",
        "(a)",
        "Section 5.2(a)(b)(c)(d)(e)(f) and ",
        "§ ",
        "1.",
        "clause (i) ",
        " \n",
    ],
)
def test_hostile_repetition_takes_linear_time(unit):
    text = unit * (150_000 // len(unit))
    began = time.process_time()
    find_references(make_doc(text), (Section(0, None, K.DOCUMENT, Span(0, len(text)), 0),))
    assert time.process_time() - began < 5


def test_an_amendment_points_into_the_document_it_amends():
    doc, sections = build(
        (1, K.SECTION, "1", "References in this Amendment to Sections are to those of the Agreement."),
        (1, K.SECTION, "2", "In Section 1, delete “ten”. Clause 3 is hereby amended. See clause 1."),
        (1, K.SECTION, "3", "This Amendment is final."),
    )
    assert targets(doc, sections) == [("Section 1", None), ("Clause 3", None), ("clause 1", "1")]


def test_a_paragraph_of_a_judgment_is_never_a_section_of_an_act():
    doc, sections = build(
        (1, K.PARAGRAPH, "[1]", "Under section 2 and paragraph 2 above."),
        (1, K.PARAGRAPH, "[2]", "See paragraph 1 of the particulars of claim."),
    )
    assert targets(doc, sections) == [("section 2", None), ("paragraph 2", "[2]"), ("paragraph 1", None)]


def test_a_clause_is_preferred_to_the_item_of_a_list_with_its_number():
    doc, sections = build(
        (1, K.SECTION, "1", "We share with:"),
        (2, K.CLAUSE, "1", "couriers;"),
        (2, K.CLAUSE, "2", "banks."),
        (1, K.SECTION, "2", "Uses."),
        (1, K.SECTION, "3", "As section 2 says."),
    )
    assert find_references(doc, sections)[0].target == 4


def test_a_rule_is_preferred_to_the_paragraph_of_a_practice_direction_with_its_number():
    doc, sections = build(
        (1, K.RULE, "Rule 1.1", "Objective."),
        (1, K.RULE, "Rule 1.2", "See rule 1.1."),
        (1, K.DIRECTION, "Practice Direction 1A", "Forms"),
        (2, K.RULE, "1.1", "Use ink."),
    )
    assert find_references(doc, sections)[0].target == 1


def test_czech_paragraphs_are_read_however_inflected():
    doc, sections = build(
        (1, K.SECTION, "2", "Doba"),
        (2, K.CLAUSE, "2.1", "Do května."),
        (2, K.CLAUSE, "2.2", "Lhůta podle odstavce 2.1 a v bodě 2.1 neplatí."),
    )
    assert targets(doc, sections) == [("odstavce 2.1", "2.1"), ("bodě 2.1", "2.1")]
