"""Contrast pairs for the verifier."""

from random import Random

import pytest
from training.contrast import REFUTED, SUPPORTED, Perturber, claim_examples, contrast_examples

TEXT = (
    "Before it. The Tenant shall pay rent of 900 a month to the Landlord. "
    "The Landlord may enter the flat after giving two days of notice in writing. "
    "The Tenant shall not keep a dog unless the Landlord agrees in writing to it. After it."
)


def test_a_pair_is_shown_against_the_passage_as_it_is_and_as_edited():
    at = TEXT.index("two days")
    row = {
        "window": [0, len(TEXT)],
        "pairs": [{"kind": "number", "true": "Two days.", "false": "Ten days.", "edits": [[at, at + 8, "ten days"]]}],
    }
    ((true, false, turned, right),) = contrast_examples(row, TEXT)
    assert (true.label, false.label, turned.label, right.label) == (SUPPORTED, REFUTED, REFUTED, SUPPORTED)
    assert "two days" in true.passage and "ten days" in right.passage
    ((near, *_),) = contrast_examples(row, TEXT, around=5)
    assert "two days" in near.passage and "dog" not in near.passage


@pytest.mark.parametrize("seed", range(12))
def test_made_pairs_turn_round_with_the_passage(seed):
    found = Perturber(Random(seed)).pair(TEXT)
    if found is None:
        return
    true, false, turned, right = found
    assert true.claim == turned.claim != false.claim == right.claim
    assert true.passage == false.passage == TEXT != turned.passage == right.passage


def test_claims_keep_their_kind():
    row = {"window": [0, 20], "claims": [{"claim": "It is so.", "label": "supported", "how": "close"}]}
    assert claim_examples(row, TEXT)[0].kind == "close"
