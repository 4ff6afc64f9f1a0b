from pincite.domain.section import Outline, Section, SectionKind, number_parts
from pincite.spans import Span


def make_outline():
    """Article V [0,100) holding 5.1 [0,40) and 5.2 [40,100) with (a) and (b); Schedule 1 [100,150)."""
    rows = [
        (None, SectionKind.DOCUMENT, (0, 150), 0, None),
        (0, SectionKind.ARTICLE, (0, 100), 1, "Article V"),
        (1, SectionKind.SECTION, (0, 40), 2, "5.1"),
        (1, SectionKind.SECTION, (40, 100), 2, "Section 5.2"),
        (3, SectionKind.TEXT, (40, 50), 3, None),
        (3, SectionKind.ITEM, (50, 70), 3, "(a)"),
        (3, SectionKind.ITEM, (70, 100), 3, "(b)"),
        (0, SectionKind.SCHEDULE, (100, 150), 1, "Schedule 1"),
    ]
    return Outline(
        tuple(
            Section(id=i, parent=parent, kind=kind, span=Span(*span), level=level, number=number)
            for i, (parent, kind, span, level, number) in enumerate(rows)
        )
    )


def test_children_are_the_direct_ones_in_order():
    outline = make_outline()
    assert [child.id for child in outline.children(outline.sections[0])] == [1, 7]
    assert [child.id for child in outline.children(outline.sections[3])] == [4, 5, 6]


def test_leaves_tile_the_document():
    spans = [leaf.span for leaf in make_outline().leaves()]
    assert [span.start for span in spans[1:]] == [span.end for span in spans[:-1]]
    assert (spans[0].start, spans[-1].end) == (0, 150)


def test_path_reads_as_a_lawyer_writes_it():
    outline = make_outline()
    assert outline.path(outline.sections[6]) == "Article V › Section 5.2 › (b)"


def test_a_dash_in_a_heading_is_not_the_dash_of_a_range():
    headed = Section(1, 0, SectionKind.GROUP, Span(0, 9), 1, heading="Fees – juniors")
    outline = Outline((Section(0, None, SectionKind.DOCUMENT, Span(0, 9), 0), headed))
    assert " – " not in outline.path(headed)
    assert outline.path(headed).split() == ["Fees", "–", "juniors"]


def test_every_character_is_in_one_leaf():
    outline = make_outline()
    assert [outline.at(offset).id for offset in (0, 39, 40, 50, 99, 100, 149)] == [2, 2, 4, 5, 6, 7, 7]


def test_a_section_is_found_by_citation():
    outline = make_outline()
    cited = {"5.2(b)": 6, "Section 5.2 (b)": 6, "article v": 1, "5.1": 2, "clause 5.1": 2, "Schedule 1": 7, "(a)": 5}
    assert {citation: outline.find(citation).id for citation in cited} == cited


def test_a_section_that_is_not_there_is_not_found():
    outline = make_outline()
    assert [outline.find(citation) for citation in ("5.3", "5.1(b)", "", "Schedule 2", "6.2(b)")] == [None] * 5


def test_numbers_are_taken_apart():
    assert number_parts("§ 5.2(b)(ii)") == ("5.2", "(b)", "(ii)")
    assert number_parts("Article V.") == ("article v",)
