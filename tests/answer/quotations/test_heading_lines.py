"""Headings on lines of their own, and the quotations that do without them."""

import pytest
from tests.answer.one_reading import OneReading

from pincite.answer.quotations.clauses import whole_clause, with_whole_clauses
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Block, Document, Format, Passage, Role, Source, document_id
from pincite.domain.profile import DocumentKind, Profile
from pincite.legal.page_furniture import furniture_of
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.spans import Span
from pincite.structure.outline import RuleStructurer

TEXT = """RULES OF THE BOAT CLUB

SECTION A: MEMBERS

A1. A member pays £30 in May and is given a key.

SECTION B: BOATS

Rule 1 - Oars
Oars are hung up after use. They may not be lent.

Rule 2 - Not lent
Sails and anchors.

Rule 3 - Deposit
£40 a boat.

Rule 4. Night. No boat is out after ten.

Rule 5
A boat is washed in autumn.
"""


@pytest.fixture(scope="module")
def reading(tmp_path_factory):
    path = tmp_path_factory.mktemp("boats") / "boats.txt"
    path.write_text(TEXT)
    return read_file(path, wire_reading(load_settings().settings))


def quoted(reading, words):
    start = TEXT.index(words)
    spans = whole_clause(TEXT, Span(start, start + len(words)), reading.outline)
    return [span.slice(TEXT) for span in spans]


def test_a_heading_on_its_own_line_is_not_run_into_the_words_below(reading):
    assert quoted(reading, "Oars are hung") == ["Oars are hung up after use. They may not be lent."]


def test_a_heading_parts_the_words_above_it_from_those_below(reading):
    words = TEXT[TEXT.index("A member") : TEXT.index("They may")]
    assert quoted(reading, words) == [
        "A1. A member pays £30 in May and is given a key.",
        # Of two clauses the second is not cut in its midst.
        "Oars are hung up after use. They may not be lent.",
    ]


def test_headings_alone_bring_the_words_below_them(reading):
    assert quoted(reading, TEXT[: TEXT.index("A1.")]) == ["A1. A member pays £30 in May and is given a key."]


def test_a_heading_that_turns_what_follows_stays(reading):
    assert quoted(reading, "Sails and") == ["Rule 2 - Not lent\nSails and anchors."]


def test_a_heading_stays_over_words_without_a_verb(reading):
    assert quoted(reading, "£40 a boat") == ["Rule 3 - Deposit\n£40 a boat."]


def test_a_heading_within_its_paragraph_and_a_number_stay(reading):
    assert quoted(reading, "out after ten") == ["Rule 4. Night. No boat is out after ten."]
    assert quoted(reading, "washed in") == ["Rule 5\nA boat is washed in autumn."]


def test_a_short_section_with_a_heading_and_no_number_is_quoted_whole(tmp_path):
    heads = ("Lending a boat", "Losing an oar", "Winter")
    body = "A member who does so tells the harbour master at once. The club is paid £9 for it in May."
    text = "Boat club\n\nThese are the rules.\n\n" + "\n\n".join(f"{head}\n{body}" for head in heads) + "\n"
    path = tmp_path / "club.txt"
    path.write_text(text)
    outline = read_file(path, wire_reading(load_settings().settings)).outline
    start = text.index("paid £9")
    assert [span.slice(text) for span in whole_clause(text, Span(start, start + 7), outline)] == [body]


CLUB = """# Sailing club

These terms apply to every member.

## Joining

A new member pays a joining fee of £90. Juniors pay half.

## Deposit:

£40 a boat.

## Not lent

Sails and anchors stay in the store.
"""


@pytest.mark.parametrize(
    ("words", "quotes"),
    [
        ("fee of £90", ["A new member pays a joining fee of £90. Juniors pay half."]),
        ("£40 a", ["Deposit:", "£40 a boat."]),
        ("anchors stay", ["Not lent", "Sails and anchors stay in the store."]),
    ],
)
def test_a_heading_without_a_number_is_never_run_into_the_words_below(tmp_path, words, quotes):
    path = tmp_path / "club.md"
    path.write_text(CLUB)
    found = read_file(path, wire_reading(load_settings().settings))
    start = CLUB.index(words)
    span = Span(start, start + len(words))
    spans = whole_clause(CLUB, span, found.outline, furniture=furniture_of(found.doc))
    assert [piece.slice(CLUB) for piece in spans] == quotes


def test_the_title_of_a_file_is_not_run_into_the_words_below(tmp_path):
    def quoted_for(words):
        start = CLUB.index(words)
        source = NumberedSource(
            1, Passage("doc", Span(0, len(CLUB))), CLUB, "club.md", evidence=((Span(start, start + len(words)), 0.9),)
        )
        context = with_whole_clauses(AnswerContext("What?", (source,)), OneReading(tmp_path / "club.md", CLUB))
        return [span.slice(CLUB) for span, _ in context.sources[0].evidence]

    assert quoted_for("apply to every") == ["These terms apply to every member."]
    assert quoted_for("Sailing club\n\nThese terms apply") == ["These terms apply to every member."]


# A short section is quoted whole; these are not.
MORE = "".join(
    f"• The {kind} of a boat that is more than twenty years old, whatever it is made of.\n\n"
    for kind in (*("anchor", "mast", "keel", "rudder", "sail", "oar", "engine", "hull"),)
)
POLICY = f"""POLICY SUMMARY

What is insured?

• Fire and theft of the boat.

{MORE}What is not insured?

{MORE}• Theft where the boat was left untied.

How to claim

{MORE}• You must tell us within a week.

• Your cover starts on the day after you pay.
"""


@pytest.mark.parametrize(
    ("words", "quotes"),
    [
        ("Fire and theft", ["What is insured?", "• Fire and theft of the boat."]),
        ("left untied", ["What is not insured?", "• Theft where the boat was left untied."]),
        ("tell us within", ["• You must tell us within a week."]),
        ("cover starts", ["• Your cover starts on the day after you pay."]),
    ],
)
def test_an_item_that_its_heading_turns_or_completes_is_quoted_with_it(words, quotes):
    blocks = []
    at = 0
    for paragraph in POLICY.rstrip().split("\n\n"):
        span = Span(at, at + len(paragraph))
        at = span.end + 2
        item = paragraph.startswith("•")
        blocks.append(Block(span, Role.ITEM, level=1) if item else Block(span, Role.HEADING, level=2))
    doc = Document(document_id(POLICY), POLICY, Source("p.docx", Format.DOCX, "0", len(POLICY)), blocks=tuple(blocks))
    outline = RuleStructurer().outline(doc, Profile(DocumentKind.UNKNOWN))
    start = POLICY.index(words)
    spans = whole_clause(POLICY, Span(start, start + len(words)), outline)
    assert [span.slice(POLICY) for span in spans] == quotes
