import pytest

from pincite.structure.labels import printed, read_label


def first(text):
    label = read_label(text, 0)
    return None if label is None else (label.readings[0].style, label.readings[0].value)


@pytest.mark.parametrize(
    ("text", "style", "value"),
    [
        ("ARTICLE V\n", "article", (5,)),
        ("Article 12. Term", "article", (12,)),
        ("Section 5.2(b)", "decimal", (5, 2)),
        ("SECTION 4.", "section", (4,)),
        ("Sec. 3. Payment", "section", (3,)),
        ("Condition 7 - Claims", "section", (7,)),
        ("Regulation 12. Fees", "section", (12,)),
        ("Bye-law 3: Dogs", "section", (3,)),
        ("By-law 5. Cats", "section", (5,)),
        ("Standing Order 4. Minutes", "section", (4,)),
        ("§ 12", "section", (12,)),
        ("§12a odst. 1", "section", (12,)),
        ("PART ONE", "part", (1,)),
        ("ČÁST PRVNÍ", "part", (1,)),
        ("HLAVA II", "chapter", (2,)),
        ("CHAPTER 7", "chapter", (7,)),
        ("1. Scope", "1.", (1,)),
        ("1) scope", "1)", (1,)),
        ("7 Notices", "1", (7,)),
        ("1.0 Scope", "1.", (1,)),
        ("5.2 Payment", "decimal", (5, 2)),
        ("5.2.10.Payment", "decimal", (5, 2, 10)),
        ("13.1Relationship of the parties", "decimal", (13, 1)),
        ("2 . 1     Exchange", "decimal", (2, 1)),
        ("45.1.-(1) This Part", "decimal", (45, 1)),
        ("A.2 The registry", "A.1", (1, 2)),
        ("B4.1 Claim forms", "A.1", (2, 4, 1)),
        ("B3. Hats are worn", "A.1", (2, 3)),
        ("C12 Boats", "A.1", (3, 12)),
        ("(b) deliver", "(a)", (2,)),
        ("(iv) deliver", "(i)", (4,)),
        ("(12) deliver", "(1)", (12,)),
        ("(B) deliver", "(A)", (2,)),
        ("a) zaplatit", "a)", (1,)),
        ("ii. deliver", "a.", (35,)),
        ("A. Background", "A.", (1,)),
        ("[12] The appellant", "[1]", (12,)),
    ],
)
def test_labels_are_read_with_style_and_value(text, style, value):
    assert first(text) == (style, value)


@pytest.mark.parametrize(
    "text",
    ["", "Payment", "5.25% of the price", "1,000 shares", "10/12/2010", "(the Company)", "(GL)", "section 5", "Party A"]
    + ["A320 aircraft", "M1-motorway", "article of association", "Titled", "etc. and", "[sic]", "１. full-width"],
)
def test_what_is_no_label_is_not_read(text):
    assert read_label(text, 0) is None


def test_a_single_letter_can_also_be_a_roman_numeral():
    assert [reading.style for reading in read_label("(i) x", 0).readings] == ["(a)", "(i)"]


def test_a_letter_set_off_from_a_number_can_belong_to_it():
    label = read_label("3.1 A\n\n(1) This rule", 0)
    assert [(reading.suffix, reading.end) for reading in label.readings] == [("", 3), ("A", 5)]


def test_a_word_after_a_number_is_no_suffix_of_it():
    assert len(read_label("3.1 A party must", 0).readings) == 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ARTICLE V", "Article V"),
        ("Section 5.02. Payment", "Section 5.02"),
        ("SECTION  4", "Section 4"),
        ("§12", "§ 12"),
        ("Sec. 3.", "Sec. 3"),
        ("5.2. Payment", "5.2"),
        ("1. Scope", "1"),
        ("(d )that", "(d)"),
        ("(3 A) Where", "(3A)"),
        ("a) zaplatit", "a)"),
        ("EXHIBIT B-1", "Exhibit B-1"),
        ("SCHEDULE\n", "Schedule"),
        ("PART ONE", "Part One"),
        ("2 . 1     Exchange", "2.1"),
    ],
)
def test_numbers_are_shown_as_a_lawyer_cites_them(text, shown):
    label = read_label(text, 0)
    assert printed(text, label, label.readings[0]) == shown
