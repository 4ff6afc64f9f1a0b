from pincite.domain.document import Block, Document, Format, Role, Source, document_id
from pincite.spans import Span
from pincite.structure.subheads import find_subheads


def document(text, blocks=()):
    return Document(document_id(text), text, Source("x.txt", Format.TEXT, "", len(text)), blocks=tuple(blocks))


def block(text, words, **typography):
    start = text.index(words)
    return Block(Span(start, start + len(words)), **typography)


def found(text, blocks=()):
    return [(head.rank, head.span.slice(text)) for head in find_subheads(document(text, blocks), text)]


def test_a_line_in_capitals_is_a_heading_in_plain_text():
    assert found("It ends.\n\nCONFIDENTIAL INFORMATION\n\nIt is secret.\n") == [(0, "CONFIDENTIAL INFORMATION")]


def test_names_of_companies_in_capitals_are_none():
    assert found("between\n\nACME HOLDINGS, INC\n\nand\n\nARTICLE V\n") == []


def test_typography_tells_headings_and_their_rank():
    text = "The facts\n\nThe journey\n\nShe travelled by boat.\n\nThe law"
    blocks = [
        block(text, "The facts", bold=True, size=14.0),
        block(text, "The journey", bold=True, size=11.0),
        block(text, "She travelled by boat.", size=11.0),
        block(text, "The law", bold=True, size=14.0),
    ]
    assert found(text, blocks) == [(0, "The facts"), (1, "The journey"), (0, "The law")]


def test_the_level_a_file_declares_is_the_rank():
    text = "# Policy\n\n## What we collect\n\nNames.\n"
    blocks = [
        block(text, "# Policy", role=Role.HEADING, level=1),
        block(text, "## What we collect", role=Role.HEADING, level=2),
        block(text, "Names."),
    ]
    assert found(text, blocks) == [(0, "Policy"), (1, "What we collect")]


def test_a_numbered_heading_is_left_to_its_number():
    text = "1. Scope\n\nWide."
    assert found(text, [block(text, "1. Scope", role=Role.HEADING, level=1)]) == []


def test_a_line_between_rules_is_a_heading_and_a_line_to_sign_on_is_none():
    assert found("Text.\n\n--- FEES ---\n\nThe fee is £50.\n") == [(0, "--- FEES ---")]
    assert found("Ann pays.\n\nJOHN SMITH ________\n\nTOTAL DUE -----\n") == []
