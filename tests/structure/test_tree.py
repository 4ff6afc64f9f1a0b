from pincite.domain.section import SectionKind
from pincite.spans import Span
from pincite.structure.tree import Opening, build_tree

TEXT = "Title\n1. One\n(a) x\n(b) y\n2. Two\n"


def opening(mark, depth, kind=SectionKind.CLAUSE):
    return Opening(TEXT.index(mark), depth, kind, number=mark)


def test_a_text_without_openings_is_one_section():
    assert [section.kind for section in build_tree("plain", [])] == [SectionKind.DOCUMENT]


def test_an_empty_text_is_an_empty_document():
    assert build_tree("", [])[0].span == Span(0, 0)


def test_a_section_with_children_keeps_its_own_words_in_a_child():
    sections = build_tree(TEXT, [opening("1.", 2), opening("(a)", 4), opening("(b)", 4), opening("2.", 2)])
    shown = [(section.level, section.kind.value, section.span.slice(TEXT)) for section in sections[1:]]
    assert shown == [
        (1, "text", "Title\n"),
        (1, "clause", "1. One\n(a) x\n(b) y\n"),
        (2, "text", "1. One\n"),
        (2, "clause", "(a) x\n"),
        (2, "clause", "(b) y\n"),
        (1, "clause", "2. Two\n"),
    ]


def test_white_space_before_the_first_opening_belongs_to_it():
    sections = build_tree("  \n1. One", [Opening(3, 2, SectionKind.CLAUSE)])
    assert [section.span for section in sections] == [Span(0, 9), Span(0, 9)]


def test_of_two_openings_at_one_place_the_shallower_stays():
    sections = build_tree("1. One", [Opening(0, 4, SectionKind.ITEM), Opening(0, 2, SectionKind.CLAUSE)])
    assert [section.kind for section in sections[1:]] == [SectionKind.CLAUSE]


def test_words_before_the_first_opening_hold_no_section_of_another():
    sections = build_tree(TEXT, [opening("1.", 4), opening("(a)", 6), opening("2.", 2)])
    assert [section.level for section in sections if section.number] == [1, 2, 1]
