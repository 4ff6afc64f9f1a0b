import pytest
from lxml import etree

from pincite.ingest.docx.numbering import Numbering, format_number
from pincite.ingest.docx.styles import Styles, W

NAMESPACE = f'xmlns:w="{W[1:-1]}"'


def element(name, inner):
    return etree.fromstring(f"<w:{name} {NAMESPACE}>{inner}</w:{name}>")


def lvl(at, text, fmt="decimal", *, start=1, more=""):
    head = f'<w:start w:val="{start}"/><w:numFmt w:val="{fmt}"/><w:lvlText w:val="{text}"/>'
    return f'<w:lvl w:ilvl="{at}">{head}{more}</w:lvl>'


def abstract(*levels, id="0", more=""):
    return f'<w:abstractNum w:abstractNumId="{id}">{more}{"".join(levels)}</w:abstractNum>'


def num(id, to="0", override=""):
    return f'<w:num w:numId="{id}"><w:abstractNumId w:val="{to}"/>{override}</w:num>'


def numbering(*parts, styles=""):
    return Numbering(element("numbering", "".join(parts)), Styles(element("styles", styles)))


CLAUSES = abstract(
    lvl(0, "%1."),
    lvl(1, "%1.%2"),
    lvl(2, "(%3)", "lowerLetter"),
    lvl(3, "(%4)", "lowerRoman"),
)


def labels(counter, *levels, list_id="1"):
    return [counter.next(list_id, level).rstrip() for level in levels]


def test_levels_count_and_restart_below_a_higher_one():
    counter = numbering(CLAUSES, num("1"))
    assert labels(counter, 0, 1, 1, 2, 2, 3, 3, 1, 2, 0, 1, 2) == [
        *("1.", "1.1", "1.2", "(a)", "(b)", "(i)", "(ii)", "1.3", "(a)", "2.", "2.1", "(a)"),
    ]


def test_a_level_used_before_the_one_above_it_shows_that_ones_start():
    assert labels(numbering(CLAUSES, num("1")), 1, 1, 0, 1) == ["1.1", "1.2", "1.", "1.1"]


def test_lists_on_the_same_definition_go_on_counting_unless_they_start_again():
    override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    counter = numbering(CLAUSES, num("1"), num("2"), num("3", override=override))
    assert labels(counter, 0, 0) == ["1.", "2."]
    assert labels(counter, 0, list_id="2") == ["3."]
    assert labels(counter, 0, 0, list_id="3") == ["1.", "2."]
    assert labels(counter, 0) == ["3."]


def test_a_list_may_replace_a_level():
    override = f'<w:lvlOverride w:ilvl="0">{lvl(0, "Schedule %1", "upperLetter", start=3)}</w:lvlOverride>'
    assert labels(numbering(CLAUSES, num("1", override=override)), 0, 0) == ["Schedule C", "Schedule D"]


def test_a_level_that_never_restarts_goes_on():
    never = '<w:lvlRestart w:val="0"/>'
    counter = numbering(abstract(lvl(0, "Part %1", "upperRoman"), lvl(1, "%2.", more=never)), num("1"))
    assert labels(counter, 0, 1, 1, 0, 1) == ["Part I", "1.", "2.", "Part II", "3."]


def test_a_level_that_restarts_only_after_the_first_goes_on_below_the_second():
    first = '<w:lvlRestart w:val="1"/>'
    counter = numbering(abstract(lvl(0, "%1"), lvl(1, "%1.%2"), lvl(2, "(%3)", more=first)), num("1"))
    assert labels(counter, 0, 1, 2, 1, 2, 0, 1, 2) == ["1", "1.1", "(1)", "1.2", "(2)", "2", "2.1", "(1)"]


def test_legal_numbering_turns_romans_into_digits():
    legal = abstract(lvl(0, "Article %1", "upperRoman"), lvl(1, "Section %1.%2", more="<w:isLgl/>"))
    assert labels(numbering(legal, num("1")), 0, 0, 1) == ["Article I", "Article II", "Section 2.1"]


def test_what_follows_a_number_is_a_space_or_nothing():
    tight = abstract(lvl(0, "%1)", more='<w:suff w:val="nothing"/>'), lvl(1, "%2)", more='<w:suff w:val="space"/>'))
    counter = numbering(tight, num("1"))
    assert [counter.next("1", 0), counter.next("1", 1)] == ["1)", "1) "]


def test_bullets_and_hidden_or_empty_labels():
    counter = numbering(
        abstract(
            lvl(0, "\uf0b7", "bullet"),
            lvl(1, "o", "bullet"),
            lvl(2, "", "none"),
            lvl(3, "Recital", "none"),
            lvl(4, "%5", more="<w:rPr><w:vanish/></w:rPr>"),
        ),
        num("1"),
    )
    assert labels(counter, 0, 1, 2, 3, 4) == ["•", "o", "", "Recital", ""]


def test_a_style_names_its_level_and_a_numbering_style_its_list():
    styles = (
        '<w:style w:type="numbering" w:styleId="Legal"><w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr></w:style>'
    )
    linked = abstract(lvl(0, "%1."), lvl(1, "%1.%2", more='<w:pStyle w:val="Sub"/>'), id="5")
    counter = numbering(
        linked, abstract(id="6", more='<w:numStyleLink w:val="Legal"/>'), num("7", "5"), num("8", "6"), styles=styles
    )
    assert counter.linked_level("8", "Sub") == 1
    assert counter.linked_level("8", "Other") is None
    assert labels(counter, 0, 1, list_id="8") == ["1.", "1.1"]


def test_lists_that_are_not_there_number_nothing():
    counter = numbering(CLAUSES, num("1", to="99"))
    for list_id in ("0", "1", "42"):
        assert counter.level_of(list_id, 0) is None
        assert counter.next(list_id, 0) == ""


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("decimal", "28"),
        ("decimalZero", "28"),
        ("lowerLetter", "bb"),
        ("upperLetter", "BB"),
        ("lowerRoman", "xxviii"),
        ("upperRoman", "XXVIII"),
        ("ordinal", "28th"),
        ("cardinalText", "Twenty-eight"),
        ("ordinalText", "Twenty-eighth"),
        ("none", ""),
        ("chineseCounting", "28"),
    ],
)
def test_number_formats(kind, shown):
    assert format_number(28, kind) == shown


def test_number_formats_at_their_edges():
    assert [format_number(n, "ordinal") for n in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"),
    ]
    assert [format_number(n, "ordinalText") for n in (1, 5, 12, 20, 21)] == [
        *("First", "Fifth", "Twelfth", "Twentieth", "Twenty-first"),
    ]
    assert format_number(7, "decimalZero") == "07"
    assert [format_number(n, "lowerRoman") for n in (0, 4, 9, 1994, 4000)] == ["0", "iv", "ix", "mcmxciv", "4000"]
    assert format_number(100_000, "upperLetter") == "100000"
