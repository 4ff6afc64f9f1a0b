from dataclasses import replace

import pytest

from pincite.answer.verification.verifier_none import NoVerifier
from pincite.answer.verification.verify import check_claim
from pincite.cancellation import Cancellation
from pincite.domain.answer import AnswerContext, FaultKind, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.verdict import Verdict
from pincite.errors import Cancelled
from pincite.legal.claims import split_claims
from pincite.spans import Span


def faults(text, context, least=0.6):
    (claim,) = split_claims(text)
    return {fault.kind for fault in check_claim(claim, context, least_support=least).faults}


@pytest.mark.parametrize(
    "claim",
    [
        "The Tenant pays a rent of £12,500 a year [1].",
        "“The Tenant shall pay a rent of £12,500 a year” [1].",
        "The Tenant keeps the roof and the gutters in repair [2].",
        "The Tenant may not assign the Lease without the Landlord's consent [3].",
        "Mere Estates Limited shall pay a rent of £12,500 a year, by quarterly payments [1].",
        "Under clause 1 the rent is £12,500 a year [1].",
        "The Tenant pays the rent of £12,500 a year and keeps the roof in repair [1][2].",
        "The Tenant may assign this Lease with consent of the Landlord [3].",
        "The roof and the gutters are kept in repair by the Tenant [2].",
        "The Tenant must keep the roof and the gutters in repair at its own cost [2].",
    ],
)
def test_claims_the_sources_bear_out_have_no_fault(claim, context):
    assert faults(claim, context) == set()


@pytest.mark.parametrize(
    "claim, kind",
    [
        ("The Tenant pays a rent of £12,500 a year.", FaultKind.UNCITED),
        ("The Tenant pays a rent of £12,500 a year [7].", FaultKind.NO_SUCH_SOURCE),
        ("The Tenant pays a rent of £12,500 a year [1][9].", FaultKind.NO_SUCH_SOURCE),
        ("“The Tenant shall pay a rent of £12,600 a year” [1].", FaultKind.MISQUOTED),
        ("“The Tenant shall pay a rent” [2].", FaultKind.MISQUOTED),
        ("The Tenant shall pay a rent of £15,200 a year [1].", FaultKind.NUMBER),
        ("The Tenant shall pay a rent of $12,500 a year [1].", FaultKind.NUMBER),
        ("It is not true that the Tenant pays a rent of £12,500 a year [1].", FaultKind.REFUTED),
        ("It is false that the Tenant keeps the roof and the gutters in repair [2].", FaultKind.REFUTED),
        ("The rent of £12,500 a year is paid from 3 June 2026 [1].", FaultKind.NUMBER),
        ("Quarry Estates shall pay a rent of £12,500 a year [1].", FaultKind.NAME),
        ("The Guarantor shall pay a rent of £12,500 a year [1].", FaultKind.NAME),
        ("The Tenant shall not pay a rent of £12,500 a year [1].", FaultKind.MODALITY),
        ("The Tenant may assign this Lease without the consent of the Landlord [3].", FaultKind.MODALITY),
        ("The Tenant may keep the roof and the gutters in repair [2].", FaultKind.MODALITY),
        ("The Landlord shall keep the roof and the gutters in repair [2].", FaultKind.PARTY),
        ("The Landlord shall pay a rent of £12,500 a year [1].", FaultKind.PARTY),
        ("Quarryfield shall pay a rent of £12,500 a year [1].", FaultKind.NAME),
        ("The Tenant always keeps the roof and the gutters in repair, without exception [2].", FaultKind.SCOPE),
        ("The Tenant shall keep the roof in repair only if the Landlord asks [2].", FaultKind.SCOPE),
        ("The Tenant pays a rent of £12,500 a month [1].", FaultKind.NUMBER),
        ("The Tenant pays a rent of 12,500 a year [1].", FaultKind.NUMBER),
        ("The Tenant pays the rent under clause 9 by quarterly payments in advance [1].", FaultKind.AUTHORITY),
        ("The Tenant shall n\u043et keep the roof and the gutters in repair [2].", FaultKind.MODALITY),
        ("The Tenant shall not keep the roof in repair [1][2].", FaultKind.MODALITY),
        ("The Landlord insists that, come what may, “The Tenant shall keep the roof” [2].", FaultKind.UNSUPPORTED),
        ("It must [2].", FaultKind.UNSUPPORTED),
        ("Under the Rent Act 1977 the Tenant pays a rent of £12,500 a year [1].", FaultKind.AUTHORITY),
        ("The sea is blue and full of herring and cod [1].", FaultKind.UNSUPPORTED),
    ],
)
def test_each_fault_is_named(claim, kind, context):
    assert kind in faults(claim, context)


def test_a_claim_is_pinned_to_the_words_that_bear_it_out(context):
    (claim,) = split_claims("The rent is £12,500 a year [1].")
    checked = check_claim(claim, context, least_support=0.6)
    ((number, passage),) = checked.pinpoints
    words = passage.span.shift(-context.sources[0].passage.span.start).slice(context.sources[0].text)
    assert number == 1
    assert "£12,500" in words


def test_a_sentence_before_it_that_adds_nothing_is_not_pinned():
    text = "The Tenant shall pay the rent in advance. The Tenant shall keep the roof in repair."
    (claim,) = split_claims("The Tenant keeps the roof in repair [1].")
    one = NumberedSource(1, Passage("doc", Span(0, len(text))), text, document="lease.txt")
    ((_, passage),) = check_claim(claim, AnswerContext("", (one,)), least_support=0.6).pinpoints
    assert passage.span.slice(text) == "The Tenant shall keep the roof in repair."


def test_a_quotation_is_pinned_to_its_own_characters(context):
    (claim,) = split_claims("It says “the roof and the gutters” [2].")
    ((_, passage),) = check_claim(claim, context, least_support=0).pinpoints
    assert passage.span.shift(-context.sources[1].passage.span.start).slice(context.sources[1].text) == (
        "the roof and the gutters"
    )


@pytest.mark.parametrize(
    ("question", "answer", "sound"),
    [
        ("May the Tenant assign this Lease without consent?", "It may not [3].", True),
        ("May the Tenant assign this Lease without consent?", "No [3].", True),
        ("May the Tenant assign this Lease without consent?", "It may [3].", False),
        ("May the Tenant assign this Lease without consent?", "Yes [3].", False),
        ("Must the Tenant keep the roof in repair?", "Yes, it must [2].", True),
        ("Must the Tenant keep the roof in repair?", "It must not [2].", False),
        ("Must the Tenant keep the roof in repair?", "It must.", False),
        ("Who keeps the roof in repair?", "It must [2].", False),
        ("May the Tenant keep bees?", "It may [2].", False),
    ],
)
def test_a_short_answer_says_what_the_question_says(question, answer, sound, context):
    assert (faults(answer, replace(context, question=question)) == set()) is sound


class Reader:
    """A verifier with one verdict for all."""

    def __init__(self, verdict):
        self.verdict = verdict
        self.read = []

    def verify(self, pairs):
        self.read += pairs
        return [self.verdict for _ in pairs]


@pytest.mark.parametrize(
    ("verdict", "kinds"),
    [
        (Verdict(0.9, 0.05, 0.05), set()),
        (Verdict(0.1, 0.8, 0.1), {FaultKind.REFUTED}),
        (Verdict(0.1, 0.1, 0.8), {FaultKind.UNSUPPORTED}),
    ],
)
def test_a_verifier_reads_the_claim_with_its_source(verdict, kinds, context):
    (claim,) = split_claims("The Tenant keeps the roof and the gutters in repair [2].")
    reader = Reader(verdict)
    checked = check_claim(claim, context, least_support=0.6, verifier=reader)
    assert {fault.kind for fault in checked.faults} == kinds
    assert reader.read == [("The Tenant keeps the roof and the gutters in repair.", context.sources[1].text.strip())]


def test_a_paraphrase_the_model_is_sure_of_passes_and_is_pinned(context):
    (claim,) = split_claims("The upkeep falls on whoever occupies [2].")
    assert faults("The upkeep falls on whoever occupies [2].", context) == {FaultKind.UNSUPPORTED}
    checked = check_claim(claim, context, least_support=0.6, verifier=Reader(Verdict(0.97, 0.02, 0.01)))
    assert checked.faults == ()
    assert checked.pinpoints == ((2, context.sources[1].passage),)


def test_without_a_verifier_and_with_none_the_rules_decide_alike(context):
    (claim,) = split_claims("The Tenant keeps the roof and the gutters in repair [2].")
    assert check_claim(claim, context, least_support=0.6) == check_claim(
        claim, context, least_support=0.6, verifier=NoVerifier()
    )


@pytest.mark.parametrize(
    "claim",
    [
        "Proposals made under Rule 14a-8 go to the board [1].",
        "The proposals of one side go to the board [1].",
        "The 2009 plan goes to the board [1].",
    ],
)
def test_numbers_that_count_nothing_are_no_figures(claim):
    text = "Proposals under Rule 14a-8 of the plan dated March 3, 2009 go to the board if a side asks."
    source = NumberedSource(1, Passage("a", Span(0, len(text))), text, document="plan.txt")
    assert not {FaultKind.NUMBER, FaultKind.AUTHORITY} & faults(claim, AnswerContext("", (source,)))


@pytest.mark.parametrize(
    "claim",
    [
        "Should the two contracts clash, the charter wins [1].",
        "The decision to join two cases rests with the registrar [1].",
        "A clause that is void in one port does not become void in the next [1].",
    ],
)
def test_one_and_two_in_words_need_not_be_figures_of_the_source(claim):
    text = (
        "The registrar may order two hearings and one inspection. The charter prevails over this contract. "
        "The registrar may consolidate proceedings. Invalidity in a port leaves the clause valid in other ports."
    )
    source = NumberedSource(1, Passage("a", Span(0, len(text))), text, document="charter.txt")
    assert FaultKind.NUMBER not in faults(claim, AnswerContext("", (source,)))


def test_a_number_in_words_that_counts_another_thing_is_a_fault():
    text = "The carrier lost two crates in transit."
    source = NumberedSource(1, Passage("a", Span(0, len(text))), text, document="claim.txt")
    assert FaultKind.NUMBER in faults("The carrier lost two lorries in transit [1].", AnswerContext("", (source,)))


@pytest.mark.parametrize("number, stands", [("3", True), ("4", False)])
def test_the_number_of_a_name_must_be_that_of_the_name(number, stands):
    text = "KX 3 NOTICE. The minister gives this notice to the clerk of the council."
    source = NumberedSource(1, Passage("a", Span(0, len(text))), text, document="forms.txt")
    found = faults(
        f"The minister gives the KX {number} form to the clerk of the council [1].", AnswerContext("", (source,))
    )
    assert (FaultKind.NUMBER not in found) == stands


PIECES = (
    "1. The Tenant may not end this Lease before 2030. The Landlord may end this Lease at any time on 30 days' notice. "
    "The Tenant shall not sublet the flat, and shall keep the roof and the gutters in repair.\n\n"
    "2. The Seller shall:\n(a) deliver the goods, unless it rains;\n(b) not:\n(i) sell the crates;\n"
    "(ii) lend the crates;\n(c) pay the duty.\n\n3. The Buyer shall pay the price."
)


@pytest.fixture
def pieces():
    """One source with sentences and a list."""
    source = NumberedSource(1, Passage("d", Span(0, len(PIECES))), PIECES, "terms.txt")
    return AnswerContext("What is agreed?", (source,))


@pytest.mark.parametrize(
    "claim",
    [
        "“The Tenant” “may end this Lease at any time” [1].",
        "“The Tenant may” … “end this Lease” [1].",
        "“The Tenant shall” – “sublet the flat” [1].",
        "“The Tenant” [1]. “may end this Lease at any time” [1].",
        "The “Tenant” may “end this Lease at any time” [1].",
        "The Tenant “may end this Lease at any time” [1].",
        "The Tenant “may end this Lease at any time” on “30 days' notice” [1].",
        "“The Seller shall:” “(ii) lend the crates” [1].",
        "“The Seller shall:” “(i) sell the crates;” [1].",
        "“The Seller” “shall pay the price” [1].",
        "“The Buyer shall:” “pay the duty” [1].",
    ],
)
def test_true_pieces_make_no_false_sentence(claim, pieces):
    assert faults(claim, pieces)


@pytest.mark.parametrize(
    "claim",
    [
        "“The Seller shall:” “(a) deliver the goods, unless it rains” [1].",
        "“The Seller shall:” “(c) pay the duty.” [1].",
        "“The Seller shall:” “(a) deliver the goods, unless it rains;” “(c) pay the duty.” [1].",
        "“The Tenant shall not sublet the flat” … “keep the roof and the gutters in repair” [1].",
        "The Landlord “may end this Lease” at any time on “30 days' notice” [1].",
        "The Tenant shall “keep the roof” and “the gutters in repair” [1].",
        "It “shall pay the price” [1].",
        "Yes: “The Buyer shall pay the price.” [1].",
        "“The Buyer shall pay the price.” “The Tenant may not end this Lease before 2030.” [1].",
        "“30 days' notice”, “the price” [1].",
    ],
)
def test_true_pieces_that_stand_together_or_alone_prove_a_claim(claim, pieces):
    assert faults(claim, pieces) == set()


def test_pieces_are_pinned_to_the_place_where_they_stand_together(pieces):
    (claim,) = split_claims("“The Landlord” “on 30 days' notice” [1]")
    ((_, passage),) = check_claim(claim, pieces, least_support=0.6).pinpoints
    words = passage.span.slice(PIECES)
    assert words == "The Landlord may end this Lease at any time on 30 days' notice"


def test_a_quotation_of_too_many_parts_is_named(pieces):
    (claim,) = split_claims(f"“{' … '.join(['the'] * 11)}” [1]")
    (fault,) = check_claim(claim, pieces, least_support=0).faults
    assert "leaves words out more than 9 times" in fault.detail


@pytest.mark.parametrize(
    "claim",
    [
        "The Tenant may n\u0336o\u0336t\u0336 end this Lease before 2030 [1].",
        "The Tenant may \u2066\u202enot\u202c\u2069 end this Lease before 2030 [1].",
        "“The Tenant may n\u0336o\u0336t\u0336 end this Lease” [1].",
        "“The Tenant may \u202enot\u202c end this Lease” [1].",
        "The Landlord may end this Lease at any time on \u202e03\u202c days' notice [1].",
    ],
)
def test_words_that_are_struck_out_or_turned_round_prove_nothing(claim, pieces):
    assert FaultKind.MISQUOTED in faults(claim, pieces)


@pytest.mark.parametrize(
    "claim, said",
    [
        (f"The notice is {' '.join(f'{days} days' for days in range(600))} [1].", "has 600 figures"),
        (f"It says {'“the Tenant” ' * 200}[1].", "more than 30 quotations"),
    ],
)
def test_a_claim_that_is_nothing_but_figures_or_quotations_is_refused_at_once(claim, said, pieces):
    (claim,) = split_claims(claim)
    assert said in " ".join(fault.detail for fault in check_claim(claim, pieces, least_support=0.6).faults)


def test_checking_ends_when_nobody_waits(context):
    (claim,) = split_claims("The Tenant pays a rent of £12,500 a year [1].")
    work = Cancellation()
    work.cancel()
    with work.active(), pytest.raises(Cancelled):
        check_claim(claim, context, least_support=0.6)
