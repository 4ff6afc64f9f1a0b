import time

import pytest

from pincite.legal.claims import repair_marks, split_claims, without_marks


@pytest.mark.parametrize(
    "written, repaired",
    [
        ("Rent is due [1, 2].", "Rent is due [1][2]."),
        ("Rent is due [1-3].", "Rent is due [1][2][3]."),
        ("Rent is due [1–2; 4].", "Rent is due [1][2][4]."),
        ("Rent is due [Source 2].", "Rent is due [2]."),
        ("Rent is due [sources 1 and 3].", "Rent is due [1][3]."),
        ("Rent is due.[1] [2]", "Rent is due [1][2]. "),
        ("Rent is due【2】.", "Rent is due[2]."),
        ("Rent is due [3-1].", "Rent is due [3][1]."),
        ("He cites “[1, 2] above” [1].", "He cites “[1, 2] above” [1]."),
    ],
)
def test_loose_marks_are_repaired(written, repaired):
    assert repair_marks(written) == repaired


def test_a_sentence_keeps_the_mark_that_follows_its_stop():
    claims = split_claims("The rent is £5. [1] It is due in May [2]. Nobody knows.")
    assert [(claim.text, claim.numbers) for claim in claims] == [
        ("The rent is £5 [1].", (1,)),
        ("It is due in May [2].", (2,)),
        ("Nobody knows.", ()),
    ]


def test_a_stop_inside_a_quotation_ends_no_sentence():
    claims = split_claims("“Pay the rent. Keep the roof.” [1] “Do not assign.” [2]")
    assert [claim.quotes for claim in claims] == [("Pay the rent. Keep the roof.",), ("Do not assign.",)]
    assert [claim.numbers for claim in claims] == [(1,), (2,)]


def test_quotations_nest():
    (claim,) = split_claims("“The fee (the “Exit Fee”) is due” [1].")
    assert claim.quotes == ("The fee (the “Exit Fee”) is due",)


def test_a_mark_inside_a_quotation_cites_nothing():
    (claim,) = split_claims('The judge said "see [2]".')
    assert claim.numbers == ()


def test_bullets_and_lone_marks_are_read():
    claims = split_claims("- Rent is due in May.\n[1]\n2) Repairs are the tenant's [2].")
    assert [claim.numbers for claim in claims] == [(1,), (2,)]


@pytest.mark.parametrize("second", ["<b>The tenant</b> pays a fee [2].", "- The tenant pays a fee [2]."])
def test_a_sentence_with_its_mark_does_not_take_in_the_markup_behind_it(second):
    claims = split_claims(f"The rent is £5 [1]. {second}")
    assert [(claim.text, claim.numbers) for claim in claims] == [("The rent is £5 [1].", (1,)), (second, (2,))]


def test_a_stop_of_an_abbreviation_before_a_mark_ends_no_sentence():
    (claim,) = split_claims("Acme Ltd. [1] shall pay a fee [2].")
    assert claim.numbers == (1, 2)


def test_marks_are_taken_off():
    assert without_marks("The rent “[1] sum” is due [1][2].") == "The rent “[1] sum” is due."


@pytest.mark.parametrize("nonsense", ["[" * 20_000, "“" * 20_000, "[1]" * 20_000, '"' * 20_001, ". " * 20_000, "\x00"])
def test_nonsense_is_read_quickly(nonsense):
    began = time.process_time()
    split_claims(nonsense)
    assert time.process_time() - began < 5


def test_a_quotation_that_goes_on_with_the_one_before_is_part_of_its_claim():
    claims = split_claims("“The Tenant” [1]. “may end it” [1]. “The Landlord may not” [2]. Nothing else is said [1].")
    assert [len(claim.quotes) for claim in claims] == [2, 1, 0]
