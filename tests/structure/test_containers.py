"""Sections that hold the rules of a document, and sections that are its rules."""

from pincite.structure.candidates import find_candidates
from pincite.structure.labels import printed
from pincite.structure.sequence import choose_sections


def chosen(text):
    nodes = choose_sections(find_candidates(text))
    return [(node.depth, printed(text, node.candidate.label, node.reading)) for node in nodes]


def test_sections_hold_the_rules_that_are_numbered_through_them():
    text = (
        "Section I — General\n\n44.1 Costs are assessed.\n\n44.2 A bill is served.\n\n"
        "Section II — Fixed costs\n\n44.3 Fixed costs are small.\n\n"
        "Section III — Detailed assessment\n\n44.4 A notice is served.\n\n44.5 Points follow."
    )
    assert chosen(text) == [
        *((1, "Section I"), (2, "44.1"), (2, "44.2")),
        *((1, "Section II"), (2, "44.3")),
        *((1, "Section III"), (2, "44.4"), (2, "44.5")),
    ]


def test_sections_of_a_part_hold_its_rules():
    text = (
        "PART 73 — MOORINGS\n\n73.1 This Part is about moorings.\n\nSECTION I — BUOYS\n\n73.2 A buoy is red.\n\n"
        "SECTION II — QUAYS\n\n73.3 A quay is lit.\n\n73.4 A quay is swept."
    )
    assert chosen(text) == [
        *((1, "Part 73"), (2, "73.1")),
        *((2, "Section I"), (3, "73.2")),
        *((2, "Section II"), (3, "73.3"), (3, "73.4")),
    ]


def test_sections_hold_rules_with_a_word_of_their_own():
    text = (
        "Section I — Small boats\n\nRule 1. Boats carry a light.\n\nRule 2. Boats are slow.\n\n"
        "Section II — Large boats\n\nRule 3. Large boats carry two lights.\n\nRule 4. They are slower."
    )
    assert chosen(text) == [
        *((1, "Section I"), (2, "Rule 1"), (2, "Rule 2")),
        *((1, "Section II"), (2, "Rule 3"), (2, "Rule 4")),
    ]


def test_sections_hold_parts_that_begin_right_below_them():
    text = (
        "Section I — Starting\n\nPart A — Small claims\n\n1. The fee is low.\n\n"
        "Part B — Large claims\n\n2. It is high.\n\n"
        "Section II — Ending\n\n3. A notice is filed."
    )
    assert chosen(text) == [
        *((1, "Section I"), (2, "Part A"), (3, "1"), (2, "Part B"), (3, "2")),
        *((1, "Section II"), (2, "3")),
    ]


def test_divisions_hold_what_follows_them():
    text = "Division 1 — Everyone\n\n1. Goods are sent.\n\nDivision 2 — Consumers\n\n2. A consumer may cancel."
    assert chosen(text) == [(1, "Division 1"), (2, "1"), (1, "Division 2"), (2, "2")]


def test_parts_and_chapters_keep_rules_whose_first_figure_is_that_of_what_holds_them():
    text = "PART 5 — FEES\n\nCHAPTER 1 — AMOUNT\n\n5.1 Fees are low.\n\nCHAPTER 2 — TIME\n\n5.2 Fees are due."
    assert chosen(text) == [(1, "Part 5"), (2, "Chapter 1"), (3, "5.1"), (2, "Chapter 2"), (3, "5.2")]


def test_sections_that_their_own_numbers_extend_stay_below_articles():
    text = (
        "ARTICLE I\n\nTERMS\n\nSection 1. Words.\n\n1.1 A boat floats.\n\nSection 2. Use.\n\n2.1 Boats are used.\n\n"
        "ARTICLE II\n\nPRICE\n\nSection 3. Sum.\n\n3.1 The sum is due."
    )
    assert chosen(text) == [
        *((1, "Article I"), (2, "Section 1"), (3, "1.1"), (2, "Section 2"), (3, "2.1")),
        *((1, "Article II"), (2, "Section 3"), (3, "3.1")),
    ]


def test_sections_within_parts_hold_no_parts():
    text = (
        "Part A — Buildings\n\nSection 1\n\n1. Walls are covered.\n\nSection 2\n\n2. Roofs are covered.\n\n"
        "Part B — Contents\n\nSection 3\n\n3. Tables are covered."
    )
    assert [depth for depth, number in chosen(text) if number.startswith("Section")] == [2, 2, 2]


def test_one_section_among_rules_may_be_a_reference():
    text = "44.1 Costs are assessed.\n\n44.2 A bill is served under the Act.\n\nSection 5 Fees\n\n44.3 Fees are small."
    assert (1, "44.3") in chosen(text)


def test_numbers_that_run_on_below_a_part_of_other_rules_are_not_held_by_it():
    claims = "\n\n".join(f"5.{n} A claim begins with form {n}." for n in range(1, 41))
    parts = "Part 8 Procedure\n\n5.41 Part 8 has a form.\n\nPart 20 Counterclaims\n\n5.42 Part 20 has another."
    guide = f"5 CLAIMS\n\n{claims}\n\n{parts}\n\n6 HEARINGS\n\n6.1 It is short.\n"
    assert not [label for _, label in chosen(guide) if label.startswith("Part")]
