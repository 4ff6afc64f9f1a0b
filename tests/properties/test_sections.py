"""The laws of the clause tree: leaves tile the text, children lie inside parents, ids run in reading order."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.domain.document import Document, Format, Mark, MarkKind, Source, document_id
from pincite.domain.profile import DocumentKind, Profile
from pincite.domain.section import SectionKind
from pincite.spans import Span
from pincite.structure.outline import RuleStructurer

LABELS = [
    *("ARTICLE I", "ARTICLE II", "Article 3", "SECTION 1.", "Section 2.1", "§ 4", "Sec. 5.", "PART ONE", "HLAVA II"),
    *("1.", "2.", "3.", "10.", "1", "1)", "2)", "1.1", "1.2", "1.2.3", "4.10.2.1", "3.1 A", "2019.", "99999."),
    *("(a)", "(b)", "(c)", "(h)", "(i)", "(ii)", "(v)", "(x)", "(aa)", "(A)", "(1)", "(2)", "(3 A)", "a)", "b)", "i."),
    *("A.", "B.", "I.", "II.", "[1]", "[2]", "A.1", "B4.2", "SCHEDULE 1", "EXHIBIT B", "ANNEX", "Appendix C"),
]
PHRASES = [
    *("Payment.", "The Buyer shall pay the price.", "CONFIDENTIALITY", "of this Agreement", "; and", "Term and Notice"),
    *("WHEREAS, the Seller sells;", "NOW, THEREFORE, the parties agree:", "IN WITNESS WHEREOF", "By: ___\nName: X"),
    *("TABLE OF CONTENTS", "RECITALS", "... 12", ".......... 7", "(i) one, (ii) two", "see Section 5.2(b)", "|", "—"),
    *("# Head", "**bold**", "Page 3 of 9", "\f", "\ufeff", "\u202f", "  ", ""),
]
lines = st.one_of(
    st.builds(lambda label, words: f"{label} {words}", st.sampled_from(LABELS), st.sampled_from(PHRASES)),
    st.sampled_from(LABELS),
    st.sampled_from(PHRASES),
)
contracts = st.lists(lines, max_size=40).flatmap(
    lambda found: st.sampled_from(["\n", "\n\n", " ", "   ", "\n\n\n\n"]).map(lambda gap: gap.join(found))
)
soup = st.text(alphabet="(){}[]123iIvVxXaAbB.,;:§ \n\t-—“”\"'#*|_", max_size=400)
anything = st.text(max_size=300)
kinds = st.sampled_from(list(DocumentKind))
unhurried = settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.too_slow])


def structure(text, kind=DocumentKind.CONTRACT, *, format=Format.TEXT, marks=()):
    doc = Document(document_id(text), text, Source("x", format, "", len(text)), marks=marks)
    return RuleStructurer().outline(doc, Profile(kind))


def check(text, outline):
    sections = outline.sections
    assert [section.id for section in sections] == list(range(len(sections)))
    assert (sections[0].kind, sections[0].parent, sections[0].span) == (SectionKind.DOCUMENT, None, Span(0, len(text)))
    at = 0
    for leaf in outline.leaves():
        assert leaf.span.start == at
        at = leaf.span.end
    assert at == len(text)
    last_end = {}
    for section in sections[1:]:
        parent = sections[section.parent]
        assert section.parent < section.id
        assert parent.span.contains(section.span)
        assert section.span
        assert section.level == parent.level + 1
        assert section.span.start >= last_end.get(parent.id, parent.span.start)
        last_end[parent.id] = section.span.end
        if section.head is not None:
            assert section.span.contains(section.head)
            assert section.head
        assert section.number is None or section.head is not None
        assert section.number is None or section.number.strip() == section.number != ""


@unhurried
@given(contracts, kinds)
def test_contract_like_texts_give_lawful_trees(text, kind):
    check(text, structure(text, kind))


@unhurried
@given(soup, kinds)
def test_label_soup_gives_lawful_trees(text, kind):
    check(text, structure(text, kind))


@unhurried
@given(anything)
def test_any_text_gives_a_lawful_tree(text):
    check(text, structure(text))


@unhurried
@given(contracts)
def test_markdown_gives_lawful_trees(text):
    check(text, structure(text, format=Format.MARKDOWN))


@unhurried
@given(contracts, st.lists(st.tuples(st.integers(0, 400), st.integers(0, 40)), max_size=6))
def test_furniture_anywhere_gives_lawful_trees(text, ranges):
    marks = tuple(
        Mark(MarkKind.FOOTER, Span(min(start, len(text)), min(start + length, len(text)))) for start, length in ranges
    )
    check(text, structure(text, marks=marks))


@pytest.mark.parametrize(
    "text",
    [
        "(" * 300_000,
        "1." * 150_000,
        "1.1.1.1" + ".1" * 150_000,
        " " * 300_000,
        "\n" * 300_000,
        "(a) " * 20_000,
        "(a)\n" * 5_000,
        "1. A\n" * 5_000,
        "Section 1.1 " * 5_000,
        "ARTICLE I\n" * 4_000,
        "A B C D " * 40_000,
        "TABLE OF CONTENTS " * 3_000,
        "TABLE OF CONTENTS\n" * 15_000,
        "i" * 300_000,
        "." * 300_000,
        ". " * 50_000,
        "-" * 300_000,
        "By:\n" * 60_000,
        "WHEREAS\n" * 20_000,
        "§" * 300_000,
        "A. " * 100_000,
        "1.  " * 20_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_hostile_texts_come_to_an_end(text):
    check(text, structure(text))
