from pincite.domain.document import Block, Document, Format, Mark, MarkKind, Role, Source, document_id
from pincite.domain.profile import DocumentKind, Profile
from pincite.spans import Span
from pincite.structure.outline import RuleStructurer

CONTRACT = """SUPPLY AGREEMENT

This Agreement is made between Alder Ltd and Birch Ltd.

WHEREAS, Alder makes boats;

WHEREAS, Birch sells them;

NOW, THEREFORE, the parties agree as follows:

ARTICLE I

SUPPLY

1.1 Orders. Birch orders in writing under Section 1.2(b).

1.2 Delivery. Alder shall deliver:

(a) in spring; and

(b) in autumn.

ARTICLE II

PRICE

2.1 Amount. The price is fixed.

IN WITNESS WHEREOF, the parties have signed.

By: ______

Name: C. Dale

SCHEDULE 1

BOATS

1. Dinghies

2. Skiffs
"""


def document(text, **fields):
    source = Source("x.txt", fields.pop("format", Format.TEXT), "", len(text))
    return Document(document_id(text), text, source, **fields)


def outline(text, kind=DocumentKind.CONTRACT, **fields):
    return RuleStructurer().outline(document(text, **fields), Profile(kind))


def shown(found):
    return [
        f"{'  ' * (section.level - 1)}{section.kind.value} {section.number or ''} {section.heading or ''}".rstrip()
        for section in found.sections[1:]
        if section.number or section.heading or section.level == 1
    ]


def test_a_contract_has_all_its_parts():
    assert shown(outline(CONTRACT)) == [
        "preamble",
        "recitals",
        "text",
        "article Article I SUPPLY",
        "  section 1.1 Orders",
        "  section 1.2 Delivery",
        "    clause (a)",
        "    clause (b)",
        "article Article II PRICE",
        "  section 2.1 Amount",
        "signatures",
        "schedule Schedule 1 BOATS",
        "  section 1 Dinghies",
        "  section 2 Skiffs",
    ]


def test_a_heading_that_the_file_declares_ends_the_list_of_parties():
    heads = ("LEASE", "PARTICULARS", "AGREED TERMS")
    text = (
        "LEASE\n\nDated 4 May\n\n(1) ALDER LTD (the Landlord)\n\n(2) BIRCH LTD (the Tenant)\n\nPARTICULARS\n\n"
        "Rent: £40 a year.\n\nAGREED TERMS\n\n1. Grant\n\n1.1 The quay is let.\n\n2. Rent\n\n2.1 Rent is paid.\n"
    )
    blocks = []
    for words in text.rstrip().split("\n\n"):
        span = Span(text.index(words), text.index(words) + len(words))
        blocks.append(Block(span, Role.HEADING, level=1) if words in heads else Block(span))
    found = outline(text, blocks=tuple(blocks))
    assert found.path(found.at(text.index("£40"))) == "PARTICULARS"


def test_a_path_reads_as_a_lawyer_writes_it():
    found = outline(CONTRACT)
    section = next(section for section in found.sections if section.number == "(b)")
    assert found.path(section) == "Article I › 1.2 › (b)"


def test_a_head_covers_number_and_heading():
    found = outline(CONTRACT)
    heads = [section.head.slice(CONTRACT) for section in found.sections if section.head and section.number]
    assert heads[:3] == ["ARTICLE I\n\nSUPPLY", "1.1 Orders", "1.2 Delivery"]


def test_terms_and_references_come_with_the_outline():
    text = '1. Words. "Boat" means any vessel.\n\n2. Use. See Section 1 for boats.\n'
    found = outline(text)
    assert [term.term for term in found.terms] == ["Boat"]
    assert [reference.text for reference in found.references] == ["Section 1"]


def test_a_table_of_contents_is_one_section():
    entries = "CONTENTS\n\n1. Words 1\n\n2. Use 2\n\n3. Law 3\n\n"
    body = "The parties agree on the following terms, which bind them from the date on which both have signed.\n\n"
    found = outline(entries + body + "1. Words\n\nNone.\n\n2. Use\n\nWide.\n\n3. Law\n\nLocal.\n")
    assert shown(found) == ["contents", "preamble", "section 1 Words", "section 2 Use", "section 3 Law"]


def test_rules_of_court_take_the_heading_above_their_number():
    text = "PART 3 - CASE MANAGEMENT\n\nPower to strike out\n\n3.4\n\n(1) In this rule:\n\n(a) one;\n\n(b) two.\n"
    assert shown(outline(text, DocumentKind.COURT_RULES)) == [
        "part Part 3 CASE MANAGEMENT",
        "  rule 3.4 Power to strike out",
        "    paragraph (1)",
        "      item (a)",
        "      item (b)",
    ]


def test_practice_directions_have_directions():
    text = "PRACTICE DIRECTION 9 - FEES\n\n1.1 Fees are due.\n\n1.2 Fees are paid.\n"
    assert shown(outline(text, DocumentKind.COURT_RULES)) == [
        "part Practice Direction 9 FEES",
        "  direction 1.1",
        "  direction 1.2",
    ]


def test_paragraphs_that_lost_the_break_between_them_are_told_apart():
    text = (
        "PRACTICE DIRECTION 9 - FEES\n\n1.1 Fees are due to the clerk.1.2 Fees are paid under rule 4.2 of Part 4 of "
        "the rules.1.3 The clerk keeps version 2.1 of the list.\n\n2.1 The list is public.2.2 Nobody may change it.\n"
    )
    assert shown(outline(text, DocumentKind.COURT_RULES)) == [
        "part Practice Direction 9 FEES",
        *(f"  direction {number}" for number in ("1.1", "1.2", "1.3", "2.1", "2.2")),
    ]


def test_a_statute_follows_its_own_ladder():
    text = "ČÁST PRVNÍ\n\nHLAVA I\n\n§ 1\n\n(1) Zákon upravuje\n\na) lodě,\n\nb) čluny.\n\n§ 2\n\nZrušuje se.\n"
    assert shown(outline(text, DocumentKind.LEGISLATION)) == [
        "part Část první",
        "  chapter Hlava I",
        "    section § 1",
        "      paragraph (1)",
        "        item a)",
        "        item b)",
        "    section § 2",
    ]


def test_paragraphs_of_a_judgment_run_on_below_headings():
    text = "The facts\n\n[1] She sailed.\n\n[2] It sank.\n\nThe law\n\n[3] It is old.\n"
    blocks = [
        Block(Span(text.index(words), text.index(words) + len(words)), bold=bold, size=11.0)
        for words, bold in (("The facts", True), ("[1] She sailed.", False), ("The law", True))
    ]
    assert shown(outline(text, DocumentKind.JUDGMENT, blocks=tuple(blocks))) == [
        "group  The facts",
        "  paragraph [1]",
        "  paragraph [2]",
        "group  The law",
        "  paragraph [3]",
    ]


def test_numbered_list_items_do_not_take_over_from_numbered_headings():
    lines = ["1. Data", "We share:", "1. names;", "2. dates.", "2. Cookies", "None."]
    text = "\n\n".join(lines)
    roles = [Role.HEADING, Role.TEXT, Role.ITEM, Role.ITEM, Role.HEADING, Role.TEXT]
    blocks, at = [], 0
    for line, role in zip(lines, roles, strict=True):
        blocks.append(Block(Span(at, at + len(line)), role=role, level=1))
        at += len(line) + 2
    assert [
        (section.level, section.number) for section in outline(text, blocks=tuple(blocks)).sections if section.number
    ] == [
        (1, "1"),
        (2, "1"),
        (2, "2"),
        (1, "2"),
    ]


def test_furniture_between_two_lines_is_no_section():
    text = "1. One\n\nIt is long.\n\n2. Page two of the deed\n\n2. Two\n\nIt is short.\n"
    footer = text.index("2. Page")
    marks = (Mark(MarkKind.FOOTER, Span(footer, footer + len("2. Page two of the deed"))),)
    found = outline(text, marks=marks)
    assert [(section.number, section.heading) for section in found.sections if section.number] == [
        ("1", "One"),
        ("2", "Two"),
    ]


def test_signs_of_markdown_do_not_hide_numbers():
    text = "# Deed\n\n## 1. Sale\n\n**1.1 Price.** It is paid.\n\n## 2. Law\n\nLocal.\n"
    assert shown(outline(text, format=Format.MARKDOWN)) == [
        "preamble",
        "section 1 Sale",
        "  clause 1.1 Price",
        "section 2 Law",
    ]


def test_a_document_without_structure_is_one_section():
    found = outline("Dear Sirs, we write to say that all is well.")
    assert [section.kind.value for section in found.sections] == ["document"] or len(found.leaves()) == 1


def test_a_disclosure_schedule_is_an_attachment_whose_heads_name_items():
    text = (
        "1.1 Stock. See 1.1(b).\n\n1.2 Suits. None.\n\nEXHIBIT A\n\nFORM OF DEED\n\n1. It is done.\n\n"
        "SELLER DISCLOSURE SCHEDULE\n\nSection 1.1(b) — Stock Options\n\nTen.\n\nSection 1.1(d) — Warrants\n\nTwo.\n"
    )
    assert shown(outline(text))[-3:] == [
        "schedule  SELLER DISCLOSURE SCHEDULE",
        "  section Section 1.1(b) Stock Options",
        "  section Section 1.1(d) Warrants",
    ]


def test_the_exhibit_mark_of_a_filing_holds_nothing():
    text = (
        "EXHIBIT 10.4\n\nDEED\n\n1. Sale\n\nSold.\n\nEXHIBIT 10.4\n\n2. Law\n\nLocal.\n\nEXHIBIT A\n\nFORM\n\n1. One\n"
    )
    assert shown(outline(text)) == [
        "preamble",
        "section 1 Sale",
        "section 2 Law",
        "exhibit Exhibit A FORM",
        "  section 1 One",
    ]


def test_the_recitals_of_an_attachment_do_not_hold_its_sections():
    text = (
        "EXHIBIT A\n\nWHEREAS, Alder makes boats, Birch buys them. ARTICLE I\n\nSUPPLY\n\n1.1 Orders. Birch orders.\n"
    )
    assert shown(outline(text)) == [
        "exhibit Exhibit A",
        "  article Article I SUPPLY",
        "    section 1.1 Orders",
    ]


def test_the_body_does_not_hang_below_the_last_party():
    text = (
        "Smluvní strany\n\n(1) Olše, s.r.o., se sídlem v Písku\n\n(2) Bříza\n\n1. Dílo\n\n1.1 Dílo je loď.\n\n2. Cena\n"
    )
    assert shown(outline(text)) == [
        "group  Smluvní strany",
        "section (1)",
        "section (2) Bříza",
        "section 1 Dílo",
        "  clause 1.1",
        "section 2 Cena",
    ]


def test_a_section_after_a_list_stands_beside_the_section_that_holds_the_list():
    text = "Section 6.1 Leave\n\n1. The first boat.\n\n2. The second boat.\n\nSection 7.4 Pay\n\nTwo weeks.\n"
    assert [line.split()[0] for line in shown(outline(text)) if "Section" in line and line[0] != " "] == ["section"] * 2


def test_rules_that_mention_a_practice_direction_are_rules_and_paragraphs_of_one_are_directions():
    rules = "PART 9 - BOATS\n\n9.1\n\nThis Part and Practice Direction 9 apply to boats.\n\n"
    directed = "PRACTICE DIRECTION 9A - OARS\n\n1.1\n\nOars are of wood.\n"
    kinds = {
        section.number: section.kind.value
        for section in outline(rules + directed, DocumentKind.COURT_RULES).sections
        if section.number in ("9.1", "1.1")
    }
    assert kinds == {"9.1": "rule", "1.1": "direction"}


def outline_of_lines(lines):
    """The outline of lines, each a heading of the level given, or text."""
    text = "\n\n".join(lines)
    blocks = tuple(
        Block(
            Span(text.index(line), text.index(line) + len(line)),
            role=Role.HEADING if level else Role.TEXT,
            level=level,
        )
        for line, level in lines.items()
    )
    return outline(text, blocks=blocks)


def test_headings_that_a_file_declares_open_sections_before_the_first_number_too():
    lines = {
        "Parent handbook": 1,
        "Welcome to the nursery.": None,
        "Fees": 2,
        "A day costs £68.": None,
        "Collection": 2,
        "1. Children go home with a person named on the form.": None,
        "2. If you are late, we charge £10.": None,
        "Illness": 2,
        "A child with a fever stays at home.": None,
    }
    found = outline_of_lines(lines)
    assert [found.path(section) for section in found.sections if section.heading or section.number] == [
        "Fees",
        "Collection",
        "Collection › item 1",
        "Collection › item 2",
        "Illness",
    ]


def test_headings_nest_by_the_levels_that_a_file_declares():
    lines = {
        "Policy booklet": 1,
        "Please keep it safe.": None,
        "Definitions": 2,
        "Excess means what you pay first.": None,
        "Section 1 – Buildings": 2,
        "Walls are covered.": None,
        "Other homes": 3,
        "A hotel is paid for.": None,
        "Section 2 – Contents": 2,
        "What is not covered": 3,
        "Boats and drones.": None,
        "General conditions": 2,
        "Tell us soon.": None,
    }
    found = outline_of_lines(lines)
    headed = [(found.path(section), section.level) for section in found.sections if section.heading]
    assert [level for _, level in headed] == [1, 1, 2, 1, 2, 1]
    assert [path.split(" › ")[0] for path, _ in headed] == [
        "Definitions",
        "Section 1",
        "Section 1",
        "Section 2",
        "Section 2",
        "General conditions",
    ]


def test_conditions_are_sections_where_they_are_counted():
    policy = (
        "POLICY\n\nCondition 1 - Locks. Lock up.\n\nCondition 2 - Fire. Keep watch.\n\nCondition 3 - Theft. Tell us.\n"
    )
    assert [one.number for one in outline(policy).sections if one.number] == [
        "Condition 1",
        "Condition 2",
        "Condition 3",
    ]
    survey = "SURVEY\n\nRoof\nCondition 2. Some slates have slipped.\n\nWalls\nCondition 1. No repair is needed.\n"
    assert not [one.number for one in outline(survey).sections if one.number]
