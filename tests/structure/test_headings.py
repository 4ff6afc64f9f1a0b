import pytest

from pincite.structure.headings import caption_above, heading_after, is_title


def after(text, label):
    found = heading_after(text, len(label))
    return found.slice(text) if found else None


@pytest.mark.parametrize(
    ("text", "label", "heading"),
    [
        ("5.2 Payment. The Buyer shall pay.", "5.2", "Payment"),
        ("5.2 Payment: the Buyer shall pay.", "5.2", "Payment"),
        ("5.2 Payment Terms\n\nThe Buyer shall pay.", "5.2", "Payment Terms"),
        ("5.2 Payment Terms (a) The Buyer shall pay.", "5.2", "Payment Terms"),
        ("5.2    No Solicitation; Other Offers. The Seller shall not", "5.2", "No Solicitation; Other Offers"),
        ("9. TERM This Agreement begins", "9", "TERM"),
        ("ARTICLE V\n\n\nINDEMNITY\n\n5.1 Scope", "ARTICLE V", "INDEMNITY"),
        ("PART 3 - FEES AND COSTS\n", "PART 3", "FEES AND COSTS"),
        ("4. Continuing effect\n\n4.1 Save as", "4", "Continuing effect"),
        ("§ 49\n\nZávěrečná ustanovení\n\nZrušují se:", "§ 49", "Závěrečná ustanovení"),
        ("B. Commencement, Transfer and\n\nRemoval\n\nB.1", "B", "Commencement, Transfer and\n\nRemoval"),
        ("6.7 U.S. Tax Matters. The parties", "6.7", "U.S. Tax Matters"),
        ("2.6   Exit charge.   The table is replaced", "2.6", "Exit charge"),
        ("ARTICLE I \n\n\nTHE SALE Section 1.1 Price. It is paid", "ARTICLE I", "THE SALE"),
        ("ARTICLE I \n\n\nTHE SALE   Except as stated, it holds", "ARTICLE I", "THE SALE"),
    ],
)
def test_headings_are_found_after_a_label(text, label, heading):
    assert after(text, label) == heading


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("5.2 The Buyer shall pay the price.", "5.2"),
        ("5.2 the price is paid monthly", "5.2"),
        ("5.2 In this Agreement: words", "5.2"),
        ("(1) ACME HOLDINGS LIMITED, incorporated in England under number 1, whose office is here.", "(1)"),
        ("3.4\n\n(1) The court may", "3.4"),
        ("5.2", "5.2"),
    ],
)
def test_the_words_of_a_clause_are_no_heading(text, label):
    assert after(text, label) is None


def test_a_heading_may_stand_above_its_number():
    text = "of the order.\n\nPower to strike out\n\n3.4\n\n(1) In this rule"
    assert caption_above(text, text.index("3.4")).slice(text) == "Power to strike out"


def test_a_printed_line_may_stand_between_a_heading_and_its_number():
    text = "of the order.\n\n---\n\nPower to strike out\n\n---\n\n3.4\n\n(1) In this rule"
    assert caption_above(text, text.index("3.4")).slice(text) == "Power to strike out"


def test_the_word_that_opens_a_sentence_is_no_heading():
    assert after("44.8 Where -\n\n(a) the court", "44.8") is None


@pytest.mark.parametrize("line", ["(b) costs; or", "it ends here.", "---", "and so on", "3.3"])
def test_the_end_of_a_clause_is_no_heading_of_the_next(line):
    text = f"{line}\n\n3.4\n\n(1) In this rule"
    assert caption_above(text, text.index("3.4")) is None


@pytest.mark.parametrize("words", ["Payment of the Price", "CONFIDENTIALITY", "Term and Termination"])
def test_titles_capitalise_the_words_that_count(words):
    assert is_title(words)


@pytest.mark.parametrize("words", ["", "the price", "The Buyer shall pay", "Section", "Acme Limited,", 'In the "Act'])
def test_sentences_and_fragments_are_no_titles(words):
    assert not is_title(words)


def test_a_few_words_before_a_full_stop_are_a_heading_but_no_date_is():
    assert after("7.5 Floor loading. The Tenant shall", "7.5") == "Floor loading"
    assert after("2.1 Works begin on 1. June of the year", "2.1") is None
    assert after("[6] Nothing more happened. The Claimant", "[6]") is None


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("1.   Alder Freight Systems plc  , registered in Scotland", "1"),
        ("2. Cleaning, lighting and heating the Common Parts.\n\n3. Lifts", "2"),
        ("(b) Except (i) as set out below", "(b)"),
        ("(1) Olše s.r.o., se sídlem Mlýnská 214, zastoupená Ing. Olší", "(1)"),
    ],
)
def test_parties_items_and_beginnings_of_sentences_are_no_headings(text, label):
    assert after(text, label) is None
