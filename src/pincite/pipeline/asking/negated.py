"""Whether a document denies what is asked, or has no clause on it: "which cannot be assigned?", "which lack a cap?"."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.answer.questions.polarity import Polarity
from pincite.answer.quotations.clause_conditions import ClauseCondition, Meets
from pincite.domain.answer import Outcome
from pincite.pipeline.asking.each import EachResult
from pincite.pipeline.asking.meeting_clause import apply_condition
from pincite.pipeline.searchable_store import SearchableStore


@dataclass(frozen=True, slots=True)
class NegatedOutcome:
    """Whether a document qualifies, with the words that decide; `silent` where it qualifies because none were found."""

    outcome: Outcome
    result: EachResult
    silent: bool = False


def judge_negated(
    polarity: Polarity, condition: ClauseCondition, result: EachResult, *, likely: Outcome, store: SearchableStore
) -> NegatedOutcome:
    """Judge a document by the clause that answers the question without its negation.

    `likely` says how surely that clause answers it. A document whose clause neither denies nor affirms for sure is
    unsure, and so is one that denies with an exception, or affirms elsewhere.
    """
    if likely is Outcome.NO:
        lacking = polarity is Polarity.LACKING
        return NegatedOutcome(Outcome.YES if lacking else Outcome.NO, result, silent=lacking)
    meets = condition.met_by(result.words, store.verifier)
    if meets is Meets.DENIED:
        elsewhere, still = apply_condition(condition, result, store)
        clear = still is Meets.DENIED and not condition.is_denied_in_part(result.words)
        return NegatedOutcome(Outcome.YES if clear else Outcome.UNSURE, result if clear else elsewhere)
    sure = meets is Meets.YES and likely is Outcome.YES
    doubtful = polarity is Polarity.DENIED and condition.may_be_denied(result.words)
    return NegatedOutcome(Outcome.NO if sure and not doubtful else Outcome.UNSURE, result)
