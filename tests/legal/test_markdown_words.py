"""Words of Markdown files as people read them."""

import pytest

from pincite.legal.markdown_words import as_read


@pytest.mark.parametrize(
    "words, shown",
    [
        ("**Works** means the _plans_ and `drawings`.", "Works means the plans and drawings."),
        ("***Very*** _**bold**_ “**Seller**” (__Buyer__)", "Very bold “Seller” (Buyer)"),
        # A quotation may begin or end within what is bold.
        ("Works** means *that*", "Works means that"),
        ("> Bees: ask the warden.\n> Twice.", "Bees: ask the warden.\nTwice."),
        ("## 3. Term ##\nThe term.", "3. Term\nThe term."),
        ("Fees\n====\nA fee.\n\n---\n", "Fees\nA fee.\n\n"),
        ("- A mooring costs £310.", "A mooring costs £310."),
        ("- A mooring.\n- A **boat**.", "• A mooring.\n• A boat."),
        ("These:\n\n- rabbits;\n  - two hens", "These:\n\n• rabbits;\n  • two hens"),
        ("| Size | Price |\n|---|---:|\n| 5 m | £90 |", "Size | Price\n5 m | £90"),
        # A quotation may begin after the bar of its row, and the last cells of a row may be empty.
        ("Size | Price | Note |\n|---|---|---|\n| 5 m | £90 | |", "Size | Price | Note\n5 m | £90"),
        ("|  | Adult | Child |", "| Adult | Child"),
        ("[Schedule 1](#schedule-1) and [1]", "Schedule 1 and [1]"),
        (r"1\. The tenant pays 2 \* 3.", "1. The tenant pays 2 * 3."),
    ],
)
def test_the_marks_of_markdown_are_left_out(words, shown):
    assert as_read(words, "docs/terms.md") == shown
    assert as_read(words, "TERMS.MARKDOWN") == shown


@pytest.mark.parametrize(
    "words", ["Signed: ________ and ____", "5 * 3 * 2 = 30", "price* and fee*", "file_name_x", "Unit #", "A ** B"]
)
def test_signs_that_mark_nothing_stay(words):
    assert as_read(words, "terms.md") == words


def test_words_of_other_files_stay_as_they_are():
    assert as_read("- **Works** means _x_", "terms.txt") == "- **Works** means _x_"
