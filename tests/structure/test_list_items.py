from pincite.domain.document import Format
from pincite.domain.limits import Limits
from pincite.domain.raw_file import RawFile
from pincite.ingest.markdown import MarkdownReader
from pincite.legal.pinpoints import pinpoint
from pincite.structure.outline import RuleStructurer
from pincite.structure.profile import RuleProfiler


def pinpoints(text):
    """The pinpoint of each numbered section of a Markdown file, by its words."""
    doc = MarkdownReader().read(RawFile("rules.md", text.encode()), limits=Limits())
    assert doc.source.format == Format.MARKDOWN
    outline = RuleStructurer().outline(doc, RuleProfiler().profile(doc))
    return [pinpoint(outline.path(section)) for section in outline.sections if section.number]


CLUB = """# Club terms

## Joining

A new member pays a joining fee of £90 and the first year's subscription of £240.

## Club boats

1. A member may take out a dinghy after the helm check.
2. A dinghy may be booked for up to three hours.

## Leaving

A member may resign by email to the secretary. The subscription is not refunded.
"""


def test_an_item_is_cited_with_the_heading_that_its_numbers_count_from():
    assert pinpoints(CLUB) == ["Club boats § 1", "Club boats § 2"]


def test_lists_that_begin_anew_below_each_heading_are_told_apart():
    text = "# Rules\n\n## Water\n\n1. It is off in winter.\n2. No hoses.\n\n## Fires\n\n1. In autumn only.\n"
    assert pinpoints(text) == ["Water § 1", "Water § 2", "Fires § 1"]


def test_numbers_that_run_on_through_headings_need_none():
    text = "# Procedure\n\n## Who\n\n1. Anyone may complain.\n2. So may a company.\n\n## When\n\n3. Within a year.\n"
    assert pinpoints(text) == ["§ 1", "§ 2", "§ 3"]


def test_the_clauses_of_a_document_go_by_their_numbers_alone():
    clauses = "\n\n".join(f"{i}. The tenant keeps room {i} in good repair at all times." for i in range(1, 9))
    assert pinpoints(f"# Lease\n\n## Agreed terms\n\n{clauses}\n\n## Signed\n\nBy both.\n") == [
        f"§ {i}" for i in range(1, 9)
    ]


def test_a_list_below_a_heading_hangs_below_no_item_of_the_list_before_it():
    text = f"{CLUB}\n### Fines\n\n(a) A first breach costs £10.\n(b) A second breach costs £40.\n"
    assert pinpoints(text) == ["Club boats § 1", "Club boats § 2", "Fines (a)", "Fines (b)"]
