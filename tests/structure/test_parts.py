from pincite.domain.section import SectionKind
from pincite.structure.parts import find_parts


def found(text):
    return [(part.kind.value, text[part.start :].split("\n")[0]) for part in find_parts(text)]


def test_recitals_operative_words_and_signatures_are_found():
    text = (
        "SALE\n\nWHEREAS, the Seller owns it;\n\nNOW, THEREFORE, the parties agree:\n\n1. Sale.\n\n"
        "IN WITNESS WHEREOF, they sign.\n\nBy: ____\n\nName: A. Smith\n"
    )
    assert found(text) == [
        ("recitals", "WHEREAS, the Seller owns it;"),
        ("text", "NOW, THEREFORE, the parties agree:"),
        ("signatures", "IN WITNESS WHEREOF, they sign."),
        ("signatures", "By: ____"),
    ]


def test_a_title_of_the_recitals_is_their_heading():
    [part] = find_parts("DEED\n\nBACKGROUND\n\nA. The parties met.\n")
    assert (part.kind, part.title) == (SectionKind.RECITALS, part.title)
    assert part.title.start == part.start


def test_prose_that_speaks_of_background_or_witnesses_is_no_part():
    assert find_parts("Background checks are made.\n\nThe witness signs nothing by hand.\n") == []
