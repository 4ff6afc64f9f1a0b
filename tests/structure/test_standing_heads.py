"""Headings without numbers in plain text, and the lines that are none."""

import pytest
from tests.structure.test_outline import outline, shown

from pincite.structure.standing_heads import find_standing_heads

KENNEL = """PADDOCK HOUSE KENNELS
Terms of boarding

Bringing your dog
Dogs are received between eight and noon. Bring the vaccination card with you.

What to pack

- a lead;
- a blanket.

If your dog falls ill
We ring the vet at once. (a) You pay the bill; and
(b) you may come at any hour.

A dog that barks all night is moved to the end room, for which there is no extra charge.

Collection, late or early
Dogs are collected by six. A night is charged where you come later than that.

Who pays?
The person who signed the form pays, even where another person brings the dog.
"""


def found(text):
    return [span.slice(text) for span in find_standing_heads(text)]


def test_short_lines_over_paragraphs_are_headings_where_they_come_back():
    heads = ["Bringing your dog", "What to pack", "If your dog falls ill", "Collection, late or early", "Who pays?"]
    assert found(KENNEL) == heads


def test_they_are_sections_of_the_document():
    assert shown(outline(KENNEL))[:4] == [
        "preamble",
        "group  Bringing your dog",
        "group  What to pack",
        "group  If your dog falls ill",
    ]


def test_they_stand_before_the_first_list_too():
    text = KENNEL.replace("- a lead;\n- a blanket.", "(a) a lead;\n\n(b) a blanket.\n\n(c) a bowl.")
    paths = [section.heading for section in outline(text).sections if section.heading]
    assert "Bringing your dog" in paths and "Who pays?" in paths


def test_the_title_and_a_single_line_are_none():
    body = "Dogs are received between eight and noon, and at no other hour of the day."
    assert found(f"Terms of boarding\n\n{body}\n\nLate dogs\n{body}\n\nOther dogs\n{body}\n") == []


@pytest.mark.parametrize(
    "line",
    [
        "12 Mill Lane",
        "Askerby, Northshire",
        "Paddock Kennels Limited",
        "Attention the Manager",
        "Dear Mrs Holt",
        "Signed for the owner",
        "Total | paid | due",
        "The dog, which is",
        "It rained.",
        "the owner",
        "a very long line which nobody would take for the heading of the words below",
        "Every dog that is brought before eight o’clock must wait",
    ],
)
def test_names_addresses_forms_and_scraps_of_sentences_are_none(line):
    body = "Dogs are received between eight and noon, and at no other hour of the day."
    assert found("\n\n".join([body, *[f"{line}\n{body}"] * 4])) == []


def test_what_follows_an_unfinished_sentence_is_none():
    page = (
        "The keeper of the house shall receive the dogs, their leads, and the\n\nBlankets and Bowls\n\n"
        "The rest is kept in the office until the dog is collected."
    )
    assert found("\n\n".join([page] * 4)) == []


def test_a_numbered_document_has_none():
    body = "Dogs are received between eight and noon, and at no other hour of the day."
    text = "\n\n".join(f"{i}. {body}\n\nLate dogs\n\n{body}" for i in range(1, 7))
    assert found(text) == []


def test_a_line_here_and_there_in_a_long_text_is_none():
    body = "Dogs are received between eight and noon, and at no other hour of the day."
    long = "\n\n".join([body] * 12)
    assert found("\n\n".join(f"{long}\n\nLate dogs\n\n{body}" for _ in range(4))) == []


def test_an_empty_text_has_none():
    assert found("") == []


FAQ = """FENNER CLOUD - TERMS

Hello. These are the terms on which we keep your pictures, in words that can be read.

--- MONEY ---

What do I pay?
£4 a month for 50 pictures.

What about VAT?
We add it.

My bill is wrong. What should I do?
Write to us within 30 days. We answer within a week.

=== SAFETY ===

What do I get if you lose one?

    Lost          Credit
    one picture   £2
    more          £5

Who may see my pictures?
You, and whoever you send a link to.
"""


def test_questions_over_their_answers_are_headings_however_short_the_answer():
    assert found(FAQ) == [
        "What do I pay?",
        "What about VAT?",
        "My bill is wrong. What should I do?",
        "What do I get if you lose one?",
        "Who may see my pictures?",
    ]


def test_a_heading_between_rules_is_one_over_them():
    sections = outline(FAQ).sections
    headed = {section.heading: section for section in sections if section.heading}
    assert sections[headed["What about VAT?"].parent or 0].heading == "MONEY"
    assert sections[headed["Who may see my pictures?"].parent or 0].heading == "SAFETY"
    # The rule before a heading is not left behind in the section above.
    assert FAQ[headed["SAFETY"].span.start :].startswith("=== SAFETY")


def test_a_question_in_a_letter_is_no_heading():
    text = (
        "Dear Ms Wren\n\nThank you for your letter of May.\n\nHow can that be so?\nThe plan shows the wall.\n\n"
        "Have you spoken to your insurer?\nOurs has been told.\n\nWhen would you like to meet?\nWe are free in June.\n"
    )
    assert found(text) == []


def test_what_is_to_be_filled_in_is_no_answer():
    text = "MEMBERSHIP FORM\n\nFull name?\n......\n\nAre you a member?\nYes / No\n\nWhat is your address?\n______\n"
    assert found(text) == []
